/** Compares the event that the lake makes of a row with the event that this program makes: both must be equal. */
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import type { Members } from '../../platform/members.ts'
import { EventRow } from '../../schemas/event-row.ts'
import { START_MS, useEngine } from '../../stores/clickhouse/test-engine.ts'
import { cloudTrail } from '../vendors/aws/cloudtrail.ts'
import { WINDOWS_FIXTURES } from '../vendors/windows/fixtures.ts'
import { windows } from '../vendors/windows/mapping.ts'
import { eventOf } from './event-of.ts'
import { hole, SEPARATOR } from './form.ts'

const engine = useEngine({ migrated: true })
const timeout = START_MS
/** Time of receipt; far in the future, so that retention never removes a row. */
const RECEIVED_MS = Date.UTC(2090, 0, 1)

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Names of columns that are not the field's own name in snake case. */
const COLUMNS: Readonly<Record<string, string>> = { uid: 'event_uid', timeMs: 'time', receivedMs: 'ingest_time' }

function columnsOf(row: EventRow): Members {
  const uid = [...row.uid].map((word) => word.toString(16).padStart(8, '0')).join('')
  const values: Members = {
    ...row,
    uid: uid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    timeMs: timestamp(row.timeMs),
    receivedMs: timestamp(row.receivedMs),
    srcIp: address(row.srcIp),
    dstIp: address(row.dstIp),
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [COLUMNS[name] ?? snake(name), value]))
}

function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, -1)
}

function address(text: string): string {
  if (text === '') return '::'
  return text.includes(':') ? text : `::ffff:${text}`
}

/** `ocsf` of each row, in order, without members that repeat the raw text. */
async function storedEvents(rows: readonly EventRow[]): Promise<Members[]> {
  const { client } = engine()
  await client.command({ query: 'TRUNCATE TABLE events' })
  const values = rows.map((row, i) => ({ ...columnsOf(row), raw: String(i) }))
  await client.insert({ table: 'events', values, format: 'JSONEachRow' })
  const result = await client.query({ query: 'SELECT ocsf FROM events ORDER BY toUInt32(raw)', format: 'JSONEachRow' })
  return (await result.json<{ ocsf: string }>()).map(({ ocsf }) => {
    const { raw_data, ...event } = JSON.parse(ocsf) as Members
    expect(raw_data).toBeTypeOf('string')
    return event
  })
}

function newRow(): EventRow {
  const row = new EventRow()
  row.uid.set([1, 0xffff_ffff, 0x8000_0000, 7])
  row.tenantId = 'acme'
  row.source = 'win-1'
  row.receivedMs = RECEIVED_MS
  row.mapping = windows.id
  return row
}

/** The address in the spelling of the column's writer, to whom dots at the end of an IPv6 address mean IPv4. */
function plain(address: string): string {
  return ipaddr.parse(address).toNormalizedString()
}

test('every Windows fixture', { timeout }, async () => {
  const rows = WINDOWS_FIXTURES.map(({ record }) => {
    const row = newRow()
    expect(windows.fill(structuredClone(record), row)).toBeNull()
    return row
  })
  const stored = await storedEvents(rows)
  expect(stored.length).toBe(rows.length)
  for (const [i, event] of stored.entries())
    expect(event, WINDOWS_FIXTURES[i]?.name).toEqual(eventOf(rows[i] as EventRow))
})

/** A bucket policy: its members have names and nulls from a sender, and stand in the event as JSON. */
function trailOf(requestParameters: unknown): Members {
  const userIdentity = { type: 'IAMUser', userName: 'eve' }
  return { eventName: 'PutBucketAcl', eventSource: 's3.amazonaws.com', userIdentity, requestParameters, ...TRAIL }
}
const TRAIL = { eventVersion: '1.08', eventTime: '2026-01-07T12:00:00Z', awsRegion: 'us-east-1', eventID: 'e-1' }

