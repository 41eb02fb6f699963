import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeNumber } from '../../platform/exact-json.ts'
import { type FieldView, plainView } from '../../schemas/event-view.ts'
import { EventKernel, KIND } from './event-kernel.ts'
import { JsonMatcher } from './json-matcher.ts'
import { compileMatcher } from './matcher.ts'
import type { RecordOf } from './read-field.ts'
import type { Routed } from './route-memo.ts'
import { bodies, events, ruleOf } from './test-arbitraries.ts'

function kernelOf(...names: string[]): EventKernel {
  const kernel = EventKernel.open(0)
  if (!kernel) throw new Error('this processor has no vector instructions')
  for (const name of names) kernel.slotOf(name)
  return kernel
}

function reads(kernel: EventKernel, text: string | Buffer): boolean {
  const body = Buffer.concat([Buffer.from('\n'), Buffer.from(text), Buffer.from('\n')])
  return kernel.read(body, 1, body.length - 1)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON with the spaces and escapes that its writer may choose. */
const spelled = fc
  .tuple(fc.object({ maxDepth: 3, withNullPrototype: false }), fc.constantFrom(0, 1, '\t'), fc.boolean())
  .map(([value, indent, isEscaped]) => {
    const text = JSON.stringify(value, null, indent)
    return isEscaped ? text.replaceAll('/', '\\/').replaceAll(/[^ -~\n\t]/g, coded) : text
  })

function coded(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

test('the kernel accepts only valid JSON, for any damage to the text', () => {
  const kernel = kernelOf('a', '')
  const piece = fc.constantFrom(...'"\\{}[]:,0-1.eEtfn u\n\t\x01é'.split(''), '\\u', 'true', 'null', '"a":', '1e', '-')
  let refused = 0
  const cases = fc.tuple(spelled, fc.nat(), fc.nat(8), piece)
  fc.assert(
    fc.property(cases, ([text, place, cut, insert]) => {
      const at = place % (text.length + 1)
      const changed = text.slice(0, at) + insert + text.slice(at + cut)
      const isRead = reads(kernel, changed)
      if (isRead) expect(isObject(parsed(changed)), changed).toBe(true)
      else refused++
    }),
    { numRuns: 10_000 },
  )
  expect(refused).toBeGreaterThan(500)
})

test('reads an ordinary object with the same members as JSON.parse', () => {
  const kernel = kernelOf('a', 'b')
  fc.assert(
    fc.property(spelled, fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 0 }), (rest, a, b) => {
      const text = `{"b":0,"x":${rest},"a":${JSON.stringify(a)} , "b":\n${JSON.stringify(b)}}`
      expect(reads(kernel, text), text).toBe(true)
      const record = JSON.parse(text) as RecordOf
      for (const [slot, value] of [record.a, record.b].entries()) {
        if (typeof value === 'object' && value !== null) expect(kernel.kindOf(slot)).toBe(KIND.nested)
        else
          expect(kernel.valueOf(slot)).toEqual(
            typeof value === 'number' ? wholeNumber(JSON.stringify(value), value) : value,
          )
      }
    }),
    { numRuns: 3000 },
  )
})

test('reads the members of objects inside of it, and of no others', () => {
  const kernel = kernelOf('b')
  const [a = -1, ab = -1, abc = -1] = kernel.slotsOf(['a', 'b', 'c']) ?? []
  expect(reads(kernel, '{"x":{"b":9},"a":{"c":8,"b":{"c":"in","x":{"c":7}}},"b":"out"}')).toBe(true)
  expect([kernel.kindOf(a), kernel.kindOf(ab), kernel.valueOf(abc)]).toEqual([KIND.nested, KIND.nested, 'in'])
  expect(kernel.valueOf(kernel.slotOf('b'))).toBe('out')
  expect(reads(kernel, '{"a":[{"b":1}]}')).toBe(true)
  expect([kernel.isObject(a), kernel.kindOf(ab)]).toEqual([false, KIND.absent])
  expect(reads(kernel, '{"a":{"b":{"c":1,}}}')).toBe(false)
})

test('leaves an object that comes twice to the full parser, which takes the last one', () => {
  const kernel = kernelOf('b')
  kernel.slotsOf(['a', 'b'])
  expect(reads(kernel, '{"a":{"b":1},"a":{}}')).toBe(false)
  expect(reads(kernel, '{"a":{"b":1},"a":1}')).toBe(false)
  expect(reads(kernel, '{"b":{"b":1},"b":1}')).toBe(true)
})

