import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileTruth, compileValue, valueFault } from './evaluate.ts'
import type { Value } from './expr.ts'
import { FUNCTION_NAMES, functionNamed, SPREAD_MAX } from './functions.ts'
import { TEXT_MAX } from './scalar.ts'

type Fields = Readonly<Record<string, unknown>>

const lit = (value: string | number | boolean | null): Value => ({ kind: 'literal', value })
const ref = (field: string): Value => ({ kind: 'ref', field })
const call = (name: string, ...args: readonly Value[]): Value => ({ kind: 'call', name, args })
const read = (field: string) => (fields: Fields) => fields[field]
const run = (value: Value, fields: Fields = {}): unknown => compileValue<Fields>(value, read)(fields)
const answerOf = (name: string, ...args: readonly (string | number | boolean | null)[]) =>
  run(call(name, ...args.map(lit)))

test.each<[string, readonly (string | number | boolean | null)[], unknown]>([
  ['add', [4, 0.5], 4.5],
  ['add', ['4', 1], 5],
  ['add', [null, 1], null],
  ['add', ['x', 1], null],
  ['multiply', [1e308, 10], null],
  ['divide', [1, 0], null],
  ['quotient', [-5, 2], -2],
  ['quotient', [5, 2.5], 2],
  ['modulo', [-10, -6], -4],
  ['floorTo', [17, 5], 15],
  ['floorTo', [-1, 5], -5],
  ['floorTo', [1, 0], null],
  ['number', ['0xff'], 255],
  ['number', ['ff', 16], 255],
  ['number', ['-0x10'], -16],
  ['number', ['zz', 36], 1295],
  ['number', ['8', 8], null],
  ['number', ['1e3'], 1000],
  ['number', [true], null],
  ['string', [1.5], '1.5'],
  ['string', [true], 'true'],
  ['length', ['a😀'], 2],
  ['fold', ['ſA'], 'sa'],
  ['upper', ['ß'], 'SS'],
  ['substring', ['a😀b', 1, 2], '😀'],
  ['substring', ['abc', -2], 'bc'],
  ['substring', ['abc', 1, null], null],
  ['slice', ['abc', 1, null], 'bc'],
  ['slice', ['abc', null, 1], 'abc'],
  ['slice', ['abcd', 1, -1], 'bc'],
  ['slice', [null, 1], null],
  ['indexOf', ['a😀b', 'b'], 2],
  ['indexOf', ['abc', '', 5], null],
  ['indexOf', ['abc', '', 3], 3],
  ['between', ['xAbBx', 'a', 'b', true, true], 'b'],
  ['contains', ['abc', ''], true],
  ['hasTerm', ['net user /add', 'USER'], false],
  ['hasTerm', ['net user /add', 'user'], true],
  ['hasTerm', ['netuser', 'user'], false],
  ['hasTerm', ['a.exe', '.exe'], true],
  ['hasTerm', ['a.exes', '.exe'], false],
  ['hasTerm', ['useruser user', 'user'], true],
  ['replace', ['aXbX', 'X', '--'], 'a--b--'],
  ['split', ['a,b', ','], ['a', 'b']],
  ['equals', ['1', 1.0], true],
  ['equals', ['01', '1'], false],
  ['equals', [true, 'true'], true],
  ['equals', [null, null], null],
  ['lt', ['10', '9'], true],
  ['lt', ['10', 9], false],
  ['lt', ['x', 9], false],
  ['gt', ['\u{10000}', '\u{e000}'], true],
  ['like', ['abc', 'a*', 'b*'], true],
  ['like', ['abc', null], null],
  ['regex', ['xABCx', 'abc', 'i'], true],
  ['extract', ['user=bob;', 'user=(\\w+)', 1], 'bob'],
  ['extract', ['x', 'user=(\\w+)', 1], null],
  ['cidrMatch', ['10.1.2.3', '10.0.0.0/8'], true],
  ['cidrMatch', ['::ffff:10.1.2.3', '10.0.0.0/8'], true],
  ['cidrMatch', ['::ffff:a01:203', '10.0.0.0/8'], true],
  ['cidrMatch', ['::ffff:11.1.2.3', '10.0.0.0/8'], false],
  ['cidrMatch', ['10.1.2.3', '::ffff:10.0.0.0/104'], true],
  ['cidrMatch', ['[10.1.2.3]:443', '10.0.0.0/8'], true],
  ['cidrMatch', ['[10.1.2.3]', '10.0.0.0/8'], true],
  ['cidrMatch', ['10.1.2.3:443', '10.0.0.0/8'], true],
  ['cidrMatch', ['[fe80::1%eth0]:443', 'fe80::/10'], true],
  ['cidrMatch', ['::ffff:10.1.2.3', '::/0'], false],
  ['cidrMatch', [' 10.1.2.3', '10.0.0.0/8'], false],
  ['and', [true, null], null],
  ['and', [false, null], false],
  ['or', [true, null], true],
  ['or', [false, null], null],
  ['not', [null], null],
  ['isNull', [null], true],
  ['coalesce', [null, 0, 1], 0],
  ['case', [false, 'a', true, 'b', 'c'], 'b'],
  ['case', [null, 'a', 'c'], 'c'],
  ['case', [false, 'a'], null],
  ['timeMs', ['2024-01-02T03:04:05Z'], 1704164645000],
  ['timeMs', ['nonsense'], null],
])('%s%j is %j', (name, args, expected) => {
  expect(answerOf(name, ...args)).toEqual(expected)
})

