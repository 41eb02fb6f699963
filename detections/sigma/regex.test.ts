import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { checkRegex, regexSteps } from './regex.ts'

const NO_FLAGS = { i: false, m: false, s: false }

test.each([
  ['a.b', 3],
  ['a{10}', 10],
  ['(ab){10}', 40],
  ['(a{30}){30}', 960],
  ['(?P<n>a{30})(?i:b{5})(?i)c', 42],
  ['[a-z]{2,5}', 5],
  ['\\d{3,}', 3],
  ['[]a{5}]{2}', 2],
])('%j is about %d steps', (source, steps) => {
  expect(regexSteps(source)).toBe(steps)
})

test.each(['(((a{100}){100}){100})', '.{1000}'.repeat(20), 'a'.repeat(LIMITS.regexChars + 1)])(
  'a pattern that would take seconds to compile is refused before it is compiled',
  (source) => {
    expect(() => regexSteps(source)).toThrow(/steps|characters/)
  },
)

test('the estimate is never below the size of the compiled program', () => {
  const atom = fc.constantFrom('a', '.', '[^x]', '\\d', '\\.')
  const piece = fc.letrec<{ regex: string }>((tie) => ({
    regex: fc.oneof(
      { maxDepth: 4 },
      atom,
      fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => a + b),
      fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => `(${a}|${b})`),
      fc.tuple(tie('regex'), fc.integer({ min: 2, max: 9 })).map(([a, n]) => `(?:${a}){${n}}`),
      fc.tuple(tie('regex'), fc.constantFrom('*', '+', '?')).map(([a, q]) => `(${a})${q}`),
    ),
  })).regex
  fc.assert(
    fc.property(piece, (source) => {
      const program = RE2JS.compile(source).programSize()
      expect(regexSteps(source) * 2 + 4).toBeGreaterThanOrEqual(program)
    }),
  )
})

test('an escaped backslash before a digit is no reference', () => {
  expect(() => checkRegex('C:\\\\1[(?=]', NO_FLAGS)).not.toThrow()
})
