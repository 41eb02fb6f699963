/** Connectors that can be queried in their own language, with their secrets opened for one search. */

import type { SearchAnswer } from '../../../connectors/search/search.ts'
import { connectorType, type VendorSearch } from '../../../connectors/vendor-apis.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { AuthConfig, Vault } from '../vault/index.ts'
import type { Connector } from './connector.ts'
import { connectorsOf } from './connector-store.ts'
import { openedAuth, requireTable, withoutSecrets } from './manage-connectors.ts'

export type SearchableConnector = {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly language: VendorSearch['language']
  /** Settings, with defaults for those that were left out. */
  readonly settings: Readonly<Record<string, string>>
  /** Throws as `Search` does; no message holds a secret. */
  ask(egress: Egress, question: Question): Promise<SearchAnswer>
}

type Question = {
  readonly statement: string
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly timeoutMs: number
  readonly answerBytes: number
}

/**
 * Connectors that can be searched, polled or not. A connector whose credential was refused or cannot be opened is not
 * queried: it counts as one failed source, and the others go on.
 */
export async function searchableConnectors(tx: TenantTx, vault: Vault): Promise<SearchableConnector[]> {
  const all = await connectorsOf(tx)
  return all.flatMap((connector) => {
    const source = connectorType(connector.type)?.search
    return source === undefined ? [] : [searchable(tx, vault, connector, source)]
  })
}

function searchable(tx: TenantTx, vault: Vault, connector: Connector, source: VendorSearch): SearchableConnector {
  const { id, name, type, config, state, stateReason } = connector
  const fallbacks = requireTable(type).settings.flatMap(({ name, fallback }) =>
    fallback === undefined ? [] : [[name, fallback] as const],
  )
  const settings = { ...Object.fromEntries(fallbacks), ...config }
  const blocked = () => new AppError('bad_credential', stateReason ?? 'the credential was refused')
  const signIn = state === 'blocked' ? blocked() : openedOrWhy(() => openedAuth(tx, vault, connector, 'search'))
  return {
    ...{ id, name, type, language: source.language, settings },
    async ask(egress, { statement, span, timeoutMs, answerBytes: responseBytesMax }) {
      if (signIn instanceof AppError) throw signIn
      const secrets = signIn
      const ask: Parameters<VendorSearch['search']>[0]['ask'] = ({ method, url, headers, body }) =>
        egress({
          ...{ url, chosenBy: 'tenant', method, headers, timeoutMs, responseBytesMax, redirectsMax: 0 },
          ...(body === undefined ? {} : { body }),
        })
      try {
        return await source.search({ statement, span, secrets, settings, ask })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        throw new AppError(error.code, withoutSecrets(error.message, secrets))
      }
    },
  }
}

function openedOrWhy(open: () => AuthConfig): AuthConfig | AppError {
  try {
    return open()
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret_unreadable') return error
    throw error
  }
}
