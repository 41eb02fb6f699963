import { createHmac } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { threadCpuMs } from '../../platform/test-thread-cpu.ts'
import { rawAsEvents } from './hec-raw.ts'
import { formPayload } from './inbox-routes.ts'
import { INGEST_LIMITS } from './limits.ts'
import { HMAC_SECRET, K8S_SECRET, openTestIngest, type TestIngest } from './test-ingest.ts'

let ingest: TestIngest
beforeEach(async () => {
  ingest = await openTestIngest({ limits: { eventBytesMax: 1000, inboxBytesMax: 5000, eventsMax: 400 } })
  ingest.token('hook', { templateId: 'okta-webhook', label: 'Okta (prod)' })
  ingest.token('cef', { templateId: 'cef-syslog' })
  ingest.token('hec', { templateId: 'splunk-hec' })
})
afterEach(() => ingest.close())

const hook = (body: string, headers: Record<string, string> = {}) => ingest.send('/v1/inbox/hook', { body, headers })
const hec = (body: string) => ingest.send('/v1/inbox/hec', { body, headers: { authorization: 'Splunk hec' } })
const cef = (body: string) => ingest.send('/v1/inbox/cef', { body, headers: { authorization: 'Bearer cef' } })
const pushedBatches = () => ingest.batches.map(({ framing, events, body }) => [framing, events, body.toString()])

test('`try` shows how a body would be read, and stores nothing', async () => {
  ingest.token('any', { templateId: 'webhook-generic', sourceFormat: 'auto' })
  const event = { eventType: 'user.login', user: 'kim', ip: '198.51.100.4', result: 'ok', colour: 'red' }
  const body = `${JSON.stringify(event)}\n${JSON.stringify({ ...event, user: 'lee' })}`
  const answer = await ingest.send('/v1/inbox/any?try=true', { body })
  expect(answer).toMatchObject({ status: 200, json: { accepted: 0, template_id: 'webhook-generic' } })
  const { tried } = answer.json as { tried: { events: readonly object[] } }
  expect(tried).toMatchObject({ events_total: 2, refused: 0, classed: 2 })
  expect(tried.events[0]).toMatchObject({
    class_name: 'Authentication',
    entities: [
      { name: 'target_user', value: 'kim' },
      { name: 'src_ip', value: '198.51.100.4' },
    ],
    not_understood: expect.arrayContaining([{ path: 'colour', value: 'red' }]),
  })
  expect(ingest.batches).toEqual([])
  expect((await ingest.send('/v1/inbox/nobody?try=true', { body })).status).toBe(404)
  expect((await ingest.send('/v1/inbox/any?try=maybe', { body })).status).toBe(400)
  expect((await ingest.send('/v1/inbox/any?try=true', { body: 'x'.repeat(70_000) })).status).toBe(413)
  await ingest.send('/v1/inbox/any?try=false', { body })
  expect(ingest.batches).toHaveLength(1)
})

test('`try` reads a body of very many lines outside of the process', { timeout: 120_000 }, async () => {
  ingest.token('any', { templateId: 'webhook-generic', sourceFormat: 'auto' })
  const cpuMs = await threadCpuMs(async () => {
    const { status } = await ingest.send('/v1/inbox/any?try=true', { body: 'x\n'.repeat(32_000) })
    expect([200, 422]).toContain(status)
  })
  expect(cpuMs).toBeLessThan(1_000)
})

test('answers a webhook with its template and label, which names its source', async () => {
  const answer = await hook('{"a":1}')
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({ accepted: 1, rejected: 0, template_id: 'okta-webhook', label: 'Okta (prod)' })
  expect(ingest.batches[0]).toMatchObject({
    connectorId: 'Okta-prod',
    connectorType: 'okta-webhook',
    sourceFormat: 'okta-webhook',
  })
})

test('takes the format from the template, or its name; a push token requests detection', async () => {
  ingest.token('named', { templateId: 'webhook-okta', sourceFormat: 'okta' })
  ingest.token('pusher')
  for (const token of ['named', 'hook', 'pusher']) await ingest.send(`/v1/inbox/${token}`, { body: '{"a":1}' })
  expect(ingest.batches.map((batch) => batch.sourceFormat)).toEqual(['okta', 'okta-webhook', 'auto'])
})

