/** Begins rounds of tests when their time has come. */
import type { Worker } from '../../../../platform/workers.ts'
import { withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { performIn, platformIn } from '../../../platform/acting/index.ts'
import type { PurpleDeps } from '../run-executions.ts'
import { beginRound, DUE_SCHEDULES } from './schedules.ts'

const POLL_MS = 15_000

export function scheduleWorkers(deps: PurpleDeps): Worker[] {
  const oldestSeconds = () => DUE_SCHEDULES.oldestSeconds(deps.pool)
  const once = () => beginNextRound(deps)
  return [{ name: 'purple team schedules', everyMs: deps.pollMs ?? POLL_MS, once, oldestSeconds }]
}

/** False when no round is due. */
export async function beginNextRound({ pool, audit }: Pick<PurpleDeps, 'pool' | 'audit'>): Promise<boolean> {
  const next = await withOperator(pool, 'the next round of tests', (tx) => DUE_SCHEDULES.claim(tx))
  if (next === null) return false
  const action = { records: ['purple_team:round_begun'] }
  await withTenant(pool, next.tenant, (tx) =>
    performIn(tx, { audit }, platformIn(next.tenant, 'purple-team'), action, async (_, note) => {
      const round = await beginRound(tx, next)
      if (round === null) return note(null)
      const changes = { schedule: next.name, tests: round.tests, mode: round.mode }
      note({ resource: 'purple_team_round', resourceId: round.id, changes })
    }),
  )
  return true
}
