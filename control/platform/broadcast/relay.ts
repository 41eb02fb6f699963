import { partitionOf } from '../../../platform/hash.ts'
import type { Log } from '../../../platform/log.ts'
import type { Worker } from '../../../platform/workers.ts'
import { decodeAvro, encodeAvro } from '../../../schemas/avro.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import { type Postgres, withOperator } from '../../../stores/postgres/pool.ts'
import type { Compaction, Driver, LogRecord, Output } from '../../../stream/driver.ts'
import {
  appendedSequence,
  CONTROL_OUTBOX,
  type ControlChange,
  forgetSequences,
  markAppended,
  notAppended,
  type Waiting,
} from './relay-store.ts'
import { relayWorker } from './run-relay.ts'
import { assignSequences, type OutboxFigures, outboxFigures } from './sequences.ts'

export type RelayDeps = {
  /** Signs in as the owner: the relay reads the rows of all tenants. */
  readonly pool: Postgres
  readonly driver: Pick<Driver, 'append' | 'bounds' | 'compact' | 'partitions'>
  readonly log: Log
  /** Maximum delay of a change whose notification is lost, and the pause after a failure. */
  readonly pollMs?: number
}

const BATCH = 500
const POLL_MS = 1_000
const LOCK = 5_461_284
const REASON = 'control relay'
/** A process that is further behind than this starts anew, so older deletions need not be published. */
const DELETED_MS = 7 * 86_400_000

/**
 * Appends control data to `svc.control`: at least once, sequences rising, an append that failed tried again. Should a
 * relay go on for a moment after losing its lock, it repeats sequences that stages have passed and ignore.
 */
export function controlRelayWorkers(deps: RelayDeps): Worker[] {
  const { pool, pollMs = POLL_MS } = deps
  const work = { begin: () => refillNewTopic(deps), once: () => relayOnce(deps), rest: () => compactTopic(deps) }
  return [relayWorker({ pool, name: 'control relay', lock: LOCK, channel: 'svc_control', pollMs, ...work })]
}

/** Relays one batch. Returns the number of records appended; 0 when nothing waits. Must not run concurrently. */
export async function relayOnce({ pool, driver }: RelayDeps): Promise<number> {
  const waiting = await withOperator(pool, REASON, async (tx) => {
    await assignSequences(tx, CONTROL_OUTBOX, BATCH)
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
 * Repairs a topic that lost its history: the latest state of every row is relayed again. The rows get new sequences, so
 * a stage that kept its state sees them as changes of rows that it has. Returns the number of rows to be relayed.
 */
export function publishSnapshot(pool: Postgres): Promise<number> {
  return withOperator(pool, 'control snapshot', forgetSequences)
}

/** Changes that have not reached the topic yet. */
export function controlWaiting(pool: Postgres): Promise<OutboxFigures> {
  return withOperator(pool, REASON, (tx) => outboxFigures(tx, CONTROL_OUTBOX))
}

/** A topic that is empty though records were appended to it is a new one: a log on a new disk, a new cluster. */
async function refillNewTopic({ pool, driver, log }: RelayDeps): Promise<void> {
  const appended = await withOperator(pool, REASON, appendedSequence)
  if (appended === 0) return
  for (let partition = 0; partition < driver.partitions(TOPICS.control.name); partition++)
    if ((await driver.bounds({ topic: TOPICS.control.name, partition })).end > 0) return
  log.warn({ rows: await publishSnapshot(pool) }, 'the control topic is empty, publishing everything again')
}

/**
 * Readers start at the beginning of the topic and need only the last state of each row, so replaced records are
 * compacted away.
 */
async function compactTopic({ driver, log }: RelayDeps): Promise<void> {
  const removed = await driver.compact(controlCompaction(Date.now() - DELETED_MS))
  if (removed > 0) log.info({ removed }, 'control data was compacted')
}

/**
 * The state that the records of `svc.control` give by themselves; deletions from before `deletedBeforeMs` are known
 * everywhere.
 */
export function controlCompaction(deletedBeforeMs: number): Compaction {
  return {
    topic: TOPICS.control.name,
    version: (record) => changeIn(record)?.sequence ?? 0,
    isForgotten: (record) => record.timestampMs < deletedBeforeMs && changeIn(record)?.document === '',
  }
}

/** Null for a record in the format of another build: it is kept until a newer one of its key arrives. */
function changeIn({ value }: LogRecord): ControlChange | null {
  try {
    return decodeAvro<ControlChange>('control-change', value)
  } catch {
    return null
  }
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
