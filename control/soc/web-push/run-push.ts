/**
 * Sends queued push messages, in any number of replicas. A delivery is leased, sent outside of transactions and
 * deleted: when a process dies in between, it is sent again, and the browser replaces the first message because of its
 * tag.
 */
import type { Egress } from '../../../platform/egress/client.ts'
import type { Log } from '../../../platform/log.ts'
import type { Worker } from '../../../platform/workers.ts'
import { int, type Row, text } from '../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../stores/postgres/jobs.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { hiddenFromReceiver } from '../../identity/accounts/index.ts'
import { hiddenIn, shownTexts, withinRegion } from '../../platform/governance/index.ts'
import { type Sent, sendPush, type Vapid } from './send.ts'
import { subscriptionById, unsubscribe } from './subscription-store.ts'

export type PushDeps = {
  /** Signs in as the owner: what is due is asked over all tenants at once. */
  readonly pool: Postgres
  readonly egress: Egress
  readonly vapid: Vapid
  readonly log: Log
}

const POLL_MS = 1_000
/** Sent at the same time. */
const BATCH = 16
const LEASE_S = 60
/** Maximum attempts, with pauses of 2, 4, 8 and 16 s. */
const TRIES_MAX = 5

type Due = Pick<Lease, 'tenant' | 'id'> & {
  readonly subscriptionId: string
  readonly message: Readonly<Record<string, unknown>>
  readonly tries: number
}

/** A process recognises its own delivery by the number of attempts. */
const DUE = jobs({
  table: 'push_deliveries',
  until: 'due_at',
  lease: null,
  seconds: LEASE_S,
  tries: 'tries',
  due: `j.due_at <= ${NOW}`,
  order: 'j.due_at',
  since: 'due_at',
  returning: 'j.subscription_id, j.message, j.tries',
  read: (row: Row) => ({
    subscriptionId: text(row, 'subscription_id'),
    message: row.message as Record<string, unknown>,
    tries: int(row, 'tries'),
  }),
})

/** Sends push messages that are due. */
export function pushWorkers(deps: PushDeps): Worker[] {
  const oldestSeconds = () => DUE.oldestSeconds(deps.pool)
  const once = async () => (await pushOnce(deps)) === BATCH
  return [{ name: 'push messages', everyMs: POLL_MS, once, oldestSeconds }]
}

/** Gives how many were tried. */
export async function pushOnce(deps: PushDeps): Promise<number> {
  const due = await withOperator(deps.pool, 'push messages that are due', (tx) => DUE.claimMany(tx, BATCH))
  await Promise.all(due.map((one) => deliver(deps, one)))
  return due.length
}

async function deliver(deps: PushDeps, due: Due): Promise<void> {
  const { pool, egress, vapid, log } = deps
  const found = await withTenant(pool, due.tenant, async (tx) => {
    const to = await subscriptionById(tx, due.subscriptionId)
    return to === null ? null : { to, message: await shownTo(tx, to.userId, due.message) }
  })
  if (found === null) return // gone, and its deliveries with it
  const out = withinRegion((work) => withTenant(pool, due.tenant, work), egress, 'push')
  const sent = await sendPush(out, vapid, found.to, found.message)
  if (sent.outcome === 'failed')
    log.warn({ tenant: due.tenant, why: sent.why, tries: due.tries }, 'push message rejected by the push service')
  await settle(pool, due, sent)
}

/** By the roles that the person has now. */
async function shownTo(tx: TenantTx, userId: string, message: Due['message']): Promise<Due['message']> {
  const hidden = await hiddenFromReceiver(tx, userId)
  if (hidden.size === 0) return message
  const { title, body } = message
  return { ...message, ...shownTexts({ title, body }, await hiddenIn(tx, hidden, [JSON.stringify(message)])) }
}

function settle(pool: Postgres, due: Due, sent: Sent): Promise<void> {
  return withTenant(pool, due.tenant, async (tx) => {
    if (sent.outcome === 'gone') {
      await unsubscribe(tx, due.subscriptionId, null)
      return
    }
    const isOver = sent.outcome === 'delivered' || !sent.mayRetry || due.tries >= TRIES_MAX
    if (isOver) {
      await tx.run(/* sql */ `DELETE FROM push_deliveries WHERE id = $1 AND tries = $2`, [due.id, due.tries])
      return
    }
    const later = /* sql */ `
      UPDATE push_deliveries SET due_at = clock_timestamp() + make_interval(secs => greatest(2 ^ tries, $3))
      WHERE id = $1 AND tries = $2`
    await tx.run(later, [due.id, due.tries, (sent.afterMs ?? 0) / 1000])
  })
}
