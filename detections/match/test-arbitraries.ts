/**
 * Plans and events that often match: few fields, texts of few letters, and the letters that fold in surprising ways.
 */
import fc from 'fast-check'
import { type EventLogSource, type FieldView, type MatchEvent, plainView } from '../../schemas/event-view.ts'
import type { Expr, Test, TextTest } from '../plan/expr.ts'
import type { EventBody, LogSource, Rule } from '../plan/plan.ts'

const FIELDS = ['Image', 'CommandLine', 'EventID', 'a.b', 'a.b.c', 'other', 'constructor']
const field = fc.constantFrom(...FIELDS)
const letter = fc.constantFrom(
  'a',
  'b',
  'A',
  'B',
  'k',
  'K',
  '\u212a',
  's',
  '\u017f',
  '\u0130',
  '\u0131',
  'i',
  'ß',
  'σ',
  'ς',
  'Σ',
  '\\',
  '*',
  '1',
  '.',
  '😀',
  '\u{10400}',
  '\u{10428}',
  '日',
  '\n',
  ' ',
  '"',
)
const text = fc.string({ unit: letter, maxLength: 8 })
const longText = fc.string({ unit: letter, maxLength: 40 })
const shortText = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'k', '\u212a'), maxLength: 4 })
const anyText = fc.oneof(shortText, text)
const number = fc.oneof(fc.integer({ min: -2, max: 20 }), fc.constantFrom(0.5, 1e21, -0, 4688))

const plainTest: fc.Arbitrary<TextTest> = fc.record({
  op: fc.constantFrom('equals', 'prefix', 'suffix', 'contains'),
  text: anyText,
  cased: fc.boolean(),
})
const part = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: fc.string({ unit: letter, minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constantFrom('one' as const, 'many' as const) }),
)
const likeTest: fc.Arbitrary<TextTest> = fc.record({
  op: fc.constant('like'),
  parts: fc
    .array(part, { maxLength: 5 })
    .map((parts) => parts.filter((one, i) => one.kind === 'one' || one.kind !== parts[i - 1]?.kind)),
  cased: fc.boolean(),
})
const SOURCES = [
  'a+b',
  '^a',
  'b$',
  '[ab]{2,3}k',
  '(?:ab|ba)\\.',
  'a.*b',
  '\\bk\\b',
  'x?ab?',
  '(a|)(b|k)',
  '[^a]',
  '\\d+',
  'a{2}',
  'K',
  'a\\x62',
  '日',
  '[aA]k[bB]',
  'ab(?i:k)',
  '\\\\',
]
const regexTest: fc.Arbitrary<TextTest> = fc.record({
  op: fc.constant('regex'),
  source: fc.constantFrom(...SOURCES),
  flags: fc.record({ i: fc.boolean(), m: fc.boolean(), s: fc.boolean() }),
})
const textTest = fc.oneof({ weight: 4, arbitrary: plainTest }, likeTest, regexTest)
const test: fc.Arbitrary<Test> = fc.oneof(
  { weight: 5, arbitrary: textTest },
  fc.constantFrom<Test>({ op: 'exists' }, { op: 'absent' }, { op: 'object' }),
  fc.record({ op: fc.constant('number' as const), value: number }),
  fc.record({ op: fc.constant('compare' as const), how: fc.constantFrom('lt', 'lte', 'gt', 'gte'), value: number }),
  fc.constantFrom<Test>({ op: 'cidr', network: '10.0.0.0/8' }, { op: 'cidr', network: 'fe80::/10' }),
  fc.record({
    op: fc.constant('same' as const),
    field,
    how: fc.constantFrom('equals', 'prefix', 'suffix', 'contains'),
    cased: fc.boolean(),
  }),
  fc.record({
    op: fc.constant('time_part' as const),
    part: fc.constantFrom('hour', 'week'),
    how: fc.constantFrom('eq', 'lt', 'lte', 'gt', 'gte'),
    value: fc.constantFrom(12, 44),
  }),
)

export const exprs: fc.Arbitrary<Expr> = fc.letrec<{ expr: Expr; leaf: Expr; many: Expr; none: Expr }>((tie) => ({
  expr: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('many'), tie('none')),
  leaf: fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('field' as const), field, test }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('anywhere' as const), test: textTest }) },
    fc.record({ kind: fc.constant('const' as const), value: fc.boolean() }),
    field.map((name): Expr => {
      const ref = { kind: 'ref', field: name } as const
      return { kind: 'computed', value: { kind: 'call', name: 'length', args: [ref] } }
    }),
  ),
  many: fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    of: fc.array(tie('expr'), { maxLength: 4 }),
  }),
  none: fc.record({ kind: fc.constant('not' as const), of: tie('expr') }),
})).expr

