import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrangedBody, cutText, openBody } from './body.ts'
import { splitEnvelope } from './framing.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 0, 7) }
const ID = '3'.repeat(56)
const trail = { eventVersion: '1.08', eventSource: 'iam.amazonaws.com', eventName: 'CreateUser' }
const flow = '2 123456789012 eni-1 192.0.2.1 198.51.100.2 443 49152 6 1 40 1620000000 1620000060 ACCEPT OK'
const event = (message: string) => ({ id: ID, timestamp: 1_767_789_296_789, message })
const envelope = (...messages: string[]) => ({
  messageType: 'DATA_MESSAGE',
  owner: '123456789012',
  logGroup: 'group',
  logStream: 'stream',
  subscriptionFilters: ['all'],
  logEvents: messages.map(event),
})
const packed = (value: unknown) =>
  JSON.stringify({ awslogs: { data: gzipSync(JSON.stringify(value)).toString('base64') } })

/** Reads a body of lines as ingest and intake do. */
function recordsOf(received: string, format = 'auto') {
  const body = arrangedBody(Buffer.from(received), format)
  const { decode } = openBody(body, 'lines', format, CONTEXT)
  const records: unknown[] = []
  cutText(body, format, (start, end) => records.push(decode(start, end)) > 0)
  return records
}

test('the message of an event becomes the record, with the envelope beside it', () => {
  const body = Buffer.from(JSON.stringify(envelope(JSON.stringify(trail))))
  const found = splitEnvelope(body)
  expect.assert('elements' in found)
  expect(found.kind).toBe('list')
  const { decode } = openBody(body, 'envelope', 'auto', CONTEXT)
  expect(decode(found.elements[0] as number, found.elements[1] as number)).toEqual({
    ...trail,
    cloudwatch: { id: ID, timestamp: 1_767_789_296_789 },
  })
})

test('packed and plain envelopes on lines become events with their group', () => {
  const message = JSON.stringify(trail)
  const wanted = {
    ...trail,
    cloudwatch: { id: ID, timestamp: 1_767_789_296_789, owner: '123456789012', logGroup: 'group', logStream: 'stream' },
  }
  for (const line of [packed(envelope(message, message)), JSON.stringify(envelope(message, message))])
    expect(recordsOf(line)).toEqual([wanted, wanted])
})

test('a line of text is read by its format; words stay the message of their event', () => {
  const [flowRecord, words] = recordsOf(packed(envelope(flow, 'something happened')))
  expect(flowRecord).toMatchObject({ cloudwatch: { logGroup: 'group' } })
  expect(flowRecord).not.toHaveProperty('message')
  expect(words).toMatchObject({ message: 'something happened', timestamp: 1_767_789_296_789, logGroup: 'group' })
})

test('a control message has no event, and data that only looks packed stays one event', () => {
  expect(recordsOf(packed({ ...envelope('x'), messageType: 'CONTROL_MESSAGE' }))).toEqual([])
  for (const data of ['not gzip', gzipSync('[1]').toString('base64'), 7])
    expect(recordsOf(JSON.stringify({ awslogs: { data } }))).toEqual([{ awslogs: { data } }])
})

test('an event of another sender with those names stays unchanged', () => {
  const other = { id: '7', timestamp: 1, message: '{"a":1}' }
  expect(recordsOf(JSON.stringify(other))).toEqual([other])
  expect(recordsOf(JSON.stringify({ ...event('{"a":1}'), level: 'info' }))).toEqual([
    { ...event('{"a":1}'), level: 'info' },
  ])
})

test('any packed bytes give events', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.json()), { maxLength: 5 }), (messages) => {
      expect(recordsOf(packed(envelope(...messages)))).toHaveLength(messages.length)
    }),
    { numRuns: 100 },
  )
})

test('all envelopes of a body together are unpacked up to 64 MiB; the others stay as sent', () => {
  const line = packed(envelope('a'.repeat(15 * 1024 * 1024)))
  const arranged = arrangedBody(Buffer.from(`${line}\n`.repeat(7)), 'auto')
  expect(arranged.length).toBeLessThan(64 * 1024 * 1024)
  expect(arranged.subarray(-3 * (line.length + 1)).toString()).toBe(`${line}\n`.repeat(3))
})

test('data that cannot be unpacked counts with the most that it may have produced', () => {
  const bomb = gzipSync('a'.repeat(16 * 1024 * 1024 + 1)).toString('base64')
  const bombs = `${JSON.stringify({ awslogs: { data: bomb } })}\n`.repeat(5)
  const line = `${packed(envelope('a', 'b'))}\n`
  expect(arrangedBody(Buffer.from(line + bombs + line), 'auto').toString()).toContain(bombs + line)
})
