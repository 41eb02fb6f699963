import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Envelope, type SplitFault, splitEnvelope, splitValues } from './split-json.ts'

const LIMITS = { eventsMax: 1000, depthMax: 64 }

function split(text: string): Envelope | SplitFault {
  return splitEnvelope(Buffer.from(text), LIMITS)
}

function eventsOf(text: string): string[] {
  const found = split(text)
  if ('fault' in found) throw new Error(`${found.fault} at ${found.at}`)
  return slices(Buffer.from(text), found.elements)
}

function slices(body: Buffer, elements: Int32Array): string[] {
  return Array.from({ length: elements.length / 2 }, (_, i) =>
    body.toString('utf8', elements[2 * i], elements[2 * i + 1]),
  )
}

test('events of an envelope keep their text', () => {
  expect(eventsOf('{"connector_id":"a","events":[ {"b" : 1.0} ,\n{"c":"]},{\\"é"}],"x":[1]}')).toEqual([
    '{"b" : 1.0}',
    '{"c":"]},{\\"é"}',
  ])
  expect(eventsOf('{"events":[]}')).toEqual([])
  expect(eventsOf(' [1,{"a":[2]},"x"] ')).toEqual(['1', '{"a":[2]}', '"x"'])
  expect(eventsOf(' {"a":{"events":[1]}} ')).toEqual(['{"a":{"events":[1]}}'])
})

test('names are compared as in JSON, and the last one of several counts', () => {
  expect(eventsOf('{"\\u0065vents":[{"a":1}]}')).toEqual(['{"a":1}'])
  expect(eventsOf('{"events":[1],"events":[2,3]}')).toEqual(['2', '3'])
  expect(split('{"events":[1],"events":7}')).toMatchObject({ kind: 'object' })
})

test('items are events in an EventList, and in a page without a kind', () => {
  expect(split('{"kind":"EventList","items":[{}]}')).toMatchObject({ kind: 'items' })
  expect(split('{"items":[{}],"kind":"EventList"}')).toMatchObject({ kind: 'items' })
  expect(split('{"items":[{}]}')).toMatchObject({ kind: 'list' })
  expect(split('{"items":[{}],"kind":"PodList"}')).toMatchObject({ kind: 'object' })
})

test('a vendor’s list is an envelope only if it has objects and only paging is beside it', () => {
  for (const name of ['Records', 'records', 'value', 'findings', 'Findings', 'Events']) {
    expect(split(`{"${name}":[{"a":1},{"b":2}]}`)).toMatchObject({ kind: 'list' })
    expect(eventsOf(`{"nextToken":"x","${name}":[{"a":1},{"b":2}]}`)).toEqual(['{"a":1}', '{"b":2}'])
    expect(split(`{"${name}":[{"a":1}],"actor":"x"}`)).toMatchObject({ kind: 'object' })
    expect(split(`{"${name}":["a"]}`)).toMatchObject({ kind: 'object' })
    expect(split(`{"${name}":[]}`)).toMatchObject({ kind: 'object' })
  }
  expect(split('{"kind":"admin#reports#activities","items":[{}]}')).toMatchObject({ kind: 'list' })
  expect(split('{"@odata.context":"x","value":[{}]}')).toMatchObject({ kind: 'list' })
  expect(split('{"Records":[{}],"value":[{}]}')).toMatchObject({ kind: 'object' })
})

test('events of an Okta event hook are inside of its data, and of no similar object', () => {
  const hook = (type: string, data: string) =>
    `{"eventType":"${type}","data":${data},"eventTime":"2026-01-01T00:00:00Z"}`
  const okta = 'com.okta.event_hook'
  expect(eventsOf(hook(okta, '{"n":1,"events":[ {"a":1}, {"b":[2]} ]}'))).toEqual(['{"a":1}', '{"b":[2]}'])
  expect(eventsOf(`{"data":{"events":[{}]},"eventType":"${okta}"}`)).toEqual(['{}'])
  for (const data of ['{"events":[1]}', '{"events":[]}', '{"events":7}', '{"x":[{}]}', '[{"a":1}]', '"events"'])
    expect(split(hook(okta, data))).toMatchObject({ kind: 'object' })
  expect(split(hook('other', '{"events":[{}]}'))).toMatchObject({ kind: 'object' })
  expect(split(`{"eventType":"${okta}","data":{"events":[{}`)).toMatchObject({ fault: 'cut_short' })
})

test('text that is not a single value is reported with its position', () => {
  expect(split('')).toEqual({ fault: 'empty', at: 0 })
  expect(split('  \n')).toEqual({ fault: 'empty', at: 0 })
  expect(split('{"events":[{"a":1}')).toMatchObject({ fault: 'cut_short' })
  expect(split('{"a":"x')).toMatchObject({ fault: 'cut_short' })
  expect(split('{"a":"x\\')).toMatchObject({ fault: 'cut_short' })
  expect(split('hello')).toEqual({ fault: 'not_json', at: 0 })
  expect(split('{"a":1} x')).toEqual({ fault: 'trailing_data', at: 8 })
  expect(split('{"events":[1 2]}')).toEqual({ fault: 'not_json', at: 13 })
  expect(split('[1,]')).toEqual({ fault: 'not_json', at: 3 })
})

