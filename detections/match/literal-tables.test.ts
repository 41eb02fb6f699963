import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldCase } from '../plan/fold.ts'
import { Facts } from './facts.ts'
import { KeywordFilter } from './keyword-filter.ts'
import { AnchoredTable, ContainsTable, type Literal } from './literal-tables.ts'

const unit = fc.constantFrom(
  'a',
  'b',
  'c',
  'A',
  'k',
  '\u212a',
  'ſ',
  's',
  'é',
  'É',
  '日',
  '😀',
  '\u{10400}',
  '\u{10428}',
  '\x7f',
  '\x80',
  '\xa0',
)
const text = fc.string({ unit, maxLength: 12 })
/** Enough literals of enough letters that most states of a table are sparse. */
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789\\/.-_ '
const words = fc.array(fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 30 }), {
  minLength: 300,
  maxLength: 400,
})

function literalsOf(texts: readonly string[], from = 0): Literal[] {
  return [...new Set(texts.map(foldCase))].map((one, i) => ({ text: one, predicate: from + i }))
}

function heldBy(walk: (facts: Facts) => void, predicates: number): number[] {
  const facts = new Facts(predicates)
  facts.begin()
  walk(facts)
  return Array.from(facts.hits.subarray(0, facts.hitCount)).sort((a, b) => a - b)
}

function expectContains(texts: readonly string[], haystack: string): void {
  const literals = literalsOf(texts)
  const found = heldBy((facts) => ContainsTable.of(literals).walk(haystack, facts), literals.length)
  const folded = foldCase(haystack)
  expect(found).toEqual(literals.filter((one) => folded.includes(one.text)).map(({ predicate }) => predicate))
}

test('a table finds the literals of a text in any letter case', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), fc.array(text, { maxLength: 5 }), (texts, pieces) =>
      expectContains(texts, pieces.join('b')),
    ),
    { numRuns: 2000 },
  )
})

test('a table of many literals finds them in a text that consists of them', () => {
  const pieces = fc.array(fc.tuple(fc.nat(), fc.nat(30), fc.nat(30)), { maxLength: 8 })
  fc.assert(
    fc.property(words, pieces, (texts, picks) => {
      const haystack = picks
        .map(([n, from, to]) => texts[n % texts.length]?.slice(Math.min(from, to), Math.max(from, to)))
        .join('')
      expectContains(texts, haystack + texts[0])
    }),
    { numRuns: 60 },
  )
})

test('a literal is found in short and long texts, ASCII or not, and in one too long to copy', () => {
  const filler = fc.constantFrom('x', 'x'.repeat(95), 'x'.repeat(5000), 'x'.repeat(1 << 16), '日'.repeat(90))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), fc.array(text, { maxLength: 5 }), filler, (texts, pieces, around) =>
      expectContains(texts, around + pieces.join('b') + around),
    ),
    { numRuns: 300 },
  )
})

test('a table finds prefixes, suffixes and whole texts', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), fc.array(text, { maxLength: 8 }), text, (begins, wholes, value) => {
      const [b, w] = [literalsOf(begins), literalsOf(wholes, 100)]
      const folded = foldCase(value)
      const whole = w.filter((one) => folded === one.text)
      for (const isBackward of [false, true]) {
        const found = heldBy((facts) => AnchoredTable.of(b, w, isBackward).walk(value, facts), 200)
        const held = b.filter((one) => (isBackward ? folded.endsWith(one.text) : folded.startsWith(one.text)))
        expect(found).toEqual([...held, ...whole].map(({ predicate }) => predicate))
      }
    }),
    { numRuns: 2000 },
  )
})

test('a filter passes every text that contains a literal', () => {
  const literal = fc.string({ unit, minLength: 3, maxLength: 20 })
  const long = fc.string({
    unit: fc.oneof({ weight: 20, arbitrary: fc.constantFrom('a', 'b', 'k', ':') }, unit),
    maxLength: 300,
  })
  let fired = 0
  fc.assert(
    fc.property(
      fc.array(literal, { minLength: 1, maxLength: 8 }),
      long,
      fc.nat(8),
      fc.boolean(),
      (literals, hay, at, isIn) => {
        const folded = literals.map(foldCase)
        const haystack = isIn ? hay.slice(0, at * 30) + literals[at % literals.length] + hay.slice(at * 30) : hay
        if (!folded.some((one) => foldCase(haystack).includes(one))) return
        fired++
        expect(KeywordFilter.of(folded)?.mayContain(haystack)).toBe(true)
      },
    ),
    { numRuns: 3000 },
  )
  expect(fired).toBeGreaterThan(100)
})

test('a filter rejects nearly all other texts, and literals that are too short get no filter', () => {
  const filter = KeywordFilter.of(['sekurlsa::', 'gentilkiwi.com', 'mimidrv.sys'])
  const text =
    'The handle to an object was closed. Subject : Security ID: S-1-5-18 Process Name: C:\\Windows\\mimikatz.sys '
  expect(filter?.mayContain(text)).toBe(false)
  expect(filter?.mayContain(text.repeat(3))).toBe(false)
  expect(filter?.mayContain(`${text.repeat(3)}MimiDrv.Sys`)).toBe(true)
  expect(filter?.mayContain('x'.repeat(100_000))).toBe(false)
  expect(KeywordFilter.of(['sekurlsa::', 'ab'])).toBeNull()
})
