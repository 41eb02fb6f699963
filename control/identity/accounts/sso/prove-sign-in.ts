import type { TenantId } from '../../../../platform/tenant.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import { type SessionDeps, signIn, type TokenPair } from '../login.ts'
import { type Admission, admit } from './admit.ts'
import type { SsoConnection, SsoProvider } from './connection.ts'
import { lockConnection } from './connection-store.ts'
import { oidcPerson } from './oidc.ts'
import { type Person, SignInRefused } from './person.ts'
import { type SamlAnswer, samlPerson } from './saml/sign-in.ts'
import type { SignInState } from './sign-in-states.ts'
import {
  enabledConnection,
  knownConnection,
  oidcClient,
  orRefused,
  type Refusal,
  type SsoDeps,
  serviceProvider,
} from './sso-deps.ts'

type Shown = {
  readonly tenantId: TenantId
  readonly connectionId: string
  readonly provider: SsoProvider
  readonly person: Person
}
export type Proven = Shown & { readonly outcome: 'proven' }
/** A person who tests a connection, and gets no session. */
export type Tested = Shown & { readonly outcome: 'tested' }
export type TestRefused = Omit<Refusal, 'outcome'> & { readonly outcome: 'test_refused' }

/**
 * Outcome of a provider's answer, before anything is written. `unknown`: no sign-in of this installation has its state,
 * so there is no tenant to record it in.
 */
export type SsoProof = { readonly outcome: 'unknown' } | Refusal | TestRefused | Proven | Tested

/** `query` is the query string of the callback. The state is used up even on failure. Throws `unavailable`. */
export function proveOidc(deps: SsoDeps, query: URLSearchParams): Promise<SsoProof> {
  const stateId = query.get('state') ?? ''
  return prove(deps, 'oidc', stateId, async (connection, state) => {
    if (state.provider !== 'oidc') throw new SignInRefused('connection_gone')
    if (query.has('error')) throw new SignInRefused('provider_refused')
    const { verifier, nonce } = state
    const asks = oidcClient(deps, connection, secretOf(deps.vault, connection))
    return oidcPerson(asks, query, { state: stateId, verifier, nonce })
  })
}

/** The outcome is `unknown` for a relay state that this installation did not issue, as when the provider began the sign-in. */
export function proveSaml(
  deps: SsoDeps,
  answer: Omit<SamlAnswer, 'requestId'> & { readonly relayState: string },
): Promise<SsoProof> {
  return prove(deps, 'saml', answer.relayState, async (connection, state) => {
    if (state.provider !== 'saml') throw new SignInRefused('connection_gone')
    const { requestId } = state
    const sp = serviceProvider(deps.publicUrl)
    return samlPerson(deps.documents, connection, sp, { ...answer, requestId }, deps.nowMs())
  })
}

async function prove(
  deps: SsoDeps,
  provider: SsoProvider,
  stateId: string,
  ask: (connection: SsoConnection, state: SignInState) => Promise<Person>,
): Promise<SsoProof> {
  const state = await deps.states.consume(stateId)
  if (state === null || state.provider === 'passkey') return { outcome: 'unknown' }
  const { tenantId, connectionId, isTest = false } = state
  const proof = await orRefused({ tenantId, connectionId }, async () => {
    const connection = isTest
      ? await knownConnection(deps, tenantId, connectionId, provider)
      : await enabledConnection(deps, tenantId, connectionId, provider)
    if (!connection) throw new SignInRefused('connection_gone')
    const shown = { tenantId, connectionId, provider, person: await ask(connection, state) }
    return isTest ? { ...shown, outcome: 'tested' as const } : { ...shown, outcome: 'proven' as const }
  })
  return isTest && proof.outcome === 'refused' ? { ...proof, outcome: 'test_refused' } : proof
}

export type Entered = Admission & { readonly tokens: TokenPair | null }

/** Finds or creates the proven person's user and begins a session, in the caller's transaction. */
export async function enter(tx: TenantTx, deps: SessionDeps, proof: Proven): Promise<Entered> {
  const connection = await lockConnection(tx, proof.connectionId)
  if (!connection?.enabled) return { outcome: 'refused', reason: 'connection_gone', userId: null, tokens: null }
  const admission = await admit(tx, connection, proof.person)
  if (admission.outcome === 'refused') return { ...admission, tokens: null }
  return { ...admission, tokens: await signIn(tx, deps, admission.user.id, connection.id) }
}

function secretOf(vault: Vault, { clientSecret, tenantId, id }: SsoConnection): string | null {
  return clientSecret === null
    ? null
    : vault.decrypt(clientSecret, { tenantId, connectorId: id, caller: 'sso:sign_in' })
}