test('a scalar function is applied to each element of a list, and a condition holds when one element satisfies it', () => {
  const fields = { list: ['a', 'bb', null], other: ['x', 'a'] }
  expect(run(call('upper', ref('list')), fields)).toEqual(['A', 'BB', null])
  expect(run(call('equals', ref('list'), ref('other')), fields)).toEqual([false, true, false, false, null, null])
  expect(compileTruth<Fields>(call('equals', ref('list'), ref('other')), read)(fields)).toBe(true)
  expect(compileTruth<Fields>(call('equals', ref('list'), lit('q')), read)(fields)).toBe(false)
  expect(compileTruth<Fields>(call('equals', ref('list'), lit('q')), read)({ list: [null] })).toBe(null)
  expect(compileTruth<Fields>(call('not', call('equals', ref('other'), lit('q'))), read)(fields)).toBe(true)
})

test('combinations of lists are bounded', () => {
  const many = Array.from({ length: 1000 }, (_, i) => i)
  expect(run(call('equals', ref('a'), ref('b')), { a: many, b: many })).toHaveLength(SPREAD_MAX)
})

test('a search in a list sees its variable and the other fields', () => {
  const fields = { list: [{ v: 1 }, { v: 2 }], wanted: 2 }
  const search = (variable: string) =>
    call('arraySearch', ref('list'), lit(variable), call('equals', ref('x.v'), ref('wanted')))
  expect(run(search('x'), fields)).toBe(true)
  expect(run(search('y'), { ...fields, 'x.v': 7 })).toBe(false)
})

test('inherited JavaScript properties are not members', () => {
  expect(run(call('member', ref('o'), lit('constructor')), { o: {} })).toBeNull()
})

test('a text grows only up to its limit', () => {
  const doubled = (value: Value): Value => call('concat', value, value)
  let value: Value = ref('text')
  for (let i = 0; i < 12; i++) value = doubled(value)
  expect(run(value, { text: 'x'.repeat(TEXT_MAX / 2048) })).toBeNull()
  expect(
    run(call('replace', ref('text'), lit('x'), lit('y'.repeat(100))), { text: 'x'.repeat(TEXT_MAX / 10) }),
  ).toBeNull()
})

test.each<[Value, string]>([
  [call('nope'), "no function 'nope'"],
  [call('add', lit(1)), 'add takes 2 arguments'],
  [call('like', lit('a'), ref('b')), 'literal patterns'],
  [call('regex', lit('a'), lit('(')), 'regex:'],
  [call('regex', lit('a'), lit('a'), lit('q')), 'flags'],
  [call('cidrMatch', lit('a'), lit('x')), 'not a network'],
  [call('arraySearch', ref('a'), ref('b'), lit(true)), 'no variable'],
])('%j cannot be compiled', (value, reason) => {
  expect(valueFault(value)).toContain(reason)
  expect(valueFault(call('not', value))).toContain(reason)
})

test('an expression that is too deep or too large is a fault', () => {
  let deep: Value = lit(true)
  for (let i = 0; i < 100; i++) deep = call('not', deep)
  expect(valueFault(deep)).toContain('deep')
  let wide: Value = lit(true)
  for (let i = 0; i < 30; i++) wide = call('and', wide, wide)
  expect(valueFault(wide)).toContain('parts')
})

test('no function throws on any input', () => {
  const scalar = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null))
  const anything = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(fc.string(), scalar),
    fc.constant(undefined),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...FUNCTION_NAMES),
      fc.array(anything, { maxLength: 6 }),
      fc.array(scalar),
      (name, values, literals) => {
        const spec = functionNamed(name)
        const fields = Object.fromEntries(values.map((value, i) => [`f${i}`, value]))
        const refs = values.map((_, i) => ref(`f${i}`))
        const args = spec?.kind === 'pattern' ? [ref('f0'), ...literals.map(lit)] : refs
        const value = call(name, ...args)
        if (valueFault(value) === null) expect(() => run(value, fields)).not.toThrow()
      },
    ),
    { numRuns: 1500 },
  )
})
