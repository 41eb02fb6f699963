import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstCodes, placeOf } from './first-codes.ts'

const firstOf = (pattern: RegExp) => {
  const codes = firstCodes(pattern)
  return codes && [...codes.keys()].filter((code) => code < 128 && codes[code]).map((code) => String.fromCharCode(code))
}

test.each([
  [/^abc/, 'a'],
  [/^(?:x|yz?)\d/, 'xy'],
  [/^(?:- - )?SPLUNK/, '-S'],
  [/^a?b*(?<n>[cd]{0,3})e+/, 'abcde'],
  [/^(?=q)\b[a-c]|^\[/i, 'ABC[abc'],
  [/^\x41\u0042?/, 'A'],
])('%s begins with one of %s', (pattern, first) => {
  expect(firstOf(pattern)?.join('')).toBe(first)
})

test.each([/abc/, /^/, /^a?/, /^a|b/, /^(?:a|)b?/, /^\p{L}/u, /^(x)\1|b/, /^a/m, /(?:^|, )id=/, /^(?:(?:a|b$)?)/])(
  '%s may begin with anything',
  (pattern) => expect(firstCodes(pattern)).toBeNull(),
)

test('a text that matches a pattern begins with one of its first codes', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '\\d',
    '\\W',
    '[^a-c]',
    '[b\\]-]',
    '.',
    '\\.',
    '^',
    '$',
    '\\b',
    '(?=a)',
    '(?!b)',
  )
  const piece = fc.letrec<{ regex: string }>((tie) => ({
    regex: fc.oneof(
      { maxDepth: 4 },
      atom,
      fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => a + b),
      fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => `(?:${a}|${b})`),
      fc.tuple(tie('regex'), fc.constantFrom('*', '+?', '?', '{0,2}', '{2}')).map(([a, n]) => `(${a})${n}`),
    ),
  })).regex
  const text = fc.string({ unit: fc.constantFrom(...'abcAB1.-] ä'), maxLength: 6 })
  fc.assert(
    fc.property(piece, fc.constantFrom('', 'i', 's'), fc.array(text, { minLength: 20 }), (source, flags, texts) => {
      const pattern = new RegExp(`^${source}`, flags)
      const codes = firstCodes(pattern)
      for (const one of texts) if (pattern.test(one)) expect(codes === null || codes[placeOf(one)] === 1).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
