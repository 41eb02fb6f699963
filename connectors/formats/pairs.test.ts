import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cef } from './cef.ts'
import { FIELDS_MAX } from './fields.ts'
import { kv } from './kv.ts'
import { leef } from './leef.ts'

const CONTEXT = { receivedMs: Date.UTC(2026, 5, 1) }

test('CEF: header escapes, extension escapes, spaces and bare = in values', () => {
  const line = String.raw`CEF:0|sec\|urity|p\\|1.0|100|a name|10|src=10.0.0.1 msg=a \= b\nline two path=C:\\x cs1Label=Rule name cs1=x=y z request=http://h/?q=1&r=2`
  expect(cef.decode(line, CONTEXT)).toEqual({
    cef: {
      version: '0',
      device_vendor: 'sec|urity',
      device_product: 'p\\',
      device_version: '1.0',
      device_event_class_id: '100',
      name: 'a name',
      severity: '10',
    },
    src: '10.0.0.1',
    msg: 'a = b\nline two',
    path: 'C:\\x',
    cs1Label: 'Rule name',
    cs1: 'x=y z',
    request: 'http://h/?q=1&r=2',
  })
})

test('CEF after a syslog header, truncated, and invalid', () => {
  expect(cef.decode('<134>Mar  4 10:11:12 fw CEF:0|v|p|1|id|name', CONTEXT)).toMatchObject({
    syslog: { hostname: 'fw', facility: 16 },
    cef: { device_event_class_id: 'id', name: 'name' },
  })
  for (const bad of ['hello', 'CEF:0|v|p', 'CEF:|']) expect(cef.decode(bad, CONTEXT)).toBe('bad_cef')
})

test('a field named like the wrapper, and a repeated one, are both kept', () => {
  expect(cef.decode('CEF:0|v|p|1|id|n|3|cef=x a=1 a=2 a=3 __proto__=p toString=t', CONTEXT)).toMatchObject({
    cef: { name: 'n' },
    cef_: 'x',
    a: ['1', '2', '3'],
    toString: 't',
  })
})

test.each([
  ['LEEF:1.0|v|p|1|id|src=a b\tdst=c=d', { src: 'a b', dst: 'c=d' }],
  ['LEEF:2.0|v|p|1|id|^|src=a^dst=c', { src: 'a', dst: 'c' }],
  ['LEEF:2.0|v|p|1|id|x5E|src=a^dst=c', { src: 'a', dst: 'c' }],
  ['LEEF:2.0|v|p|1|id|0x5E|src=a^dst=c', { src: 'a', dst: 'c' }],
  ['LEEF:2.0|v|p|1|id||src=a\tdst=c', { src: 'a', dst: 'c' }],
  ['LEEF:2.0|v|p|1|id|src=a\tdst=c', { src: 'a', dst: 'c' }],
  ['<13>1 2026-03-04T10:11:12Z h LEEF:1.0|v|p|1|id|cat=x|src=a|dst=c', { cat: 'x', src: 'a', dst: 'c', syslog: {} }],
])('%s', (line, expected) => {
  expect(leef.decode(line, CONTEXT)).toMatchObject({ ...expected, leef: { vendor: 'v', event_id: 'id' } })
})

test.each([
  ['a=1 b="x y" c=z', { a: '1', b: 'x y', c: 'z' }],
  ['a=one two b=three', { a: 'one two', b: 'three' }],
  ['a=1,b=x y, c="p,q",d=', { a: '1', b: 'x y', c: 'p,q', d: '' }],
  ['a=1;b=2;c=http://x/?q=1', { a: '1', b: '2', c: 'http://x/?q=1' }],
  ['a=1|b=x y|c=', { a: '1', b: 'x y', c: '' }],
  ['"a"="1","b"="x"', { a: '1', b: 'x' }],
  ['path="C:\\Users\\x" q="say \\"hi\\""', { path: 'C:\\Users\\x', q: 'say "hi"' }],
  ['a=1\tb=2 3\tc=4', { a: '1', b: '2 3', c: '4' }],
  ['open="never closed', { open: 'never closed' }],
])('%s', (line, expected) => {
  expect(kv.decode(line, CONTEXT)).toEqual(expected)
})

