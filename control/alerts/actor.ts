import { AppError } from '../../platform/errors.ts'
import type { Principal } from '../identity/index.ts'

/** The person or program that changes an alert, as its history names them. */
export type Actor = {
  readonly id: string
  readonly kind: 'human' | 'automation'
  /** A user of this very tenant, who can own alerts. Null for programs, and for who works here under a delegation. */
  readonly ownId: string | null
  /** The user behind it, by whatever credential. Left out: no person in particular is. */
  readonly personId?: string | null
}

/** A key acts for its owner, but it is no person who does it. */
export function actorOf({ kind, id, userId, delegationId }: Principal): Actor {
  const ownId = delegationId === null ? userId : null
  return { id, kind: kind === 'user' ? 'human' : 'automation', ownId, personId: userId }
}

/** Throws `forbidden` for an actor who is no user of this tenant. */
export function ownIdOf({ ownId }: Actor): string {
  if (ownId === null) throw new AppError('forbidden', 'this is for users of this tenant')
  return ownId
}
