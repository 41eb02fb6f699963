import { expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { encodeDrift, type SchemaDrift } from '../../schemas/drift.ts'
import { encodeEventBatch } from '../../schemas/event-batch.ts'
import { EVENTS_LAYOUT } from '../../schemas/events-block.ts'
import { Dictionary, Milliseconds, nativeBlock, Text } from '../../schemas/native-columns.ts'
import { decodeNormalizedEvents, encodeNormalizedEvents } from '../../schemas/normalized-events.ts'
import { encodeSignals, type Signal } from '../../schemas/signal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { insertNative } from '../../stores/clickhouse/client.ts'
import { rows, useEngine } from '../../stores/clickhouse/test-engine.ts'
import { nativeRows } from '../../test/native-block.ts'
import { intakeStage } from '../intake/stage.ts'
import type { LogRecord, Output } from '../runtime/driver.ts'
import { lakeSink } from './sink.ts'

const engine = useEngine({ migrated: true })
/** Now: the tables drop what is old enough. */
const RECEIVED_MS = Date.now()

/** Texts that have trouble with keys, bytes or lengths. */
const ODD = [
  '',
  '\0',
  '\\ud800',
  '\\udfff',
  'é',
  '連接器',
  '🔑',
  '__proto__',
  'x'.repeat(300),
  "'); DROP TABLE events; --",
  '\\n\\n',
]

function outputsOf(tenant: string): readonly Output[] {
  const lines = ODD.flatMap((text, i) => [
    `{"n":${i},"host":"${text}","user":"${text}","cmd_line":"${text}","src_ip":"192.0.2.${i}","src_port":${i},"time":${RECEIVED_MS - i}}`,
    `{"n":${i},"broken":}`,
  ]).filter((line) => !line.includes('\0'))
  const header = {
    tenantId: tenantId(tenant),
    connectorId: 'odd',
    connectorType: 'x',
    sourceFormat: 'json',
    requestId: 'r',
  }
  const value = encodeEventBatch(
    { ...header, receivedMs: RECEIVED_MS, framing: 'lines', events: lines.length },
    Buffer.from(lines.join('\n')),
  )
  const task = intakeStage({ partitions: 1, eventBytesMax: 10_000 }).open(0)
  task.step({
    topic: TOPICS.securityEvents.name,
    partition: 0,
    offset: 0,
    timestampMs: RECEIVED_MS,
    key: '',
    value: Buffer.concat(value),
  })
  return task.flush().outputs
}

function recordsOf(outputs: readonly Output[], topic: string): LogRecord[] {
  return outputs
    .filter((output) => output.topic === topic)
    .map(({ partition, timestampMs, key, value }, offset) => ({
      topic,
      partition,
      offset,
      timestampMs,
      key,
      value: Buffer.concat(value),
    }))
}

const TOPICS_IN = [TOPICS.normalizedEvents.name, TOPICS.deadLetters.name]

test('the engine reads the rows that were written, odd texts and all, and takes each range once', async () => {
  const { client } = engine()
  const sink = lakeSink((insert) => insertNative(client, insert))
  const outputs = outputsOf('tenant-odd')
  const said: Output[] = []
  for (const topic of TOPICS_IN) {
    const once = await sink.write(recordsOf(outputs, topic), `${topic} range-1`)
    expect(await sink.write(recordsOf(outputs, topic), `${topic} range-1`), 'the same of the same range').toEqual(once)
    said.push(...once)
  }
  const counts = recordsOf([...outputs, ...said], TOPICS.ledger.name)
  expect(
    counts.map((record) => sink.isAwaited?.(record)),
    'only what says that it is stored',
  ).toEqual([false, true])
  for (let i = 0; i < 2; i++) await sink.write(counts, 'counts range-1')
  const wanted = recordsOf(outputs, TOPICS.normalizedEvents.name).flatMap(({ value }) =>
    nativeRows(decodeNormalizedEvents(value).block),
  )
  const found = await rows<Record<string, unknown>>(
    client,
    `SELECT toString(event_uid) AS event_uid, host, user, cmd_line, raw, hex(src_ip) AS src_ip, src_port,
       toUnixTimestamp64Milli(time) AS time
     FROM events WHERE tenant_id = 'tenant-odd' ORDER BY src_port`,
  )
  expect(found.map((row) => ({ ...row, time: Number(row.time), src_ip: String(row.src_ip).toLowerCase() }))).toEqual(
    wanted.map(({ event_uid, host, user, cmd_line, raw, src_ip, src_port, time }) => ({
      event_uid,
      host,
      user,
      cmd_line: String(cmd_line),
      raw: String(raw),
      src_ip,
      src_port,
      time,
    })),
  )
  expect(found.length).toBe(ODD.length - 1)
  const ledger = await rows(
    client,
    `SELECT outcome, reason, toUInt32(sum(events)) AS events FROM ledger WHERE tenant_id = 'tenant-odd' GROUP BY outcome, reason ORDER BY outcome`,
  )
  expect(ledger).toEqual([
    { outcome: 'dead_lettered', reason: 'bad_json', events: ODD.length - 1 + 1 },
    { outcome: 'received', reason: '', events: 2 * ODD.length - 1 },
    { outcome: 'stored', reason: '', events: ODD.length - 1 },
  ])
  const letters = await rows<{ n: number }>(
    client,
    `SELECT toUInt32(count()) AS n FROM dead_letters WHERE tenant_id = 'tenant-odd'`,
  )
  expect(letters[0]?.n).toBe(ODD.length)
})

test('blocks of the layout before are stored beside those of today', async () => {
  const { client } = engine()
  const sink = lakeSink((insert) => insertNative(client, insert))
  const [today] = recordsOf(outputsOf('tenant-today'), TOPICS.normalizedEvents.name)
  expect.assert(today)
  const record = { ...today, value: Buffer.concat(olderBlock('tenant-before')) }
  await sink.write([today, record, today], 'two layouts')
  const found = await rows(
    client,
    `SELECT tenant_id, toUInt32(count()) AS n, max(JSONExtractInt(ocsf, 'count')) AS said FROM events
     WHERE tenant_id IN ('tenant-today', 'tenant-before') GROUP BY tenant_id ORDER BY tenant_id`,
  )
  expect(found).toEqual([
    { tenant_id: 'tenant-before', n: 1, said: 2 },
    { tenant_id: 'tenant-today', n: 2 * (ODD.length - 1), said: 0 },
  ])
})

/** `events/1`: no column for forms. What is left out of a block is empty in the lake. */
function olderBlock(tenant: string): Buffer[] {
  const texts = { tenant_id: new Dictionary(), ocsf_rest: new Text() }
  const time = new Milliseconds()
  const received = new Milliseconds()
  texts.tenant_id.push(tenant)
  texts.ocsf_rest.push('"count":2')
  time.push(RECEIVED_MS)
  received.push(RECEIVED_MS)
  const columns: Parameters<typeof nativeBlock>[0] = [
    ...Object.entries(texts),
    ['time', time],
    ['ingest_time', received],
  ]
  return encodeNormalizedEvents({ layout: 'events/1', rows: 1, counts: [] }, nativeBlock(columns, 1))
}

test('a layout that this build does not know is not written', async () => {
  const sink = lakeSink(() => Promise.reject(new Error('nothing may be inserted')))
  const [record] = recordsOf(outputsOf('tenant-x'), TOPICS.normalizedEvents.name)
  const value = Buffer.from(record?.value ?? [])
  value.write('9', value.indexOf(EVENTS_LAYOUT) + 7)
  await expect(sink.write([{ ...(record as LogRecord), value }], 't')).rejects.toThrow('layout events/9')
})

test('signals keep their lists, their fields and odd texts, and are stored once', async () => {
  const { client } = engine()
  const sink = lakeSink((insert) => insertNative(client, insert))
  const texts = ODD.filter((text) => !text.includes('\0'))
  const uid = '0189c5c4-3bb8-8ab9-9b3b-1f6c2d6e7f80'
  const signals = texts.map(
    (text, i): Signal => ({
      signal_id: `00000000-0000-8000-8000-0000000000${10 + i}`,
      tenant_id: 'tenant-signals',
      rule_id: text,
      rule_title: text,
      language: 'sigma',
      severity_id: 4,
      time_ms: RECEIVED_MS - i,
      received_ms: RECEIVED_MS,
      source: 's',
      class_uid: 1007,
      host: text,
      user: text,
      src_ip: i === 0 ? '' : `192.0.2.${i}`,
      event_uids: [uid, uid],
      techniques: ['T1059.001', text],
      tactics: [],
      matched: [
        { field: text, value: text },
        { field: 'b', value: '2' },
      ],
    }),
  )
  const record = { topic: TOPICS.signals.name, partition: 0, offset: 0, timestampMs: RECEIVED_MS, key: '' }
  for (let i = 0; i < 2; i++) await sink.write([{ ...record, value: encodeSignals(signals) }], 'signals range')
  const found = await rows(
    client,
    `SELECT rule_id, toUnixTimestamp64Milli(time) AS time, arrayMap(x -> toString(x), event_uids) AS uids, techniques,
       tactics, matched.field AS fields, matched.value AS texts FROM signals WHERE tenant_id = 'tenant-signals' ORDER BY time DESC`,
  )
  expect(found).toEqual(
    texts.map((text, i) => ({
      rule_id: text,
      time: RECEIVED_MS - i,
      uids: [uid, uid],
      techniques: ['T1059.001', text],
      tactics: [],
      fields: [text, 'b'],
      texts: [text, '2'],
    })),
  )
})

test('reports of schema drift are rows, once each', async () => {
  const { client } = engine()
  const sink = lakeSink((insert) => insertNative(client, insert))
  const report: SchemaDrift = {
    drift_id: '00000000-0000-4000-8000-00000000000d',
    tenant_id: 'tenant-drift',
    source: 'odd source',
    mapping: 'windows/1',
    kind: 'vanished',
    path: "a.b[].c'd\\",
    time_ms: RECEIVED_MS,
    received_ms: RECEIVED_MS,
    event_uid: '00000000-0000-4000-8000-00000000000e',
    last_seen_ms: RECEIVED_MS - 3_600_000,
  }
  const topic = TOPICS.schemaDrift.name
  const value = encodeDrift([report])
  const record = { topic, partition: 0, offset: 0, timestampMs: RECEIVED_MS, key: '', value }
  for (let i = 0; i < 2; i++) await sink.write([record], `${topic} 0`)
  const sql = `SELECT toString(drift_id) AS drift_id, tenant_id, source, mapping, kind, path, toString(event_uid) AS event_uid,
      toUnixTimestamp64Milli(time) AS time_ms, toUnixTimestamp64Milli(ingest_time) AS received_ms,
      toUnixTimestamp64Milli(last_seen) AS last_seen_ms
    FROM schema_drift WHERE tenant_id = 'tenant-drift'`
  const found = await rows<Record<string, unknown>>(client, sql)
  const times = ({ time_ms, received_ms, last_seen_ms }: Record<string, unknown>) => ({
    time_ms: Number(time_ms),
    received_ms: Number(received_ms),
    last_seen_ms: Number(last_seen_ms),
  })
  expect(found.map((row) => ({ ...row, ...times(row) }))).toEqual([report])
})
