import type { TenantId } from '../../../../platform/tenant.ts'
import { withTenant } from '../../../../stores/postgres/pool.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import type { SessionDeps } from '../login.ts'
import type { SsoConnection, SsoProvider } from './connection.ts'
import { connectionById } from './connection-store.ts'
import type { ProviderDocuments } from './documents.ts'
import type { OidcClient } from './oidc.ts'
import { type RefusalReason, SignInRefused } from './person.ts'
import type { ServiceProvider } from './saml/sign-in.ts'
import type { SignInStates } from './sign-in-states.ts'

export type SsoDeps = SessionDeps & {
  readonly states: SignInStates
  readonly documents: ProviderDocuments
  readonly vault: Vault
  /** Origin at which browsers reach the API, for example `https://soc.example`. */
  readonly publicUrl: string
}

/** The callback address that a provider redirects people to. */
export function callbackUrl(publicUrl: string, provider: SsoProvider): string {
  return `${publicUrl}/api/v1/auth/${provider}/callback`
}

export function serviceProvider(publicUrl: string): ServiceProvider {
  return { entityId: `${publicUrl}/api/v1/auth/saml`, acsUrl: callbackUrl(publicUrl, 'saml') }
}

export type Refusal = {
  readonly outcome: 'refused'
  readonly tenantId: TenantId
  readonly connectionId: string
  readonly reason: RefusalReason
  /** The exact check that failed, for the log of the installation. Null when the reason says everything. */
  readonly detail: string | null
}

export async function enabledConnection(deps: SsoDeps, tenant: TenantId, id: string, provider: SsoProvider) {
  const found = await knownConnection(deps, tenant, id, provider)
  return found?.enabled ? found : null
}

/** Finds a connection even when it is switched off. */
export async function knownConnection(deps: SsoDeps, tenant: TenantId, id: string, provider: SsoProvider) {
  const found = await withTenant(deps.pool, tenant, (tx) => connectionById(tx, id))
  return found?.provider === provider ? found : null
}

export function oidcClient({ documents, publicUrl }: SsoDeps, connection: SsoConnection, clientSecret: string | null) {
  const asks: OidcClient = { documents, connection, clientSecret, redirectUri: callbackUrl(publicUrl, 'oidc') }
  return asks
}

/** Rejects with whatever is not a `SignInRefused`. */
export async function orRefused<T>(
  of: Pick<Refusal, 'tenantId' | 'connectionId'>,
  work: () => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error
    return { outcome: 'refused', ...of, reason: error.reason, detail: detailOf(error.cause) }
  }
}

const DETAIL_LENGTH_MAX = 300
const CAUSES_MAX = 5

/** Messages of a chain of errors, the outermost first. */
function detailOf(cause: unknown): string | null {
  const messages: string[] = []
  for (
    let at = cause;
    at !== undefined && messages.length < CAUSES_MAX;
    at = at instanceof Error ? at.cause : undefined
  )
    if (at instanceof Error || typeof at === 'string') messages.push(at instanceof Error ? at.message : at)
    else break
  return messages.length === 0 ? null : messages.join(': ').slice(0, DETAIL_LENGTH_MAX)
}
