import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Node, Query } from './ast.ts'
import { compileQuery } from './compile-query.ts'
import { attempt, parseQuery } from './parse.ts'
import { printQuery } from './testing.ts'

const faultOf = (text: string) => {
  const parsed = parseQuery(text)
  if ('fault' in parsed) return parsed.fault
  const compiled = attempt(text, () => ({ body: compileQuery(parsed.query) }))
  return 'fault' in compiled ? compiled.fault : null
}

test.each([
  ['process', 1, 1, 'expected an event category and where'],
  ['process where', 1, 14, 'expected a value, found end of the query'],
  ['process where x ==', 1, 19, 'expected a value'],
  ['process where x = 1', 1, 17, "'=' does not compare"],
  ['process where x !: 1', 1, 17, "'!:' is not an operator"],
  ['process where\n  x == "open', 2, 8, 'does not end'],
  ['process where x == "\\d"', 1, 21, 'is not an escape'],
  ['process where x == "\\u{d800}"', 1, 21, 'there is no character'],
  ['process where x == """open', 1, 20, 'is not closed'],
  ['process where /* open', 1, 15, 'the comment is not closed'],
  ['process where x == 1 y', 1, 22, 'expected the end of the query'],
  ['process where x : y', 1, 19, 'expected a text or a number'],
  ['process where 1 < x < 3', 1, 21, 'cannot be chained'],
  ['process where nope(x)', 1, 15, 'there is no function "nope"'],
  ['process where length~(x) == 1', 1, 15, 'has no variant'],
  ['process where length(x, y) == 1', 1, 15, 'takes 1 arguments, not 2'],
  ['process where x regex "("', 1, 23, 'not a regular expression'],
  ['process where x regex "~a"', 1, 23, 'complement'],
  ['process where x regex "[a"', 1, 23, "'[' has no end"],
  ['process where cidrMatch(x, "10.0.0.0/33")', 1, 28, 'not a network'],
  ['process where match(x, y)', 1, 24, 'takes literal texts'],
  ['process where descendant of [process where true]', 1, 15, 'ancestry'],
  ['process where child of [process where true]', 1, 15, 'ancestry'],
  ['process where "text"', 1, 15, 'a text cannot be used as a condition'],
  ['process where 5', 1, 15, 'a number cannot be used as a condition'],
  ['process where x == €', 1, 20, 'is not EQL'],
  ['any where true | count', 1, 18, 'the pipe "count"'],
  [`any where a regex "${'(([a-z]{30}){30})'.repeat(90)}"`, 1, 19, '4096 steps'],
  [`any where match(a, "x", "${'(([a-z]{30}){30})'.repeat(90)}")`, 1, 25, '4096 steps'],
  ['any where true | unique_count x', 1, 18, 'the pipe "unique_count"'],
  ['any where true | nope', 1, 18, 'the pipe "nope" is unknown'],
  ['join [a where true] [b where true]', 1, 1, "'join' is not supported"],
  ['sequence [a where true]', 1, 1, 'at least two events'],
  ['sequence [a where true] by x [b where true]', 1, 1, 'same number of fields'],
  ['sequence [a where true] ![b where true]', 1, 1, 'needs maxspan'],
  ['sequence with maxspan=1h ![a where true] ![b where true]', 1, 1, 'one event that is not missing'],
  ['sequence with maxspan=1y [a where true] [b where true]', 1, 24, 'is not a unit of time'],
  ['sequence with maxspan=90d [a where true] [b where true]', 1, 23, 'maxspan is more than 30 days'],
  ['sequence [a where true] with runs=0 [b where true]', 1, 35, 'runs is a number'],
  ['sequence [a where true] with runs=70 [b where true]', 1, 1, 'more than 64 events'],
  ['sequence by x * 2 [a where true] [b where true]', 1, 15, 'joined by fields'],
  ['sample [a where true] [b where true]', 1, 1, "joined 'by' fields"],
  ['sample by x [a where true] ![b where true]', 1, 1, 'cannot have missing events'],
  ['sequence [a where true] fork [b where true]', 1, 25, "'fork'"],
])('%s', (text, line, column, reason) => {
  expect(faultOf(text)).toMatchObject({ line, column, reason: expect.stringContaining(reason) })
})

const windowOf = (text: string) => {
  const parsed = parseQuery(text)
  const body = 'query' in parsed ? compileQuery(parsed.query) : null
  return body?.kind === 'window' && body.window.kind === 'sequence' ? body.window : null
}

test('a missing event with `runs` is parsed like one without', () => {
  const missing = '[a where true] ![b where true] with runs=3 [c where true]'
  expect(windowOf(`sequence with maxspan=1m ${missing}`)?.steps).toMatchObject([
    { missing: false, runs: 1 },
    { missing: true, runs: 1 },
    { missing: false, runs: 1 },
  ])
})

test('optional keys are marked in each step, and queries without them are unchanged', () => {
  const steps = '[a where true] by ?user.id [b where true] by uid until [c where true] by ?x'
  expect(windowOf(`sequence by host, ?group ${steps}`)).toMatchObject({
    steps: [
      { by: ['host', 'group', 'user.id'], optional: [false, true, true] },
      { by: ['host', 'group', 'uid'], optional: [false, true, false] },
    ],
    until: { by: ['host', 'group', 'x'], optional: [false, true, true] },
  })
  expect(windowOf('sample by ?x [a where true] [b where true]')?.steps[0]?.optional).toEqual([true])
  expect(windowOf('sequence by x [a where true] [b where true]')?.steps[0]).not.toHaveProperty('optional')
})

