/**
 * lake: blocks of events, signals, schema drift, ledger entries and dead letters go to their tables, each once. A range
 * of records is one insert under a token derived from the range; what it stored is told to the ledger's topic in the commit
 * that passes the range.
 *
 * loses   nothing: while ClickHouse is away the range is tried again and the lag grows
 */
import { assert } from '../../platform/assert.ts'
import { decodeAvro } from '../../schemas/avro.ts'
import { decodeDrift } from '../../schemas/drift.ts'
import { EVENTS_LAYOUTS } from '../../schemas/events-block.ts'
import { decodeNormalizedEvents, type NormalizedEvents } from '../../schemas/normalized-events.ts'
import { decodeSignals } from '../../schemas/signal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { decodeLedgerEntries, LedgerCounts, type LedgerEntry, ledgerOutputs } from '../ledger-counts.ts'
import type { LogRecord, Output } from '../runtime/driver.ts'
import type { Sink } from '../runtime/run-sink.ts'
import { type DeadLetter, deadLetterBlock, driftBlock, ledgerBlock, signalBlock } from './blocks.ts'

/** The one thing the sink asks of the lake: take these blocks, and take them once. */
export type InsertNative = (insert: { table: string; token: string; body: readonly Buffer[] }) => Promise<void>

export function lakeSink(insert: InsertNative): Sink {
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
    async write(records, token) {
      const topic = records[0]?.topic
      if (topic === TOPICS.normalizedEvents.name) return writeEvents(insert, records, token)
      if (topic === TOPICS.signals.name) await writeSignals(insert, records, token)
      else if (topic === TOPICS.ledger.name) await writeLedger(insert, records, token)
      else if (topic === TOPICS.schemaDrift.name) await writeDrift(insert, records, token)
      else await writeDeadLetters(insert, records, token)
      return []
    },
  }
}

/** Only then are the rows counted as stored. */
async function writeEvents(insert: InsertNative, records: readonly LogRecord[], token: string): Promise<Output[]> {
  const blocks = records.map((record) => decodeNormalizedEvents(record.value))
  for (const { layout } of blocks) assert(EVENTS_LAYOUTS.has(layout), `layout ${layout} is known here`)
  await insert({ table: 'events', token, body: blocks.map(({ block }) => block) })
  return ledgerOutputs(storedEntries(blocks), records.at(-1)?.timestampMs ?? 0)
}

function storedEntries(blocks: readonly NormalizedEvents[]): LedgerEntry[] {
  const sum = new LedgerCounts()
  for (const { counts } of blocks) {
    for (const { tenantId, source, minuteMs, events } of counts) {
      sum.add({ tenant_id: tenantId, source, minute_ms: minuteMs, outcome: 'stored', reason: '' }, events)
    }
  }
  return sum.take()
}

/** What was sent is stored: whoever sent it waits for that. */
function closesAccount({ value }: LogRecord): boolean {
  return decodeLedgerEntries(value).some(({ outcome }) => outcome === 'stored')
}

async function writeLedger(insert: InsertNative, records: readonly LogRecord[], token: string): Promise<void> {
  const sum = new LedgerCounts()
  for (const { events, ...entry } of records.flatMap(({ value }) => decodeLedgerEntries(value))) sum.add(entry, events)
  const { rows, block } = ledgerBlock(sum.take())
  if (rows > 0) await insert({ table: 'ledger', token, body: block })
}

async function writeSignals(insert: InsertNative, records: readonly LogRecord[], token: string): Promise<void> {
  const signals = records.flatMap((record) => decodeSignals(record.value))
  await insert({ table: 'signals', token, body: signalBlock(signals) })
}

async function writeDeadLetters(insert: InsertNative, records: readonly LogRecord[], token: string): Promise<void> {
  const letters = records.map((record) => decodeAvro<DeadLetter>('dead-letter', record.value))
  await insert({ table: 'dead_letters', token, body: deadLetterBlock(letters) })
}

async function writeDrift(insert: InsertNative, records: readonly LogRecord[], token: string): Promise<void> {
  const reports = records.flatMap((record) => decodeDrift(record.value))
  await insert({ table: 'schema_drift', token, body: driftBlock(reports) })
}
