/**
 * Computes the targets of a case: its queue, the terms of its clocks, and its escalation while it is not acknowledged.
 */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Severity } from '../alerts/index.ts'
import type { Case } from './case.ts'
import { policyFor } from './clocks/policy-store.ts'
import { dueTimes } from './clocks/terms.ts'
import { ladderOf, nextStepAt } from './escalation/ladder.ts'
import { escalationOf } from './escalation/policy-store.ts'
import type { Queue } from './queues/queue-store.ts'

type TargetField = 'slaPolicyId' | 'slaTerms' | 'ackDueAt' | 'resolveDueAt' | 'closeDueAt' | 'escalation' | 'escalateAt'
export type Targets = Pick<Case, TargetField>

type TargetInput = {
  readonly severity: Severity
  readonly openedAt: Date
  /** `from` of the terms: the clocks count from then. */
  readonly from?: string | undefined
  readonly acknowledgedAt: Date | null
  readonly escalationLevel: number
}

const NONE: Targets = {
  slaPolicyId: null,
  slaTerms: null,
  ackDueAt: null,
  resolveDueAt: null,
  closeDueAt: null,
  escalation: null,
  escalateAt: null,
}

/** From the current policies. A new ladder continues at the level that the old one had reached. */
export async function targetsFor(tx: TenantTx, input: TargetInput, queue: Queue | null): Promise<Targets> {
  const policy = await policyFor(tx, input.severity, queue?.slaPolicyId ?? null)
  if (policy === null) return NONE
  const { from } = input
  const terms = from === undefined ? policy.terms : { ...policy.terms, from }
  const start = from === undefined ? input.openedAt : new Date(from)
  const found = queue === null ? null : await escalationOf(tx, queue.id)
  const escalation = found && ladderOf(found, terms, start)
  return {
    ...{ slaPolicyId: policy.id, slaTerms: terms, escalation },
    ...dueTimes(terms, start),
    escalateAt: input.acknowledgedAt === null ? nextStepAt(escalation, input.escalationLevel) : null,
  }
}