test.each([
  ['one object, whatever it holds', '{\n "events": [1, 2]\n}', 'document', 1, '{\n "events": [1, 2]\n}'],
  ['an array', '[{"a":1}, {"b":2}]', 'envelope', 2, '[{"a":1}, {"b":2}]'],
  ['lines', '{"a":1}\n{"b":2}\n', 'lines', 2, '{"a":1}\n{"b":2}\n'],
  ['lines, one of them broken', '{"a":1}\n{"b":', 'lines', 2, '{"a":1}\n{"b":'],
  ['objects without line ends', '{"a" :1}{"b":2}', 'envelope', 2, '[{"a" :1},{"b":2}]'],
  ['objects over several lines', '{\n"a":1}\n{"b":2}', 'envelope', 2, '[{\n"a":1},{"b":2}]'],
  ['objects without line ends, the last one broken', '{"a":1}{\n"b":2}{"c":', 'lines', 3, '{"a":1}\n{ "b":2}\n{"c":'],
  ['lines, one of them text', '{"a":1}\nsome noise\n{"b":2}', 'lines', 3, '{"a":1}\nsome noise\n{"b":2}'],
])('%s', async (_name, body, framing, events, stored) => {
  expect((await hook(body)).status).toBe(200)
  expect(pushedBatches()).toEqual([[framing, events, stored]])
})

test.each([
  ['broken', 400, '{"a":'],
  ['broken inside', 400, '{"a":tru}'],
  ['text', 400, 'hello'],
  ['empty', 400, ''],
  ['empty array', 400, '[]'],
  ['one object past the event limit', 413, `{"a":"${'x'.repeat(1000)}"}`],
  ['past the inbox limit', 413, `[${Array(2000).fill('{}')}]`],
  ['past the events of a batch, on one line', 413, `${'{}'.repeat(401)}\n`],
  ['nested too deep', 400, `{"a":${'['.repeat(200)}${']'.repeat(200)}}`],
])('a webhook that is %s: %i', async (_name, status, body) => {
  expect((await hook(body)).status).toBe(status)
  expect(ingest.batches).toHaveLength(0)
})

test('reports a single object that is too large as one event', async () => {
  const { json } = await ingest.send('/v1/inbox/hook', { body: `{"a":"${'x'.repeat(1000)}"}` })
  expect(json.detail).toBe('the body is one event, and is larger than 1000 bytes')
})

test('reads JSON in a form of GitHub and Slack, and checks the signature of the form', async () => {
  const payload = '{"action":"opened","n":"a+b & c"}'
  const body = new URLSearchParams({ payload }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await hook(body, headers)).json).toMatchObject({ accepted: 1 })
  expect(pushedBatches()).toEqual([['document', 1, payload]])
  ingest.token('signed', { templateId: 'webhook-github', hmacSecret: HMAC_SECRET })
  const signature = `sha256=${createHmac('sha256', HMAC_SECRET).update(body).digest('hex')}`
  const sent = { body, headers: { ...headers, 'x-hub-signature-256': signature } }
  expect((await ingest.send('/v1/inbox/signed', sent)).status).toBe(200)
  expect((await hook('payload=%7B', headers)).status).toBe(400)
  expect((await hook('{"a":1}', headers)).status).toBe(200)
})

test('answers Okta’s GET challenge, only at an existing inbox', async () => {
  const ask = (token: string, headers: Record<string, string>) =>
    ingest.send(`/v1/inbox/${token}`, { method: 'GET', headers })
  const words = { 'x-okta-verification-challenge': 'say "this"' }
  expect(await ask('hook', words)).toMatchObject({ status: 200, json: { verification: 'say "this"' } })
  expect((await ask('hook', {})).status).toBe(400)
  expect((await ask('nobody', words)).status).toBe(404)
})

test('answers Microsoft Graph’s challenge in the query as text', async () => {
  const answer = await ingest.send('/v1/inbox/hook?validationToken=a%20%3Cb%3E', { body: '' })
  expect(answer).toMatchObject({ status: 200, text: 'a <b>' })
  expect(answer.headers['content-type']).toBe('text/plain')
  expect((await ingest.send('/v1/inbox/nobody?validationToken=a', { body: '' })).status).toBe(404)
  expect(ingest.batches).toHaveLength(0)
})

test.each([
  ['Slack', '{"type":"url_verification","challenge":"c1"}', { challenge: 'c1' }],
  [
    'Azure Event Grid',
    '[{"eventType":"Microsoft.EventGrid.SubscriptionValidationEvent","data":{"validationCode":"c2"}}]',
    { validationResponse: 'c2' },
  ],
])('%s asks with an event, and is answered', async (_name, body, text) => {
  expect((await hook(body)).json).toMatchObject({ accepted: 1, ...text })
})

