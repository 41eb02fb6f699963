/**
 * Turns a range of records into inserts for each table of the lake. Each insert goes to one partition, so it becomes
 * one part, and names the rows that identify it. The same records always give the same inserts.
 */
import { assert } from '../../../platform/assert.ts'
import { type Anomaly, type BaselineSnapshot, decodeAnomalies } from '../../../schemas/anomaly.ts'
import { decodeAvro } from '../../../schemas/avro.ts'
import { decodeDrift, type SchemaDrift } from '../../../schemas/drift.ts'
import { EVENTS_LAYOUTS } from '../../../schemas/events-block.ts'
import { firstEvent } from '../../../schemas/first-event.ts'
import { decodeNormalizedEvents, type NormalizedEvents } from '../../../schemas/normalized-events.ts'
import { decodeSignals, type Signal } from '../../../schemas/signal.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../../stream/driver.ts'
import { dayOf, monthOf } from '../../lake-partitions.ts'
import { decodeLedgerEntries, LedgerCounts, type LedgerEntry } from '../../ledger-counts.ts'
import { idOf } from '../../signal-id.ts'
import {
  anomalyBlock,
  baselineBlock,
  type DeadLetter,
  deadLetterBlock,
  driftBlock,
  ledgerBlock,
  signalBlock,
} from './blocks.ts'
import type { Insert } from './insert-once.ts'

/** `records` are all of one topic. */
export function insertsOf(records: readonly LogRecord[], token: string): Insert[] {
  const values = records.map(({ value }) => value)
  switch (records[0]?.topic) {
    case TOPICS.normalizedEvents.name:
      return insertsInto(EVENTS, values.map(decodeNormalizedEvents), token)
    case TOPICS.signals.name:
      return signalInserts(values.flatMap(decodeSignals), token)
    case TOPICS.ledger.name:
      return ledgerInserts(values.flatMap(decodeLedgerEntries), token)
    case TOPICS.schemaDrift.name:
      return insertsInto(DRIFT, values.flatMap(decodeDrift), token)
    case TOPICS.anomalies.name:
      return anomalyInserts(values.map(decodeAnomalies), token)
    default:
      return insertsInto(
        LETTERS,
        values.map((value) => decodeAvro<DeadLetter>('dead-letter', value)),
        token,
      )
  }
}

export function signalInserts(signals: readonly Signal[], token: string): Insert[] {
  return insertsInto(SIGNALS, signals, token)
}

function anomalyInserts(report: readonly ReturnType<typeof decodeAnomalies>[], token: string): Insert[] {
  const [anomalies, baselines] = [report.flatMap((one) => one.anomalies), report.flatMap((one) => one.baselines)]
  return [
    ...(anomalies.length > 0 ? insertsInto(ANOMALIES, anomalies, token) : []),
    ...(baselines.length > 0 ? insertsInto(BASELINES, baselines, token) : []),
  ]
}

type Table<T> = {
  readonly name: string
  readonly idColumn: string
  readonly timeColumn: string
  readonly partitionOf: (row: T) => number
  readonly idOf: (row: T) => string
  /** As in `timeColumn`. */
  readonly msOf: (row: T) => number
  readonly bodyOf: (rows: readonly T[]) => readonly Buffer[]
}

/** One block per row group: intake makes blocks of one day each. */
const EVENTS: Table<NormalizedEvents> = {
  name: 'events',
  idColumn: 'event_uid',
  timeColumn: 'ingest_time',
  partitionOf: ({ counts }) => dayOf(counts[0]?.minuteMs ?? 0),
  idOf: ({ block }) => firstEvent(block).uid,
  msOf: ({ block }) => firstEvent(block).receivedMs,
  bodyOf: (blocks) => {
    for (const { layout } of blocks) assert(EVENTS_LAYOUTS.has(layout), `layout ${layout} is known here`)
    return blocks.map(({ block }) => block)
  },
}