test.each([
  '',
  '{',
  '{}x',
  '[]',
  '1',
  '{"a":01}',
  '{"a":1.}',
  '{"a":+1}',
  '{"a":"\\x"}',
  '{"a":"\\u12g4"}',
  '{"a":"\u0001"}',
  '{"a":1,}',
  '{"a" 1}',
  '{"a":[1,]}',
  '{"a":{"b"}}',
  '{"a":tru}',
  '{"a":nulll}',
  '{"a":"b}',
  '{"a":1}\u0000',
  '\ufeff{}',
  '{\\"a":1}',
])('%j is not read', (text) => {
  expect(reads(kernelOf('a'), text)).toBe(false)
})

test('leaves escaped names, and texts that are too deep, too long or have too many quotes, to the full parser', () => {
  const kernel = kernelOf('a')
  expect(reads(kernel, '{"\\u0061":1}')).toBe(false)
  expect(reads(kernel, `{"a":${'['.repeat(64)}${']'.repeat(64)}}`)).toBe(true)
  expect(reads(kernel, `{"a":${'['.repeat(65)}${']'.repeat(65)}}`)).toBe(false)
  expect(reads(kernel, `{"a":"${'x'.repeat(1 << 18)}"}`)).toBe(false)
  expect(reads(kernel, `{"a":[${'"",'.repeat(20_000)}""]}`)).toBe(false)
})

const other: FieldView = {
  name: 'other',
  paths: (field) => [
    { path: [field.toLowerCase()] },
    { path: ['inner', field] },
    { path: [field], derive: 'basename' },
  ],
}

/** Routes by members that are often present and of every type. */
function route(record: RecordOf): Routed {
  const { product, head } = record
  const { service } = (isObject(head) ? head : record) as RecordOf
  const isOther = 'Nested' in record
  return {
    logSource: { product: String(product ?? 'windows'), service: String(service ?? ''), categories: [] },
    view: isOther ? other : plainView,
  }
}

test('texts match the same rules as their records, before and after their paths and values are cached', () => {
  let [found, read] = [0, 0]
  const routing = fc.record(
    {
      product: fc.constantFrom('windows', 'linux', 1),
      service: fc.constantFrom('sysmon', null, ['x']),
      Nested: fc.constantFrom('', 'x'.repeat(200), {}),
      head: fc.constantFrom<unknown>('x', [], {}, { service: 'security' }, { service: { x: 1 }, y: 1 }),
    },
    { requiredKeys: [] },
  )
  const stream = fc.array(fc.tuple(events, routing), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(bodies, { minLength: 1, maxLength: 12 }), stream, (plans, written) => {
      const rules = plans.map((body) => ruleOf(body))
      const plain = compileMatcher(rules)
      const texts = new JsonMatcher(compileMatcher(rules))
      const withoutKernel = new JsonMatcher(Object.assign(compileMatcher(rules), { openTexts: () => null }))
      for (const [event, more] of [...written, ...written, ...written]) {
        const text = JSON.stringify({ ...event.record, ...more })
        const body = Buffer.from(`\n${text}`)
        const record = JSON.parse(text) as RecordOf
        const expected: number[] = []
        plain.match({ record, ...route(record), timeMs: 0 }, (rule) => expected.push(rule))
        const matched: number[] = []
        const routed = texts.match({ body, start: 1, end: body.length }, route, (rule) => matched.push(rule))
        expect(routed, text).toEqual(route(record))
        expect(matched, text).toEqual(expected)
        const parsedFirst: number[] = []
        withoutKernel.match({ body, start: 1, end: body.length }, route, (rule) => parsedFirst.push(rule))
        expect(parsedFirst, text).toEqual(expected)
        found += matched.length
        read++
      }
    }),
    { numRuns: 500 },
  )
  expect(found, 'plans and events meet').toBeGreaterThan(100)
  expect(read).toBeGreaterThan(500)
})

test('reports a text that is not a JSON object', () => {
  const matcher = new JsonMatcher(compileMatcher([]))
  for (const text of ['', 'x', '[]', 'null', '{"a":1,}'])
    expect(matcher.match({ body: Buffer.from(text), start: 0, end: text.length }, route, () => undefined)).toBe(null)
})

