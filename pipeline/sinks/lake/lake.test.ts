import { describe, expect, test } from 'vitest'
import { tenantId } from '../../../platform/tenant.ts'
import { encodeDrift, type SchemaDrift } from '../../../schemas/drift.ts'
import { encodeEventBatch } from '../../../schemas/event-batch.ts'
import { EVENTS_LAYOUT } from '../../../schemas/events-block.ts'
import { Dictionary, Milliseconds, nativeBlock, Text } from '../../../schemas/native-columns.ts'
import { decodeNormalizedEvents, encodeNormalizedEvents } from '../../../schemas/normalized-events.ts'
import { encodeSignals, type Signal } from '../../../schemas/signal.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import { type LakePort, lakePort } from '../../../stores/clickhouse/lake-port.ts'
import { rows, useEngine } from '../../../stores/clickhouse/test-engine.ts'
import type { LogRecord, Output } from '../../../stream/driver.ts'
import { nativeRows } from '../../../test/native-block.ts'
import { signalIdOf } from '../../signal-id.ts'
import { intakeStage } from '../../stages/intake/stage.ts'
import { lakeSink } from './sink.ts'

const engine = useEngine({ migrated: true })
/** The current time: the tables drop rows older than their retention. */
const RECEIVED_MS = Date.now()

/** Texts that are difficult as keys, as bytes or by their length. */
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

/** Ids of dead letters derive from offsets. */
let nextOffset = 0

