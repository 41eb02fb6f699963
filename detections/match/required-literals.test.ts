import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { foldCase } from '../plan/fold.ts'
import { requiredLiterals } from './required-literals.ts'

test.each([
  ['net\\s+user', ['user'], 8],
  ['(?i)/lib/python3\\.([5-9]|[0-9]{2})/site-packages/', ['/site-packages/'], 29],
  ['\\w+`(?:\\w+|-|.)`[\\w+|\\s]', ['`'], 5],
  ['[Rr][Uu][Nn]dll32(?:\\.exe)? \\S+', ['rundll32 ', 'rundll32.exe '], 10],
  ['(?:abc|defg)+x{2}', ['abc', 'defg'], 5],
  ['a{0,5}foo|ba[rz]', ['foo', 'bar', 'baz'], 3],
  ['^cmd\\x2eexe$', ['cmd.exe'], 7],
  ['.{1000,}', null, 1000],
  ['a|.*', null, 0],
  ['(?=ab)', null, 0],
  ['\\p{Greek}abc', ['abc'], 4],
  ['(?:^|[^\\pL\\pN])term(?:$|[^\\pL\\pN])', ['term'], 4],
  ['\\p{Greek', null, 0],
  ['[[:alpha:]]abc', null, 0],
  ['(?i)abc', ['abc'], 3],
  ['abc(?s){0}', null, 0],
])('%s needs %j', (source, anyOf, lengthMin) => {
  const required = requiredLiterals(source)
  expect(required.anyOf === null ? null : [...required.anyOf].sort()).toEqual(anyOf === null ? null : [...anyOf].sort())
  expect(required.lengthMin).toBe(lengthMin)
})

test('a text without the required literals never matches', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    'k',
    'ab',
    '.',
    '[ab]',
    '[^a]',
    '[aA]',
    '\\pL',
    '[^\\pN\\p{Lu}]',
    '\\.',
    '\\w',
    'x?',
    'k*',
    'a+',
    'b{2}',
    '(?:ab|k)',
    '(a|)',
    '(?i:K)',
    '(?s)',
    '{0}',
    '^',
    '$',
    '\\b',
    '|',
    'a{1,2}?',
    '[a-k]',
    '\\x61',
  )
  const source = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'k', 'A', 'K', '\u212a', '.', 'x', '😀'), maxLength: 10 })
  let matched = 0
  fc.assert(
    fc.property(source, fc.boolean(), fc.array(text, { minLength: 10, maxLength: 20 }), (pattern, i, texts) => {
      const regex = compiled(pattern, i)
      if (!regex) return
      const { anyOf, lengthMin } = requiredLiterals(pattern)
      for (const one of texts) {
        if (!regex.matcher(one).find()) continue
        matched++
        expect(one.length).toBeGreaterThanOrEqual(lengthMin)
        if (anyOf) expect(anyOf.some((literal) => foldCase(one).includes(literal))).toBe(true)
      }
    }),
    { numRuns: 3000 },
  )
  expect(matched).toBeGreaterThan(500)
})

test('endless nesting gives no literals', () => {
  expect(requiredLiterals(`${'('.repeat(5000)}a${')'.repeat(5000)}`)).toEqual({ anyOf: null, lengthMin: 0 })
})

function compiled(source: string, i: boolean): RE2JS | null {
  try {
    return RE2JS.compile(source, i ? RE2JS.CASE_INSENSITIVE : 0)
  } catch {
    return null
  }
}
