import type { FastifyRequest } from 'fastify'
import {
  type Admission,
  beginSignIn,
  beginTest,
  type Entered,
  enter,
  type Person,
  rehearse,
  type SsoDeps,
  type SsoProof,
  type SsoProvider,
  signInRefused,
  type Tested,
  type TestRefused,
} from '../../../../control/identity/accounts/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { sourceOf } from '../../../../platform/http/source-address.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { withTenant } from '../../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../../deps.ts'
import { tokensView } from '../../views.ts'
import { recordEntry, recordRefusal, recordTest } from './record.ts'

/** Throws `unavailable` where no public address is set. */
export function ssoOf({ sso, vault, pool, keys, nowMs }: ApiDeps): SsoDeps {
  const publicUrl = sso?.publicUrl ?? null
  if (!sso || publicUrl === null) throw new AppError('unavailable', 'SVC_PUBLIC_URL is not set: no sign-in over SSO')
  return { ...sso, publicUrl, vault, pool, keys, nowMs }
}

/** Sign-ins that one address may begin a minute: each costs a request to a provider, a place, and perhaps an entry. */
const BEGUN_PER_MINUTE_MAX = 120

async function requireRoom({ windows }: ApiDeps, source: string): Promise<void> {
  const { count, resetSeconds } = await windows.count(`sso:${source}`)
  if (count > BEGUN_PER_MINUTE_MAX)
    throw new AppError('rate_limited', 'too many sign-ins begin at this address', { retryAfterSeconds: resetSeconds })
}

type LoginBody = { readonly issuer?: string; readonly connection_id?: string }

/**
 * Answers with the address that the browser goes to now. Throws `forbidden`, in the same words for every reason, and
 * `rate_limited` for an address that begins too many.
 */
export async function begin(deps: ApiDeps, request: FastifyRequest, provider: SsoProvider, body: LoginBody) {
  await requireRoom(deps, sourceOf(request.ip))
  const { issuer = '', connection_id: id } = body
  const begun = await beginSignIn(ssoOf(deps), provider, id === undefined ? { issuer } : { id })
  if (begun.outcome === 'begun') return begun.url
  await withTenant(deps.pool, begun.tenantId, (tx) => recordRefusal(tx, deps, request, { ...begun, userId: null }))
  throw signInRefused()
}

/** Throws `not_found`, and `forbidden` with the reason: who tests a connection is its administrator. */
export async function beginTestOf(
  deps: ApiDeps,
  request: FastifyRequest,
  tenant: TenantId,
  id: string,
): Promise<string> {
  await requireRoom(deps, sourceOf(request.ip))
  const begun = await beginTest(ssoOf(deps), tenant, id)
  if (begun.outcome === 'begun') return begun.url
  deps.log.info(
    { request_id: request.id, tenant, connection_id: id, detail: begun.detail },
    'test sign-in cannot begin',
  )
  throw new AppError('conflict', `the test cannot begin: ${begun.reason}`)
}

/** A proof that is not of a test: the only one that a sign-in is finished with. */
type SignInProof = Exclude<SsoProof, Tested | TestRefused>

/** The end of a sign-in, or of a test, which has no tokens. */
export function finished(
  deps: ApiDeps,
  request: FastifyRequest,
  proof: SsoProof,
): Promise<Awaited<ReturnType<typeof finish>> | TestedSignIn> {
  return proof.outcome === 'tested' || proof.outcome === 'test_refused'
    ? finishTest(deps, request, proof)
    : finish(deps, request, proof)
}

export type TestedSignIn = {
  /** Null: the answer of the provider is not to be believed, so that nothing of it is shown. */
  readonly person: Person | null
  /** Null: it would be refused. */
  readonly how: 'known' | 'linked' | 'provisioned' | null
  readonly roles: readonly string[]
  readonly reason: string | null
}

/** Tells what the provider sent and what a sign-in would give. It changes nothing but the audit log. */
async function finishTest(deps: ApiDeps, request: FastifyRequest, proof: Tested | TestRefused): Promise<TestedSignIn> {
  const tested =
    proof.outcome === 'tested'
      ? testedOf(proof.person, await rehearse(deps, proof))
      : { person: null, how: null, roles: [], reason: proof.reason }
  const { tenantId, connectionId } = proof
  await withTenant(deps.pool, tenantId, (tx) => recordTest(tx, deps, request, connectionId, tested))
  return tested
}

function testedOf(person: Person, admission: Admission): TestedSignIn {
  if (admission.outcome === 'refused') return { person, how: null, roles: [], reason: admission.reason }
  return { person, how: admission.how, roles: admission.roles, reason: null }
}

/**
 * Answers with the tokens. A refusal is recorded as well, and commits: it takes away what an earlier sign-in gave. Throws
 * `forbidden`, in the same words for every reason.
 */
export async function finish(deps: ApiDeps, request: FastifyRequest, proof: SignInProof) {
  if (proof.outcome === 'unknown') throw signInRefused()
  const { tenantId, connectionId } = proof
  const detail = proof.outcome === 'refused' ? proof.detail : null
  const entered = await withTenant(deps.pool, tenantId, async (tx): Promise<Entered> => {
    const done: Entered =
      proof.outcome === 'refused' ? { ...proof, userId: null, tokens: null } : await enter(tx, deps, proof)
    if (done.outcome === 'admitted') await recordEntry(tx, deps, request, connectionId, done)
    else await recordRefusal(tx, deps, request, { ...done, connectionId, tenantId, detail })
    return done
  })
  const userId = entered.outcome === 'admitted' ? entered.user.id : entered.userId
  deps.principals.forget((principal) => principal.userId === userId && userId !== null)
  if (entered.tokens === null) throw signInRefused()
  return tokensView(entered.tokens)
}