test.each([
  '{"type":"url_verification","challenge":7}',
  '{"type":"message","challenge":"c"}',
  '{"eventType":"Microsoft.EventGrid.SubscriptionValidationEvent","data":[]}',
])('a request without a challenge gets none: %#', async (body) => {
  const answer = await hook(body)
  expect(answer.json).not.toHaveProperty('challenge')
  expect(answer.json).not.toHaveProperty('validationResponse')
})

test('a relayed mail is one document and may be larger than an event', async () => {
  ingest.token('mail', { templateId: 'email-forwarded' })
  const body = JSON.stringify({
    from: 'a@x',
    to: 'b@y',
    subject: 's',
    text: 'x'.repeat(3000),
    headers: {},
    attachments: [],
  })
  const answer = await ingest.send('/v1/inbox/email/mail', { body })
  expect(answer.status).toBe(200)
  expect(ingest.batches[0]).toMatchObject({ framing: 'document', sourceFormat: 'email', events: 1 })
  expect((await ingest.send('/v1/inbox/email/mail', { body: '[1]' })).status).toBe(400)
  expect((await ingest.send('/v1/inbox/email/mail', { body: 'x' })).status).toBe(400)
})

test('counts lines that are not CEF; a body without any CEF line is 400', async () => {
  const some = await cef('CEF:0|a|b|c|d|e|1|\nnoise\n<14>Nov 21 10:00:00 h CEF:0|a|b|c|d|e|1|')
  expect(some.json).toMatchObject({ accepted: 2, rejected: 1, errors: ['event 2: not_cef'], template_id: 'cef-syslog' })
  expect(ingest.batches[0]).toMatchObject({ sourceFormat: 'cef', framing: 'lines', events: 3 })
  expect((await cef('noise\nmore noise')).status).toBe(400)
})

test('answers HEC in the form that its clients read', async () => {
  const answer = await hec('{"event":"a","host":"h"}\n{"event":{"b":1}}')
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({ text: 'Success', code: 0, accepted: 2 })
  expect(ingest.batches[0]).toMatchObject({ sourceFormat: 'hec', framing: 'lines', events: 2 })
})

test.each([
  '{"event":null}',
  '{"event":""}',
  '{"event":" \\n"}\n{"event":null}',
  '[{"event":null}]',
  '{}',
  '{"event":{}}',
  '{"host":"h","event": [ ] }',
])('an event that is blank is refused as Splunk refuses it: %s', async (blank) => {
  const answer = await hec(blank)
  const text = 'Event field cannot be blank'
  expect(answer.json).toMatchObject({ status: 400, text, code: 13, 'invalid-event-number': 0 })
  expect(ingest.batches).toEqual([])
})

test('accepts the other events beside a blank one', async () => {
  expect((await hec('{"event":null}\n{"event":"null"}\n{"event":{"event":""}}')).json).toMatchObject({
    code: 0,
    accepted: 2,
    rejected: 1,
    errors: ['event 1: blank_event'],
  })
})

test('HEC batches without line ends keep the text of each event', async () => {
  await hec('{"event":"a"}{"event":"}{"} \n {"event":\n"c"}')
  expect(pushedBatches()).toEqual([['envelope', 3, '[{"event":"a"},{"event":"}{"},{"event":\n"c"}]']])
})

test('HEC events in one list are events, and an empty list is no data', async () => {
  expect((await hec('[{"event":"a"}, {"event":"b"}]')).json).toMatchObject({ code: 0, accepted: 2 })
  expect(ingest.batches[0]).toMatchObject({ sourceFormat: 'hec', framing: 'envelope', events: 2 })
  expect((await hec('[]')).json).toMatchObject({ code: 5 })
})

const collector = (path: string, body: string | Buffer) =>
  ingest.send(`/services/collector${path}`, { body, headers: { authorization: 'Splunk hec' } })

test.each(['', '/event', '/event/1.0'])(
  'HEC clients find it where they send to: /services/collector%s',
  async (path) => {
    expect((await collector(path, '{"event":"a"}')).json).toMatchObject({ text: 'Success', code: 0, accepted: 1 })
    expect((await ingest.send(`/services/collector${path}`, { body: '{"event":1}' })).json).toMatchObject({ code: 2 })
  },
)

