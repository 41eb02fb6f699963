import type { FastifyRequest } from 'fastify'
import {
  beginSignIn,
  type Entered,
  enter,
  type SsoDeps,
  type SsoProof,
  type SsoProvider,
  signInRefused,
} from '../../../../control/identity/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { withTenant } from '../../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../../deps.ts'
import { sourceOf } from '../../../plugins/source-address.ts'
import { tokensView } from '../../views.ts'
import { recordEntry, recordRefusal } from './record.ts'

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

/**
 * Answers with the tokens. A refusal is recorded as well, and commits: it takes away what an earlier sign-in gave. Throws
 * `forbidden`, in the same words for every reason.
 */
export async function finish(deps: ApiDeps, request: FastifyRequest, proof: SsoProof) {
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
