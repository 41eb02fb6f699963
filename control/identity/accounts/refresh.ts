import { randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { refreshEnd, type SessionDeps, type TokenPair, tokenPair } from './login.ts'
import { endSession, liveSession, moveRefresh } from './session-store.ts'
import { type Claims, readToken, refused } from './session-tokens.ts'

/** The session that a refresh token names. Throws `bad_credential`. */
export async function readRefresh(deps: SessionDeps, raw: string): Promise<Claims> {
  const { key } = await deps.keys.current()
  return readToken(key, 'refresh', raw, deps.nowMs())
}

export type Refreshed =
  | { readonly outcome: 'refreshed'; readonly tokens: TokenPair }
  /** The token had been used before: a copy is about, so the session of both has ended, in this transaction. */
  | { readonly outcome: 'reused' }

/** Each refresh token is good once. Throws `bad_credential` when the session is over. */
export async function refreshSession(tx: TenantTx, deps: SessionDeps, claims: Claims): Promise<Refreshed> {
  const { session, subject } = claims
  const live = await liveSession(tx, session)
  if (!live || live.userId !== subject) throw refused()
  const refreshId = randomUUID()
  if (await moveRefresh(tx, session, claims.tokenId, refreshId, refreshEnd(deps)))
    return { outcome: 'refreshed', tokens: await tokenPair(deps, { tenant: tx.tenantId, session, subject, refreshId }) }
  await endSession(tx, session)
  return { outcome: 'reused' }
}

/** Ends the session a principal came with. Throws `bad_request` for a key or a service, which have none. */
export async function logout(tx: TenantTx, sessionId: string | null): Promise<void> {
  if (sessionId === null) throw new AppError('bad_request', 'there is no session to end: this is not a sign-in')
  await endSession(tx, sessionId)
}