test.each(['/raw', '/raw/1.0?channel=c'])('raw lines become HEC events: %s', async (path) => {
  expect((await collector(path, 'one "line"\n\n\ttwo\r\n')).json).toMatchObject({ code: 0, accepted: 2 })
  expect(pushedBatches()).toEqual([['lines', 2, '{"event":"one \\"line\\""}\n{"event":"\\ttwo"}\n']])
  expect((await collector(path, ' \n')).json).toMatchObject({ code: 5 })
})

test('a raw event of Windows over several lines is one event', async () => {
  const event = (id: number) => `<Event xmlns='x'>\r\n<System><EventID>${id}</EventID></System>\r\n</Event>`
  expect((await collector('/raw', `${event(1)}\r\n${event(2)}`)).json).toMatchObject({ accepted: 2 })
  expect(pushedBatches()).toEqual([
    ['lines', 2, [1, 2].map((id) => `${JSON.stringify({ event: event(id) })}\n`).join('')],
  ])
})

test('accepts the token as a password at the collector, and nowhere else', async () => {
  const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })
  const askCollector = (headers: Record<string, string>, path = '/services/collector') =>
    ingest.send(path, { body: '{"event":"a"}', headers })
  for (const pair of ['x:hec', ':hec', 'Splunk:hec'])
    expect((await askCollector(basic(pair))).json).toMatchObject({ code: 0 })
  expect((await askCollector(basic('hec:'))).json).toMatchObject({ status: 401, code: 2 })
  expect((await askCollector(basic('x:other'))).json).toMatchObject({ status: 403, code: 4 })
  expect((await askCollector(basic('x:push'), '/v1/ingest')).status).toBe(401)
})

test('answers overload with 503 on Splunk’s paths, whose clients drop a batch after 429', async () => {
  ingest.consume = async () => ({ allowed: false, never: false, retryAfterSeconds: 3 })
  const { status, headers, json } = await collector('/event', '{"event":"a"}')
  expect([status, headers['retry-after']]).toEqual([503, '3'])
  expect(json).toMatchObject({ status: 503, title: 'Service Unavailable', code: 9, text: 'Server is busy' })
  expect((await hec('{"event":"a"}')).status).toBe(429)
})

test('reads no field of a form behind its payload', () => {
  const body = Buffer.from(`payload=%7B%7D${'&a'.repeat(1000)}`)
  const ends: number[] = []
  const value = (...range: Parameters<Buffer['toString']>) => {
    ends.push(range[2] ?? body.length)
    return Buffer.prototype.toString.apply(body, range)
  }
  Object.defineProperty(body, 'toString', { value })
  expect(formPayload(body).toString()).toBe('{}')
  expect(ends).toEqual(['payload=%7B%7D'.length])
})

test('adds the query’s fields to each raw line', async () => {
  const body = Buffer.from('caf\xe9\nb\0', 'latin1')
  await collector('/raw?host=h&sourcetype=cisco%3Aasa&source=&x=1', body)
  const around = { host: 'h', sourcetype: 'cisco:asa' }
  const lines = ingest.batches[0]?.body.toString().trim().split('\n') ?? []
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: 'caf\xe9', ...around },
    { event: 'b\0', ...around },
  ])
  expect((await collector(`/raw?host=${'h'.repeat(257)}`, 'a')).json).toMatchObject({ status: 400, code: 6 })
})

test('wraps a record over several raw lines as one event', () => {
  const record = '<AUDIT_RECORD>\n<NAME>Quit</NAME>\n</AUDIT_RECORD>'
  const wrapped = rawAsEvents(Buffer.from(`${record}\n${record}\n`), new URLSearchParams(), INGEST_LIMITS).toString()
  expect(
    wrapped
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ event: record }, { event: record }])
})

test('stops wrapping raw lines at the batch’s event limit', () => {
  const limits = { ...INGEST_LIMITS, eventsMax: 10 }
  const lines = (count: number) => rawAsEvents(Buffer.from('a\n'.repeat(count)), new URLSearchParams(), limits)
  expect(lines(10).toString()).toBe('{"event":"a"}\n'.repeat(10))
  expect(() => lines(11)).toThrow('at most 10 events')
})

