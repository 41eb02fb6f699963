import { AppError } from '../../../platform/errors.ts'
import { type Actor as ActingActor, idOf } from '../../platform/acting/index.ts'

/** The person or program that changes an alert, as its history names them. */
export type Actor = {
  readonly id: string
  readonly kind: 'human' | 'automation'
  /**
   * The user of the tenant or delegate behind the actor, through any credential; only they can own alerts. Null when
   * there is none.
   */
  readonly ownId: string | null
}

/** A key acts for its owner, but it is no person who does it. */
export function alertActor(actor: Pick<ActingActor, 'kind' | 'id' | 'personId'>): Actor {
  return { id: idOf(actor), kind: actor.kind === 'user' ? 'human' : 'automation', ownId: actor.personId }
}

/** Throws `forbidden` for a program. */
export function ownIdOf({ ownId }: Actor): string {
  if (ownId === null) throw new AppError('forbidden', 'this is for people of this tenant')
  return ownId
}
