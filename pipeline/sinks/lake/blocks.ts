/** Encodes rows of the lake's small tables as Native blocks. */

import type { Anomaly, BaselineSnapshot } from '../../../schemas/anomaly.ts'
import type { SchemaDrift } from '../../../schemas/drift.ts'
import {
  Addresses,
  Dictionary,
  Fixed,
  Float64,
  Milliseconds,
  nativeBlock,
  Text,
  UInt64,
} from '../../../schemas/native-columns.ts'
import type { Signal } from '../../../schemas/signal.ts'
import { quoteText } from '../../../stores/clickhouse/quote.ts'
import type { LedgerEntry } from '../../ledger-counts.ts'

export type DeadLetter = {
  readonly letter_id: string
  readonly tenant_id: string
  readonly connector_id: string
  readonly connector_type: string
  readonly source_format: string
  readonly request_id: string
  readonly received_ms: number
  readonly reason: string
  readonly detail: string
  readonly raw: Buffer
}

/** A row without a tenant that is inserted beside summed counts, to prove later that the insert happened. */
export type LedgerMark = { readonly id: string; readonly minuteMs: number }

const NO_MARK = '00000000-0000-0000-0000-000000000000'

export function ledgerBlock(entries: readonly LedgerEntry[], mark: LedgerMark): Buffer[] {
  const tenant = new Dictionary()
  const source = new Dictionary()
  const minute = new Fixed('UInt32')
  const outcome = new Dictionary()
  const reason = new Dictionary()
  const events = new UInt64()
  const marks = new Text()
  const marking = { tenant_id: '', source: '', minute_ms: mark.minuteMs, outcome: 'mark', reason: '', events: 1 }
  for (const entry of [...entries, marking]) {
    tenant.push(entry.tenant_id)
    source.push(entry.source)
    minute.push(Math.floor(entry.minute_ms / 1000))
    outcome.push(entry.outcome)
    reason.push(entry.reason)
    events.push(entry.events)
    marks.push(entry === marking ? mark.id : NO_MARK)
  }
  return nativeBlock(
    [
      ['tenant_id', tenant],
      ['source', source],
      ['minute', minute],
      ['outcome', outcome],
      ['reason', reason],
      ['events', events],
      ['mark', marks],
    ],
    entries.length + 1,
  )
}

/** Arrays are sent as text, which the engine parses into the column's type. */
export function signalBlock(signals: readonly Signal[]): Buffer[] {
  const texts = {
    signal_id: new Text(),
    tenant_id: new Text(),
    rule_id: new Text(),
    rule_title: new Text(),
    language: new Text(),
    source: new Text(),
    host: new Text(),
    user: new Text(),
  }
  const lists = { event_uids: new Text(), techniques: new Text(), tactics: new Text() }
  const fields = new Text()
  const values = new Text()
  const time = new Milliseconds()
  const ingestTime = new Milliseconds()
  const severity = new Fixed('UInt8')
  const classUid = new Fixed('UInt32')
  const srcIp = new Addresses()
  for (const signal of signals) {
    for (const [name, column] of Object.entries(texts)) column.push(signal[name as keyof typeof texts])
    for (const [name, column] of Object.entries(lists)) column.push(arrayText(signal[name as keyof typeof lists]))
    fields.push(arrayText(signal.matched.map(({ field }) => field)))
    values.push(arrayText(signal.matched.map(({ value }) => value)))
    time.push(signal.time_ms)
    ingestTime.push(signal.received_ms)
    severity.push(signal.severity_id)
    classUid.push(signal.class_uid)
    srcIp.push(signal.src_ip)
  }
  const rest: Parameters<typeof nativeBlock>[0] = [
    ['matched.field', fields],
    ['matched.value', values],
    ['time', time],
    ['ingest_time', ingestTime],
    ['severity_id', severity],
    ['class_uid', classUid],
    ['src_ip', srcIp],
  ]
  return nativeBlock([...Object.entries(texts), ...Object.entries(lists), ...rest], signals.length)
}

