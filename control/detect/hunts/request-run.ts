import { AppError, requireFound } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { publishChanges } from '../../platform/acting/index.ts'
import { HUNT_LIMITS } from './limits.ts'
import { huntById } from './manage-hunts.ts'
import type { HuntRun } from './run.ts'
import * as store from './run-store.ts'

export type RunSpan = { readonly fromMs: number; readonly toMs: number }

const HOUR_MS = 3_600_000

/** Puts a run of the hunt in the queue, over its window or the span. Throws `not_found`, `rate_limited` when too many wait. */
export async function requestRun(
  tx: TenantTx,
  huntId: string,
  by: string | null,
  nowMs: number,
  span?: RunSpan,
): Promise<HuntRun> {
  const { language, query, windowHours } = await huntById(tx, huntId)
  if ((await store.openRunsOf(tx)) >= HUNT_LIMITS.openRuns)
    throw new AppError('rate_limited', `${HUNT_LIMITS.openRuns} runs of hunts wait already`, { retryAfterSeconds: 60 })
  const { fromMs, toMs } = span ?? { fromMs: nowMs - windowHours * HOUR_MS, toMs: nowMs }
  const run = await store.insertRun(tx, { huntId, language, query, fromMs, toMs, requestedBy: by })
  await publishRun(tx, run)
  return run
}

/** A waiting run ends at once, a running one within a step. Throws `not_found`, `conflict` when it has ended. */
export async function cancelRun(tx: TenantTx, huntId: string, id: string): Promise<HuntRun> {
  const cancelled = await store.askToCancel(tx, huntId, id)
  if (cancelled !== null) {
    await publishRun(tx, cancelled)
    return cancelled
  }
  const found = requireFound(await store.runById(tx, huntId, id), 'run')
  throw new AppError('conflict', `this run is ${found.state} already`)
}

export function publishRun(tx: TenantTx, run: HuntRun): Promise<void> {
  const { id, huntId, state, hits, hasMore, progress } = run
  return publishChanges(tx, 'hunt_run', [{ id, hunt_id: huntId, state, hits, has_more: hasMore, progress }])
}