/** The outputs of one commit, with one batch for each time of receipt. */
function outputsOf(tenant: string, receivedMs: readonly number[] = [RECEIVED_MS]): readonly Output[] {
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
  const task = intakeStage({ partitions: 1, eventBytesMax: 10_000 }).open(0)
  for (const [i, ms] of receivedMs.entries()) {
    const value = encodeEventBatch(
      { ...header, connectorId: `odd${i}`, receivedMs: ms, framing: 'lines', events: lines.length },
      Buffer.from(lines.join('\n')),
    )
    const topic = TOPICS.securityEvents.name
    task.step({ topic, partition: 0, offset: nextOffset++, timestampMs: ms, key: '', value: Buffer.concat(value) })
  }
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

test('the engine stores the rows as written, with unusual characters, and each range once', async () => {
  const { client } = engine()
  const sink = lakeSink(lakePort(client))
  const outputs = outputsOf('tenant-odd')
  const produced: Output[] = []
  for (const topic of TOPICS_IN) {
    const once = await sink.write(recordsOf(outputs, topic), `${topic} range-1`, false)
    expect(
      await sink.write(recordsOf(outputs, topic), `${topic} range-1`, false),
      'the same of the same range',
    ).toEqual(once)
    produced.push(...once)
  }
  const counts = recordsOf([...outputs, ...produced], TOPICS.ledger.name)
  expect(
    counts.map((record) => sink.isAwaited?.(record)),
    'only what says that it is stored',
  ).toEqual([false, true])
  for (let i = 0; i < 2; i++) await sink.write(counts, 'counts range-1', false)
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

test('stores blocks of the previous layout beside current ones', async () => {
  const { client } = engine()
  const sink = lakeSink(lakePort(client))
  const [today] = recordsOf(outputsOf('tenant-today'), TOPICS.normalizedEvents.name)
  expect.assert(today)
  const record = { ...today, value: Buffer.concat(olderBlock('tenant-before')) }
  await sink.write([today, record, today], 'two layouts', false)
  const found = await rows(
    client,
    `SELECT tenant_id, toUInt32(count()) AS n, max(JSONExtractInt(ocsf, 'count')) AS repeats,
       min(time_missing) AS missing FROM events
     WHERE tenant_id IN ('tenant-today', 'tenant-before') GROUP BY tenant_id ORDER BY tenant_id`,
  )
  expect(found).toEqual([
    { tenant_id: 'tenant-before', n: 1, repeats: 2, missing: 1 },
    { tenant_id: 'tenant-today', n: 2 * (ODD.length - 1), repeats: 0, missing: 0 },
  ])
})

/** `events/1` had no column for forms. A column that a block lacks is empty in the lake. */
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

test('does not write a block of an unknown layout', async () => {
  const refuse = () => Promise.reject(new Error('nothing may be asked of the lake'))
  const sink = lakeSink({ insert: refuse, countIds: refuse })
  const [record] = recordsOf(outputsOf('tenant-x'), TOPICS.normalizedEvents.name)
  const value = Buffer.from(record?.value ?? [])
  value.write('9', value.indexOf(EVENTS_LAYOUT) + 7)
  await expect(sink.write([{ ...(record as LogRecord), value }], 't', false)).rejects.toThrow('layout events/9')
})

const TEXTS = ODD.filter((text) => !text.includes('\0'))
const UID = '0189c5c4-3bb8-8ab9-9b3b-1f6c2d6e7f80'

function signalRecord(tenant: string): LogRecord {
  const signals = TEXTS.map(
    (text, i): Signal => ({
      signal_id: signalIdOf(tenant, String(i)),
      tenant_id: tenant,
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
      event_uids: [UID, UID],
      techniques: ['T1059.001', text],
      tactics: [],
      matched: [
        { field: text, value: text },
        { field: 'b', value: '2' },
      ],
    }),
  )
  return { ...RECORD, topic: TOPICS.signals.name, value: encodeSignals(signals) }
}

const RECORD = { partition: 0, offset: 0, timestampMs: RECEIVED_MS, key: '' }

test('signals keep their lists, their fields and unusual characters, and are stored once', async () => {
  const { client } = engine()
  const sink = lakeSink(lakePort(client))
  for (let i = 0; i < 2; i++) await sink.write([signalRecord('tenant-signals')], 'signals range', false)
  const found = await rows(
    client,
    `SELECT rule_id, toUnixTimestamp64Milli(time) AS time, arrayMap(x -> toString(x), event_uids) AS uids, techniques,
       tactics, matched.field AS fields, matched.value AS texts FROM signals WHERE tenant_id = 'tenant-signals' ORDER BY time DESC`,
  )
  expect(found).toEqual(
    TEXTS.map((text, i) => ({
      rule_id: text,
      time: RECEIVED_MS - i,
      uids: [UID, UID],
      techniques: ['T1059.001', text],
      tactics: [],
      fields: [text, 'b'],
      texts: [text, '2'],
    })),
  )
})

function driftReport(tenant: string): SchemaDrift {
  return {
    drift_id: signalIdOf('drift', tenant),
    tenant_id: tenant,
    source: 'odd source',
    mapping: 'windows/1',
    kind: 'vanished',
    path: "a.b[].c'd\\",
    time_ms: RECEIVED_MS,
    received_ms: RECEIVED_MS,
    event_uid: '00000000-0000-4000-8000-00000000000e',
    last_seen_ms: RECEIVED_MS - 3_600_000,
  }
}

function driftRecord(tenant: string): LogRecord {
  return { ...RECORD, topic: TOPICS.schemaDrift.name, value: encodeDrift([driftReport(tenant)]) }
}

test('reports of schema drift become rows, once each', async () => {
  const { client } = engine()
  const sink = lakeSink(lakePort(client))
  for (let i = 0; i < 2; i++) await sink.write([driftRecord('tenant-drift')], 'drift range', false)
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
  expect(found.map((row) => ({ ...row, ...times(row) }))).toEqual([driftReport('tenant-drift')])
})

describe('an engine that was killed in the middle of an insert', () => {
  const inputs = (tenant: string): [table: string, records: LogRecord[]][] => {
    const outputs = outputsOf(tenant)
    return [
      ['events', recordsOf(outputs, TOPICS.normalizedEvents.name)],
      ['dead_letters', recordsOf(outputs, TOPICS.deadLetters.name)],
      ['ledger', recordsOf(outputs, TOPICS.ledger.name)],
      ['signals', [signalRecord(tenant)]],
      ['schema_drift', [driftRecord(tenant)]],
    ]
  }
  const content = (table: string, tenant: string) =>
    rows(engine().client, `SELECT * FROM ${table} WHERE tenant_id = '${tenant}' ORDER BY ALL`)

  test.each(inputs('tenant-f'))('%s: does not store rows again whose token was not synced', async (table, records) => {
    const { client } = engine()
    const sink = lakeSink(lakePort(client))
    await sink.write(records, 'forgotten', false)
    const once = await content(table, 'tenant-f')
    expect(once.length).toBeGreaterThan(0)
    for (const window of [0, 10_000]) {
      const query = `ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = ${window}`
      await client.command({ query })
    }
    await sink.write(records, 'forgotten', true)
    expect(await content(table, 'tenant-f')).toEqual(once)
  })

  test.each(inputs('tenant-k'))('%s: stores rows of which the engine only knows the token', async (table, records) => {
    const port = lakePort(engine().client)
    const others = inputs('tenant-o').find(([name]) => name === table)?.[1] ?? []
    for (const token of ['killed', 'killed/2']) {
      await lakeSink({ ...port, insert: (insert) => port.insert({ ...insert, token }) }).write(
        others,
        'of others',
        false,
      )
    }
    const sink = lakeSink(port)
    await sink.write(records, 'killed', false)
    expect(await content(table, 'tenant-k'), 'the engine takes the token for the rows').toEqual([])
    await sink.write(records, 'killed', true)
    const once = await content(table, 'tenant-k')
    expect(once.length).toBeGreaterThan(0)
    await sink.write(records, 'killed', true)
    expect(await content(table, 'tenant-k')).toEqual(once)
  })
})

test('a range over two days becomes two inserts, each identified by its rows', async () => {
  const { client } = engine()
  const port = lakePort(client)
  const dayMs = 86_400_000
  const outputs = outputsOf('tenant-midnight', [RECEIVED_MS - dayMs, RECEIVED_MS])
  const records = recordsOf(outputs, TOPICS.normalizedEvents.name)
  expect(records.length, 'intake makes a block a day').toBe(2)
  const inserts: string[] = []
  const cut: LakePort = {
    ...port,
    async insert(insert) {
      inserts.push(insert.token)
      if (inserts.length === 2) throw new Error('killed between the two')
      await port.insert(insert)
    },
  }
  const sink = lakeSink(cut)
  await expect(sink.write(records, 'midnight', false)).rejects.toThrow('killed')
  await sink.write(records, 'midnight', true)
  expect(new Set(inserts).size, 'one token each').toBe(2)
  expect(inserts.length, 'what is there is not sent again').toBe(3)
  const sql = `SELECT toUInt32(count()) AS n, toUInt32(uniqExact(toDate(ingest_time))) AS days FROM events WHERE tenant_id = 'tenant-midnight'`
  expect(await rows(client, sql)).toEqual([{ n: 2 * (ODD.length - 1), days: 2 }])
})
