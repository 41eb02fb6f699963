import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainView } from '../../schemas/event-view.ts'
import { foldCase } from '../plan/fold.ts'
import { compileMatcher } from './matcher.ts'
import { RawFilter, type RawJson } from './raw-filter.ts'
import { ruleOf } from './test-arbitraries.ts'

const logSource = { product: 'windows', service: '', categories: [] }

function filterOf(...literals: string[]): RawFilter {
  const filter = RawFilter.of(literals)
  if (!filter) throw new Error('no filter')
  return filter
}

test('finds a window across the end of a 16-byte block at any position', () => {
  const filter = filterOf('kiwi::x', 'zzzz')
  for (let at = 0; at < 64; at++) expect(filter.mayHold(`${'a'.repeat(at)}KIWI::x`), String(at)).toBe(true)
})

test('a literal is found at every position of texts of every length, in either case', () => {
  const filter = filterOf('sekurlsa::')
  for (let length = 10; length < 80; length++) {
    expect(filter.mayHold('x'.repeat(length))).toBe(false)
    for (let at = 0; at + 10 <= length; at++) {
      const text = `${'x'.repeat(at)}SekurLSA::${'x'.repeat(length - at - 10)}`
      expect(filter.mayHold(text), `${at} of ${length}`).toBe(true)
    }
  }
})

test('does not match leftover bytes behind a shorter text', () => {
  const filter = filterOf('kiwi::x')
  expect(filter.mayHold('12345678kiwi::x')).toBe(true)
  expect(filter.mayHold('12345678ki')).toBe(false)
})

test('reads only the range of the body', () => {
  const filter = filterOf('kiwi::x')
  const body = Buffer.from('{"a":"kiwi::x"}\n{"a":"kiwi"}\n')
  expect(filter.mayHold({ body, start: 0, end: 15 })).toBe(true)
  expect(filter.mayHold({ body, start: 16, end: 28 })).toBe(false)
})

test('an escape that may stand for any character passes the filter, and an escaped backslash before a u does not', () => {
  const filter = filterOf('kiwi::x')
  expect(filter.mayHold('{"a":"\\u006biwi:\\u003ax"}')).toBe(true)
  expect(filter.mayHold('{"a":"\\\\\\u006b"}')).toBe(true)
  expect(filter.mayHold('{"a":"C:\\\\users\\\\u"}')).toBe(false)
})

test('letters that fold to ASCII pass the filter, and other letters do not', () => {
  const filter = filterOf('kiwi::x')
  expect(filter.mayHold('{"a":"\u212aiwi::x"}')).toBe(true)
  expect(filter.mayHold('{"a":"\u017f"}')).toBe(true)
  expect(filter.mayHold('{"a":"größe 日本 привет"}')).toBe(false)
})

test('makes no filter for a literal that JSON could write differently', () => {
  for (const literal of ['', 'abc', '100000', '1e+21', 'a"b\\c/d', 'größ', '\n\t\r\b']) {
    expect(RawFilter.of(['kiwi::x', literal]), literal).toBe(null)
  }
  expect(RawFilter.of([])).toBe(null)
  expect(RawFilter.of(Array.from({ length: 513 }, (_, i) => `literal ${i}`))).toBe(null)
})

test('stays correct with more filters than fit into memory', () => {
  const filters = Array.from({ length: 80 }, (_, i) => filterOf(`word${i}::`))
  for (let round = 0; round < 2; round++)
    for (const [i, filter] of filters.entries()) {
      expect(filter.mayHold(`a word${i}:: b`)).toBe(true)
      expect(filter.mayHold('a word b')).toBe(false)
    }
})

test('a text that does not fit into memory passes every filter', () => {
  expect(filterOf('kiwi::x').mayHold('x'.repeat(1 << 20))).toBe(true)
  expect(filterOf('kiwi::x').mayHold({ body: Buffer.alloc(1 << 20, 0x78), start: 0, end: 1 << 20 })).toBe(true)
})

const sign = fc.constantFrom(
  'a',
  'B',
  'k',
  'K',
  '\u212a',
  's',
  '\u017f',
  ':',
  '"',
  '\\',
  '/',
  '\n',
  '1',
  'e',
  'ß',
  '日',
)
const phrase = fc.string({ unit: sign, maxLength: 7 })
const keyword = fc.record({
  op: fc.constantFrom('equals' as const, 'prefix' as const, 'suffix' as const, 'contains' as const),
  text: phrase.map(foldCase),
  cased: fc.boolean(),
})
/** As JSON may write it: as it is, or every character as an escape, or each slash escaped. */
const spelling = fc.constantFrom<(json: string) => string>(
  (json) => json,
  (json) => json.replaceAll(/[a-z:1](?=[^"]*"[,}])/gi, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (json) => json.replaceAll('/', '\\/'),
)

test('the same rules match with the text of the record and without it', () => {
  let [passedOver, found] = [0, 0]
  const cases = fc.tuple(
    fc.array(keyword, { minLength: 1, maxLength: 5 }),
    fc.array(phrase, { maxLength: 5 }),
    spelling,
  )
  fc.assert(
    fc.property(cases, fc.nat(4), ([tests, values, spell], insert) => {
      const wheres = tests.map((one) => ({ kind: 'anywhere' as const, test: one }))
      const any = { product: null, category: null, service: null }
      const matcher = compileMatcher(wheres.map((where) => ruleOf({ kind: 'event', logSource: any, where })))
      const some = tests[insert]?.text
      const raw = spell(JSON.stringify({ m: [...values, ...(some ? [`${some}a`, some] : [])], n: 100000 }))
      const record = JSON.parse(raw) as Record<string, unknown>
      const matches = (text?: RawJson): number[] => {
        const rules: number[] = []
        matcher.match({ record, logSource, view: plainView, timeMs: 0 }, (rule) => rules.push(rule), text)
        return rules
      }
      const plain = matches()
      const body = Buffer.from(`\n${raw}\n`)
      expect(matches(raw)).toEqual(plain)
      expect(matches({ body, start: 1, end: body.length - 1 })).toEqual(plain)
      found += plain.length
      if (RawFilter.of(tests.map(({ text }) => text))?.mayHold(raw) === false) passedOver++
    }),
    { numRuns: 3000 },
  )
  expect(found).toBeGreaterThan(500)
  // About 25 of 3,000: keywords as short as these rarely have a filter.
  expect(passedOver).toBeGreaterThan(5)
})
