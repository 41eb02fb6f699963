import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joined, type Piece, type SearchQuery } from './ast.ts'
import { SearchFault } from './fault.ts'
import { SEARCH_LIMITS } from './limits.ts'
import { parseSearch } from './parse.ts'
import { printSearch } from './print.ts'

/** The query without positions, which printing changes. */
function bare(query: SearchQuery): unknown {
  return JSON.parse(JSON.stringify(query, (key, value) => (key === 'at' ? undefined : value)))
}

const shown = (text: string) => printSearch(parseSearch(text))

test.each([
  ['', '*:*'],
  ['*', '*:*'],
  ['*:*', '*:*'],
  ['failed password', '"failed" AND "password"'],
  ['"failed password"', '"failed password"'],
  ['a OR b c', '"a" OR ("b" AND "c")'],
  ['a && b || !c', '("a" AND "b") OR NOT "c"'],
  ['(a OR b) AND NOT (c d)', '("a" OR "b") AND NOT ("c" AND "d")'],
  ['+a -b', '"a" AND NOT "b"'],
  ['user:kim', 'user:"kim"'],
  ['user: kim', 'user:"kim"'],
  ['actor.user.name:"Kim Lee"', 'actor.user.name:"Kim Lee"'],
  ['user:(kim OR lee -max)', 'user:"kim" OR (user:"lee" AND NOT user:"max")'],
  ['host:web-*', 'host:web\\-*'],
  ['host:w?b**', 'host:w?b*'],
  ['host:*', 'host:*'],
  ['dst_port:[1 TO 1024}', 'dst_port:["1" TO "1024"}'],
  ['dst_port:{* TO 1024]', 'dst_port:[* TO "1024"]'],
  ['dst_port:>1024', 'dst_port:{"1024" TO *]'],
  ['dst_port>=1024 dst_port < 2000', 'dst_port:["1024" TO *] AND dst_port:[* TO "2000"}'],
  ['src_ip:fe80::1', 'src_ip:"fe80::1"'],
  ['time:[2026-01-01T00:00:00Z TO now-1h]', 'time:["2026-01-01T00:00:00Z" TO "now-1h"]'],
  ['file_path:C\\:\\\\Temp\\\\*.exe', 'file_path:C\\:\\\\Temp\\\\*.exe'],
  ['"C:\\Windows\\System32"', '"C:\\\\Windows\\\\System32"'],
  ['/etc/passwd ~root a^2', '"/etc/passwd" AND "~root" AND "a^2"'],
  ['and or not', '"and" AND "or" AND "not"'],
  ['ORDER ANDROID NOTE', '"ORDER" AND "ANDROID" AND "NOTE"'],
  ['\\*', '"*"'],
])('%s is read as %s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

describe('a fault names its place', () => {
  test.each([
    ['a AND', 1, 6, /condition is missing/],
    ['a OR )', 1, 6, /condition is missing/],
    ['(a', 1, 1, /parenthesis is not closed/],
    ['a)', 1, 2, /without an opening one/],
    ['()', 1, 2, /condition is missing/],
    ['user:', 1, 1, /user has no value/],
    ['a\nuser:"kim', 2, 6, /quotation mark is not closed/],
    ['dst_port:[1 2]', 1, 13, /written \[from TO to\]/],
    ['dst_port:[1 TO 2', 1, 10, /range is not closed/],
    ['dst_port:[1* TO 2]', 1, 11, /no wildcards/],
    ['[1 TO 2]', 1, 1, /needs a field/],
    ['>5', 1, 1, /needs a field/],
    ['""', 1, 1, /is empty/],
    ['NOT', 1, 4, /condition is missing/],
  ])('%s', (text, line, column, reason) => {
    const fault = faultOf(text)
    expect([fault.line, fault.column]).toEqual([line, column])
    expect(fault.message).toMatch(reason)
  })

  test('for half of a surrogate pair', () => {
    expect(faultOf('a \ud800').message).toMatch(/half of a character/)
  })

  test('for a query beyond the bounds', () => {
    expect(faultOf('a'.repeat(SEARCH_LIMITS.queryChars + 1)).message).toMatch(/characters/)
    expect(faultOf('('.repeat(SEARCH_LIMITS.depth + 1)).message).toMatch(/deep/)
    expect(faultOf('!'.repeat(SEARCH_LIMITS.depth + 1)).message).toMatch(/deep/)
    expect(faultOf('a '.repeat(SEARCH_LIMITS.terms + 1)).message).toMatch(/conditions/)
    expect(faultOf('a*'.repeat(SEARCH_LIMITS.wildcards + 1)).message).toMatch(/wildcards/)
    expect(faultOf(`${'a.'.repeat(SEARCH_LIMITS.pathSteps)}a:b`).message).toMatch(/steps/)
  })
})

function faultOf(text: string): SearchFault {
  try {
    parseSearch(text)
  } catch (error) {
    if (error instanceof SearchFault) return error
    throw error
  }
  throw new Error(`${text} is a query`)
}

const field = fc.constantFrom('host', 'user', 'actor.user.name', 'unmapped.a-b', 'observables[].value')
const text = fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.constantFrom('TO', 'OR', 'a"b', '\\', '\\\\*', ' '))
const pattern = fc.oneof(
  text.map((one): readonly Piece[] => [one]),
  fc.tuple(text, fc.constantFrom('*', '?'), text).map(([a, wild, b]): readonly Piece[] => [a, { wild }, b] as Piece[]),
  text.map((one): readonly Piece[] => [{ wild: '*' }, one, { wild: '?' }]),
)
const bound = fc.option(fc.record({ value: fc.oneof(text, fc.constant('')), isIncluded: fc.boolean() }), { nil: null })
const leaf: fc.Arbitrary<SearchQuery> = fc.oneof(
  fc.record({
    kind: fc.constant('match' as const),
    field: fc.option(field, { nil: null }),
    pattern,
    at: fc.constant(0),
  }),
  fc.record({ kind: fc.constant('exists' as const), field, at: fc.constant(0) }),
  fc.record({ kind: fc.constant('range' as const), field, from: bound, to: bound, at: fc.constant(0) }),
  fc.constant({ kind: 'all' } as const),
)
const { query } = fc.letrec<{ query: SearchQuery }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('query').map((of): SearchQuery => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('query'), { minLength: 2, maxLength: 4 }))
      .map(([kind, of]) => joined(kind as 'and' | 'or', of)),
  ),
}))

test('a printed query parses to the same query', () => {
  fc.assert(
    fc.property(query, (value) => {
      expect(bare(parseSearch(printSearch(value)))).toEqual(bare(value))
    }),
    { numRuns: 2000 },
  )
})

test('any text is a query or a fault with its place, and a query survives printing and parsing', () => {
  const words = fc.constantFrom(
    'a',
    'user',
    ':',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '"',
    '*',
    '?',
    ' ',
    ' TO ',
    ' AND ',
    ' OR ',
  )
  const signs = fc.constantFrom(
    'NOT ',
    '!',
    '-',
    '+',
    '>',
    '<',
    '=',
    '&&',
    '||',
    '\\',
    '\n',
    '\0',
    '💥',
    "'",
    ';',
    '--',
  )
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(words, signs), { maxLength: 30 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (value) => {
      let parsed: SearchQuery
      try {
        parsed = parseSearch(value)
      } catch (error) {
        expect(error).toBeInstanceOf(SearchFault)
        expect((error as SearchFault).line).toBeLessThanOrEqual(value.split('\n').length)
        return
      }
      expect(bare(parseSearch(printSearch(parsed)))).toEqual(bare(parsed))
    }),
    { numRuns: 5000 },
  )
})