test('caches a path by the members that decide it, and drops it when each event has a different one', () => {
  const matcher = new JsonMatcher(compileMatcher([]))
  let reads = 0
  const way = (record: RecordOf): Routed => {
    reads++
    return { logSource: { product: String(record.id), service: '', categories: [] }, view: plainView }
  }
  const productOf = (id: unknown) => {
    const body = Buffer.from(JSON.stringify({ id, x: 1 }))
    return matcher.match({ body, start: 0, end: body.length }, way, () => undefined)?.logSource.product
  }
  for (let i = 0; i < 10; i++) for (const id of ['1', 1, 'a']) expect(productOf(id)).toBe(String(id))
  expect(reads).toBe(3)
  for (let i = 0; i < 60_000; i++) expect(productOf(`id ${i}`)).toBe(`id ${i}`)
  expect(productOf('a')).toBe('a')
})

test('a member whose presence alone decides may be long and different in each event', () => {
  const matcher = new JsonMatcher(compileMatcher([]))
  let reads = 0
  const way = (record: RecordOf): Routed => {
    reads++
    return { logSource: { product: String('text' in record), service: '', categories: [] }, view: plainView }
  }
  const productOf = (record: RecordOf) => {
    const body = Buffer.from(JSON.stringify(record))
    return matcher.match({ body, start: 0, end: body.length }, way, () => undefined)?.logSource.product
  }
  for (let i = 0; i < 10; i++) {
    expect(productOf({ text: `${i}`.repeat(1000) })).toBe('true')
    expect(productOf({ text: i % 2 ? null : [i] })).toBe('true')
    expect(productOf({ x: i })).toBe('false')
  }
  expect(reads).toBe(2)
})

test.each<[string, (record: Record<string, unknown>) => void]>([
  ['adds a member', (record) => Object.assign(record, { b: `${record.a}!` })],
  ['replaces a member', (record) => Object.assign(record, { a: 'y' })],
  ['removes a member', (record) => void delete record.c],
  ['takes a part of an object', (record) => Object.assign(record, { b: (record.d as { e: unknown }).e })],
])('a record whose path %s is matched by its current value each time', (_, write) => {
  const logSource = { product: null, category: null, service: null }
  const rules = [
    ruleOf({
      kind: 'event',
      logSource,
      where: { kind: 'field', field: 'a', test: { op: 'equals', text: 'x', cased: false } },
    }),
    ruleOf({
      kind: 'event',
      logSource,
      where: { kind: 'field', field: 'b', test: { op: 'equals', text: 'x!', cased: false } },
    }),
    ruleOf({ kind: 'event', logSource, where: { kind: 'field', field: 'c', test: { op: 'exists' } } }),
  ]
  const plain = compileMatcher(rules)
  const texts = new JsonMatcher(compileMatcher(rules))
  const way = (record: RecordOf): Routed => {
    if (record.a === 'x' && record.b === undefined) write(record as Record<string, unknown>)
    return { logSource: { product: '', service: '', categories: [] }, view: plainView }
  }
  const body = Buffer.from('{"a":"x","c":1,"d":{"e":"x!"}}')
  const record = JSON.parse(body.toString()) as RecordOf
  const expected: number[] = []
  plain.match({ record, ...way(record), timeMs: 0 }, (rule) => expected.push(rule))
  for (let i = 0; i < 3; i++) {
    const matched: number[] = []
    texts.match({ body, start: 0, end: body.length }, way, (rule) => matched.push(rule))
    expect(matched).toEqual(expected)
  }
})

test('excludes a text by its length in bytes, but not one with escapes', () => {
  const source = '[0-9a-f]{20}'
  const rule = ruleOf({
    kind: 'event',
    logSource: { product: null, category: null, service: null },
    where: { kind: 'field', field: 'a', test: { op: 'regex', source, flags: { i: false, m: false, s: false } } },
  })
  const texts = new JsonMatcher(compileMatcher([rule]))
  const route = () => ({ logSource: { product: '', service: '', categories: [] }, view: plainView })
  const matches = (text: string) => {
    let found = 0
    const body = Buffer.from(text)
    texts.match({ body, start: 0, end: body.length }, route, () => found++)
    return found === 1
  }
  const digits = '0123456789abcdef0123'
  expect(matches(JSON.stringify({ a: digits }))).toBe(true)
  expect(matches(JSON.stringify({ a: digits.slice(1) }))).toBe(false)
  expect(matches(`{"a":"${[...digits].map(coded).join('')}"}`)).toBe(true)
  expect(matches(`{"a":"${[...digits.slice(1)].map(coded).join('')}"}`)).toBe(false)
  expect(matches(JSON.stringify({ a: ['x', digits] }))).toBe(true)
  expect(matches(JSON.stringify({ a: 12345678901234567890n.toString() }))).toBe(true)
})
