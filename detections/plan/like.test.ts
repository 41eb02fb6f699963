import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileLike, likeParts } from './like.ts'

const asRegex = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    'su',
  )

test('a wildcard pattern matches the same texts as its regular expression', () => {
  const chars = fc.constantFrom('a', 'b', '😀', '\n', '.')
  const patterns = fc.array(fc.oneof(chars, fc.constantFrom('*', '?')), { maxLength: 8 }).map((all) => all.join(''))
  const texts = fc.array(chars, { maxLength: 10 }).map((all) => all.join(''))
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      expect(compileLike(likeParts(pattern))(text)).toBe(asRegex(pattern).test(text))
    }),
    { numRuns: 1500 },
  )
})

test('adjacent parts are never both text nor both wildcards', () => {
  const kinds = likeParts('a**b??*c').map((part) => part.kind)
  expect(kinds).toEqual(['text', 'many', 'text', 'one', 'one', 'many', 'text'])
})