test('nesting and number of events are bounded', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(split(`[{"a":${nested(63)}}]`)).toMatchObject({ kind: 'array', deep: [] })
  expect(split(`{"x":${nested(64)},"events":[]}`)).toMatchObject({ kind: 'events' })
  expect(split(`{"x":${nested(65)},"events":[]}`)).toMatchObject({ fault: 'too_deep' })
  expect(split('['.repeat(100_000))).toMatchObject({ fault: 'cut_short' })
  expect(split('{"a":'.repeat(100_000))).toMatchObject({ fault: 'too_deep' })
  expect(split(`{"Records":[${nested(65)}],"a":1}`)).toMatchObject({ fault: 'too_deep' })
  expect(split(`[${Array(1000).fill('{}')}]`)).toMatchObject({ kind: 'array' })
  expect(split(`{"events":[${Array(1001).fill('{}')}]}`)).toMatchObject({ fault: 'too_many_events' })
  expect(splitValues(Buffer.from('{}'.repeat(1001)), LIMITS)).toMatchObject({ fault: { fault: 'too_many_events' } })
})

test('an event with too much nesting is named, and the others are found', () => {
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  for (const text of [`[{},${deep},{"b":1}]`, `{"events":[{},${deep},{"b":1}]}`]) {
    expect(split(text)).toMatchObject({ deep: [1] })
    expect(eventsOf(text)).toEqual(['{}', deep, '{"b":1}'])
  }
  expect(splitValues(Buffer.from(`{}${deep}{"b":1}`), LIMITS).elements).toHaveLength(6)
})

test.each([
  ['', 0, 0, 'empty'],
  ['hello', 0, 0, 'not_json'],
  ['{"a":1},{"b":2}', 1, 7, 'not_json'],
  ['{"a":1}[2]\n{"b":', 2, 11, 'cut_short'],
] as const)('values end where the first begins that is none: %j', (text, values, rest, fault) => {
  const found = splitValues(Buffer.from(text), LIMITS)
  expect(found).toMatchObject({ rest, fault: { fault } })
  expect(found.elements).toHaveLength(2 * values)
})

// Texts are compared, not values: JSON.parse of Node 24.21 reads {"n":1,"\n":2} as {"n":1,"\\":2} once it has seen an
// object with the keys "n" and "\\", so it is not a reliable reference for names that end in an escape.
const jsonText = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value))
const list = fc.array(jsonText, { maxLength: 5 })
const space = fc.constantFrom('', ' ', '\n', ' \r\n\t')

function listText(texts: readonly string[], gap: string): string {
  return `[${gap}${texts.join(`${gap},${gap}`)}${gap}]`
}

test('for every JSON text the ranges equal the values as written', () => {
  fc.assert(
    fc.property(list, space, (texts, gap) => {
      const text = `${gap}${listText(texts, gap)}${gap}`
      expect(eventsOf(text)).toEqual(texts)
      expect(JSON.parse(text)).toHaveLength(texts.length)
    }),
  )
})

test('the events of an object are its last list of that name, the items of an EventList, or the object itself', () => {
  const name = fc.constantFrom('events', 'items', 'kind', 'Events', 'a"b', '\\', '{[')
  const member = fc.record({
    name,
    value: fc.oneof(list, jsonText, fc.constant('"EventList"')),
  })
  fc.assert(
    fc.property(fc.array(member, { maxLength: 6 }), space, (members, gap) => {
      const parts = members.map((part) => {
        const value = typeof part.value === 'string' ? part.value : listText(part.value, gap)
        return `${JSON.stringify(part.name)}${gap}:${gap}${value}`
      })
      const text = `{${gap}${parts.join(`${gap},${gap}`)}${gap}}`
      const parsed = JSON.parse(text) as Record<string, unknown>
      const named = (wanted: string) => members.findLast((part) => part.name === wanted)?.value
      const chosen = Array.isArray(parsed.events) ? 'events' : 'items'
      const isList = Array.isArray(parsed[chosen]) && (chosen === 'events' || parsed.kind === 'EventList')
      const written = named(chosen)
      const found = eventsOf(text)
      const alone = Object.keys(parsed).length === 1 ? (parsed.Events ?? parsed.items) : undefined
      const isObject = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item)
      const isVendorList = Array.isArray(alone) && alone.length > 0 && alone.every(isObject)
      if (isVendorList) expect(found).toHaveLength(alone.length)
      else if (!isList) expect(found).toEqual([text])
      else if (typeof written === 'string') expect(found).toHaveLength((parsed[chosen] as unknown[]).length)
      else expect(found).toEqual(written)
    }),
    { numRuns: 1000 },
  )
})

test('consecutive values are found, with or without space between them', () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }), { minLength: 1 })
  fc.assert(
    fc.property(objects, space, fc.constantFrom(undefined, 1, ' \n'), (input, gap, indent) => {
      const texts = input.map((value) => JSON.stringify(value, null, indent))
      const body = Buffer.from(texts.join(gap))
      const found = splitValues(body)
      expect(found).toMatchObject({ rest: body.length, fault: null })
      expect(slices(body, found.elements)).toEqual(texts)
    }),
  )
})

test('any bytes have a result, and ranges are ordered and inside of the body', () => {
  const bytes = fc.array(fc.constantFrom(...Buffer.from('{}[]",:\\e1 \n')), { maxLength: 40 })
  fc.assert(
    fc.property(bytes, (value) => {
      const body = Buffer.from(value)
      const envelope = splitEnvelope(body, LIMITS)
      const values = splitValues(body, LIMITS)
      const ofEnvelope = 'fault' in envelope ? [envelope.at] : [0, ...envelope.elements, body.length]
      for (const points of [ofEnvelope, [0, ...values.elements, values.rest, values.fault?.at ?? body.length]]) {
        for (const [i, point] of points.entries()) expect(point).toBeGreaterThanOrEqual(points[i - 1] ?? 0)
        expect(points.at(-1)).toBeLessThanOrEqual(body.length)
      }
    }),
    { numRuns: 2000 },
  )
})