test('refuses only the raw line that is too long, and bounds the size that the query adds', async () => {
  expect((await collector('/raw', `${'x'.repeat(1001)}\nb`)).json).toMatchObject({ accepted: 1, rejected: 1 })
  const small = await openTestIngest({ limits: { decodedBytesMax: 5000 } })
  small.token('hec', { templateId: 'splunk-hec' })
  const sent = { body: 'a\n'.repeat(100), headers: { authorization: 'Splunk hec' } }
  expect((await small.send(`/services/collector/raw?host=${'h'.repeat(100)}`, sent)).status).toBe(413)
  await small.close()
})

const withChannel = (path: string, body: string, channel: string | null = 'c-1', token = 'hec') =>
  ingest.send(`/services/collector${path}`, {
    body,
    headers: { authorization: `Splunk ${token}`, ...(channel !== null && { 'x-splunk-request-channel': channel }) },
  })

test('acknowledges the id of a batch with a channel, only to its sender and for its channel', async () => {
  const { json } = await withChannel('/event', '{"event":"a"}')
  expect(Number.isSafeInteger(json.ackId)).toBe(true)
  const askCollector = JSON.stringify({ acks: [json.ackId, json.ackId + 1, -1, 1.5, 1e300] })
  const acks = async (...to: [channel: string, token?: string]) =>
    (await withChannel('/ack', askCollector, ...to)).json.acks
  expect(await acks('c-1')).toEqual({
    [json.ackId]: true,
    [json.ackId + 1]: false,
    '-1': false,
    '1.5': false,
    '1e+300': false,
  })
  expect(Object.values(await acks('c-2'))).not.toContain(true)
  ingest.token('hec-2', { templateId: 'splunk-hec' })
  expect(Object.values(await acks('c-1', 'hec-2'))).not.toContain(true)
  const byQuery = await collector('/raw?channel=c-1', 'a')
  expect((await withChannel('/ack', JSON.stringify({ acks: [byQuery.json.ackId] }))).json.acks).toEqual({
    [byQuery.json.ackId]: true,
  })
  expect((await collector('/event', '{"event":"a"}')).json).not.toHaveProperty('ackId')
  expect(ingest.batches).toHaveLength(3)
})

test('an ack id belongs to its credential in any header, and to no other', async () => {
  ingest.token('hec-2', { templateId: 'splunk-hec' })
  const sent = (path: string, body: string, headers: Record<string, string>) =>
    ingest.send(`/services/collector${path}?channel=c-1`, { body, headers })
  const { json } = await sent('/event', '{"event":"a"}', { 'x-inbox-token': 'hec' })
  const isIssued = async (headers: Record<string, string>) =>
    (await sent('/ack', `{"acks":[${json.ackId}]}`, headers)).json.acks[json.ackId]
  for (const headers of [{ 'x-inbox-token': 'hec' }, { authorization: 'Splunk hec' }, { authorization: 'bearer  hec' }])
    expect(await isIssued(headers)).toBe(true)
  expect(await isIssued({ 'x-inbox-token': 'hec-2' })).toBe(false)
})

test.each([
  ['without a channel', null, '{"acks":[1]}', { status: 400, code: 10 }],
  ['with a channel that is none', 'a b', '{"acks":[1]}', { status: 400, code: 11 }],
  ['with a long one', 'c'.repeat(129), '{"acks":[1]}', { status: 400, code: 11 }],
  ['without a list', 'c', '{"acks":1}', { status: 400, code: 6 }],
  ['of texts', 'c', '{"acks":["1"]}', { status: 400, code: 6 }],
  ['of too many', 'c', `{"acks":[${'1,'.repeat(10_000)}1]}`, { status: 400, code: 6 }],
  ['that is no JSON', 'c', '{', { status: 400, code: 6 }],
])('a question for acknowledgements %s is refused', async (_, channel, body, expected) => {
  expect((await withChannel('/ack', body, channel)).json).toMatchObject(expected)
})

test('HEC reports its health', async () => {
  const ask = (at: TestIngest) => at.send('/services/collector/health', { method: 'GET' })
  expect((await ask(ingest)).json).toEqual({ text: 'HEC is healthy', code: 17 })
  const away = await openTestIngest({ subsystems: { backbone: () => Promise.reject(new Error('away')) } })
  expect(await ask(away)).toMatchObject({ status: 503, json: { code: 18, text: 'HEC is unhealthy, queues are full' } })
  await away.close()
})

