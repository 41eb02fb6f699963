import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TextTest } from '../plan/expr.ts'
import { type Anchor, plainText, textParts, textTest } from './text.ts'

type Token = '*' | '?' | { readonly plain: string }

const token: fc.Arbitrary<Token> = fc.oneof(
  fc.constantFrom<Token>('*', '?'),
  fc.constantFrom('\\', '*', '?', 'a', 'b', ' ', '\u00e9', '%').map((plain) => ({ plain })),
)
const tokens = fc.array(token, { maxLength: 12 })

/** Every character that means something is escaped, which is always right. */
function written(list: readonly Token[]): string {
  return list.map((t) => (typeof t === 'string' ? t : t.plain.replace(/[\\*?]/g, '\\$&'))).join('')
}

function pattern(list: readonly Token[], anchor: Anchor): RegExp {
  const inside = list.map((t) => (t === '*' ? '.*' : t === '?' ? '.' : t.plain.replace(/[\\*?]/g, '\\$&'))).join('')
  const before = anchor === 'equals' || anchor === 'prefix' ? '^' : ''
  const after = anchor === 'equals' || anchor === 'suffix' ? '$' : ''
  return new RegExp(`${before}(?:${inside})${after}`, 's')
}

function holds(test: TextTest, value: string): boolean {
  switch (test.op) {
    case 'equals':
      return value === test.text
    case 'prefix':
      return value.startsWith(test.text)
    case 'suffix':
      return value.endsWith(test.text)
    case 'contains':
      return value.includes(test.text)
    case 'like':
      return pattern(
        test.parts.map((part) => (part.kind === 'text' ? { plain: part.text } : part.kind === 'many' ? '*' : '?')),
        'equals',
      ).test(value)
    case 'regex':
      throw new Error('no wildcard makes a regular expression')
  }
}

test('a string with wildcards matches the same values as its regular expression', () => {
  const anchors = fc.constantFrom<Anchor>('equals', 'prefix', 'suffix', 'contains')
  const value = fc.array(fc.constantFrom('\\', '*', '?', 'a', 'b', ' ', '\u00e9', '%'), { maxLength: 8 })
  fc.assert(
    fc.property(tokens, anchors, value, (list, anchor, chars) => {
      const text = chars.join('')
      const escaped = { op: 'like', parts: textParts(written(list)), cased: true } as const
      expect(holds(escaped, text)).toBe(pattern(list, 'equals').test(text))
      expect(holds(textTest(textParts(written(list)), anchor, true), text)).toBe(pattern(list, anchor).test(text))
    }),
    { numRuns: 2000 },
  )
})

test('parts are never empty, and never two texts or two `*` in a row', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('*', '?', '\\', 'a', 'b') }), (source) => {
      const parts = textParts(source)
      for (const [i, part] of parts.entries()) {
        if (part.kind === 'text') expect(part.text).not.toBe('')
        if (part.kind !== 'one') expect(parts[i + 1]?.kind).not.toBe(part.kind)
      }
    }),
  )
})

test.each([
  ['C:\\Windows\\cmd.exe', 'C:\\Windows\\cmd.exe'],
  ['a\\\\b', 'a\\b'],
  ['a\\\\\\b', 'a\\\\b'],
  ['a\\\\\\\\b', 'a\\\\b'],
  ['a\\*b', 'a*b'],
  ['a\\?b', 'a?b'],
  ['a\\\\\\*b', 'a\\*b'],
  ['a\\', 'a\\'],
  ['', ''],
])('%j is the plain text %j', (source, text) => {
  expect(plainText(textParts(source))).toBe(text)
})

test('a wildcard after an escaped backslash stays a wildcard', () => {
  expect(textParts('a\\\\*')).toEqual([{ kind: 'text', text: 'a\\' }, { kind: 'many' }])
})

test.each<[string, Anchor, TextTest]>([
  ['*a', 'equals', { op: 'suffix', text: 'a', cased: false }],
  ['a*', 'equals', { op: 'prefix', text: 'a', cased: false }],
  ['*a*', 'equals', { op: 'contains', text: 'a', cased: false }],
  ['*', 'equals', { op: 'contains', text: '', cased: false }],
  ['', 'equals', { op: 'equals', text: '', cased: false }],
  ['*a', 'suffix', { op: 'suffix', text: 'a', cased: false }],
  ['a*', 'contains', { op: 'contains', text: 'a', cased: false }],
  ['**a', 'prefix', { op: 'contains', text: 'a', cased: false }],
])('%j as %s becomes the simplest equivalent test', (source, anchor, expected) => {
  expect(textTest(textParts(source), anchor, false)).toEqual(expected)
})