function arrayText(values: readonly string[]): string {
  return `[${values.map(quoteText).join(',')}]`
}

export function deadLetterBlock(letters: readonly DeadLetter[]): Buffer[] {
  const texts = {
    letter_id: new Text(),
    tenant_id: new Text(),
    connector_id: new Text(),
    connector_type: new Text(),
    source_format: new Text(),
    request_id: new Text(),
    reason: new Text(),
    detail: new Text(),
  }
  const receivedAt = new Milliseconds()
  const raw = new Text()
  for (const letter of letters) {
    for (const [name, column] of Object.entries(texts)) column.push(letter[name as keyof typeof texts])
    receivedAt.push(letter.received_ms)
    raw.pushBytes(letter.raw, 0, letter.raw.length)
  }
  return nativeBlock([...Object.entries(texts), ['received_at', receivedAt], ['raw', raw]], letters.length)
}

export function driftBlock(reports: readonly SchemaDrift[]): Buffer[] {
  const texts = {
    drift_id: new Text(),
    tenant_id: new Text(),
    source: new Text(),
    mapping: new Text(),
    kind: new Text(),
    path: new Text(),
    event_uid: new Text(),
  }
  const times = { time: new Milliseconds(), ingest_time: new Milliseconds(), last_seen: new Milliseconds() }
  for (const report of reports) {
    for (const [name, column] of Object.entries(texts)) column.push(report[name as keyof typeof texts])
    times.time.push(report.time_ms)
    times.ingest_time.push(report.received_ms)
    times.last_seen.push(report.last_seen_ms)
  }
  return nativeBlock([...Object.entries(texts), ...Object.entries(times)], reports.length)
}

export function anomalyBlock(anomalies: readonly Anomaly[]): Buffer[] {
  const texts = {
    row_id: new Text(),
    anomaly_id: new Text(),
    tenant_id: new Text(),
    entity_type: new Text(),
    entity: new Text(),
    metric: new Text(),
    event_uid: new Text(),
  }
  const numbers = {
    observed: new Float64(),
    mean: new Float64(),
    stddev: new Float64(),
    z_score: new Float64(),
    tail_probability: new Float64(),
  }
  const rest = {
    time: new Milliseconds(),
    ingest_time: new Milliseconds(),
    samples: new Fixed('UInt32'),
    severity_id: new Fixed('UInt8'),
    items: new Text(),
  }
  for (const anomaly of anomalies) {
    for (const [name, column] of Object.entries(texts)) column.push(anomaly[name as keyof typeof texts])
    for (const [name, column] of Object.entries(numbers)) column.push(anomaly[name as keyof typeof numbers])
    rest.time.push(anomaly.time_ms)
    rest.ingest_time.push(anomaly.received_ms)
    rest.samples.push(anomaly.samples)
    rest.severity_id.push(anomaly.severity_id)
    rest.items.push(arrayText(anomaly.items))
  }
  return nativeBlock([...Object.entries(texts), ...Object.entries(numbers), ...Object.entries(rest)], anomalies.length)
}

export function baselineBlock(baselines: readonly BaselineSnapshot[]): Buffer[] {
  const texts = {
    row_id: new Text(),
    tenant_id: new Text(),
    entity_type: new Text(),
    entity: new Text(),
    metric: new Text(),
  }
  const numbers = { mean: new Float64(), stddev: new Float64() }
  const rest = { time: new Milliseconds(), ingest_time: new Milliseconds(), samples: new Fixed('UInt32') }
  for (const baseline of baselines) {
    for (const [name, column] of Object.entries(texts)) column.push(baseline[name as keyof typeof texts])
    for (const [name, column] of Object.entries(numbers)) column.push(baseline[name as keyof typeof numbers])
    rest.time.push(baseline.time_ms)
    rest.ingest_time.push(baseline.received_ms)
    rest.samples.push(baseline.samples)
  }
  return nativeBlock([...Object.entries(texts), ...Object.entries(numbers), ...Object.entries(rest)], baselines.length)
}
