import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cutText, openBody } from '../../connectors/formats/body.ts'
import { splitEnvelope } from '../../connectors/formats/framing.ts'
import { AppError } from '../../platform/errors.ts'
import { partitionOf } from '../../platform/hash.ts'
import { tenantId } from '../../platform/tenant.ts'
import type { EventBatch } from '../../schemas/event-batch.ts'
import { openTestIngest, type TestIngest } from './test-ingest.ts'

let ingest: TestIngest
beforeEach(async () => {
  ingest = await openTestIngest({ limits: { eventBytesMax: 1000, eventsMax: 200 } })
})
afterEach(() => ingest.close())

const REPLY = ['accepted', 'errors', 'rejected', 'request_id']

test('an envelope is stored as received and answered with its counts', async () => {
  const body =
    '{"connector_id":"fw-1","connector_type":"asa","source_format":"WinLogBeat","events":[{"a" : 1},{"b":2}]}'
  const answer = await ingest.push(body, { 'x-request-id': 'req-1', 'content-type': 'application/json; charset=UTF-8' })
  expect(answer.status).toBe(202)
  expect(answer.json).toEqual({ accepted: 2, rejected: 0, request_id: 'req-1', errors: [] })
  expect(ingest.batches).toHaveLength(1)
  expect(ingest.batches[0]).toMatchObject({
    tenantId: tenantId('acme'),
    connectorId: 'fw-1',
    connectorType: 'asa',
    sourceFormat: 'winlogbeat',
    requestId: 'req-1',
    receivedMs: ingest.nowMs,
    framing: 'envelope',
    events: 2,
  })
  expect(ingest.batches[0]?.body.toString()).toBe(body)
  const { topic, key, partition, timestampMs } = ingest.outputs[0] ?? {}
  expect({ topic, key, timestampMs }).toEqual({ topic: 'security.events', key: 'acme/fw-1', timestampMs: ingest.nowMs })
  expect(partition).toBe(partitionOf('acme/fw-1', 4))
})

test('lines take the fields of the envelope from the query', async () => {
  const body = '{"a":1}\r\n\n{"b":2}'
  const answer = await ingest.pushLines(body, {}, '?connector_id=edge&connector_type=sysmon&source_format=windows')
  expect(answer.json).toMatchObject({ accepted: 2, rejected: 0 })
  expect(ingest.batches[0]).toMatchObject({
    connectorId: 'edge',
    connectorType: 'sysmon',
    sourceFormat: 'windows',
    framing: 'lines',
  })
  expect(ingest.batches[0]?.body.toString()).toBe(body)
})

test('fields left out take their defaults; the label of the token names the connector', async () => {
  await ingest.pushLines('{"a":1}')
  ingest.token('labelled', { label: 'Edge firewall #1' })
  await ingest.pushLines('{"a":1}', { authorization: 'Bearer labelled' })
  expect(ingest.batches.map((batch) => batch.connectorId)).toEqual(['push', 'Edge-firewall-1'])
  expect(ingest.batches[0]).toMatchObject({ connectorType: 'push', sourceFormat: 'auto' })
})

test('lines of text stay text, JSON lines sent as text are read as JSON', async () => {
  const text = { 'content-type': 'text/plain' }
  await ingest.push('<13>Nov 21 host app: hi\nmore', text)
  await ingest.push(' {"a":1}\n{"b":2}', text)
  await ingest.push('any line', text, '?source_format=syslog')
  expect(ingest.batches.map(({ sourceFormat, events }) => [sourceFormat, events])).toEqual([
    ['text', 2],
    ['auto', 2],
    ['syslog', 1],
  ])
})

test('a bare array is a batch too', async () => {
  expect((await ingest.push('[{"a":1},{"b":2}]', {}, '?connector_id=x')).json).toMatchObject({ accepted: 2 })
  expect(ingest.batches[0]).toMatchObject({ connectorId: 'x', framing: 'envelope', events: 2 })
})

