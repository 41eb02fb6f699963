/**
 * lake: writes blocks of events, signals, anomalies, schema drift, ledger entries and dead letters into their tables,
 * exactly once. The rows of a range for one partition of a table are one insert, under a token derived from the range.
 * The counts of stored rows go to the ledger's topic in the commit that passes the range.
 *
 * loses   nothing: while ClickHouse is unavailable the range is tried again and the lag grows
 */
import { decodeNormalizedEvents } from '../../../schemas/normalized-events.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LakePort } from '../../../stores/clickhouse/lake-port.ts'
import type { LogRecord, Output } from '../../../stream/driver.ts'
import type { Sink } from '../../../stream/run-sink.ts'
import { decodeLedgerEntries, LedgerCounts, ledgerOutputs } from '../../ledger-counts.ts'
import { insertOnce } from './insert-once.ts'
import { insertsOf } from './inserts.ts'

export function lakeSink(lake: LakePort): Sink {
  return {
    name: 'lake',
    inputs: [
      TOPICS.normalizedEvents.name,
      TOPICS.signals.name,
      TOPICS.ledger.name,
      TOPICS.deadLetters.name,
      TOPICS.schemaDrift.name,
      TOPICS.anomalies.name,
    ],
    weigh: (record) => (record.topic === TOPICS.normalizedEvents.name ? decodeNormalizedEvents(record.value).rows : 1),
    isAwaited: (record) => record.topic === TOPICS.ledger.name && closesAccount(record),
    async write(records, token, mayBeThere) {
      for (const insert of insertsOf(records, token)) await insertOnce(lake, insert, mayBeThere)
      return storedOf(records)
    },
  }
}

/** Counts of stored events for the ledger; computed only after the rows are in the lake. */
function storedOf(records: readonly LogRecord[]): Output[] {
  const last = records.at(-1)
  if (last?.topic !== TOPICS.normalizedEvents.name) return []
  const sum = new LedgerCounts()
  for (const { tenantId, source, minuteMs, events } of records.flatMap((r) => decodeNormalizedEvents(r.value).counts)) {
    sum.add({ tenant_id: tenantId, source, minute_ms: minuteMs, outcome: 'stored', reason: '' }, events)
  }
  return ledgerOutputs(sum.drain(), last.timestampMs)
}

/** True when the record reports events as stored: a sender waits for that report. */
function closesAccount({ value }: LogRecord): boolean {
  return decodeLedgerEntries(value).some(({ outcome }) => outcome === 'stored')
}
