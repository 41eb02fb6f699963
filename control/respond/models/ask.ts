/** One request to a tenant's model: reserves budget before it, and stores its usage after it. */
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { withinRegion } from '../../platform/governance/index.ts'
import type { ModelDeps } from './access.ts'
import { askModel } from './ask-model.ts'
import { costOf, type Purpose, reserveCall, settleCall } from './budget.ts'
import type { Answered, ModelAccess, Question } from './protocol.ts'
import { shownQuestion } from './shown-question.ts'

/** A transaction in the tenant. The request itself is outside of any. */
export type InTenant = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>

export type Counted = Answered & {
  readonly callId: string
  /** Null: not measured. */
  readonly costUsd: number | null
  readonly durationMs: number
}

/** Throws as `reserveCall` and `askModel` do; what fails has its row too. */
export async function askCounted(
  inTenant: InTenant,
  deps: Pick<ModelDeps, 'egress' | 'timeoutMs' | 'nowMs'>,
  access: ModelAccess,
  about: Purpose,
  question: Question,
): Promise<Counted> {
  const [callId, sent] = await inTenant(async (tx) => {
    const shown = await shownQuestion(tx, about, question)
    return [await reserveCall(tx, about, access, shown, deps.nowMs()), shown] as const
  })
  const begunMs = deps.nowMs()
  try {
    const answered = await askModel(access, sent, { ...deps, egress: withinRegion(inTenant, deps.egress, 'model') })
    const costUsd = costOf(access, answered)
    await inTenant((tx) => settleCall(tx, callId, answered, costUsd))
    return { ...answered, callId, costUsd, durationMs: deps.nowMs() - begunMs }
  } catch (error) {
    if (error instanceof AppError) await inTenant((tx) => settleCall(tx, callId, error.message, null))
    throw error
  }
}