test('counts and names rejected events, and accepts the others with the body unchanged', async () => {
  const large = `{"a":"${'x'.repeat(1000)}"}`
  const body = `{"a":1}\nhello\n${large}\n{"b":"\0"}\n[1]\n{"c":2}`
  const answer = await ingest.pushLines(body)
  expect(answer.status).toBe(202)
  expect(answer.json.errors).toEqual([
    'event 2: not_an_object',
    'event 3: event_too_large (at most 1000 bytes)',
    'event 4: nul_byte',
    'event 5: not_an_object',
  ])
  expect(answer.json).toMatchObject({ accepted: 2, rejected: 4 })
  expect(ingest.batches[0]?.events).toBe(6)
  expect(ingest.batches[0]?.body.toString()).toBe(body)
  expect(await ingest.metric('ingest_events_received_total')).toMatch(/ 6$/)
  expect(await ingest.metric('ingest_events_rejected_total{reason="not_an_object"')).toMatch(/ 2$/)
})

test('broken UTF-8 rejects its line, and a JSON body as a whole', async () => {
  const bad = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')])
  const answer = await ingest.pushLines(Buffer.concat([Buffer.from('{"a":1}\n'), bad]))
  expect(answer.json).toMatchObject({ accepted: 1, rejected: 1, errors: ['event 2: not_utf8'] })
  expect((await ingest.push(Buffer.concat([Buffer.from('{"events":['), bad, Buffer.from(']}')]))).status).toBe(400)
})

test('a batch without any valid event is 400 and not stored', async () => {
  const answer = await ingest.pushLines('hello\nworld')
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({
    accepted: 0,
    rejected: 2,
    errors: ['event 1: not_an_object', 'event 2: not_an_object'],
  })
  expect(ingest.batches).toHaveLength(0)
})

test('the list of errors ends with the number of further ones', async () => {
  const answer = await ingest.pushLines('x\n'.repeat(150))
  expect(answer.json.errors).toHaveLength(101)
  expect(answer.json.errors[100]).toBe('and 50 more')
})

test('a reply has the same members whether all, some or no events were accepted', async () => {
  for (const body of ['{"a":1}', '{"a":1}\nx', 'x']) {
    const { json } = await ingest.pushLines(body)
    expect(Object.keys(json)).toEqual(expect.arrayContaining(REPLY))
    expect(json.errors).toBeInstanceOf(Array)
  }
})

const bad: [name: string, status: number, body: string, says: string][] = [
  ['empty', 400, '', 'empty'],
  ['broken event', 400, '{"events":[{"a":tru}]}', 'event 1, at byte 11'],
  ['broken brackets', 400, '{"events":[{"a":1]}', 'at byte 18'],
  ['broken head', 400, '{"connector_id":x,"events":[{"a":1}]}', 'outside of the events'],
  ['cut short', 400, '{"events":[{"a":1}', 'ends inside'],
  ['not an object', 400, '"hello"', 'not a JSON object'],
  ['number', 400, '17', 'not a JSON object'],
  ['two values', 400, '{"events":[{}]}{"events":[{}]}', 'several are application/x-ndjson'],
  ['a NUL byte behind', 400, '{"events":[{}]}\0', 'text behind the JSON value'],
  ['no events', 400, '{"connector_id":"x"}', 'events is missing'],
  ['events of a wrong type', 400, '{"events":{"a":1}}', 'must be an array'],
  ['null events', 400, '{"events":null}', 'must be an array'],
  ['empty events', 400, '{"events":[]}', 'no events'],
  ['events that are no objects', 400, '{"events":[1,"x",null,[1]]}', 'none of the 4'],
  ['connector_id of a wrong type', 400, '{"connector_id":7,"events":[{}]}', 'connector_id'],
  ['connector_id that is none', 400, '{"connector_id":"a/b","events":[{}]}', 'connector_id'],
  ['connector_id too long', 400, `{"connector_id":"${'x'.repeat(129)}","events":[{}]}`, 'connector_id'],
  ['format that is none', 400, '{"source_format":"a b\\n","events":[{}]}', 'source_format'],
  ['format of a wrong type', 400, '{"source_format":["x"],"events":[{}]}', 'source_format'],
  ['deep nesting, open', 400, '['.repeat(100_000), 'ends inside'],
  ['deep nesting, closed', 400, '['.repeat(100_000) + ']'.repeat(100_000), 'none of the 1'],
  [
    'deep nesting around the events',
    400,
    `{"x":${'['.repeat(200)}${']'.repeat(200)},"events":[{}]}`,
    'deeper than 128',
  ],
  ['NUL byte in JSON', 400, '{"events":[{"a":"\0"}]}', 'not JSON'],
  ['too many events', 413, `{"events":[${Array(201).fill('{}')}]}`, 'at most 200'],
  ['too much around the events', 413, `{"x":"${'x'.repeat(70_000)}","events":[{}]}`, 'around the events'],
]
test.each(bad)('%s: %i', async (_name, status, body, says) => {
  const answer = await ingest.push(body)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  expect(answer.json.detail).toContain(says)
  expect(answer.json.error).toBe(answer.json.detail)
  expect(ingest.batches).toHaveLength(0)
})

