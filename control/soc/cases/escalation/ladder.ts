/**
 * The steps of an escalation, fixed when the case enters its queue: the first at a fraction of the acknowledgement
 * clock, the others a number of minutes after that, all in the clock's business hours. Without a target there is no
 * escalation.
 */
import { dueAfter, type SlaTerms } from '../clocks/terms.ts'

export type Step = { readonly after_minutes: number; readonly notify: string }

export type Ladder = {
  readonly policy_id: string
  readonly policy: string
  readonly steps: readonly { readonly at: string; readonly notify: string }[]
}

export type LadderTerms = {
  readonly id: string
  readonly name: string
  readonly triggerAtSlaFraction: number
  readonly ladder: readonly Step[]
}

export function ladderOf(terms: LadderTerms, sla: SlaTerms, openedAt: Date): Ladder {
  const trigger = sla.ack_minutes * terms.triggerAtSlaFraction
  const steps = terms.ladder.map(({ after_minutes, notify }) => ({
    at: dueAfter(sla, openedAt, trigger + after_minutes).toISOString(),
    notify,
  }))
  return { policy_id: terms.id, policy: terms.name, steps }
}

/** Time at which the step after `level` is due; null when there is no further step. */
export function nextStepAt(ladder: Ladder | null, level: number): Date | null {
  const step = ladder?.steps[level]
  return step === undefined ? null : new Date(step.at)
}