test('text without pairs is not kv, and too many fields are refused', () => {
  expect(kv.decode('hello world', CONTEXT)).toBe('bad_kv')
  const many = Array.from({ length: FIELDS_MAX + 1 }, (_, i) => `k${i}=1`).join(' ')
  expect(kv.decode(many, CONTEXT)).toBe('too_many_fields')
  expect(cef.decode(`CEF:0|v|p|1|id|n|3|${many}`, CONTEXT)).toBe('too_many_fields')
  expect(leef.decode(`LEEF:1.0|v|p|1|id|${many.replaceAll(' ', '\t')}`, CONTEXT)).toBe('too_many_fields')
})

const key = fc
  .stringMatching(/^[a-z][a-zA-Z0-9]{0,10}$/)
  .filter((text) => !['cef', 'leef', 'syslog', 'log', 'hec', 'zeek', 'audit'].includes(text))
const text = fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).filter((value) => !/[\r\n]/.test(value))

test('printed CEF is parsed back', () => {
  // An extension value cannot end in white space, because the space before the next name looks the same.
  const value = text.map((raw) => raw.trim())
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 6, maxLength: 6 }),
      fc.dictionary(key, value, { maxKeys: 8 }),
      (head, fields) => {
        const header = head.map((part) => part.replace(/[|\\]/g, '\\$&')).join('|')
        const extension = Object.entries(fields).map(([name, raw]) => `${name}=${raw.replace(/[=\\]/g, '\\$&')}`)
        const record = cef.decode(`CEF:0|${header}|${extension.join(' ')}`, CONTEXT)
        const { cef: read, ...rest } = record as Record<string, unknown>
        expect(Object.values(read as object).slice(1)).toEqual(head)
        expect(rest).toEqual(fields)
      },
    ),
  )
})

test('printed LEEF is parsed back, with any delimiter', () => {
  const delimiter = fc.constantFrom('\t', '^', '|', ';', '~')
  fc.assert(
    fc.property(delimiter, fc.dictionary(key, text, { maxKeys: 8 }), (mark, value) => {
      const fields = Object.fromEntries(
        Object.entries(value).map(([name, raw]) => [name, raw.replaceAll(mark, '').replaceAll('|', '')]),
      )
      const body = Object.entries(fields)
        .map(([name, raw]) => `${name}=${raw}`)
        .join(mark)
      const hex = `x${mark.charCodeAt(0).toString(16).padStart(2, '0')}`
      const { leef: _, ...rest } = leef.decode(`LEEF:2.0|v|p|1|id|${hex}|${body}`, CONTEXT) as Record<string, unknown>
      expect(rest).toEqual(fields)
    }),
  )
})

test('printed pairs are parsed back, with any separator', () => {
  const separator = fc.constantFrom(' ', ',', ', ', ';', '|', '\t')
  fc.assert(
    fc.property(separator, fc.dictionary(key, text, { minKeys: 1, maxKeys: 8 }), (mark, fields) => {
      const line = Object.entries(fields).map(([name, raw]) => `${name}="${raw.replace(/["\\]/g, '\\$&')}"`)
      expect(kv.decode(line.join(mark), CONTEXT)).toEqual(fields)
    }),
  )
})

test('CEF: a time without a year gets the year of its receipt, and unescaped paths stay whole', () => {
  const timeOf = (extension: string) => {
    const record = cef.decode(`CEF:0|v|p|1|id|n|5|${extension}`, CONTEXT)
    return typeof record === 'string' ? record : (record.cef as { time?: number }).time
  }
  expect(timeOf('rt=Mar 04 10:11:12')).toBe(Date.UTC(2026, 2, 4, 10, 11, 12))
  expect(timeOf('rt=Dec 04 10:11:12.5 UTC src=192.0.2.1')).toBe(Date.UTC(2025, 11, 4, 10, 11, 12, 500))
  expect(timeOf('rt=Mar 04 2024 10:11:12')).toBeUndefined()
  expect(timeOf('rt=Tuesday')).toBeUndefined()
  const paths = cef.decode(String.raw`CEF:0|v|p|1|id|n|5|a=C:\Windows\new b=C:\\Windows\\new c=x\ny`, CONTEXT)
  expect(paths).toMatchObject({ a: String.raw`C:\Windows\new`, b: String.raw`C:\Windows\new`, c: 'x\ny' })
})