test.each([
  ['nulls', { bucketName: 'b', acl: null, rules: { id: null, days: [null] } }],
  [
    'names that all objects have',
    JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  ],
  ['halves of a surrogate pair', { bucketName: 'b\ud83d', path: 'C:\\ud83d', '\udc00': 1 }],
  ['a text that is cut', { bucketName: `${'a'.repeat(32_767)}😀` }],
])('JSON of a sender that holds %s', { timeout }, async (_, parameters) => {
  const row = newRow()
  expect(cloudTrail.fill(trailOf(parameters), row)).toBeNull()
  const [stored] = await storedEvents([row])
  const event = eventOf(row)
  expect(JSON.parse(JSON.stringify(event))).toEqual(stored)
  expect(stored).toMatchObject({ api: { operation: 'PutBucketAcl' } })
  expect(JSON.stringify(event.api)).toBe(JSON.stringify(stored?.api))
  expect({}).not.toHaveProperty('polluted')
})

test('half of a surrogate pair in a column becomes U+FFFD, as in its bytes', () => {
  const row = Object.assign(newRow(), { message: 'a\ud83d', url: '\udc00', filePath: '/b/\ud83d' })
  expect(eventOf(row)).toMatchObject({
    message: 'a\ufffd',
    url: { url_string: '\ufffd' },
    file: { path: '/b/\ufffd', name: '\ufffd' },
  })
})

test('any row that a mapping may fill', { timeout }, async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('', 'a/b\\c', 'C:\\dir\\', '"', '\\', '\n', '😀', `${'a'.repeat(64)}`, '{"a":1}'),
  )
  const texts = Object.entries(new EventRow()).filter(
    ([name, value]) => typeof value === 'string' && !/mapping|Ip|ocsf/.test(name),
  )
  const rest = fc.dictionary(
    fc.constantFrom(
      'metadata',
      'actor',
      'process',
      'file',
      'user',
      'device',
      'count',
      'status',
      'unknown',
      'severity',
      'url',
    ),
    fc.oneof(
      fc.record({ name: fc.string({ unit: 'grapheme' }), file: fc.record({ hashes: fc.array(fc.nat(9)) }) }),
      fc.constant({ a: { b: [1, 'x'] } }),
      fc.constant({ evidences: [{ src_endpoint: { ip: '198.51.100.7' } }] }),
    ),
  )
  const members = rest.map((members) => ({ ocsfForm: '', ocsfRest: JSON.stringify(members).slice(1, -1) }))
  const holes = fc.array(fc.constantFrom('text', 'json', 'base', 'when'), { maxLength: 6 })
  const formed = fc.tuple(holes, fc.array(text, { minLength: 1, maxLength: 6 })).map(([kinds, texts]) => {
    const filled = kinds.map((kind, i) => {
      const at = i % texts.length
      const name = JSON.stringify(['count', 'device', 'unknown', 'status', 'time', 'file'][i])
      return `${name}:{"name":${kind === 'json' ? hole('json', texts.length) : hole(kind, at)}}`
    })
    return { ocsfForm: ['"module":{"type":"x"}', ...filled].join(','), ocsfRest: [...texts, '[1,"a"]'].join(SEPARATOR) }
  })
  const columns = fc.record({
    ...Object.fromEntries(texts.map(([name]) => [name, text])),
    classUid: fc.constantFrom(0, 1001, 1004, 1007, 2004, 3002, 4002, 4003, 6003, 201_001, 201_002),
    activityId: fc.nat(99),
    severityId: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 99, 200),
    statusId: fc.constantFrom(0, 1, 2, 99),
    pid: fc.constantFrom(0, 1, 4_294_967_295),
    srcPort: fc.constantFrom(0, 443, 65_535),
    timeMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
    srcIp: fc.oneof(fc.ipV4(), fc.ipV6().map(plain), fc.constantFrom('', '::', '0.0.0.0', '::ffff:10.0.0.1')),
    dstIp: fc.oneof(fc.ipV4(), fc.constant('')),
  })
  const row = fc.tuple(columns, fc.oneof(members, formed)).map(([filled, beside]) => ({ ...filled, ...beside }))
  const check = async (all: readonly Partial<EventRow>[]) => {
    const rows = all.map((fields) => Object.assign(newRow(), fields))
    const stored = await storedEvents(rows)
    for (const [i, event] of stored.entries()) expect(event).toEqual(eventOf(rows[i] as EventRow))
  }
  await fc.assert(fc.asyncProperty(fc.array(row, { minLength: 40, maxLength: 80 }), check), {
    numRuns: 8,
    endOnFailure: true,
  })
})
