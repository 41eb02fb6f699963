/**
 * lake: blocks of events, signals, schema drift, ledger entries and dead letters go to their tables, each once. What a range
 * of records has of one partition of a table is one insert under a token derived from the range; what it stored is told
 * to the ledger's topic in the commit that passes the range.
 *
 * loses   nothing: while ClickHouse is away the range is tried again and the lag grows
 */
import { assert } from '../../platform/assert.ts'
import { decodeAvro } from '../../schemas/avro.ts'
import { decodeDrift } from '../../schemas/drift.ts'
import { EVENTS_LAYOUTS } from '../../schemas/events-block.ts'
import { type FirstEvent, firstEvent } from '../../schemas/first-event.ts'
import { decodeNormalizedEvents, type NormalizedEvents } from '../../schemas/normalized-events.ts'
import { decodeSignals, type Signal } from '../../schemas/signal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { LakePort, LakeRows } from '../../stores/clickhouse/lake-port.ts'
import { dayOf, monthOf } from '../lake-partitions.ts'
import { decodeLedgerEntries, LedgerCounts, type LedgerEntry, ledgerOutputs } from '../ledger-counts.ts'
import type { LogRecord, Output } from '../runtime/driver.ts'
import type { Sink } from '../runtime/run-sink.ts'
import { idOf } from '../signal-id.ts'
import { type DeadLetter, deadLetterBlock, driftBlock, ledgerBlock, signalBlock } from './blocks.ts'
import { type Insert, insertOnce } from './insert-once.ts'

export function lakeSink(lake: LakePort): Sink {
  return {
    name: 'lake',
    inputs: [
      TOPICS.normalizedEvents.name,
      TOPICS.signals.name,
      TOPICS.ledger.name,
      TOPICS.deadLetters.name,
      TOPICS.schemaDrift.name,
    ],
    weigh: (record) => (record.topic === TOPICS.normalizedEvents.name ? decodeNormalizedEvents(record.value).rows : 1),
    isAwaited: (record) => record.topic === TOPICS.ledger.name && closesAccount(record),
    async write(records, token, mayBeThere) {
      const inserts = insertsOf(records, token)
      for (const insert of inserts) await insertOnce(lake, insert, mayBeThere)
      return storedOf(records)
    },
  }
}

/** In the same order, with the same content, whenever the same records come again. */
function insertsOf(records: readonly LogRecord[], token: string): Insert[] {
  switch (records[0]?.topic) {
    case TOPICS.normalizedEvents.name:
      return eventInserts(records, token)
    case TOPICS.signals.name:
      return signalInserts(
        records.flatMap((record) => decodeSignals(record.value)),
        token,
      )
    case TOPICS.ledger.name:
      return ledgerInserts(records, token)
    case TOPICS.schemaDrift.name:
      return driftInserts(records, token)
    default:
      return deadLetterInserts(records, token)
  }
}

/** Rows of an insert that are asked for, at most: its first, its last of many, and some between. */
const SOME_MAX = 64

/** An insert for each partition of the table, in the order in which the rows come. */
function eachPartition<T>(
  rows: readonly T[],
  token: string,
  partitionOf: (row: T) => number,
  insertOf: (rows: readonly T[], token: string) => Insert,
): Insert[] {
  const partitions = Map.groupBy(rows, partitionOf)
  if (partitions.size === 1) return [insertOf(rows, token)]
  return [...partitions].map(([ms, own]) => insertOf(own, `${token}/${new Date(ms).toISOString()}`))
}

type Some = Pick<LakeRows, 'table' | 'idColumn' | 'timeColumn'>

function someOf<T>(where: Some, rows: readonly T[], idOf: (row: T) => string, msOf: (row: T) => number): LakeRows {
  const step = Math.ceil(rows.length / SOME_MAX)
  const some = rows.filter((_, i) => i % step === 0)
  const times = some.map(msOf)
  return { ...where, ids: some.map(idOf), fromMs: Math.min(...times), toMs: Math.max(...times) }
}

function eventInserts(records: readonly LogRecord[], token: string): Insert[] {
  const blocks = records.map((record) => decodeNormalizedEvents(record.value))
  for (const { layout } of blocks) assert(EVENTS_LAYOUTS.has(layout), `layout ${layout} is known here`)
  return eachPartition(blocks, token, dayOfBlock, (own, ownToken) => ({
    table: 'events',
    token: ownToken,
    body: own.map(({ block }) => block),
    some: () => {
      const events = own.map(({ block }) => firstEvent(block))
      const where = { table: 'events', idColumn: 'event_uid', timeColumn: 'ingest_time' }
      return someOf<FirstEvent>(
        where,
        events,
        (event) => event.uid,
        (event) => event.receivedMs,
      )
    },
  }))
}

