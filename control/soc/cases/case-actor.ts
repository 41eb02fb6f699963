import { type Actor, idOf } from '../../platform/acting/index.ts'

export const CASE_ACTOR_KINDS = ['human', 'automation', 'escalation'] as const

/** The actor of a change to a case, as its records name it. */
export type CaseActor = {
  readonly id: string
  readonly kind: (typeof CASE_ACTOR_KINDS)[number]
  /** The person behind it, who can have cases: a user of the tenant or a delegate. Null for programs. */
  readonly ownId: string | null
}

/** A key acts for its owner, but it is no person who does it. */
export function caseActor(actor: Pick<Actor, 'kind' | 'id' | 'personId'>): CaseActor {
  return { id: idOf(actor), kind: actor.kind === 'user' ? 'human' : 'automation', ownId: actor.personId }
}

/** The product itself: what a ticket system, a chat or a mail server answered. */
export const PRODUCT: CaseActor = { id: 'svc', kind: 'automation', ownId: null }

/** A step of an escalation ladder. */
export const ESCALATION: CaseActor = { id: 'escalation', kind: 'escalation', ownId: null }