test.each([
  ['is nested deep', `{"event":"a"}{"event":${'['.repeat(200)}${']'.repeat(200)}}{"event":"b"}`, 3, 0],
  ['is broken', '{"event":"a"}{"event":"b"}\n{"event":"c"', 2, 1],
  ['is none', '{"event":"a"}{"event":"b"},{"event":"c"}', 2, 1],
  ['is text', '{"event":"a"}\nsome noise\n{"event":"c"}', 2, 1],
])('a HEC event that %s costs those before it nothing', async (_name, body, accepted, rejected) => {
  expect((await hec(body)).json).toMatchObject({ accepted, rejected })
})

test('refuses more HEC events on one line than a batch may have', async () => {
  const answer = await hec('{"event":1}'.repeat(401))
  expect([answer.status, answer.json.code, ingest.batches.length]).toEqual([413, 27, 0])
})

test.each([
  ['no data', 400, 5, ''],
  ['text', 400, 6, 'hello'],
  ['broken', 400, 6, '{"event":"a"'],
])('HEC %s: %i, code %i', async (_name, status, code, body) => {
  const answer = await hec(body)
  expect([answer.status, answer.json.code]).toEqual([status, code])
  expect(answer.json.error).toBeDefined()
})

test('HEC refusals have the statuses, codes and texts of Splunk’s table', async () => {
  ingest.token('old', { templateId: 'splunk-hec', revokedAt: 1 })
  const send = async (headers: Record<string, string>, path = '/v1/inbox/hec') => {
    const { status, json } = await ingest.send(path, { body: '{"event":1}', headers })
    expect([json.status, json.title]).toEqual([status, STATUS_CODES[status]])
    return [status, json.code, json.text]
  }
  for (const path of [
    '/v1/inbox/hec',
    '/services/collector/event',
    '/services/collector/raw',
    '/services/collector/ack',
  ]) {
    expect(await send({}, path)).toEqual([401, 2, 'Token is required'])
    expect(await send({ authorization: 'Splunk' }, path)).toEqual([401, 2, 'Token is required'])
    expect(await send({ authorization: 'Digest hec' }, path)).toEqual([401, 3, 'Invalid authorization'])
    expect(await send({ authorization: 'Splunk nobody' }, path)).toEqual([403, 4, 'Invalid token'])
    expect(await send({ authorization: 'Splunk push' }, path)).toEqual([403, 4, 'Invalid token'])
    expect(await send({ authorization: 'Splunk old' }, path)).toEqual([403, 1, 'Token disabled'])
  }
  ingest.append = () => Promise.reject(new Error('broken'))
  expect(await send({ authorization: 'Splunk hec' })).toEqual([500, 8, 'Internal server error'])
})

test('a HEC request without a token is answered with the scheme of its clients', async () => {
  const { status, headers, json } = await ingest.send('/services/collector/event', { body: '{"event":1}' })
  expect([status, headers['www-authenticate']]).toEqual([401, 'Splunk'])
  expect(json.detail).toBe('send the token as Authorization: Splunk <token>')
  expect((await ingest.send('/v1/ingest', { body: '{}' })).headers['www-authenticate']).toBe('Bearer')
})

test('names the first event of a refused HEC batch', async () => {
  expect((await hec('hello')).json).toMatchObject({ code: 6, 'invalid-event-number': 0 })
  expect((await hec('')).json).not.toHaveProperty('invalid-event-number')
})

const k8s = (body: string) =>
  ingest.send('/v1/ingest/k8s-audit/acme', { body, headers: { 'x-svc-k8s-token': K8S_SECRET } })

test('splits an EventList into its items, and accepts an empty one', async () => {
  const body = '{"kind":"EventList","apiVersion":"audit.k8s.io/v1","items":[{"auditID":"1"},{"auditID":"2"},7]}'
  const answer = await k8s(body)
  expect(answer.status).toBe(202)
  expect(answer.json).toMatchObject({ accepted: 2, rejected: 1, errors: ['event 3: not_an_object'] })
  expect(ingest.batches[0]).toMatchObject({ sourceFormat: 'k8s-audit', framing: 'envelope', events: 3 })
  expect((await k8s('{"kind":"EventList","items":[]}')).status).toBe(200)
  expect((await k8s('{"kind":"EventList","items":null}')).status).toBe(200)
  expect(ingest.batches).toHaveLength(1)
})

test.each([
  '{}',
  '[]',
  '{"kind":"EventList"}',
  '{"kind":"Pod","items":[{}]}',
  '{"kind":"EventList","items":{}}',
  'x',
  '',
])('what is no EventList is 400: %s', async (body) => {
  expect((await k8s(body)).status).toBe(400)
})