test('leaves an event that is nested too deep to the stage, and accepts its neighbours', async () => {
  const deep = `{"a":${'['.repeat(200)}${']'.repeat(200)}}`
  const answer = await ingest.push(`{"events":[{"b":1},${deep},{"c":1}]}`)
  expect([answer.status, answer.json.accepted, answer.json.rejected]).toEqual([202, 3, 0])
  expect((await ingest.push(`{"events":[{"b":1},${deep},{"c":tru}]}`)).json.detail).toContain('event 3')
})

test('refuses an unknown format with the known names, in the envelope and in the query', async () => {
  const text = { 'content-type': 'text/plain' }
  for (const answer of [
    await ingest.push('{"source_format":"my-appliance/v2","events":[{}]}'),
    await ingest.pushLines('{"a":1}', {}, '?source_format=my-appliance/v2'),
    await ingest.push('a line', text, '?source_format=my-appliance/v2'),
    await ingest.push('{"a":1}{"a":2}', {}, '?source_format=my-appliance/v2'),
  ]) {
    expect(answer).toMatchObject({ status: 400, json: { code: 'unknown_format', accepted: 0 } })
    expect(answer.json.detail).toMatch(/^source_format my-appliance\/v2 is not known; .* syslog, /)
  }
  expect(ingest.batches).toEqual([])
})

test('accepts one mail as a body when the query says so, up to the mail inbox’s limit', async () => {
  const mail = `{"from":"a@b.example","text":"${'x'.repeat(5000)}"}`
  const query = '?connector_id=mail&source_format=email'
  expect((await ingest.push(mail, {}, query)).json).toMatchObject({ accepted: 1, rejected: 0 })
  expect(ingest.batches[0]).toMatchObject({
    framing: 'document',
    sourceFormat: 'email',
    connectorId: 'mail',
    events: 1,
  })
  expect(ingest.batches[0]?.body.toString()).toBe(mail)
  expect((await ingest.push(`{"events":[${mail}]}`, {}, query)).status).toBe(400)
  expect((await ingest.push(mail)).status).toBe(413)
})

test('too many lines are 413, also when they are all blank but two', async () => {
  expect((await ingest.pushLines('{}\n'.repeat(201))).status).toBe(413)
  expect((await ingest.pushLines(`${'\n'.repeat(1_000_000)}{}\n{}`)).json).toMatchObject({ accepted: 2 })
})

const PACKERS = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['zstd', zstdCompressSync],
] as const

test.each(PACKERS)('%s is decompressed before anything is checked or stored', async (coding, compress) => {
  const answer = await ingest.pushLines(compress('{"a":1}\n{"b":2}'), { 'content-encoding': coding })
  expect(answer.json).toMatchObject({ accepted: 2 })
  expect(ingest.batches[0]?.body.toString()).toBe('{"a":1}\n{"b":2}')
})

test('accepts a Transfer-Encoding, but not two compressions', async () => {
  const wire = gzipSync('{"a":1}\n{"b":2}')
  const packed = await ingest.pushLines(wire, { 'transfer-encoding': 'gzip, chunked' })
  expect(packed.json).toMatchObject({ accepted: 2 })
  expect((await ingest.pushLines('{"a":1}', { 'transfer-encoding': 'chunked' })).json).toMatchObject({ accepted: 1 })
  for (const twice of [{ 'content-encoding': 'gzip' }, { 'transfer-encoding': 'gzip, gzip, chunked' }])
    expect((await ingest.pushLines(wire, { 'transfer-encoding': 'gzip, chunked', ...twice })).status).toBe(415)
})

