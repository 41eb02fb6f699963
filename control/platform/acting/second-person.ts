/**
 * Where two people must agree, this decides who counts as the same person. A credential is not a person: an API key acts
 * for its owner, a playbook run for the person who started it (also through a key, a webhook or another playbook), and a
 * delegated session for the user who holds the delegation. Every such place keeps `requesterOf` of who asked and calls
 * `requireSecondPerson` for who decides; `api/second-person.test.ts` lists the places.
 */
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from './actor.ts'

export type Requester = {
  /** The credential or the program that made the request. */
  readonly by: string
  /** The person behind it. Null: no person is. */
  readonly person: string | null
}

/**
 * The user who acts, through any credential or program. Null when no particular person acts, for example for a rule or
 * a service.
 */
export function personBehind({ kind, id, personId }: Pick<Actor, 'kind' | 'id' | 'personId'>): string | null {
  return personId ?? (kind === 'user' ? id : null)
}

export function requesterOf(actor: Pick<Actor, 'kind' | 'id' | 'personId'>): Requester {
  return { by: actor.id ?? actor.kind, person: personBehind(actor) }
}

type Deciding = Pick<Actor, 'kind' | 'id' | 'personId'>

/**
 * Throws `forbidden` (or `conflict` where a route documents that) when the deciding person is the requester, through
 * any credential.
 */
export function requireSecondPerson(
  actor: Deciding,
  requester: Requester,
  reason: string,
  code: 'forbidden' | 'conflict' = 'forbidden',
): void {
  if (isSamePerson(actor, requester)) throw new AppError(code, reason)
}

/** True when the same person or the same credential acts. */
export function isSamePerson(actor: Deciding, requester: Requester): boolean {
  const person = personBehind(actor)
  const isPerson = person !== null && (person === requester.person || person === requester.by)
  return isPerson || (actor.id !== null && actor.id === requester.by)
}
