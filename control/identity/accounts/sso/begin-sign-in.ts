import { AppError } from '../../../../platform/errors.ts'
import { tenantId } from '../../../../platform/tenant.ts'
import { withSystem } from '../../../../stores/postgres/pool.ts'
import type { SsoConnection, SsoProvider } from './connection.ts'
import { findConnection } from './connection-store.ts'
import { issuerKey } from './issuer.ts'
import { newOidcSecrets, oidcRequestUrl } from './oidc.ts'
import { newRequestId, samlRequestUrl } from './saml/sign-in.ts'
import { newStateId, type SignInState } from './sign-in-states.ts'
import { enabledConnection, oidcClient, orRefused, type Refusal, type SsoDeps, serviceProvider } from './sso-deps.ts'

export type Begun = { readonly outcome: 'begun'; readonly url: string } | Refusal

/** Finds the connection by id or by issuer. Throws `forbidden` when no enabled connection is found. */
export async function beginSignIn(
  deps: SsoDeps,
  provider: SsoProvider,
  by: { readonly id: string } | { readonly issuer: string },
): Promise<Begun> {
  const wanted = 'id' in by ? by : { issuerKey: issuerKey(by.issuer) }
  const place = await withSystem(deps.pool, 'sign-in connection', (tx) => findConnection(tx, provider, wanted))
  const connection = place && (await enabledConnection(deps, tenantId(place.tenant), place.id, provider))
  if (!connection) throw signInRefused()
  return beginAt(deps, connection, false)
}

/** With `isTest` the callback shows what the provider sent and signs no one in. */
export function beginAt(deps: SsoDeps, connection: SsoConnection, isTest: boolean): Promise<Begun> {
  return orRefused({ tenantId: connection.tenantId, connectionId: connection.id }, async () => {
    const stateId = newStateId()
    const { state, url } = await (connection.provider === 'oidc' ? beginOidc : beginSaml)(deps, connection, stateId)
    await deps.states.put(stateId, isTest ? { ...state, isTest } : state)
    return { outcome: 'begun' as const, url }
  })
}

/** The same words for every reason. */
export function signInRefused(): AppError {
  return new AppError('forbidden', 'the sign-in was refused')
}

type Step = { readonly state: Exclude<SignInState, { provider: 'passkey' }>; readonly url: string }

async function beginOidc(deps: SsoDeps, connection: SsoConnection, stateId: string): Promise<Step> {
  const secrets = newOidcSecrets()
  const url = await oidcRequestUrl(oidcClient(deps, connection, null), { state: stateId, ...secrets })
  const { tenantId, id: connectionId } = connection
  return { url, state: { provider: 'oidc', tenantId, connectionId, ...secrets } }
}

async function beginSaml(deps: SsoDeps, connection: SsoConnection, stateId: string): Promise<Step> {
  const requestId = newRequestId()
  const request = { requestId, relayState: stateId }
  const url = await samlRequestUrl(deps.documents, connection, serviceProvider(deps.publicUrl), request)
  const { tenantId, id: connectionId } = connection
  return { url, state: { provider: 'saml', tenantId, connectionId, requestId } }
}
