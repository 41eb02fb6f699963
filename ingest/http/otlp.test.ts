import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pythonWith } from '../../test/python.ts'
import { openTestIngest, type TestIngest } from './test-ingest.ts'

let ingest: TestIngest
beforeEach(async () => {
  ingest = await openTestIngest({ limits: { eventsMax: 20, eventBytesMax: 2000 } })
  ingest.token('push')
})
afterEach(() => ingest.close())

const JSON_TYPE = { authorization: 'Bearer push', 'content-type': 'application/json' }
const BINARY_TYPE = { authorization: 'Bearer push', 'content-type': 'application/x-protobuf' }

const post = (body: unknown, headers: Record<string, string> = JSON_TYPE, query = '') =>
  ingest.send(`/v1/logs${query}`, {
    headers,
    body: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
  })

const request = (...logRecords: object[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'host.name', value: { stringValue: 'web-1' } }] },
      scopeLogs: [{ scope: { name: 'filelog' }, logRecords }],
    },
  ],
})
const stored = () =>
  ingest.batches.flatMap(({ body }) =>
    body
      .toString()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  )
const line = (body: string) => ({ timeUnixNano: '1790000000123456789', body: { stringValue: body } })
const AROUND = { agent: { type: 'opentelemetry' }, 'otel.scope.name': 'filelog', host: 'web-1', 'host.name': 'web-1' }

test('a record is an event: its text a message, its time and attributes beside it', async () => {
  const answer = await post(
    request({
      ...line('it began'),
      severityNumber: 9,
      severityText: 'INFO',
      traceId: 'ab'.repeat(16),
      attributes: [
        { key: 'n', value: { intValue: '9007199254740993' } },
        { key: 'small', value: { intValue: 7 } },
        { key: 'list', value: { arrayValue: { values: [{ boolValue: true }, { doubleValue: 0.5 }, {}] } } },
        { key: '__proto__', value: { stringValue: 'x' } },
      ],
    }),
    JSON_TYPE,
    '?connector_id=otel',
  )
  expect([answer.status, answer.json]).toEqual([200, {}])
  expect(ingest.batches[0]).toMatchObject({
    connectorId: 'otel',
    connectorType: 'otlp',
    sourceFormat: 'auto',
    events: 1,
  })
  expect(stored()).toEqual([
    JSON.parse(
      JSON.stringify({
        ...AROUND,
        ...{ '@timestamp': '2026-09-21T14:13:20.123456789Z', message: 'it began' },
        ...{ severityText: 'INFO', severityNumber: 9, traceId: 'ab'.repeat(16) },
        ...{ n: '9007199254740993', small: 7, list: [true, 0.5, null] },
      }).replace('"small"', '"__proto__":"x","small"'),
    ),
  ])
})

test('a body of members is the event itself', async () => {
  const values = [
    { key: 'kind', value: { stringValue: 'Event' } },
    { key: 'host.name', value: { stringValue: 'own' } },
  ]
  await post(request({ observedTimeUnixNano: '5', body: { kvlistValue: { values } } }))
  expect(stored()).toEqual([{ ...AROUND, observedTimeUnixNano: '5', kind: 'Event', 'host.name': 'own' }])
})

test('reports rejected events in the encoding of the request', async () => {
  const body = request(line('a'.repeat(3000)), line('b'))
  const reply = (await post(body)).json
  expect(reply.partialSuccess).toMatchObject({ rejectedLogRecords: '1' })
  expect(reply.partialSuccess.errorMessage).toMatch(/event 1: event_too_large/)
})

test.each<[string, unknown, Record<string, string>, number, RegExp]>([
  ['no JSON', '{', JSON_TYPE, 400, /not JSON/],
  ['another type', 'x', { ...JSON_TYPE, 'content-type': 'text/plain' }, 415, /x-protobuf/],
  ['nobody', request(), { 'content-type': 'application/json' }, 401, /./],
  ['bytes that are none', Buffer.from([0x0a, 0xff, 0x01]), BINARY_TYPE, 400, /Protocol Buffers/],
  ['a group, which is none of ours', Buffer.from([0x0b]), BINARY_TYPE, 400, /Protocol Buffers/],
  ['a number without an end', Buffer.alloc(20, 0xff), BINARY_TYPE, 400, /Protocol Buffers/],
  ['a text where a message belongs', Buffer.from([0x0a, 0x03, 0x0a, 0x01, 0x41]), BINARY_TYPE, 400, /Protocol/],
  ['too many', request(...Array.from({ length: 21 }, () => line('a'))), JSON_TYPE, 413, /at most 20 events/],
  ['a nest', request({ body: nested(200) }), JSON_TYPE, 400, /nested/],
])('%s is refused with a status that exporters understand', async (_, body, headers, status, why) => {
  const answer = await post(body, headers)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe(
    headers['content-type'] === 'application/x-protobuf' ? headers['content-type'] : 'application/json',
  )
  expect(answer.text).toMatch(why)
  expect(ingest.batches).toEqual([])
})

test('accepts a request without records', async () => {
  for (const body of [{}, { resourceLogs: [] }, { resourceLogs: 'x' }, request()])
    expect((await post(body)).status).toBe(200)
  expect((await post(Buffer.alloc(0), BINARY_TYPE)).status).toBe(200)
  expect(ingest.batches).toEqual([])
})

test('a retryable refusal names the seconds to wait', async () => {
  ingest.consume = async () => ({ allowed: false, never: false, retryAfterSeconds: 3 })
  const answer = await post(request(line('a')))
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3'])
})

function nested(depth: number): object {
  return depth === 0 ? { stringValue: 'x' } : { arrayValue: { values: [nested(depth - 1)] } }
}

const python = pythonWith('opentelemetry-exporter-otlp-proto-http', '1.45.2', 'opentelemetry.exporter.otlp.proto.http')
if (python.missing !== undefined) console.warn(`SKIPPED: opentelemetry: ${python.missing}`)

/** The exporter of OpenTelemetry's own SDK, behind Python's logging. */
const EXPORT = `
import logging, sys
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.resources import Resource
provider = LoggerProvider(resource=Resource.create({'service.name': 'shop', 'host.name': 'web-1'}))
exporter = OTLPLogExporter(endpoint=sys.argv[1], headers={'authorization': 'Bearer push'}, compression=Compression.Gzip)
provider.add_log_record_processor(BatchLogRecordProcessor(exporter))
log = logging.getLogger('orders')
log.setLevel(logging.INFO)
log.addHandler(LoggingHandler(logger_provider=provider))
for i in range(3):
    log.warning('order %d is late', i, extra={'order': i, 'customer': 'ünï'})
log.info({'kind': 'a map', 'n': 1})
provider.shutdown()
`

test.skipIf(python.missing !== undefined)('the exporter of the Python SDK is understood', async () => {
  const child = spawn(python.path, ['-W', 'ignore', '-c', EXPORT, `${ingest.url}/v1/logs`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err).toBe('')
  const events = stored()
  expect(events).toHaveLength(4)
  expect(events[1]).toMatchObject({
    ...{ message: 'order 1 is late', severityText: 'WARN', severityNumber: 13, order: 1, customer: 'ünï' },
    ...{ host: 'web-1', 'service.name': 'shop', 'otel.scope.name': 'orders' },
    '@timestamp': expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/),
  })
})
