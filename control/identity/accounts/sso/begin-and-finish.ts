/** The beginning and the end of a sign-in over an identity provider, and of a test of a connection. */
import { AppError } from '../../../../platform/errors.ts'
import { sourceOf } from '../../../../platform/http/source-address.ts'
import type { Log } from '../../../../platform/log.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { withTenant } from '../../../../stores/postgres/pool.ts'
import type { RequestWindows } from '../../../../stores/redis/request-windows.ts'
import type { MutationDeps, Origin } from '../../../platform/acting/index.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import type { SessionDeps } from '../login.ts'
import type { PrincipalCache } from '../principal-cache.ts'
import { tokensView } from '../session-schemas.ts'
import type { Admission } from './admit.ts'
import { beginSignIn, signInRefused } from './begin-sign-in.ts'
import type { SsoProvider } from './connection.ts'
import type { ProviderDocuments } from './documents.ts'
import type { Person } from './person.ts'
import { type Entered, enter, type SsoProof, type Tested, type TestRefused } from './prove-sign-in.ts'
import { recordEntry, recordRefusal, recordTest } from './record-sign-in.ts'
import type { SignInStates } from './sign-in-states.ts'
import type { SsoDeps } from './sso-deps.ts'
import { beginTest, rehearse } from './try-sign-in.ts'

export type SignInDeps = SessionDeps &
  MutationDeps & {
    readonly vault: Vault
    readonly windows: RequestWindows
    readonly principals: PrincipalCache
    readonly log: Log
    readonly sso?:
      | {
          readonly states: SignInStates
          readonly documents: ProviderDocuments
          readonly publicUrl: string | null
        }
      | undefined
  }

/** Throws `unavailable` where no public address is set. */
export function ssoOf({ sso, vault, pool, keys, nowMs }: SignInDeps): SsoDeps {
  const publicUrl = sso?.publicUrl ?? null
  if (!sso || publicUrl === null) throw new AppError('unavailable', 'SVC_PUBLIC_URL is not set: no sign-in over SSO')
  return { ...sso, publicUrl, vault, pool, keys, nowMs }
}

/**
 * Sign-ins that one address may begin a minute: each costs a request to a provider, a place, and perhaps an entry.
 * @bound sign-ins started from one address = {} a minute -> 429
 */
const BEGUN_PER_MINUTE_MAX = 120

async function requireRoom({ windows }: SignInDeps, source: string): Promise<void> {
  const { count, resetSeconds } = await windows.count(`sso:${source}`)
  if (count > BEGUN_PER_MINUTE_MAX)
    throw new AppError('rate_limited', 'too many sign-ins begin at this address', { retryAfterSeconds: resetSeconds })
}

type LoginBody = { readonly issuer?: string; readonly connection_id?: string }

/**
 * Answers with the address that the browser goes to now. Throws `forbidden`, in the same words for every reason, and
 * `rate_limited` for an address that begins too many.
 */
export async function begin(deps: SignInDeps, origin: Origin, provider: SsoProvider, body: LoginBody) {
  await requireRoom(deps, sourceOf(origin.ip ?? ''))
  const { issuer = '', connection_id: id } = body
  const begun = await beginSignIn(ssoOf(deps), provider, id === undefined ? { issuer } : { id })
  if (begun.outcome === 'begun') return begun.url
  await withTenant(deps.pool, begun.tenantId, (tx) => recordRefusal(tx, deps, origin, { ...begun, userId: null }))
  throw signInRefused()
}

/** Throws `not_found`, and `forbidden` with the reason: who tests a connection is its administrator. */
export async function beginTestOf(deps: SignInDeps, origin: Origin, tenant: TenantId, id: string): Promise<string> {
  await requireRoom(deps, sourceOf(origin.ip ?? ''))
  const begun = await beginTest(ssoOf(deps), tenant, id)
  if (begun.outcome === 'begun') return begun.url
  deps.log.info(
    { request_id: origin.requestId, tenant, connection_id: id, detail: begun.detail },
    'test sign-in cannot begin',
  )
  throw new AppError('conflict', `the test cannot begin: ${begun.reason}`)
}

/** A proof that is not of a test: the only one that a sign-in is finished with. */
type SignInProof = Exclude<SsoProof, Tested | TestRefused>

/** The end of a sign-in, or of a test, which has no tokens. */
export function finished(
  deps: SignInDeps,
  origin: Origin,
  proof: SsoProof,
): Promise<Awaited<ReturnType<typeof finish>> | TestedSignIn> {
  return proof.outcome === 'tested' || proof.outcome === 'test_refused'
    ? finishTest(deps, origin, proof)
    : finish(deps, origin, proof)
}

export type TestedSignIn = {
  /** Null: the provider's answer could not be verified, so nothing of it is shown. */
  readonly person: Person | null
  /** Null: it would be refused. */
  readonly how: 'known' | 'linked' | 'provisioned' | null
  readonly roles: readonly string[]
  readonly reason: string | null
}

/** Shows what the provider sent and what a sign-in would grant. It changes nothing but the audit log. */
async function finishTest(deps: SignInDeps, origin: Origin, proof: Tested | TestRefused): Promise<TestedSignIn> {
  const tested =
    proof.outcome === 'tested'
      ? testedOf(proof.person, await rehearse(deps, proof))
      : { person: null, how: null, roles: [], reason: proof.reason }
  const { tenantId, connectionId } = proof
  await withTenant(deps.pool, tenantId, (tx) => recordTest(tx, deps, origin, connectionId, tested))
  return tested
}

function testedOf(person: Person, admission: Admission): TestedSignIn {
  if (admission.outcome === 'refused') return { person, how: null, roles: [], reason: admission.reason }
  return { person, how: admission.how, roles: admission.roles, reason: null }
}

/**
 * Returns the tokens. A refusal is recorded and committed too, because it removes roles of an earlier sign-in. Throws
 * `forbidden` with the same text for every reason.
 */
async function finish(deps: SignInDeps, origin: Origin, proof: SignInProof) {
  if (proof.outcome === 'unknown') throw signInRefused()
  const { tenantId, connectionId } = proof
  const detail = proof.outcome === 'refused' ? proof.detail : null
  const entered = await withTenant(deps.pool, tenantId, async (tx): Promise<Entered> => {
    const done: Entered =
      proof.outcome === 'refused' ? { ...proof, userId: null, tokens: null } : await enter(tx, deps, proof)
    if (done.outcome === 'admitted') await recordEntry(tx, deps, origin, connectionId, done)
    else await recordRefusal(tx, deps, origin, { ...done, connectionId, tenantId, detail })
    return done
  })
  const userId = entered.outcome === 'admitted' ? entered.user.id : entered.userId
  deps.principals.forget((principal) => principal.userId === userId && userId !== null)
  if (entered.tokens === null) throw signInRefused()
  return tokensView(entered.tokens)
}
