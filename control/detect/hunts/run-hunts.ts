/**
 * Runs hunts, in any number of replicas. Due hunts are queued; each replica takes the next run under a lease, and
 * stores the hits of a step together with the position to resume from. When a process dies, its run is taken over after
 * the lease and resumes there: no hit is repeated or lost.
 */
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Worker } from '../../../platform/workers.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { whileHeld } from '../../../stores/postgres/jobs.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import type { HuntLake } from './hunt-lake.ts'
import { scheduleBuiltins } from './hunt-store.ts'
import { BUILTIN_HUNTS } from './library.ts'
import { HUNT_LIMITS } from './limits.ts'
import { publishRun, requestRun } from './request-run.ts'
import { dueSchedules, endRun, HUNT_TURNS, openRunsOf, type RunEnd, takeDue } from './run-store.ts'
import { stepsOf } from './steps.ts'

export type HuntsDeps = {
  /** Signs in as the owner, because it looks for due hunts and the next run over all tenants. */
  readonly pool: Postgres
  readonly lake: HuntLake
  /** The archive, which is searched along with the lake. */
  readonly store?: ObjectStore | undefined
  readonly log: Log
  readonly nowMs: () => number
  readonly pollMs?: number
}

/** Maximum wait of a new run while nothing else runs. */
const POLL_MS = 2_000
const SCHEDULE_MS = 30_000
const DUE_BATCH = 200
/** Runs at once in this process: their work is the engine's. */
const AT_ONCE = 2

/** Workers that run hunts and queue scheduled ones. */
export function huntWorkers(deps: HuntsDeps): Worker[] {
  return [
    {
      name: 'hunt schedule',
      everyMs: SCHEDULE_MS,
      once: async () => (await scheduleDue(deps)) >= DUE_BATCH,
    },
    {
      name: 'hunt runs',
      everyMs: deps.pollMs ?? POLL_MS,
      atOnce: AT_ONCE,
      once: ({ stop }) => runNext(deps, stop),
      oldestSeconds: () => HUNT_TURNS.oldestSeconds(deps.pool),
    },
  ]
}

/** Queues hunts whose schedule is due, each once across all replicas. Returns the number of due hunts. */
export async function scheduleDue({ pool, nowMs, log }: Omit<HuntsDeps, 'lake'>): Promise<number> {
  const due = await withOperator(pool, 'hunts that are due', async (tx) => {
    await scheduleBuiltins(tx, BUILTIN_HUNTS)
    return dueSchedules(tx, DUE_BATCH)
  })
  for (const { tenant, huntId } of due)
    await withTenant(pool, tenant, async (tx) => {
      if (!(await takeDue(tx, huntId))) return
      // A run that takes longer than its interval is not followed by others.
      if ((await openRunsOf(tx, huntId)) > 0) return
      await requestRun(tx, huntId, null, nowMs())
    }).catch((err: unknown) => {
      if (!(err instanceof AppError)) throw err
      log.warn({ tenant, hunt: huntId, reason: err.message }, 'scheduled hunt skipped')
    })
  return due.length
}

/** Runs the next queued hunt to its end. Returns false when the queue is empty. */
export async function runNext(deps: Omit<HuntsDeps, 'pollMs'>, stop: AbortSignal): Promise<boolean> {
  const { pool, log } = deps
  const run = await withOperator(pool, 'the next run of a hunt', (tx) => HUNT_TURNS.claim(tx))
  if (run === null) return false
  const end = (ending: RunEnd) =>
    withTenant(pool, run.tenant, async (tx) => {
      const ended = await endRun(tx, run, ending)
      if (ended !== null) await publishRun(tx, ended)
    })
  if (run.attempts > HUNT_LIMITS.attempts) {
    await end({ state: 'failed', error: `given up: it was begun ${HUNT_LIMITS.attempts} times and never ended` })
    return true
  }
  try {
    const ending = await whileHeld(run, HUNT_TURNS, { pool, log, stop }, () => stepsOf(deps, run, stop))
    if (ending !== null) await end(ending)
  } catch (err) {
    if (stop.aborted) throw err // the next process continues it
    const isOurs = err instanceof AppError && err.status < 500
    if (!isOurs) log.warn({ err, tenant: run.tenant, hunt: run.huntId, run: run.id }, 'hunt run failed')
    await end({ state: 'failed', error: isOurs ? err.message : 'the lake did not answer; it is in the log' })
  }
  return true
}