const PRODUCTS = ['windows', 'linux']
const CATEGORIES = ['process_creation', 'file_event']
const SERVICES = ['sysmon', 'security']

const logSource: fc.Arbitrary<LogSource> = fc.record({
  product: fc.constantFrom(null, ...PRODUCTS),
  category: fc.constantFrom(null, null, ...CATEGORIES),
  service: fc.constantFrom(null, null, ...SERVICES),
})

export const bodies: fc.Arbitrary<EventBody> = fc.record({ kind: fc.constant('event'), logSource, where: exprs })

const leaf = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 2, arbitrary: longText },
  { weight: 2, arbitrary: number.filter((one) => !Object.is(one, -0)) },
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '16',
    ' 7 ',
    '0x10',
    '10.1.2.3',
    '11.1.2.3',
    'fe80::1',
    ...['::ffff:10.1.2.3', '::FFFF:a01:203', '[10.1.2.3]', '[10.1.2.3]:443', '10.1.2.3:443', '[fe80::1%eth0]:443'],
    ...['::ffff:10.1.2.03', '[10.1.2.3:80]', '10.1.2.3%eth0', 'fe80::1%eth0'],
    '2024-11-01T12:30:00Z',
  ),
)
const value = fc.oneof(
  { weight: 5, arbitrary: leaf },
  fc.array(leaf, { maxLength: 3 }),
  fc.record({ b: leaf }),
  fc.record({ 'b.c': leaf, b: fc.oneof(leaf, fc.record({ c: leaf })) }, { requiredKeys: [] }),
  fc.array(fc.record({ b: leaf }), { maxLength: 2 }),
)
const KEYS = ['Image', 'CommandLine', 'EventID', 'a', 'a.b', 'constructor', 'Message']
const record = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...KEYS), value), { selector: ([key]) => key, maxLength: 6 })
  .map((entries) => Object.fromEntries(entries))

const eventLogSource: fc.Arbitrary<EventLogSource> = fc.record({
  product: fc.constantFrom(...PRODUCTS),
  service: fc.constantFrom('', ...SERVICES),
  categories: fc.subarray(CATEGORIES),
})

/** A view with derived values and several locations per field. */
const otherView: FieldView = {
  name: 'other',
  paths: (name) => {
    if (name === 'Image') return [{ path: ['CommandLine'], derive: 'basename' }, { path: ['Image'] }]
    if (name === 'other') return [{ path: ['CommandLine'], derive: 'dirname' }]
    return name === 'CommandLine' ? [{ path: ['Message'], derive: 'lower' }, ...plainView.paths(name)] : []
  },
}

const WORDS = { 16: 'abc', 4688: 'A', 1: 'b\\', a: 'Admin', '': 'none' }

/** A view with derived values, and with constants that do not depend on the record. */
const madeView: FieldView = {
  name: 'made',
  paths: (name) => {
    if (name === 'Image') return [{ path: ['CommandLine'], derive: 'arguments' }]
    if (name === 'other') return [{ path: ['a', 'b'] }, { path: [], constant: ['abc', 'Admin'] }]
    if (name === 'EventID') return [{ path: ['Message'], derive: 'argument_count' }]
    if (name === 'a')
      return [
        { path: ['Image'], derive: 'extension' },
        { path: [], constant: ['ADMIN'] },
      ]
    return name === 'CommandLine' ? [{ path: ['EventID'], derive: { words: WORDS } }, { path: ['Message'] }] : []
  },
}

export const events: fc.Arbitrary<MatchEvent> = fc.record({
  record,
  logSource: eventLogSource,
  view: fc.constantFrom(plainView, otherView, madeView),
  timeMs: fc.constant(0),
})

export function ruleOf(body: Rule['body'], id = 'r'): Rule {
  return {
    id,
    name: null,
    title: id,
    description: '',
    language: 'sigma',
    severity: 'low',
    status: 'test',
    author: '',
    tags: [],
    references: [],
    falsePositives: [],
    fields: [],
    body,
    file: '',
    line: 0,
  }
}
