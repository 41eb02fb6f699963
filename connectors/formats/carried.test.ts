import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectMapping } from '../index.ts'
import { guardDuty } from '../vendors/aws/guardduty.ts'
import { arrangedBody, cutText, openBody } from './body.ts'
import { carriedRecord } from './carried.ts'
import { splitEnvelope } from './split-json.ts'
import { envelopeList } from './take-apart.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 0, 7) }
const trail = (eventID: string) => ({
  eventVersion: '1.08',
  eventID,
  eventTime: '2026-01-07T01:02:03Z',
  eventSource: 'iam.amazonaws.com',
  eventName: 'CreateUser',
  awsRegion: 'us-east-1',
})
const bus = (detail: unknown) => ({
  version: '0',
  id: 'b1',
  'detail-type': 'AWS API Call via CloudTrail',
  source: 'aws.iam',
  account: '111122223333',
  time: '2026-01-07T01:02:04Z',
  region: 'us-east-1',
  resources: [],
  detail,
})
const topic = (carried: unknown) => ({
  Type: 'Notification',
  MessageId: 'm1',
  TopicArn: 'arn:aws:sns:us-east-1:111122223333:t',
  Subject: 's',
  Message: typeof carried === 'string' ? carried : JSON.stringify(carried),
  Timestamp: '2026-01-07T01:02:05Z',
})
const queue = (carried: unknown) => ({
  messageId: 'q1',
  receiptHandle: 'AQEB',
  body: JSON.stringify(carried),
  attributes: { SentTimestamp: '1' },
  eventSource: 'aws:sqs',
  awsRegion: 'us-east-1',
})
const without = (name: string, record: object) => Object.fromEntries(Object.entries(record).filter(([n]) => n !== name))

const read = (record: object) => carriedRecord(structuredClone(record) as Record<string, unknown>, CONTEXT)

/** Reads a body of lines as ingest and intake do. */
function linesOf(received: string) {
  const body = arrangedBody(Buffer.from(received), 'auto')
  const { decode } = openBody(body, 'lines', 'auto', CONTEXT)
  const records: unknown[] = []
  cutText(body, 'auto', (start, end) => records.push(decode(start, end)) > 0)
  return records
}

/** Reads a body of JSON as ingest and intake do. */
function listOf(received: string) {
  const list = envelopeList(Buffer.from(received))
  expect.assert(list !== null)
  const split = splitEnvelope(list)
  expect.assert('elements' in split)
  const { decode } = openBody(list, 'envelope', 'auto', CONTEXT)
  const records: unknown[] = []
  for (let i = 0; i < split.elements.length; i += 2)
    records.push(decode(split.elements[i] as number, split.elements[i + 1] as number))
  return records
}

test('the record inside a bus, topic or queue message is the event, and the envelope is beside it', () => {
  const record = trail('1')
  expect(read(bus(record))).toEqual({ ...record, eventbridge: without('detail', bus(record)) })
  expect(read(topic(record))).toEqual({ ...record, sns: without('Message', topic(record)) })
  expect(read(queue(record))).toEqual({ ...record, sqs: without('body', queue(record)) })
  expect(read({ MessageId: 'q', ReceiptHandle: 'A', Body: JSON.stringify(record) })).toEqual({
    ...record,
    sqs: { MessageId: 'q', ReceiptHandle: 'A' },
  })
  expect(read({ EventSource: 'aws:sns', EventVersion: '1.0', Sns: topic(record) })).toEqual({
    ...record,
    sns: { EventSource: 'aws:sns', EventVersion: '1.0', Sns: without('Message', topic(record)) },
  })
})

test('nested envelopes are unwrapped, and the source of the inner record is found', () => {
  const found = read(queue(topic(bus(trail('1')))))
  expect(found).toMatchObject({ eventName: 'CreateUser', sqs: {}, sns: {}, eventbridge: { source: 'aws.iam' } })
  expect(detectMapping(found).id).toBe('aws-cloudtrail/1')
  const finding = { id: 'f', type: 'Recon:EC2/Portscan', service: { detectorId: 'd' } }
  expect(detectMapping(read(bus(finding)))).toBe(guardDuty)
})

