import type { Principal } from '../identity/index.ts'

export const CASE_ACTOR_KINDS = ['human', 'automation', 'escalation'] as const

/** The actor of a change to a case, as its records name it. */
export type CaseActor = {
  readonly id: string
  readonly kind: (typeof CASE_ACTOR_KINDS)[number]
  /** A user of this very tenant, who can have cases. Null for programs, and for who works here under a delegation. */
  readonly ownId: string | null
}

/** A key acts for its owner, but it is no person who does it. */
export function caseActorOf({ kind, id, userId, delegationId }: Principal): CaseActor {
  return { id, kind: kind === 'user' ? 'human' : 'automation', ownId: delegationId === null ? userId : null }
}

/** A step of an escalation ladder. */
export const ESCALATION: CaseActor = { id: 'escalation', kind: 'escalation', ownId: null }