const SIGNALS: Table<Signal> = {
  name: 'signals',
  idColumn: 'signal_id',
  timeColumn: 'ingest_time',
  partitionOf: (signal) => dayOf(signal.received_ms),
  idOf: (signal) => signal.signal_id,
  msOf: (signal) => signal.received_ms,
  bodyOf: signalBlock,
}

const LETTERS: Table<DeadLetter> = {
  name: 'dead_letters',
  idColumn: 'letter_id',
  timeColumn: 'received_at',
  partitionOf: (letter) => dayOf(letter.received_ms),
  idOf: (letter) => letter.letter_id,
  msOf: (letter) => letter.received_ms,
  bodyOf: deadLetterBlock,
}

const DRIFT: Table<SchemaDrift> = {
  name: 'schema_drift',
  idColumn: 'drift_id',
  timeColumn: 'ingest_time',
  partitionOf: (report) => monthOf(report.received_ms),
  idOf: (report) => report.drift_id,
  msOf: (report) => report.received_ms,
  bodyOf: driftBlock,
}

const ANOMALIES: Table<Anomaly> = {
  name: 'anomalies',
  idColumn: 'row_id',
  timeColumn: 'ingest_time',
  partitionOf: (anomaly) => monthOf(anomaly.received_ms),
  idOf: (anomaly) => anomaly.row_id,
  msOf: (anomaly) => anomaly.received_ms,
  bodyOf: anomalyBlock,
}

const BASELINES: Table<BaselineSnapshot> = {
  name: 'baselines',
  idColumn: 'row_id',
  timeColumn: 'ingest_time',
  partitionOf: (baseline) => dayOf(baseline.received_ms),
  idOf: (baseline) => baseline.row_id,
  msOf: (baseline) => baseline.received_ms,
  bodyOf: baselineBlock,
}

/** Largest number of rows of an insert that are looked up; of a larger insert, rows spread evenly over it. */
const SOME_MAX = 64

function insertsInto<T>(table: Table<T>, rows: readonly T[], token: string): Insert[] {
  const { name, idColumn, timeColumn, idOf, msOf } = table
  return partitioned(rows, token, table.partitionOf, (own, ownToken) => ({
    table: name,
    token: ownToken,
    body: table.bodyOf(own),
    some: () => {
      const step = Math.ceil(own.length / SOME_MAX)
      const some = own.filter((_, i) => i % step === 0)
      const times = some.map(msOf)
      const [fromMs, toMs] = [Math.min(...times), Math.max(...times)]
      return { table: name, idColumn, timeColumn, ids: some.map(idOf), fromMs, toMs }
    },
  }))
}

/**
 * The lake sums ledger counts, so a single insert leaves no row of its own. A marker row is inserted beside them, to
 * prove that the insert happened.
 */
function ledgerInserts(entries: readonly LedgerEntry[], token: string): Insert[] {
  const sum = new LedgerCounts()
  for (const { events, ...entry } of entries) sum.add(entry, events)
  const monthOfEntry = ({ minute_ms }: LedgerEntry) => monthOf(minute_ms)
  return partitioned(sum.drain(), token, monthOfEntry, (own, ownToken) => {
    const [id, minuteMs] = [idOf('ledger', ownToken), own[0]?.minute_ms ?? 0]
    const where = { table: 'ledger', idColumn: 'mark', timeColumn: 'minute' }
    return {
      table: 'ledger',
      token: ownToken,
      body: ledgerBlock(own, { id, minuteMs }),
      some: () => ({ ...where, ids: [id], fromMs: minuteMs, toMs: minuteMs }),
    }
  })
}

/** Groups rows by partition, in the order of the rows; returns no group when there are no rows. */
function partitioned<T>(
  rows: readonly T[],
  token: string,
  partitionOf: (row: T) => number,
  insertOf: (rows: readonly T[], token: string) => Insert,
): Insert[] {
  const partitions = Map.groupBy(rows, partitionOf)
  if (partitions.size === 1) return [insertOf(rows, token)]
  return [...partitions].map(([ms, own]) => insertOf(own, `${token}/${new Date(ms).toISOString()}`))
}
