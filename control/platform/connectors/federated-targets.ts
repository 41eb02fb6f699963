/** Connectors as sources of one federated query, each in its own language. */
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Target } from '../../../query/federated/ask-all.ts'
import type { Dialect, Span } from '../../../query/federated/dialect.ts'
import { ESQL } from '../../../query/federated/esql/dialect.ts'
import { KQL } from '../../../query/federated/kql/dialect.ts'
import { FEDERATED_LIMITS } from '../../../query/federated/limits.ts'
import { SPL } from '../../../query/federated/spl/dialect.ts'
import type { SearchableConnector } from './search-sources.ts'

export const DIALECTS = { spl: SPL, kql: KQL, esql: ESQL } as const satisfies Readonly<Record<string, Dialect>>

/** With `egress` null this process has no access to outside systems, and each target answers so. */
export function remoteTargets(
  connectors: readonly SearchableConnector[],
  egress: Egress | null,
  { span, timeoutMs }: { readonly span: Span; readonly timeoutMs: number },
): Target[] {
  return connectors.map((connector) => ({
    ...{ id: connector.id, name: connector.name, type: connector.type },
    ...{ dialect: DIALECTS[connector.language], settings: connector.settings },
    ask: async (statement) => {
      if (egress === null) throw new AppError('unavailable', 'this process has no outbound network access')
      return connector.ask(egress, { statement, span, timeoutMs, answerBytes: FEDERATED_LIMITS.answerBytes })
    },
  }))
}
