import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rulesFor, shallowCheck, splitEnvelope, splitLines } from '../../../connectors/formats/framing.ts'
import { tenantId } from '../../../platform/tenant.ts'
import type { EventBatch, Framing } from '../../../schemas/event-batch.ts'
import { cutBatch } from './cut.ts'

const EVENT_BYTES_MAX = 60

function cut(body: Buffer, framing: Framing, sourceFormat = 'auto'): [text: string, fault: string | null][] {
  const header = {
    tenantId: tenantId('t'),
    connectorId: 'c',
    connectorType: '',
    requestId: 'r',
    requestKey: '',
    earlierKey: '',
    receivedMs: 1,
    events: 0,
  }
  const batch: EventBatch = { ...header, sourceFormat, framing, body }
  const events: [string, string | null][] = []
  cutBatch(batch, EVENT_BYTES_MAX, (start, end, fault) => events.push([body.toString('latin1', start, end), fault]))
  return events
}

test('lines are cut with their faults, each by itself', () => {
  const body = Buffer.concat([
    Buffer.from(
      `{"a":1}\r\n\n[1]\n{"a":"\0"}\n${'{"a":"long long long long long long long long long long"}'.padEnd(61)}\n {"b":2}\n`,
    ),
    Buffer.from([0x7b, 0xff, 0x7d]),
  ])
  expect(cut(body, 'lines').map(([, fault]) => fault)).toEqual([
    null,
    'not_an_object',
    'nul_byte',
    'event_too_large',
    null,
    'not_utf8',
  ])
  expect(cut(body, 'lines')[0]?.[0]).toBe('{"a":1}')
})

test('splits a list into its elements byte for byte; an object is one event', () => {
  expect(cut(Buffer.from('{"events": [ {"a": 1} ,{"b":[2]}, 3 ]}'), 'envelope')).toEqual([
    ['{"a": 1}', null],
    ['{"b":[2]}', null],
    ['3', 'not_an_object'],
  ])
  expect(cut(Buffer.from('[{"a":1}]'), 'envelope')).toEqual([['{"a":1}', null]])
  expect(cut(Buffer.from(' {"a":1}'), 'envelope')).toEqual([['{"a":1}', null]])
  expect(cut(Buffer.from('{"events":[{"a":1'), 'envelope')).toEqual([['{"events":[{"a":1', 'bad_envelope']])
})

test('a document is one event of any size', () => {
  const text = `{"a":"${'x'.repeat(500)}"}`
  expect(cut(Buffer.from(text), 'document')).toEqual([[text, null]])
})

/** Bodies composed of the tokens that decide between events and faults. */
const pieces = fc.constantFrom(
  '{"a":1}',
  '{"events":[',
  ']}',
  '[',
  ']',
  ',',
  '{',
  '}',
  '"',
  '\\',
  '\n',
  '\r\n',
  ' ',
  '\0',
  'é',
  '\xff',
  'CEF:0|',
  'x'.repeat(61),
)
const bodies = fc.array(pieces, { maxLength: 25 }).map((all) => Buffer.from(all.join(''), 'latin1'))

test('cuts any body into the events that ingest counted, with the same faults', () => {
  const formats = fc.constantFrom('auto', 'json', 'syslog', 'cef', 'no-such-format')
  fc.assert(
    fc.property(bodies, formats, (body, format) => {
      const counted: (string | null)[] = []
      const rules = rulesFor(body, 'lines', format, EVENT_BYTES_MAX)
      splitLines(body, (start, end) => {
        counted.push(shallowCheck(body, start, end, rules))
        return true
      })
      expect(cut(body, 'lines', format).map(([, fault]) => fault)).toEqual(counted)
      const envelope = splitEnvelope(body)
      const elements = 'fault' in envelope ? 1 : envelope.elements.length / 2
      expect(cut(body, 'envelope', format)).toHaveLength(elements)
    }),
    { numRuns: 1000 },
  )
})
