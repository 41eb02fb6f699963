import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { framesIn } from '../../schemas/frames.ts'
import { openTestIngest, type TestIngest } from './test-ingest.ts'

let ingest: TestIngest
beforeEach(async () => {
  ingest = await openTestIngest({ limits: { eventsMax: 20, decodedBytesMax: 4000 } })
})
afterEach(() => ingest.close())

const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64')
const request = (...records: (string | Buffer)[]) =>
  JSON.stringify({ requestId: 'r-1', timestamp: 1, records: records.map((data) => ({ data: base64(data) })) })

/** Sends like Firehose: its key and its request id in headers. */
const send = (body: string | Buffer, query = '', headers: Record<string, string> = {}) =>
  ingest.send(`/v1/ingest${query}`, {
    body,
    headers: {
      'content-type': 'application/json',
      'x-amz-firehose-access-key': 'push',
      'x-amz-firehose-request-id': 'r-1',
      ...headers,
    },
  })

const stored = () =>
  ingest.batches.map(({ connectorId, sourceFormat, framing, events }) => [connectorId, sourceFormat, framing, events])

const records = (nth: number) =>
  [...framesIn(ingest.batches[nth]?.body ?? Buffer.alloc(0))].map(({ body }) => body.toString())

test('reads each record as put into the stream, and returns the request id', async () => {
  const answer = await send(request('{"a":1}', '{"a":2}\n'), '?connector_id=fh')
  expect([answer.status, answer.json]).toEqual([200, { requestId: 'r-1', timestamp: ingest.nowMs }])
  expect(stored()).toEqual([['fh', 'auto', 'bodies', 2]])
  expect(records(0)).toEqual(['{"a":1}', '{"a":2}\n'])
})

test.each(['plain text', '{"a":', '[', '"', '#Fields: a b', 'a,b,c', '<Event xmlns="x">', '{"a":1}'])(
  'the content of a record does not affect the others: %s',
  async (poison) => {
    await send(request(poison, '<13>Nov 14 05:00:00 h1 app: text', '{"n":1}{"n":2}', '1}'))
    expect(records(0)).toEqual([poison, '<13>Nov 14 05:00:00 h1 app: text', '{"n":1}\n{"n":2}\n', '1}'])
    const isRefused = poison === '{"a":'
    const isHeader = poison.startsWith('#')
    expect(ingest.batches[0]?.events).toBe(isHeader ? 4 : 5)
    const rejected = (await ingest.metric('ingest_events_rejected_total')) ?? ''
    expect(/\d+$/.exec(rejected)?.[0]).toBe(isRefused ? '1' : undefined)
  },
)

test('rows behind a header line are one body', async () => {
  await send(request('time,host\n', '2023-11-14T22:00:00Z,h1\n', '2023-11-14T22:00:01Z,h2'), '?source_format=csv')
  expect(stored()).toEqual([['push', 'csv', 'lines', 2]])
})

test('refuses a request without any acceptable event', async () => {
  expect((await send(request('{"a":', '{"b":'))).status).toBe(400)
})

test('a record may hold several objects, lines of text, and compressed data', async () => {
  await send(request('{"a":1}{"a":2}', '{"a":3}'))
  await send(request('one\ntwo\n', 'three'), '?source_format=syslog')
  await send(request(gzipSync('{"a":1}'), gzipSync('{"a":2}')))
  expect(stored()).toEqual([
    ['push', 'auto', 'bodies', 3],
    ['push', 'syslog', 'bodies', 3],
    ['push', 'auto', 'bodies', 2],
  ])
})

test('splits a CloudWatch Logs subscription, whose control message is no event', async () => {
  const logEvents = [1, 2].map((id) => ({ id: String(id), timestamp: 1, message: 'm' }))
  const data = { messageType: 'DATA_MESSAGE', owner: '1', logGroup: 'g', logStream: 's', logEvents }
  expect((await send(request(gzipSync(JSON.stringify(data))))).status).toBe(200)
  expect(stored()).toEqual([['push', 'auto', 'bodies', 2]])
  const control = { ...data, messageType: 'CONTROL_MESSAGE' }
  expect((await send(request(gzipSync(JSON.stringify(control))))).status).toBe(200)
  expect((await send(request())).status).toBe(200)
  expect(ingest.batches).toHaveLength(1)
})

test('stream parameters set source and format, and the URL overrides them', async () => {
  const common = JSON.stringify({ commonAttributes: { connector_id: 'vpc', source_format: 'vpcflow' } })
  const attributes = { 'x-amz-firehose-common-attributes': common }
  await send(request('a b'), '', attributes)
  await send(request('a b'), '?connector_id=other', attributes)
  await send(request('a b'), '', { 'x-amz-firehose-common-attributes': '[' })
  expect(stored().map((one) => one.slice(0, 2))).toEqual([
    ['vpc', 'vpcflow'],
    ['other', 'vpcflow'],
    ['push', 'auto'],
  ])
})

test.each([
  ['no records', '{"requestId":"r-1"}', 400],
  ['no list', '{"records":{}}', 400],
  ['a record without data', '{"records":[{}]}', 400],
  ['data that is no text', '{"records":[{"data":1}]}', 400],
  ['a record that is none', '{"records":[1]}', 400],
  ['cut short', '{"records":[{"data":"YQ=="}', 400],
  ['no JSON', 'x', 400],
  ['broken gzip', request(Buffer.from([0x1f, 0x8b, 1, 2])), 400],
  ['too many records', request(...Array<string>(21).fill('a')), 413],
  ['more than may be unpacked', request(gzipSync('x'.repeat(4001))), 413],
  ['more than may be unpacked together', request(gzipSync('x'.repeat(3000)), gzipSync('x'.repeat(3000))), 413],
])('%s is refused with the words that it reads', async (_, body, status) => {
  const { status: answered, headers, json } = await send(body)
  expect([answered, headers['content-type'], json.requestId]).toEqual([status, 'application/json', 'r-1'])
  expect(json).toMatchObject({ timestamp: ingest.nowMs, errorMessage: json.detail })
  expect(ingest.batches).toEqual([])
})

test('the access key is a push token like any other', async () => {
  const refused = await send(request('{"a":1}'), '', { 'x-amz-firehose-access-key': 'unknown' })
  expect([refused.status, refused.json.errorMessage]).toEqual([401, 'the credential is not known'])
  ingest.token('hec', { templateId: 'splunk-hec' })
  expect((await send(request('{"a":1}'), '', { 'x-amz-firehose-access-key': 'hec' })).status).toBe(403)
})
