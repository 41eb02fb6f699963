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

/**
 * The first shift of a rotation is not announced, because nothing was handed over; nor is a shift that begins while
 * somebody else still covers.
 */
export async function notifyHandoffs(tx: TenantTx, nowMs: number): Promise<number> {
  let notified = 0
  for (const { rotation, turn, scheduled, responder, override } of await whoIsOn(tx, nowMs)) {
    const { id, name, lastTurn, lastOverride } = rotation
    const overrideId = override?.id ?? null
    if (turn === null || (turn === lastTurn && overrideId === lastOverride)) continue
    if (!(await markHandoffOnce(tx, id, { turn, overrideId }, nowMs))) continue
    if (override === null ? lastTurn === null : overrideId === lastOverride) continue
    const ids = { scheduled_user_id: scheduled?.userId ?? null, responder_user_id: responder?.userId ?? null }
    const title = `You are on call: ${name}`
    const body = override === null ? 'Your turn has begun.' : `You cover this shift. ${override.reason}`
    // The person of the shift is notified once more when an override within it ends.
    const change = overrideId ?? (lastOverride === null ? null : `after-${lastOverride}`)
    const key = `${id}/${rotation.startsOn}/${turn}${change === null ? '' : `/${change}`}`
    if (responder !== null) {
      const to = responder.userId
      const tag = `oncall-${id}-${turn}`
      await announcePush(tx, [{ topic: 'oncall_handoff', title, body, severity: null, tag, url: '/oncall', to }])
      await notify(
        tx,
        {
          ...{ kind: 'oncall_handoff', title, body, path: '/oncall' },
          ...{ isPushedByTopic: true, dedupeKey: `oncall/${key}/${to}` },
        },
        [{ kind: 'users', userIds: [to], label: `rotation:${name}` }],
        nowMs,
      )
    }
    await publishChanges(tx, 'oncall_handoff', [{ id, rotation: name, turn, ...ids }])
    notified++
  }
  return notified
}
