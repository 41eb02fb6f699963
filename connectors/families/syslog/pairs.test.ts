import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairsOf, plainOf } from './pairs.ts'

test('a value is what is left without white space, a pair of quotes and words for nothing', () => {
  const piece = fc.constantFrom(' ', '\t', '\u00a0', '\u3000', '\u001c', '"', '”', 'a', 'N/A', 'none', '\n')
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (words) => {
      const value = words
        .trim()
        .replace(/^["”](.*)["”]$/s, '$1')
        .trim()
      expect(plainOf(words)).toBe(['N/A', 'none'].includes(value) ? '' : value)
      expect(plainOf(`=${words};`, 1, words.length + 1)).toBe(plainOf(words))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['who=eve smith;who_ip=192.0.2.1; status=failure', ';', { who: 'eve smith', who_ip: '192.0.2.1', status: 'failure' }],
  ['words a=1 b=x=y  c-d.e="q u"', ' ', { a: '1', b: 'x=y', 'c-d.e': 'q u' }],
  [' a=1|b=N/A|c=x|2d=3', '|', { a: '1', b: '', c: 'x|2d=3' }],
  ['a=b, c=d,e =f', ',', { a: 'b', c: 'd,e =f' }],
  [`${'n'.repeat(65)}=1,m=2`, ',', { m: '2' }],
  ['a=1,a=2', ',', { a: '2' }],
  ['', ' ', {}],
] as const)('the pairs of %j between %j', (text, separator, pairs) => {
  expect(pairsOf(text, separator)).toEqual(pairs)
})

/** The same as a pattern, which tries every separator, whereas `pairsOf` tries every `=`. */
function byPattern(text: string, separator: string): Record<string, string> {
  const space = separator === ' ' ? '' : ' ?'
  const pattern = new RegExp(`(?:^|\\${separator})${space}([A-Za-z][\\w.-]{0,63})=`, 'g')
  const found = [...text.matchAll(pattern)]
  const values = found.map(({ index, 0: whole }, at) => text.slice(index + whole.length, found[at + 1]?.index))
  return Object.fromEntries(found.map(([, name], at) => [name, plainOf(values[at] ?? '')]))
}

test('they are those that the pattern finds', () => {
  const piece = fc.constantFrom(
    'a',
    'b.c',
    '=',
    ' ',
    ',',
    ';',
    '|',
    '"',
    '1',
    'é',
    'n'.repeat(63),
    'n'.repeat(64),
    'x=',
  )
  const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, fc.constantFrom(',', ';', ' ', '|'), (words, separator) => {
      expect(pairsOf(words, separator)).toEqual(byPattern(words, separator))
    }),
    { numRuns: 3000 },
  )
})
