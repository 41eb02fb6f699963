import { describe, expect, test } from 'vitest'
import type { Expr, Test } from '../plan/expr.ts'
import { parseSigma } from './parse.ts'
import { whereOf } from './testing.ts'

const field = (test: Test, name = 'f'): Expr => ({ kind: 'field', field: name, test })
const text = (op: 'equals' | 'prefix' | 'suffix' | 'contains', text: string, cased = false): Expr =>
  field({ op, text, cased })
const any = (...of: Expr[]): Expr => ({ kind: 'or', of })
const regex = (source: string, i = false, m = false, s = false): Expr =>
  field({ op: 'regex', source, flags: { i, m, s } })

describe('values without modifiers', () => {
  test.each<[unknown, Expr]>([
    ['x', text('equals', 'x')],
    ['4625', text('equals', '4625')],
    [4625, field({ op: 'number', value: 4625 })],
    [1.5, field({ op: 'number', value: 1.5 })],
    [true, text('equals', 'true')],
    [null, field({ op: 'absent' })],
    ['', text('equals', '')],
    [['a', 2], any(text('equals', 'a'), field({ op: 'number', value: 2 }))],
  ])('%j', (value, expected) => {
    expect(whereOf({ f: value })).toEqual(expected)
  })

  test('an integer beyond what a double holds keeps its digits', () => {
    const yaml = 'title: t\nlogsource: {}\ndetection: {sel: {f: 9007199254740993}, condition: sel}'
    expect(whereOf({ f: 9007199254740991 })).toEqual(field({ op: 'number', value: 9007199254740991 }))
    expect(parsedWhere(yaml)).toEqual(text('equals', '9007199254740993'))
  })
})

