/** Sends a notification at the start of each shift, once with any number of replicas. */
import { tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { publishChanges } from '../../platform/acting/index.ts'
import { notify } from '../notify/index.ts'
import { announcePush } from '../web-push/index.ts'
import { markHandoffOnce } from './oncall-store.ts'
import { whoIsOn } from './who-is-on.ts'

export type WatchRotationsDeps = {
  /** Signs in as the owner, because it reads the rotations of all tenants. */
  readonly pool: Postgres
  readonly nowMs: () => number
}

const POLL_MS = 30_000

/** Notifies responders whose shift has begun. */
export function rotationWorkers({ pool, nowMs }: WatchRotationsDeps): Worker[] {
  const once = async () => {
    const tenants = await withOperator(pool, 'tenants with rotations', (tx) => {
      const sql = /* sql */ `SELECT DISTINCT tenant_id FROM oncall_rotations`
      return tx.many((row) => tenantId(text(row, 'tenant_id')), sql)
    })
    for (const tenant of tenants) await withTenant(pool, tenant, (tx) => notifyHandoffs(tx, nowMs()))
    return false
  }
  return [{ name: 'on-call handoffs', everyMs: POLL_MS, once }]
}

/** The first shift of a rotation is not announced, because nothing was handed over. */
export async function notifyHandoffs(tx: TenantTx, nowMs: number): Promise<number> {
  let notified = 0
  for (const { rotation, turn, scheduled, responder } of await whoIsOn(tx, nowMs)) {
    if (turn === null || turn === rotation.toldTurn || !(await markHandoffOnce(tx, rotation.id, turn))) continue
    if (rotation.toldTurn === null) continue
    const { id, name } = rotation
    const ids = { scheduled_user_id: scheduled?.userId ?? null, responder_user_id: responder?.userId ?? null }
    if (responder !== null)
      await announcePush(tx, [
        {
          ...{
            topic: 'oncall_handoff',
            title: `You are on call: ${name}`,
            body: 'Your turn has begun.',
            severity: null,
          },
          ...{ tag: `oncall-${id}-${turn}`, url: '/oncall', to: responder.userId },
        },
      ])
    if (responder !== null)
      await notify(
        tx,
        {
          ...{
            kind: 'oncall_handoff',
            title: `You are on call: ${name}`,
            body: 'Your turn has begun.',
            path: '/oncall',
          },
          ...{ isPushedByTopic: true, dedupeKey: `oncall/${id}/${rotation.startsOn}/${turn}/${responder.userId}` },
        },
        [{ kind: 'users', userIds: [responder.userId], label: `rotation:${name}` }],
        nowMs,
      )
    await publishChanges(tx, 'oncall_handoff', [{ id, rotation: name, turn, ...ids }])
    notified++
  }
  return notified
}