test('a sequence keeps its keys, time, runs, missing events and end', () => {
  const text = `sequence by host.id with maxspan=5m
    [process where true] by process.pid
    [file where true] by file.pid with runs=3
    ![network where true] by pid
  until [process where event.type == "end"] by process.pid`
  const parsed = parseQuery(text)
  const body = 'query' in parsed ? compileQuery(parsed.query) : null
  expect(body).toMatchObject({
    kind: 'window',
    window: {
      kind: 'sequence',
      ordered: true,
      maxSpanMs: 300_000,
      steps: [
        { by: ['host.id', 'process.pid'], missing: false, runs: 1 },
        { by: ['host.id', 'file.pid'], missing: false, runs: 3 },
        { by: ['host.id', 'pid'], missing: true, runs: 1 },
      ],
      until: { by: ['host.id', 'process.pid'] },
    },
  })
})

test('a sample has no order', () => {
  const parsed = parseQuery('sample by host [a where true] by x [b where true] by y')
  const body = 'query' in parsed ? compileQuery(parsed.query) : null
  expect(body).toMatchObject({ window: { ordered: false, maxSpanMs: null, until: null } })
})

test.each(['500ms', '30s', '30 sec', '5m', '1.5h', '2 days'])('maxspan=%s is a time', (span) => {
  expect(faultOf(`sequence with maxspan=${span} [a where true] [b where true]`)).toBeNull()
})

const QUERIES = [
  'process where not (a.b == "x\\n" or `c d`[0].e in~ (1, -2.5, null)) and f : ("a*", 3)',
  'any where -a + b * (c - 1) % 2 / 3 >= length(?d) and e regex~ """a"b""" | filter true | head 3',
  'sequence by a, b with maxspan=3s [x where true] with runs=2 ![y where false] until [z where null] by c',
  'sample by a [x where u != v] ["y-z" where wildcard~(w, "a", "b")] by d | tail 1',
]

test('a printed query parses to the same query', () => {
  for (const text of QUERIES) expect(reprinted(text)).toBe(printed(text))
})

function printed(text: string): string {
  const parsed = parseQuery(text)
  return 'query' in parsed ? printQuery(parsed.query) : `${text}: ${parsed.fault.reason}`
}

const reprinted = (text: string): string => printed(printed(text))

const WORDS = fc.constantFrom(
  ...[
    'any',
    'where',
    'true',
    'null',
    'not',
    'and',
    'or',
    'in',
    'in~',
    'like',
    'regex~',
    'of',
    'sequence',
    'sample',
    'by',
  ],
  ...[
    'with',
    'maxspan',
    'runs',
    'until',
    '=',
    '==',
    '!=',
    ':',
    '<',
    '(',
    ')',
    '[',
    ']',
    '!',
    '|',
    ',',
    '.',
    '-',
    '+',
    '/',
  ],
  ...[
    'x',
    'length',
    'filter',
    '1',
    '5m',
    '"a*"',
    '"""[a-z]+"""',
    '?',
    '`q`',
    'arraySearch',
    '/*',
    '*/',
    '"',
    '\\',
    '😀',
  ],
)
const LIKELY = fc.array(WORDS, { maxLength: 40 }).map((words) => words.join(' '))

test('any text is a query or a fault with its place', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        LIKELY,
        LIKELY.map((text) => `any where ${text}`),
      ),
      (text) => {
        const fault = faultOf(text)
        if (fault === null) expect(reprinted(text)).toBe(printed(text))
        else expect(text.split('\n').length).toBeGreaterThanOrEqual(fault.line)
      },
    ),
    { numRuns: 1500 },
  )
})

/** Steps of the tree that can be taken before it ends. */
function depthOf(node: Node): number {
  const inside =
    'of' in node ? [node.of].flat() : 'left' in node ? [node.left, node.right] : 'args' in node ? node.args : []
  return 1 + Math.max(0, ...inside.map(depthOf))
}

test.each([
  ['parentheses', (n: number) => `any where ${'('.repeat(n)}true${')'.repeat(n)}`],
  ['not', (n: number) => `any where ${'not '.repeat(n)}true`],
  ['signs', (n: number) => `any where ${'- '.repeat(n)}x == 1`],
  ['sums', (n: number) => `any where x ${'+ 1 '.repeat(n)} == 1`],
  ['calls', (n: number) => `any where ${'string('.repeat(n)}x${')'.repeat(n)} == "1"`],
  ['methods', (n: number) => `any where x${':string()'.repeat(n)} == "1"`],
])('nested %s are a fault, and the stack does not overflow', (_name, make) => {
  expect(faultOf(make(10))).toBeNull()
  expect(faultOf(make(20_000))?.reason).toMatch(/nested more than|expression is nested/)
})

test('a long chain of conditions parses to a flat node', () => {
  const parsed = parseQuery(`any where ${'x == 1 or '.repeat(5000)}y == 2`)
  const query: Query | null = 'query' in parsed ? parsed.query : null
  expect(query?.kind === 'event' && depthOf(query.event.where)).toBe(3)
})

test('a query beyond its limits is a fault', () => {
  expect(faultOf(`any where ${'x or '.repeat(30_000)}y`)?.reason).toContain('more than 20000 parts')
  expect(faultOf(`any where x == "${'a'.repeat(300_000)}"`)?.reason).toContain('longer than')
})