describe('modifiers', () => {
  test.each<[string, unknown, Expr]>([
    ['f|contains', 'x', text('contains', 'x')],
    ['f|contains', 5, text('contains', '5')],
    ['f|startswith', 'x', text('prefix', 'x')],
    ['f|endswith', '\\x.exe', text('suffix', '\\x.exe')],
    ['f|endswith|cased', 'x', text('suffix', 'x', true)],
    ['f|contains|all', ['x', 'y'], { kind: 'and', of: [text('contains', 'x'), text('contains', 'y')] }],
    ['f|re', 'a.*b', regex('a.*b')],
    ['f|re|i', 'a', regex('a', true)],
    ['f|re|m|s', 'a', regex('a', false, true, true)],
    ['f|re|ignorecase|multiline|dotall', 'a', regex('a', true, true, true)],
    ['f|re|contains', 'a|b', regex('a|b')],
    ['f|re|startswith', 'a|b', regex('\\A(?:a|b)')],
    ['f|re|i|endswith', 'a|b', regex('(?:a|b)\\z', true)],
    ['f|cidr', '10.1.2.3/8', field({ op: 'cidr', network: '10.0.0.0/8' })],
    ['f|cidr', '192.168.1.1', field({ op: 'cidr', network: '192.168.1.1/32' })],
    ['f|cidr', '2001:DB8:0::1/33', field({ op: 'cidr', network: '2001:db8::/33' })],
    ['f|cidr', '::ffff:10.0.0.1', field({ op: 'cidr', network: '::ffff:a00:1/128' })],
    ['f|exists', true, field({ op: 'exists' })],
    ['f|exists', false, { kind: 'not', of: field({ op: 'exists' }) }],
    ['f|exists', 'False', { kind: 'not', of: field({ op: 'exists' }) }],
    ['f|lt', 5, field({ op: 'compare', how: 'lt', value: 5 })],
    ['f|gte', ' 5e2', field({ op: 'compare', how: 'gte', value: 500 })],
    ['f|neq', 'x', { kind: 'not', of: text('equals', 'x') }],
    ['f|contains|neq', ['x', 'y'], { kind: 'not', of: any(text('contains', 'x'), text('contains', 'y')) }],
    ['f|fieldref', 'g', field({ op: 'same', field: 'g', how: 'equals', cased: false })],
    ['f|fieldref|startswith', 'g', field({ op: 'same', field: 'g', how: 'prefix', cased: false })],
    ['f|fieldref|endswith|cased', 'g', field({ op: 'same', field: 'g', how: 'suffix', cased: true })],
    ['f|fieldref|contains', 'g', field({ op: 'same', field: 'g', how: 'contains', cased: false })],
    ['f|fieldref|neq', 'g', { kind: 'not', of: field({ op: 'same', field: 'g', how: 'equals', cased: false }) }],
    ['f|hour', 23, field({ op: 'time_part', part: 'hour', how: 'eq', value: 23 })],
    ['f|year', '2025', field({ op: 'time_part', part: 'year', how: 'eq', value: 2025 })],
    ['f|hour|gte', 20, field({ op: 'time_part', part: 'hour', how: 'gte', value: 20 })],
    ['f|base64', 'foo', text('equals', 'Zm9v')],
    ['f|base64|contains', 'foo', text('contains', 'Zm9v')],
    ['f|wide', 'cmd', text('equals', 'c\0m\0d\0')],
    [
      'f|utf16le',
      'c*d',
      field({
        op: 'like',
        parts: [{ kind: 'text', text: 'c\0' }, { kind: 'many' }, { kind: 'text', text: 'd\0' }],
        cased: false,
      }),
    ],
    ['f|utf16be', 'c', text('equals', '\0c')],
    ['f|utf16', 'c', text('equals', '\xff\xfec\0')],
    ['f|wide|base64', 'cmd', text('equals', Buffer.from('cmd', 'utf16le').toString('base64'))],
    ['f|utf16|contains', '', text('contains', '\xff\xfe')],
    [
      'f|utf16',
      '*c',
      field({
        op: 'like',
        parts: [{ kind: 'text', text: '\xff\xfe' }, { kind: 'many' }, { kind: 'text', text: 'c\0' }],
        cased: false,
      }),
    ],
    ['f|utf16|base64', 'c', text('equals', Buffer.from([0xff, 0xfe, 0x63, 0]).toString('base64'))],
  ])('%s: %j', (key, value, expected) => {
    expect(whereOf({ [key]: value })).toEqual(expected)
  })

  test('windash accepts five dashes for the dash of each flag, and leaves other dashes unchanged', () => {
    const where = whereOf({ 'f|windash|contains': ' -a-b' })
    expect(where).toEqual(
      any(...['-', '/', '\u2013', '\u2014', '\u2015'].map((dash) => text('contains', ` ${dash}a-b`))),
    )
    expect(whereOf({ 'f|windash': '/a *-b' })).toHaveProperty('of.length', 25)
  })

  test.each(['foo', 'http://', 'ab', 'Invoke-Mimikatz', '\u00e9t\u00e9'])(
    'base64offset of %j matches the Base64 of any text that contains it',
    (value) => {
      const where = whereOf({ 'f|base64offset|contains': value }) as { of: { test: { text: string } }[] } & Expr
      const codes = where.kind === 'or' ? where.of.map(({ test }) => test.text) : []
      for (const before of ['', 'x', 'xy', 'xyz']) {
        for (const after of ['', '1', '12', '123']) {
          const encoded = Buffer.from(before + value + after).toString('base64')
          expect(
            codes.filter((code) => encoded.includes(code)),
            `${before}|${after}`,
          ).not.toEqual([])
        }
      }
    },
  )
})

