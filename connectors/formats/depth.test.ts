import { expect, test } from 'vitest'
import { EventRow } from '../../schemas/event-row.ts'
import { detectMapping } from '../index.ts'
import { openBody } from './body.ts'
import { type Decoded, isFault } from './decoder.ts'

const LINE = '<86>Nov 22 22:00:06 web01 sshd[106]: Failed password for root from 203.0.113.7 port 4006 ssh2'
const WORDS = 'door opened user=alice result="granted" from=203.0.113.7'
/** Depth that readers of the lake accept, plus the levels that decoders add. */
const DEPTH_MAX = 64 + 6

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`)
const queue = (body: string, more: object) => ({ messageId: 'q', receiptHandle: 'r', body, ...more })
const topic = (Message: string, more: object) => ({ Type: 'Notification', TopicArn: 't', Message, ...more })
const bus = (detail: unknown, more: object) => ({ version: '0', 'detail-type': 'x', detail, ...more })

type Form = 'auto' | 'hec' | 'syslog'

/** Places of JSON inside or around decoded text. */
const PLACES: [name: string, form: Form, of: (deep: unknown) => string][] = [
  ['an event', 'auto', (deep) => JSON.stringify({ a: deep })],
  ['the envelope of a collector', 'hec', (deep) => JSON.stringify({ event: LINE, fields: { a: deep } })],
  ['an event in such an envelope', 'hec', (deep) => JSON.stringify({ event: { a: deep }, host: 'h' })],
  ['a message of a queue', 'auto', (deep) => JSON.stringify(queue(LINE, { attributes: deep }))],
  ['a notification', 'auto', (deep) => JSON.stringify(topic(WORDS, { MessageAttributes: deep }))],
  ['a notification in a queue', 'auto', (deep) => JSON.stringify(queue(JSON.stringify(topic(LINE, { X: deep })), {}))],
  ['an event of a bus', 'auto', (deep) => JSON.stringify(bus({ a: deep }, {}))],
  ['what a bus says of a line', 'auto', (deep) => JSON.stringify(bus({ message: LINE }, { resources: deep }))],
  ['what a relay says', 'auto', (deep) => JSON.stringify({ '@timestamp': '2026-11-22', message: LINE, tags: deep })],
  ['a program that writes JSON', 'syslog', (deep) => `<86>Nov 22 22:00:06 web01 app: ${JSON.stringify({ a: deep })}`],
]

function read(form: Form, text: string): Decoded {
  const body = Buffer.from(text)
  return openBody(body, 'lines', form, { receivedMs: Date.UTC(2026, 10, 23) }).decode(0, body.length)
}

function depthOf(record: object): number {
  let depth = 0
  for (let level: unknown[] = [record]; level.length > 0; depth++) {
    level = level
      .flatMap((value) => Object.values(value as object))
      .filter((value) => typeof value === 'object' && value !== null)
  }
  return depth
}

test.each(PLACES)('JSON that is nested too deep is refused or kept as text: %s', (_, form, of) => {
  const record = read(form, of(nested(500)))
  if (isFault(record)) return expect(record).toBe('too_deep')
  const refusal = detectMapping(record).fill(record, new EventRow())
  expect(refusal === 'too_deep' || depthOf(record) <= DEPTH_MAX).toBe(true)
})

test.each(PLACES)('JSON with less nesting is read: %s', (_, form, of) => {
  const record = read(form, of(nested(50)))
  expect.assert(!isFault(record))
  expect(depthOf(record)).toBeGreaterThan(50)
  expect(detectMapping(record).fill(record, new EventRow())).toBeNull()
})