test('a list of one event is that event; members that a collector added stay outside', () => {
  expect(read(topic({ Records: [trail('1')] }))).toMatchObject({ eventID: '1', sns: { MessageId: 'm1' } })
  expect(read({ ...topic(trail('1')), hec: { host: 'h' } })).toMatchObject({
    hec: { host: 'h' },
    sns: { Subject: 's' },
  })
})

const shuffled = (record: object) =>
  fc
    .shuffledSubarray(Object.entries(record), { minLength: Object.keys(record).length })
    .map((members) => Object.fromEntries(members))

test('an envelope is recognised in any order of its members, by the stage and by ingest', () => {
  const list = { Records: [trail('1'), trail('2')] }
  const logs = {
    logEvents: [
      { id: '1', message: 'a' },
      { id: '2', message: 'b' },
    ],
    messageType: 'DATA_MESSAGE',
    owner: 'o',
  }
  const carriers = fc
    .constantFrom<(carried: object) => object>(bus, topic, queue)
    .chain((wrap) => fc.tuple(shuffled(wrap(trail('1'))), shuffled(wrap(list)), shuffled(logs)))
  fc.assert(
    fc.property(carriers, fc.boolean(), ([one, several, logEvents], isPretty) => {
      expect(carriedRecord(one, CONTEXT)).toMatchObject({ eventID: '1' })
      const wanted = [{ eventID: '1' }, { eventID: '2' }]
      expect(linesOf(JSON.stringify(several))).toMatchObject(wanted)
      expect(listOf(JSON.stringify(several, null, isPretty ? 2 : 0))).toMatchObject(wanted)
      expect(linesOf(JSON.stringify(logEvents))).toMatchObject([
        { message: 'a', owner: 'o' },
        { message: 'b', owner: 'o' },
      ])
    }),
  )
})

test('lines of other formats are decoded, and plain words stay the message', () => {
  expect(read(topic('CEF:0|a|b|1|2|n|5|src=192.0.2.1'))).toMatchObject({ cef: { name: 'n' }, sns: {} })
  for (const words of ['the alarm is over', '[1,2]', '"x"', '']) expect(read(topic(words))).toEqual(topic(words))
  const confirmation = { ...topic(trail('1')), Type: 'SubscriptionConfirmation' }
  expect(read(confirmation)).toEqual(confirmation)
  const own = { detail: { a: 1 }, body: '{"a":1}', Message: '{"a":1}' }
  expect(read(own)).toEqual(own)
})

test('envelopes deeper than four stay nested', () => {
  let record: object = trail('1')
  for (let i = 0; i < 6; i++) record = topic(record)
  expect(read(record)).toMatchObject({ Type: 'Notification', sns: {} })
})

test('a message with a list becomes an event for each entry, with all outer members', () => {
  const list = { Records: [trail('1'), trail('2')] }
  const wanted = [
    { ...trail('1'), sns: { MessageId: 'm1' } },
    { ...trail('2'), sns: { MessageId: 'm1' } },
  ]
  expect(linesOf(JSON.stringify(topic(list)))).toMatchObject(wanted)
  expect(listOf(JSON.stringify(topic(list), null, 2))).toMatchObject(wanted)
  const nested = { Records: [queue(topic(list)), queue(topic(bus(trail('3'))))] }
  expect(listOf(JSON.stringify(nested))).toMatchObject([
    { eventID: '1', sqs: { messageId: 'q1' }, sns: { MessageId: 'm1' } },
    { eventID: '2', sqs: { messageId: 'q1' }, sns: { MessageId: 'm1' } },
    { eventID: '3', sqs: { messageId: 'q1' }, sns: { MessageId: 'm1' }, eventbridge: { id: 'b1' } },
  ])
  const findings = { findings: [{ Id: 'a' }, { Id: 'b' }] }
  expect(linesOf(JSON.stringify(bus(findings)))).toMatchObject([
    { Id: 'a', eventbridge: { id: 'b1' } },
    { Id: 'b', eventbridge: { id: 'b1' } },
  ])
})

