/** Background work of a role: it runs, shows in the health of the role, and is reported for that of the API. */
import { hostname } from 'node:os'
import { AppError } from '../../platform/errors.ts'
import type { Checks, Figures } from '../../platform/health.ts'
import {
  FAILING_MS_MAX,
  type RunningWorkers,
  runWorkers,
  type Worker,
  type WorkerOptions,
} from '../../platform/workers.ts'
import { failingWorkers, reportWorkers } from '../../stores/postgres/background-workers.ts'
import { type Postgres, withOperator, withSystem } from '../../stores/postgres/pool.ts'

const REPORT_MS = 30_000

export type RoleWorkOptions = WorkerOptions & {
  readonly role: string
  /** Signs in as the owner. */
  readonly pool: Postgres
}

export function runRoleWork(workers: readonly Worker[], { role, pool, ...options }: RoleWorkOptions): RunningWorkers {
  const report: Worker = {
    name: `${role} report`,
    everyMs: REPORT_MS,
    once: async () => {
      await withOperator(pool, 'report of background work', (tx) =>
        reportWorkers(tx, `${role}@${hostname()}`, running.states()),
      )
      return false
    },
  }
  const running = runWorkers([...workers, report], options)
  return running
}

/**
 * For the API: reports all background work as one subsystem, and how many seconds each worker has been failing as
 * metrics.
 */
export function backgroundWork(pool: Postgres): { readonly checks: Checks; readonly figures: Figures } {
  const failing = () => withSystem(pool, 'health of background work', (tx) => failingWorkers(tx, FAILING_MS_MAX / 1000))
  return {
    checks: {
      background_work: async () => {
        const found = await failing()
        if (found.length === 0) return
        const names = found.map(({ name, seconds }) => `${name} (for ${Math.floor(seconds / 60)} min)`)
        throw new AppError('unavailable', `background work fails: ${names.join(', ')}`)
      },
    },
    figures: {
      failing_workers: async () => Object.fromEntries((await failing()).map(({ name, seconds }) => [name, seconds])),
    },
  }
}