describe('refuses contradictory modifiers and values', () => {
  test.each<[string, unknown, RegExp]>([
    ['f|unheard', 'x', /unknown modifier "unheard"/],
    ['f|', 'x', /unknown modifier ""/],
    ['f|contains|contains', 'x', /twice/],
    ['f|contains|startswith', 'x', /cannot be combined/],
    ['f|re|cidr', 'x', /cannot be combined/],
    ['f|contains|re', 'x', /re must stand before/],
    ['f|cidr|contains', 'x', /cannot be combined/],
    ['f|gte|hour', 5, /cannot be combined/],
    ['f|re|i|ignorecase', 'x', /twice/],
    ['f|i', 'x', /only be used with re/],
    ['f|re', 'a(?=b)', /looks around/],
    ['f|re', '(a)\\1', /refers back/],
    ['f|re', '(?>a)', /atomic/],
    ['f|re', 'a++', /possessive/],
    ['f|re', 'a(b', /cannot be read/],
    ['f|re', '', /regular expression is empty/],
    ['f|cidr', '10.0.0.0/33', /not an IP network/],
    ['f|cidr', '10.0.0/8', /not an IP network/],
    ['f|lt', 'five', /not a number/],
    ['f|hour', 24, /from 0 to 23/],
    ['f|exists', 'maybe', /true or false/],
    ['f|contains', null, /null/],
    ['f|base64', 'a*', /wildcards/],
    ['f|base64offset', '', /too short/],
    ['f|base64offset', 'a', /too short/],
    ['f|base64|wide', 'a', /must stand before/],
    ['f|fieldref', 'a*', /is not the name of a field/],
    ['f', [], /list is empty/],
    ['f', ['', null], /null cannot be one of a list/],
    ['f|neq', ['a', null], /null cannot be one of a list/],
    ['f|contains|all', 'a', /needs a list/],
    ['f|contains|all', ['a'], /needs a list/],
    ['|all', ['a'], /needs a list/],
    ['f', { a: 1 }, /not a map/],
    ['f', [['a']], /not a list/],
    ['f|windash', '-a '.repeat(6), /variants/],
    ['|cidr', '10.0.0.0/8', /needs a field/],
    ['|exists', true, /needs a field/],
  ])('%s: %j', (key, value, reason) => {
    expect(whereOf({ [key]: value })).toMatch(reason)
  })
})

describe('keywords', () => {
  const anywhere = (text: string): Expr => ({ kind: 'anywhere', test: { op: 'contains', text, cased: false } })

  test('a list of texts is searched in all fields, and one match is enough', () => {
    expect(whereOf(['a', 7])).toEqual(any(anywhere('a'), anywhere('7')))
    expect(whereOf('a')).toEqual(anywhere('a'))
  })

  test('with all, every text is needed', () => {
    expect(whereOf({ '|all': ['a', 'b'] })).toEqual({ kind: 'and', of: [anywhere('a'), anywhere('b')] })
  })

  test('a regular expression may be searched in all fields', () => {
    expect(whereOf({ '|re': 'a+' })).toEqual({
      kind: 'anywhere',
      test: { op: 'regex', source: 'a+', flags: { i: false, m: false, s: false } },
    })
  })

  test('null is not a keyword', () => {
    expect(whereOf([null])).toMatch(/keyword/)
  })
})

describe('placeholders', () => {
  const table = new Map([
    ['servers', ['srv*', 'db1']],
    ['zone', ['lan']],
  ])

  test('are replaced by their values, including wildcards, in every combination', () => {
    expect(whereOf({ 'f|expand': '%servers%.%zone%' }, table)).toEqual(
      any(
        field({
          op: 'like',
          parts: [{ kind: 'text', text: 'srv' }, { kind: 'many' }, { kind: 'text', text: '.lan' }],
          cased: false,
        }),
        text('equals', 'db1.lan'),
      ),
    )
  })

  test('without a value match nothing', () => {
    expect(whereOf({ 'f|expand': '%nobody%' }, table)).toEqual({ kind: 'const', value: false })
    expect(whereOf({ 'f|contains|expand': ['%nobody%', 'x'] }, table)).toEqual(
      any({ kind: 'const', value: false }, text('contains', 'x')),
    )
  })

  test('are plain text without expand, and a percent sign can be escaped', () => {
    expect(whereOf({ f: '%zone%' }, table)).toEqual(text('equals', '%zone%'))
    expect(whereOf({ 'f|expand': '\\%plain%zone%' }, table)).toEqual(text('equals', '%plainlan'))
    expect(whereOf({ 'f|expand': '100% of %' }, table)).toEqual(text('equals', '100% of %'))
  })

  test('also work with networks and regular expressions', () => {
    const nets = new Map([['nets', ['10.0.0.0/8', '::1']]])
    expect(whereOf({ 'f|cidr|expand': '%nets%' }, nets)).toEqual(
      any(field({ op: 'cidr', network: '10.0.0.0/8' }), field({ op: 'cidr', network: '::1/128' })),
    )
  })
})

function parsedWhere(yaml: string): unknown {
  const body = parseSigma(yaml, 'a.yml').rules[0]?.body
  return body?.kind === 'event' ? body.where : null
}
