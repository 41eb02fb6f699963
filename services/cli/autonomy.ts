/** `svc autonomy stop|resume`: the stop of everything that automation does by itself, in one tenant or in all. */

import { eachTenant } from '../../control/identity/tenants/index.ts'
import { setKillSwitch, withdrawGranted } from '../../control/respond/autonomy/index.ts'
import { AppError } from '../../platform/errors.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, withOperator, withTenant } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'
import { requireTenant } from './known-tenant.ts'
import { operatorAudit } from './operator-audit.ts'

export type AutonomyOptions = { readonly tenant?: string; readonly all?: boolean; readonly reason: string }

/** Every tenant that it concerns has it in its audit log. */
export async function runAutonomy(stopped: boolean, { tenant, all = false, reason }: AutonomyOptions): Promise<void> {
  if ((tenant === undefined) !== all) throw new AppError('bad_request', 'give --tenant or --all')
  const { config, databaseUrl } = targets()
  const audit = operatorAudit(config)
  const pool = openPostgres({ url: databaseUrl, poolSize: 2 })
  const changes = { stopped, reason, of: all ? 'every tenant' : 'this tenant' }
  const note = (id: string) => ({ resource: 'autonomy_kill_switch', resourceId: id, changes })
  try {
    if (!all) {
      const id = tenantId(tenant ?? '')
      await requireTenant(pool, id)
      await withTenant(pool, id, async (tx) => {
        await setKillSwitch(tx, stopped, reason, 'command-line')
        await audit(tx, 'autonomy:kill_switch_set', note(id))
      })
      process.stdout.write(`automation ${stopped ? 'is stopped' : 'may act again'} in ${id}: ${reason}\n`)
      return
    }
    // The stop applies from here on; actions granted earlier and not begun are withdrawn tenant by tenant.
    await withOperator(pool, 'the stop of all automation', (tx) => tx.run(STOP_ALL, [stopped, reason, 'command-line']))
    let count = 0
    for await (const { id } of eachTenant(pool)) {
      await withTenant(pool, id, async (tx) => {
        if (stopped) await withdrawGranted(tx)
        await audit(tx, 'autonomy:kill_switch_set', note(id))
      })
      count++
    }
    const state = stopped ? 'is stopped in every tenant' : 'may act again, except where a tenant stopped it itself'
    process.stdout.write(`automation ${state} (${count}): ${reason}\n`)
  } finally {
    await pool.end()
  }
}

const STOP_ALL = /* sql */ `
  INSERT INTO autonomy_stop_of_all (stopped, reason, set_by) VALUES ($1, $2, $3)
  ON CONFLICT (is_one) DO UPDATE SET stopped = $1, reason = $2, set_by = $3, set_at = clock_timestamp()`