test('several concatenated frames or members are one body', async () => {
  const parts = ['{"a":1}\n', '{"b":2}\n', '{"c":3}']
  for (const [coding, compress] of [
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const) {
    const wire = Buffer.concat(parts.map((part) => compress(part)))
    expect((await ingest.pushLines(wire, { 'content-encoding': coding })).json).toMatchObject({ accepted: 3 })
  }
})

test('too many zstd frames are 413, however small they are', async () => {
  const event = zstdCompressSync('{"a":1}')
  const frames = (count: number) => Buffer.concat([...Array(count - 1).fill(zstdCompressSync('')), event])
  const accepted = await ingest.pushLines(frames(256), { 'content-encoding': 'zstd' })
  expect(accepted.json).toMatchObject({ accepted: 1 })
  const refused = await ingest.pushLines(frames(257), { 'content-encoding': 'zstd' })
  expect([refused.status, refused.json.detail]).toEqual([413, 'the body has more than 256 zstd frames'])
})

test.each(PACKERS)('%s that is truncated, invalid, or followed by other bytes is 400', async (coding, pack) => {
  const whole = pack('{"a":1}\n'.repeat(50))
  const wires = [
    whole.subarray(0, -4),
    whole.subarray(0, 3),
    Buffer.from('{"a":1}'),
    Buffer.concat([whole, Buffer.from('junkjunk')]),
  ]
  for (const wire of wires) {
    const answer = await ingest.pushLines(wire, { 'content-encoding': coding })
    expect(answer.status).toBe(400)
    expect(answer.json.detail).toContain('Content-Encoding')
  }
})

test('accepts zero padding after gzip, and refuses other bytes behind it with 400', async () => {
  const member = gzipSync('{"a":1}\n')
  const zeros = Buffer.alloc(512)
  const sent = (...parts: Buffer[]) => ingest.pushLines(Buffer.concat(parts), { 'content-encoding': 'gzip' })
  expect((await sent(member, zeros)).json).toMatchObject({ accepted: 1 })
  const refused = await sent(member, zeros, member)
  expect([refused.status, refused.json.detail]).toEqual([400, expect.stringContaining('data follows the end')])
})

test('a byte order mark is not part of the events', async () => {
  expect((await ingest.pushLines('\ufeff{"a":1}')).json).toMatchObject({ accepted: 1, rejected: 0 })
  expect((await ingest.push('\ufeff{"events":[{"a":1}]}')).status).toBe(202)
  expect(ingest.batches[0]?.body.toString()).toBe('{"a":1}')
})

test('other encodings, charsets and types are 415 with the accepted ones', async () => {
  const refused = [
    await ingest.pushLines('{"a":1}', { 'content-encoding': 'br' }),
    await ingest.pushLines('{"a":1}', { 'content-encoding': 'constructor' }),
    await ingest.pushLines('{"a":1}', { 'content-encoding': 'gzip, gzip' }),
    await ingest.push('{}', { 'content-type': 'application/json; charset=nothing-known' }),
    await ingest.push('a=1', { 'content-type': 'multipart/form-data; boundary=x; charset=iso-8859-1' }),
    await ingest.push('a=1', { 'content-type': 'multipart/form-data; boundary=x' }),
    await ingest.push('a', { 'content-type': 'application/x-protobuf' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([415, 415, 415, 415, 415, 415, 415])
  expect(refused[0]?.headers['accept-encoding']).toBe('gzip, deflate, zstd')
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const UNNAMED = [FORM, { 'content-type': 'application/octet-stream' }]

test('a media type without meaning leaves the decision to the body, as for forwarders on curl', async () => {
  for (const type of UNNAMED) {
    ingest.batches.length = 0
    await ingest.push('<13>Nov 21 host app: a=1&b=2\nmore', type)
    await ingest.push('[2026-11-22 22:00:00] a line in brackets', type)
    await ingest.push('{"events":[{"a":1}]}', type)
    await ingest.push('[{"a":1},{"a":2}]', type)
    await ingest.push('{"a":1}\n{"a":2}', type, '?connector_id=c')
    expect(ingest.batches.map(({ sourceFormat, framing, events }) => [sourceFormat, framing, events])).toEqual([
      ['text', 'lines', 2],
      ['text', 'lines', 1],
      ['auto', 'envelope', 1],
      ['auto', 'envelope', 2],
      ['auto', 'lines', 2],
    ])
  }
})

test('text media types are read as text', async () => {
  for (const type of ['text/csv', 'application/xml', 'application/logplex-1'])
    expect((await ingest.push('a,b,c\n1,2,3', { 'content-type': type }, '?source_format=csv')).status).toBe(202)
  expect(ingest.batches.map(({ framing, events }) => [framing, events])).toEqual(Array(3).fill(['lines', 1]))
})

test('a mail may be pushed under its own type', async () => {
  await ingest.push('From: a@b\r\n\r\ntext\r\nmore', { 'content-type': 'message/rfc822' })
  expect(ingest.batches.map(({ sourceFormat, events }) => [sourceFormat, events])).toEqual([['mail', 1]])
})

test('accepts JSON without an envelope when the query names its source', async () => {
  const bodies = ['{"a":1}\n{"a":2}\n', '{"a":1}', '{"a":1}{"a":2}', '{"a":\n1}', '{"a":1}\n{"a":2]\n{"a":3}']
  for (const body of bodies) expect((await ingest.push(body, {}, '?connector_id=rsyslog')).status, body).toBe(202)
  expect(ingest.batches.map(({ connectorId, framing, events }) => [connectorId, framing, events])).toEqual([
    ['rsyslog', 'lines', 2],
    ['rsyslog', 'lines', 1],
    ['rsyslog', 'envelope', 2],
    ['rsyslog', 'envelope', 1],
    ['rsyslog', 'lines', 3],
  ])
  expect(ingest.batches[0]?.body.toString()).toBe(bodies[0])
  // Several bodies or one, so that a sender without the query notices with its first batch.
  for (const body of bodies) expect((await ingest.push(body)).status, body).toBe(400)
  const envelopes = ['{"events":[{}]}{"events":[{}]}', '[{}][{}]', '{"events":{}}', '{"awslogs":{}}']
  for (const body of envelopes) expect((await ingest.push(body, {}, '?connector_id=c')).status, body).toBe(400)
})

const accented = '<13>Nov 21 café app: grüße'

test.each([
  ['UTF-16 with a mark', Buffer.from(`\ufeff${accented}`, 'utf16le'), 'text/plain'],
  ['UTF-16 the other way round', Buffer.from(`\ufeff${accented}`, 'utf16le').swap16(), 'text/plain'],
  ['UTF-16 as declared', Buffer.from(accented, 'utf16le'), 'text/plain; charset="UTF-16LE"'],
  ['Latin-1 as declared', Buffer.from(accented, 'latin1'), 'text/plain; charset=ISO-8859-1'],
  ['a mark against what is declared', Buffer.from(`\ufeff${accented}`), 'text/plain; charset=ISO-8859-1'],
])('a body in %s is stored as UTF-8', async (_, body, type) => {
  expect((await ingest.push(body, { 'content-type': type })).json).toMatchObject({ accepted: 1 })
  expect(ingest.batches[0]?.body.toString()).toBe(accented)
})

test('an envelope may be in UTF-16, if it fits in UTF-8', async () => {
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  expect((await ingest.push(wide('{"events":[{"a":"é"}]}'))).json).toMatchObject({ accepted: 1 })
  const small = await openTestIngest({ limits: { decodedBytesMax: 100 } })
  const answer = await small.pushLines(wide(`{"a":"${'漢'.repeat(40)}"}`))
  await small.close()
  expect([answer.status, answer.json.detail]).toEqual([413, expect.stringContaining('in UTF-8')])
})

test('nothing is acknowledged before the append resolves', async () => {
  let stored: () => void = () => undefined
  const appending = new Promise<void>((called) => {
    ingest.append = () =>
      new Promise((resolve) => {
        stored = resolve
        called()
      })
  })
  let answered = false
  const answer = ingest.pushLines('{"a":1}').finally(() => {
    answered = true
  })
  await appending
  // Another whole request completes meanwhile; the first one is still unanswered.
  expect((await ingest.send('/health', { method: 'GET' })).status).toBe(200)
  expect(answered).toBe(false)
  stored()
  expect((await answer).status).toBe(202)
})

test('a backbone that refuses is 503 with Retry-After, and nothing counts as received', async () => {
  ingest.append = async () => {
    throw new AppError('unavailable', 'the disk is full', { retryAfterSeconds: 7 })
  }
  const answer = await ingest.pushLines('{"a":1}')
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('7')
  expect(await ingest.metric('ingest_events_received_total')).toMatch(/ 0$/)
})

test('a tenant over its rate gets 429; a batch that can never pass is reported as such', async () => {
  ingest.consume = async () => ({ allowed: false, retryAfterSeconds: 2.2, never: false })
  const over = await ingest.pushLines('{"a":1}')
  expect([over.status, over.headers['retry-after']]).toEqual([429, '3'])
  ingest.consume = async () => ({ allowed: false, retryAfterSeconds: 0, never: true })
  const never = await ingest.pushLines('{"a":1}')
  expect(never.status).toBe(413)
  expect(never.headers['retry-after']).toBeUndefined()
  expect(never.json.detail).toContain('never')
  ingest.consume = async () => Promise.reject(new Error('away'))
  expect((await ingest.pushLines('{"a":1}')).status).toBe(503)
  expect(ingest.batches).toHaveLength(0)
})

const LOG_EVENTS = [1, 2].map((n) => ({
  id: `${n}`.repeat(56),
  timestamp: 1_700_000_000_000,
  message: `{"eventName":"Login${n}"}`,
}))
const ENVELOPE = { messageType: 'DATA_MESSAGE', owner: '1', logGroup: 'g', logStream: 's', logEvents: LOG_EVENTS }
const packed = (value: unknown) => ({ awslogs: { data: gzipSync(JSON.stringify(value)).toString('base64') } })

test.each([
  ['packed', JSON.stringify(packed(ENVELOPE))],
  ['packed, over several lines', JSON.stringify(packed(ENVELOPE), null, 2)],
  ['unpacked', JSON.stringify(ENVELOPE)],
])('a CloudWatch envelope sent as JSON is its events, each with where it is from: %s', async (_, body) => {
  const answer = await ingest.push(body, { 'content-type': 'application/json' }, '?source_format=cloudtrail')
  expect(answer.json).toMatchObject({ accepted: 2, rejected: 0, errors: [] })
  const [batch] = ingest.batches
  expect(batch).toMatchObject({ framing: 'envelope', events: 2, sourceFormat: 'cloudtrail' })
  expect(recordsOf(batch)).toMatchObject([
    { eventName: 'Login1', cloudwatch: { logGroup: 'g', owner: '1' } },
    { eventName: 'Login2', cloudwatch: { logStream: 's' } },
  ])
})

test('refuses a body that exceeds a record of the backbone once its envelopes are split', async () => {
  const small = await openTestIngest({ limits: { batchBytesMax: 4000 } })
  try {
    const events = Array.from({ length: 100 }, (_, id) => ({
      id: String(id),
      timestamp: 1,
      message: `number ${id} of many`,
    }))
    const envelope = JSON.stringify(packed({ logGroup: 'g', logStream: 's', logEvents: events }))
    expect(envelope.length).toBeLessThan(4000)
    const { status, json } = await small.push(envelope, { 'content-type': 'application/json' })
    expect([status, json.detail]).toEqual([413, expect.stringContaining('taken apart')])
    expect(small.batches).toEqual([])
  } finally {
    await small.close()
  }
})

test('reports an awslogs envelope that cannot be decompressed, or has no events', async () => {
  const broken = await ingest.push('{"awslogs":{"data":"bm90IGd6aXA="}}', { 'content-type': 'application/json' })
  expect([broken.status, broken.json.detail]).toEqual([400, expect.stringContaining('awslogs.data')])
  const control = JSON.stringify(packed({ messageType: 'CONTROL_MESSAGE', logEvents: LOG_EVENTS }))
  const empty = await ingest.push(control, { 'content-type': 'application/json' })
  expect([empty.status, empty.json.detail]).toEqual([400, expect.stringContaining('no events')])
  expect(ingest.batches).toHaveLength(0)
})

test('CSV without a header takes its column names from the query', async () => {
  const columns = `?source_format=csv&columns=${encodeURIComponent('time;src ip;user')}`
  const answer = await ingest.pushLines(
    '2024-03-04T10:00:00Z;192.0.2.1;eve\n2024-03-04T10:00:01Z;192.0.2.2;bob\n',
    {},
    columns,
  )
  expect(answer.json).toMatchObject({ accepted: 2, rejected: 0 })
  expect(recordsOf(ingest.batches[0])).toEqual([
    { time: '2024-03-04T10:00:00Z', 'src ip': '192.0.2.1', user: 'eve' },
    { time: '2024-03-04T10:00:01Z', 'src ip': '192.0.2.2', user: 'bob' },
  ])
  // The first batch of a followed file still has the header.
  await ingest.pushLines('time;src ip;user\n2024-03-04T10:00:00Z;192.0.2.1;eve\n', {}, columns)
  expect(ingest.batches[1]).toMatchObject({ events: 1 })
})

test.each([
  ['values in the place of names', '?source_format=csv', '2024-03-04T10:00:00Z,192.0.2.1,eve\na,b,c', 'columns='],
  ['columns of no CSV', '?source_format=okta&columns=a,b', '{"a":1}', 'columns go with'],
  ['columns over two lines', `?source_format=csv&columns=${encodeURIComponent('a,b\nc')}`, 'x,y', 'one line'],
  ['columns without a name', '?source_format=csv&columns=a,,b', 'x,y,z', 'names'],
])('CSV is refused with what to do about it: %s', async (_, query, body, text) => {
  const answer = await ingest.pushLines(body, {}, query)
  expect([answer.status, answer.json.detail]).toEqual([400, expect.stringContaining(text)])
  expect(ingest.batches).toHaveLength(0)
})

/** Records that intake reads from a stored batch; ingest must have counted the same number of events. */
function recordsOf(batch: EventBatch | undefined): unknown[] {
  if (!batch) throw new Error('nothing was stored')
  const { body, framing, sourceFormat, receivedMs } = batch
  const { decode } = openBody(body, framing, sourceFormat, { receivedMs })
  const records: unknown[] = []
  const read = (start: number, end: number) => void records.push(decode(start, end))
  if (framing === 'lines') cutText(body, sourceFormat, read)
  else {
    const split = splitEnvelope(body)
    if ('fault' in split) throw new Error(split.fault)
    for (let i = 0; i < split.elements.length; i += 2) read(split.elements[i] ?? 0, split.elements[i + 1] ?? 0)
  }
  expect(records).toHaveLength(batch.events)
  return records
}

test('a first line that looks like JSON does not affect the other lines', async () => {
  for (const first of ['{"a":', '{"a":1}']) {
    const text = `${first}\n<38>Nov 14 05:20:00 h1 sshd[1]: one\n<38>Nov 14 05:20:00 h1 sshd[1]: two`
    const { status, json } = await ingest.push(text, { 'content-type': 'text/plain' })
    expect([status, json.accepted, json.rejected]).toEqual([202, 3, 0])
  }
  expect(ingest.batches.map(({ sourceFormat }) => sourceFormat)).toEqual(['text', 'text'])
})

const OVER_LINES: readonly (readonly [string, string])[] = [
  ['audit-xml', '<AUDIT>\n <AUDIT_RECORD>\n  <NAME>Quit</NAME>\n </AUDIT_RECORD>\n <AUDIT_RECORD\n  NAME="Quit"/>\n'],
  [
    'audit-block',
    'timestamp=2026-11-27-10.11.12.123456;\n  category=VALIDATE;\n\ntimestamp=2026-11-27-10.11.13.123456;\n  category=EXECUTE;\n',
  ],
  ['json-text', '[\n{\n  "a": 1\n},\n{\n  "a": 2\n}\n'],
  ['json-text', '{\n  "a": 1\n}\n{\n  "a": 2\n}\n'],
]

test.each(OVER_LINES)('a record over several lines of %s is counted and read as one event', async (format, body) => {
  const { status, json } = await ingest.push(body, { 'content-type': 'text/plain' })
  expect([status, json.accepted, json.rejected]).toEqual([202, 2, 0])
  const [batch] = ingest.batches
  if (batch === undefined) throw new Error('no batch')
  expect(batch).toMatchObject({ framing: 'lines', sourceFormat: 'text', events: 2 })
  let events = 0
  cutText(batch.body, batch.sourceFormat, () => ++events > 0)
  expect(events).toBe(2)
  expect(openBody(batch.body, 'lines', batch.sourceFormat, { receivedMs: ingest.nowMs }).format).toBe(format)
})