/** Intake makes blocks of one day each. */
function dayOfBlock({ counts }: NormalizedEvents): number {
  return dayOf(counts[0]?.minuteMs ?? 0)
}

/** Only when they are in the lake. */
function storedOf(records: readonly LogRecord[]): Output[] {
  const last = records.at(-1)
  if (last?.topic !== TOPICS.normalizedEvents.name) return []
  const sum = new LedgerCounts()
  for (const { tenantId, source, minuteMs, events } of records.flatMap((r) => decodeNormalizedEvents(r.value).counts)) {
    sum.add({ tenant_id: tenantId, source, minute_ms: minuteMs, outcome: 'stored', reason: '' }, events)
  }
  return ledgerOutputs(sum.take(), last.timestampMs)
}

/** What was sent is stored: whoever sent it waits for that. */
function closesAccount({ value }: LogRecord): boolean {
  return decodeLedgerEntries(value).some(({ outcome }) => outcome === 'stored')
}

/** Counts add up in the lake and are then no row of their own: beside them goes one that says they are there. */
function ledgerInserts(records: readonly LogRecord[], token: string): Insert[] {
  const sum = new LedgerCounts()
  for (const { events, ...entry } of records.flatMap(({ value }) => decodeLedgerEntries(value))) sum.add(entry, events)
  const monthOfEntry = ({ minute_ms }: LedgerEntry) => monthOf(minute_ms)
  return eachPartition(sum.take(), token, monthOfEntry, (own, ownToken) => {
    const mark = { id: idOf('ledger', ownToken), minuteMs: own[0]?.minute_ms ?? 0 }
    const where = { table: 'ledger', idColumn: 'mark', timeColumn: 'minute' }
    return {
      table: 'ledger',
      token: ownToken,
      body: ledgerBlock(own, mark),
      some: () =>
        someOf(
          where,
          [mark],
          ({ id }) => id,
          ({ minuteMs }) => minuteMs,
        ),
    }
  })
}

/** Signals of which no record says that they are to be stored; looked for whenever they were received. */
export async function storeSignals(lake: LakePort, signals: readonly Signal[], token: string): Promise<void> {
  for (const insert of signalInserts(signals, token)) {
    await insertOnce(lake, { ...insert, some: () => ({ ...insert.some(), fromMs: 0, toMs: LATEST_MS }) }, true)
  }
}

/** The last that a lake can tell: the end of the year 2299. */
const LATEST_MS = Date.UTC(2300, 0) - 1

function signalInserts(signals: readonly Signal[], token: string): Insert[] {
  const where = { table: 'signals', idColumn: 'signal_id', timeColumn: 'ingest_time' }
  return eachPartition(
    signals,
    token,
    ({ received_ms }) => dayOf(received_ms),
    (own, ownToken) => ({
      table: 'signals',
      token: ownToken,
      body: signalBlock(own),
      some: () =>
        someOf(
          where,
          own,
          ({ signal_id }) => signal_id,
          ({ received_ms }) => received_ms,
        ),
    }),
  )
}

function deadLetterInserts(records: readonly LogRecord[], token: string): Insert[] {
  const letters = records.map((record) => decodeAvro<DeadLetter>('dead-letter', record.value))
  const where = { table: 'dead_letters', idColumn: 'letter_id', timeColumn: 'received_at' }
  return eachPartition(
    letters,
    token,
    ({ received_ms }) => dayOf(received_ms),
    (own, ownToken) => ({
      table: 'dead_letters',
      token: ownToken,
      body: deadLetterBlock(own),
      some: () =>
        someOf(
          where,
          own,
          ({ letter_id }) => letter_id,
          ({ received_ms }) => received_ms,
        ),
    }),
  )
}

function driftInserts(records: readonly LogRecord[], token: string): Insert[] {
  const reports = records.flatMap((record) => decodeDrift(record.value))
  const where = { table: 'schema_drift', idColumn: 'drift_id', timeColumn: 'ingest_time' }
  return eachPartition(
    reports,
    token,
    ({ received_ms }) => monthOf(received_ms),
    (own, ownToken) => ({
      table: 'schema_drift',
      token: ownToken,
      body: driftBlock(own),
      some: () =>
        someOf(
          where,
          own,
          ({ drift_id }) => drift_id,
          ({ received_ms }) => received_ms,
        ),
    }),
  )
}
