import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileRegex } from '../plan/regex.ts'
import { compileFastRegex } from './fast-regex.ts'

const FLAGS = { i: false, m: false, s: false }

test.each(['.{1000,}', '(.){200,}', '.{3}', '\\s[a-fA-F0-9]{64}\\s[a-fA-F0-9]{16}', 'ab\\.c{2}', '[a-z0-9]{4,6}\\|'])(
  '%s is fast',
  (source) => {
    expect(compileFastRegex(source, FLAGS, () => false)).not.toBeNull()
  },
)

test.each([
  'a+',
  'a*b',
  '(ab){3}',
  'a|b',
  '^a',
  '\\bk',
  'a{2,}',
  '[^a]b',
  'a{1,20}a{1,20}',
  '\\p{L}',
  '[[:alpha:]]',
  'a{300}',
  'a?',
  '\u{1f600}{0,1}a',
  '[\u{1f600}-\u{1f602}]',
])('%s is left to the linear engine', (source) => {
  expect(compileFastRegex(source, FLAGS, () => false)).toBeNull()
})

test('fast patterns give the same result as RE2', () => {
  const item = fc.constantFrom(
    'a',
    'b',
    '[ab]',
    '[a-c]',
    '\\s',
    '\\d',
    '\\w',
    '\\.',
    '[\\w.]',
    'a{2}',
    'b{1,3}',
    '\\s{0,1}',
    '[ab]{2,3}',
    ' ',
    '/',
    '-',
  )
  const source = fc.oneof(
    fc.array(item, { minLength: 1, maxLength: 5 }).map((items) => items.join('')),
    fc.constantFrom('.{2}', '.{3,}', '(.){4,}', '.{0,2}'),
  )
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', '1', '.', ' ', '\t', '\v', '\n', '\u00a0', '\u2028', '😀', '/', '-'),
    maxLength: 12,
  })
  let [fast, held] = [0, 0]
  fc.assert(
    fc.property(source, fc.boolean(), fc.array(text, { minLength: 5, maxLength: 5 }), (pattern, s, texts) => {
      const flags = { ...FLAGS, s }
      const regex = compileRegex(pattern, flags)
      if ('fault' in regex) return
      const test = compileFastRegex(pattern, flags, regex.test)
      if (!test) return
      fast++
      for (const one of texts) {
        expect(test(one)).toBe(regex.test(one))
        if (test(one)) held++
      }
    }),
    { numRuns: 3000 },
  )
  expect(fast).toBeGreaterThan(200)
  expect(held).toBeGreaterThan(100)
})