test('a single message stays the event as it was sent', () => {
  const body = JSON.stringify(topic(trail('1')), null, 1)
  expect(envelopeList(Buffer.from(body))?.toString()).toBe(`[${body}]`)
  expect(arrangedBody(Buffer.from(JSON.stringify(topic(trail('1')))), 'auto').toString()).toBe(
    JSON.stringify(topic(trail('1'))).concat('\n'),
  )
  expect(envelopeList(Buffer.from('{"Type":"Notification","TopicArn":7}'))).toBeNull()
  expect(envelopeList(Buffer.from(JSON.stringify(trail('1'))))).toBeNull()
})

test('with more events than a batch may have, splitting stops as soon as this is known', () => {
  const body = Buffer.from(`${JSON.stringify(topic(trail('1')))}\n${'{}\n'.repeat(1000)}`)
  expect(arrangedBody(body, 'auto', 10).toString().trim().split('\n')).toHaveLength(11)
})

test('a message whose copies would be many times its size stays one event', () => {
  const Records = Array.from({ length: 40_000 }, () => ({}))
  const large = { ...topic({ Records }), Subject: 'x'.repeat(4096) }
  expect(arrangedBody(Buffer.from(JSON.stringify(large)), 'auto').length).toBeLessThan(300_000)
  const logEvents = Array.from({ length: 40_000 }, () => ({}))
  const logs = { messageType: 'DATA_MESSAGE', owner: 'x'.repeat(4096), logGroup: 'g', logStream: 's', logEvents }
  expect(arrangedBody(Buffer.from(JSON.stringify(logs)), 'auto').length).toBeLessThan(300_000)
})

test('nested lists are split up to a bound', () => {
  const deep = `${'{"Records":['.repeat(60)}{"messageId":"a"},{"b":1}${']}'.repeat(60)}`
  const body = Buffer.from(`{"Records":[{"messageId":"q"},${deep}]}`)
  expect(envelopeList(body)?.toString()).toContain('{"Records":[{"Records":[')
})

test('an activity of Google Workspace with several events becomes several activities', () => {
  const activity = (...names: readonly string[]) => ({
    kind: 'admin#reports#activity',
    id: { time: '2026-01-07T01:02:03Z', uniqueQualifier: '7', applicationName: 'drive' },
    actor: { email: 'ann@example.org' },
    events: names.map((name) => ({ type: 'access', name })),
  })
  const all = [activity('edit'), activity('change_user_access')]
  expect(linesOf(JSON.stringify(activity('edit', 'change_user_access')))).toEqual(all)
  const list = { kind: 'admin#reports#activities', items: [activity('edit', 'change_user_access'), activity('view')] }
  expect(listOf(JSON.stringify(list))).toEqual([...all, activity('view')])
  const other = { kind: 'other', events: [{}, {}] }
  expect(linesOf(JSON.stringify(other))).toEqual([other])
})

test.each([
  ['a message with a list', { ...bus('LIST') }],
  [
    'activities',
    { kind: 'admin#reports#activity', id: { uniqueQualifier: 'NUMBER' }, events: [{ name: 'ODD' }, { name: 'b' }] },
  ],
])('numbers in %s are taken apart as they were written', (_, carrier) => {
  const numbers = '[12345678901234567890,-9007199254740993,1.10,1e400,-0,5]'
  const body = JSON.stringify(carrier)
    .replace('"LIST"', `{"findings":[{"Id":"1","ODD":${numbers}},{"Id":"2"}]}`)
    .replace('"NUMBER"', '9007199254740993')
    .replace('"ODD"}', `"a","ODD":${numbers}}`)
  const lines = arrangedBody(Buffer.from(body), 'auto').toString().trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(`"ODD":${numbers}`)
  if (body.includes('uniqueQualifier')) expect(lines[1]).toContain('"uniqueQualifier":9007199254740993}')
})

test('all messages of a body together may be copied no more than a single one', () => {
  const Records = Array.from({ length: 1000 }, () => ({}))
  const line = JSON.stringify({ ...topic({ Records }), Subject: 'x'.repeat(12_000) })
  const arranged = arrangedBody(Buffer.from(`${line}\n`.repeat(4)), 'auto')
    .toString()
    .trim()
    .split('\n')
  expect(arranged).toHaveLength(2002)
  expect(arranged.slice(-2)).toEqual([line, line])
})
