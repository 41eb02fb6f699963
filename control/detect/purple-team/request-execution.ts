import { AppError, requireFound } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { publishChanges } from '../../platform/acting/index.ts'
import { sceneOf } from './atomic-test.ts'
import { atomicTest } from './catalogue/catalogue.ts'
import type { Execution, ExecutionMode } from './execution.ts'
import * as store from './execution-store.ts'
import { PURPLE_LIMITS } from './limits.ts'
import { endRoundIfDone } from './schedules/schedules.ts'

export type ExecutionInput = {
  readonly testId: string
  readonly mode: ExecutionMode
  /** Seconds for which a live execution waits for rules. */
  readonly waitSeconds: number
  readonly requestedBy: string
}

/** Puts the test in the queue. Throws `not_found`, `rate_limited` when too many have not ended. */
export async function requestExecution(tx: TenantTx, execution: ExecutionInput): Promise<Execution> {
  const { technique, platform, events } = atomicTest(execution.testId)
  if ((await store.countOpen(tx)) >= PURPLE_LIMITS.openExecutions)
    throw new AppError('rate_limited', `${PURPLE_LIMITS.openExecutions} executions have not ended yet`, {
      retryAfterSeconds: 30,
    })
  const made = await store.insertExecution(tx, {
    ...{ ...execution, technique, platform },
    events: events(sceneOf('00000000-0000-0000-0000-000000000000', 0)).length,
  })
  await publishExecution(tx, made)
  return made
}

/** Throws `not_found`. */
export async function requireExecution(tx: TenantTx, id: string): Promise<Execution> {
  return requireFound(await store.executionRow(tx, id), 'execution')
}

/** Events that were sent stay, and so do alerts of them. Throws `not_found`, `conflict` when it has ended. */
export async function cancelExecution(tx: TenantTx, id: string): Promise<Execution> {
  const cancelled = await store.markCancelled(tx, id)
  if (cancelled !== null) {
    await publishExecution(tx, cancelled)
    if (cancelled.roundId !== null) await endRoundIfDone(tx, cancelled.roundId)
    return cancelled
  }
  const { state } = await requireExecution(tx, id)
  throw new AppError('conflict', `this execution is ${state} already`)
}

export function publishExecution(tx: TenantTx, execution: Execution): Promise<void> {
  const { id, testId, technique, state, outcome } = execution
  return publishChanges(tx, 'purple_team_execution', [{ id, test_id: testId, technique, state, outcome }])
}
