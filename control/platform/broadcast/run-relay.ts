import type pg from 'pg'
import type { Turn, Worker } from '../../../platform/workers.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import { type Bell, openBell } from './pg-notify-listener.ts'

/** The work of one relay from an outbox table to a topic; all relays are kept running in the same way. */
export type Relay = {
  /** Signs in as the owner: a relay reads the rows of all tenants. */
  readonly pool: Postgres
  readonly name: string
  /** Number of the advisory lock of this relay, another one for each. */
  readonly lock: number
  /** The notification channel of the writers; null polls only. */
  readonly channel: string | null
  /** Maximum delay of a row without a notification, and the pause after a first failure. */
  readonly pollMs: number
  /** Called each time the lock was taken. */
  begin(): Promise<void>
  /** Relays one batch. Returns the number of records appended; 0 when nothing waits. */
  once(): Promise<number>
  /** Called each time nothing waited: for what can wait itself. */
  rest?(): Promise<void>
}

/**
 * Only the relay that holds the lock runs; the others wait for it. A relay that continues briefly after losing the lock
 * repeats records that the next one appends too.
 */
export function relayWorker(relay: Relay): Worker {
  const once = async (turn: Turn) => {
    await relayWhileLocked(relay, openBell(), turn)
    return false
  }
  return { name: relay.name, everyMs: relay.pollMs, once }
}

/**
 * TCP keepalive of the session that holds the lock. A machine that fails closes no connection, and with most systems'
 * defaults the server would keep the lock for two hours. With these settings probes begin after 10 s of silence, and
 * another relay takes over a minute later.
 */
const ASK_WHETHER_THERE = /* sql */ `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5`

async function relayWhileLocked(relay: Relay, bell: Bell, { stop, succeeded }: Turn): Promise<void> {
  const client = await relay.pool.connect()
  client.on('error', bell.ring) // the connection is gone, and the lock with it: the next check rejects
  client.on('notification', bell.ring)
  try {
    await client.query(ASK_WHETHER_THERE)
    while (!(await takesLock(client, relay.lock))) {
      await bell.wait(relay.pollMs, stop)
      if (stop.aborted) return
    }
    if (relay.channel !== null) await client.query(`LISTEN ${relay.channel}`)
    await relay.begin()
    while (!stop.aborted) {
      await client.query('SELECT 1') // rejects when the connection went, and the lock with it
      const appended = await relay.once()
      succeeded()
      if (appended > 0) continue
      await relay.rest?.()
      await bell.wait(relay.pollMs, stop)
    }
  } finally {
    client.release(true) // the session ends, and with it lock and subscription
  }
}

async function takesLock(client: pg.PoolClient, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [lock])
  return rows[0]?.ours === true
}
