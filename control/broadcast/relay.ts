import type pg from 'pg'
import type { Driver, Output } from '../../pipeline/runtime/driver.ts'
import { partitionOf } from '../../platform/hash.ts'
import type { Log } from '../../platform/log.ts'
import { encodeAvro } from '../../schemas/avro.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { type Postgres, withOperator } from '../../stores/postgres/pool.ts'
import { type Bell, openBell } from './bell.ts'
import {
  appendedSequence,
  assignSequences,
  forgetSequences,
  markAppended,
  notAppended,
  type Waiting,
} from './relay-store.ts'

export type RelayDeps = {
  /** Signs in as the owner: the relay reads the rows of all tenants. */
  readonly pool: Postgres
  readonly driver: Pick<Driver, 'append' | 'bounds' | 'partitions'>
  readonly log: Log
  /** How long a change waits when its notification is lost, and the pause after a failure. */
  readonly pollMs?: number
}

const BATCH = 500
const POLL_MS = 1_000
const LOCK = 5_461_284
const REASON = 'control relay'

/**
 * Appends control data to `svc.control` until `stop` aborts: at least once, sequences rising, an append that failed
 * tried again. One relay runs at a time; the others wait for its lock. Should one go on for a moment after losing the
 * lock, it repeats sequences that stages have passed and ignore.
 */
export async function runRelay(deps: RelayDeps, stop: AbortSignal): Promise<void> {
  const bell = openBell()
  while (!stop.aborted) {
    try {
      await relayWhileLocked(deps, bell, stop)
    } catch (error) {
      deps.log.warn({ err: error }, 'control data is not relayed; trying again')
    }
    await bell.wait(deps.pollMs ?? POLL_MS, stop)
  }
}

/** One batch. Returns how many records it appended; 0 when nothing waits. For one caller at a time. */
export async function relayOnce({ pool, driver }: RelayDeps): Promise<number> {
  const waiting = await withOperator(pool, REASON, async (tx) => {
    await assignSequences(tx, BATCH)
    return notAppended(tx, BATCH)
  })
  const [first] = waiting
  const last = waiting.at(-1)
  if (!first || !last) return 0
  const partitions = driver.partitions(TOPICS.control.name)
  await driver.append(waiting.map((row) => outputOf(row, partitions)))
  await withOperator(pool, REASON, (tx) => markAppended(tx, first.change.sequence, last.change.sequence))
  return waiting.length
}

/**
 * For a topic that lost its history: the latest state of every row is relayed again. The rows get new sequences, so a
 * stage that kept its state takes them as changes to what it has already. Returns how many rows will go out.
 */
export function publishSnapshot(pool: Postgres): Promise<number> {
  return withOperator(pool, 'control snapshot', forgetSequences)
}

async function relayWhileLocked(deps: RelayDeps, bell: Bell, stop: AbortSignal): Promise<void> {
  const client = await deps.pool.connect()
  client.on('error', bell.ring) // the connection is gone, and the lock with it: the next check rejects
  client.on('notification', bell.ring)
  try {
    while (!(await takesLock(client))) {
      await bell.wait(deps.pollMs ?? POLL_MS, stop)
      if (stop.aborted) return
    }
    await client.query('LISTEN svc_control')
    await refillNewTopic(deps)
    while (!stop.aborted) {
      await client.query('SELECT 1') // rejects when the connection went, and the lock with it
      if ((await relayOnce(deps)) === 0) await bell.wait(deps.pollMs ?? POLL_MS, stop)
    }
  } finally {
    client.release(true) // the session ends, and with it lock and subscription
  }
}

async function takesLock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [LOCK])
  return rows[0]?.ours === true
}

/** A topic that is empty though records were appended to it is a new one: a log on a new disk, a new cluster. */
async function refillNewTopic({ pool, driver, log }: RelayDeps): Promise<void> {
  const appended = await withOperator(pool, REASON, appendedSequence)
  if (appended === 0) return
  for (let partition = 0; partition < driver.partitions(TOPICS.control.name); partition++)
    if ((await driver.bounds({ topic: TOPICS.control.name, partition })).end > 0) return
  log.warn({ rows: await publishSnapshot(pool) }, 'the control topic is empty; publishing everything again')
}

function outputOf({ change, createdAt }: Waiting, partitions: number): Output {
  const key = `${change.kind}/${change.tenant_id}/${change.id}`
  return {
    topic: TOPICS.control.name,
    partition: partitionOf(key, partitions),
    timestampMs: createdAt.getTime(),
    key,
    value: [encodeAvro('control-change', change)],
  }
}
