import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { CountedSearch } from './counted-search.ts'
import { compileRegex } from './regex.ts'
import { EVALUATION_WORK, OutOfWork, withinWork, work } from './work.ts'

const NO_FLAGS = { i: false, m: false, s: false }

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[^a]',
  '\\w',
  '\\d',
  '^',
  '$',
  '\\b',
  '\\B',
  '\\n',
  'é',
  '😀',
  '[b-é]',
  '(?i:B)',
)
const patterns = fc.letrec<{ regex: string }>((tie) => ({
  regex: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => a + b),
    fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => `(${a}|${b})`),
    fc.tuple(tie('regex'), fc.integer({ min: 2, max: 4 })).map(([a, n]) => `(?:${a}){${n}}`),
    fc.tuple(tie('regex'), fc.constantFrom('*', '+', '?', '*?')).map(([a, q]) => `(${a})${q}`),
  ),
})).regex
const texts = fc.array(fc.constantFrom('a', 'b', 'B', '1', '\n', ' ', 'é', '😀', '\ud800'), { maxLength: 12 })
const flags = fc.constantFrom(0, RE2JS.MULTILINE, RE2JS.DOTALL, RE2JS.CASE_INSENSITIVE)

test('finds the same as the library, also in a second search', () => {
  fc.assert(
    fc.property(patterns, flags, fc.array(texts, { minLength: 1, maxLength: 4 }), (source, bits, all) => {
      const pattern = RE2JS.compile(source, bits)
      const search = new CountedSearch(pattern)
      for (const one of [...all, ...all]) {
        const text = one.join('')
        expect(search.test(text), JSON.stringify([source, text])).toBe(pattern.test(text))
      }
    }),
  )
})

/** The attack's pattern: no two characters leave the same set of threads behind. */
const LARGE = `[ab]*a${'([ab]){200}'.repeat(4)}([0-9]){2}$`
const letters = (length: number) =>
  Array.from({ length }, (_, i) => 'ab'[Math.imul(i, 2654435761) >>> 31] as string).join('')

function compiled(source: string) {
  const regex = compileRegex(source, NO_FLAGS)
  if ('fault' in regex) throw new Error(regex.fault)
  return regex
}

test.each(['test', 'group'] as const)('a large program over a long text stops at its work limit: %s', (what) => {
  const regex = compiled(LARGE)
  const text = letters(200_000)
  let spent = 0
  const outcome = withinWork(EVALUATION_WORK, () => {
    try {
      return what === 'test' ? regex.test(text) : regex.group(text, 1)
    } finally {
      spent = EVALUATION_WORK - work.left
    }
  })
  expect(outcome).toBeNull()
  expect(spent).toBe(EVALUATION_WORK)
})

test('finds matches that come before the work limit is reached', () => {
  const regex = compiled(`x1|${LARGE}`)
  const outcome = withinWork(EVALUATION_WORK, () => regex.test(`${letters(50)}x1${letters(200_000)}`))
  expect(outcome).toEqual({ value: true })
})

test('a plain pattern over the longest event stays within the work limit of one evaluation', () => {
  const regex = compiled('(?i)powershell(\\.exe)?\\s+-e(nc)?\\s+[a-z0-9+/=]{40,}$')
  const text = 'powershell -enc '.repeat(65_536)
  expect(withinWork(EVALUATION_WORK, () => regex.test(text))).toEqual({ value: false })
})

test('extracts groups from a long text', () => {
  const regex = compiled('user=(\\w+) host=(\\w+)')
  const text = `${'nothing to see here '.repeat(400)}user=alice host=web1`
  expect(withinWork(EVALUATION_WORK, () => regex.group(text, 2))).toEqual({ value: 'web1' })
})

test('a pattern that is too large for one evaluation is refused with the limit', () => {
  const refused = compileRegex('[ab]*a([ab]){900}([ab]){900}([ab]){900}([ab]){900}([ab]){900}([0-9]){2}$', NO_FLAGS)
  expect(refused).toEqual({ fault: expect.stringMatching(/^regular expression "\[ab\].* has more than 4096 steps$/) })
})

test('an inner work limit also counts against the outer one', () => {
  const left = withinWork(1_000, () => {
    const inside = withinWork(300, () => work.spend(301))
    expect(inside).toBeNull()
    return work.left
  })
  expect(left).toEqual({ value: 700 })
  expect(() => withinWork(10, () => work.spend(11))).not.toThrow(OutOfWork)
  expect(work.left).toBe(Number.POSITIVE_INFINITY)
})
