import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeNative, nativeRows } from '../test/native-block.ts'
import { EventRow } from './event-row.ts'
import { EventsBlock } from './events-block.ts'
import {
  Addresses,
  addressBytes,
  Dictionary,
  Fixed,
  giveBack,
  Milliseconds,
  nativeBlock,
  Text,
  UInt64,
  Uuid,
} from './native-columns.ts'

/** The text as UTF-8 can represent it: a lone surrogate cannot be written. */
const written = (text: string) => Buffer.from(text).toString()
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    'a\udfffb',
    '__proto__',
    'constructor',
    'é'.repeat(23),
    'x'.repeat(23),
    'x'.repeat(24),
  ),
  fc.integer({ min: 100, max: 70_000 }).map((length) => '連'.repeat(length)),
)

function columnOf(column: Text | Dictionary, rows: number): unknown[] {
  const [block] = decodeNative(Buffer.concat(nativeBlock([['c', column]], rows)))
  expect(block?.rows).toBe(rows)
  return (block?.columns.get('c') ?? []).map((value) => (Buffer.isBuffer(value) ? value.toString() : value))
}

test('any text comes back from a String and from a dictionary, block after block', () => {
  const text = new Text()
  const dictionary = new Dictionary()
  fc.assert(
    fc.property(fc.array(fc.array(odd, { minLength: 1, maxLength: 30 }), { maxLength: 4 }), (blocks) => {
      for (const values of blocks) {
        for (const value of values) {
          text.push(value)
          dictionary.push(value)
        }
        expect(columnOf(text, values.length)).toEqual(values.map(written))
        expect(columnOf(dictionary, values.length)).toEqual(values.map(written))
      }
    }),
  )
})

test.each([0, 1, 254, 255, 256, 257, 65_534, 65_535, 65_536, 70_000])('a dictionary of %i keys', (keys) => {
  const dictionary = new Dictionary()
  const values = Array.from({ length: keys + 10 }, (_, i) => `key ${(i * 7) % Math.max(1, keys)}`)
  for (const value of values) dictionary.push(value)
  expect(columnOf(dictionary, values.length)).toEqual(values)
})

test('numbers of each width, times and uids come back', () => {
  const rows = fc.array(
    fc.record({
      a: fc.nat(0xff),
      b: fc.nat(0xffff),
      c: fc.integer({ min: 0, max: 0xffff_ffff }),
      d: fc.nat(Number.MAX_SAFE_INTEGER),
      e: fc.integer({ min: -1e14, max: 1e14 }),
      f: fc.uint32Array({ minLength: 4, maxLength: 4 }),
    }),
  )
  fc.assert(
    fc.property(rows, (value) => {
      const columns = [
        ['a', new Fixed('UInt8')],
        ['b', new Fixed('UInt16')],
        ['c', new Fixed('UInt32')],
        ['d', new UInt64()],
        ['e', new Milliseconds()],
      ] as const
      const uuid = new Uuid()
      for (const row of value) {
        for (const [name, column] of columns) column.push(row[name])
        uuid.push(row.f)
      }
      const bytes = Buffer.concat(nativeBlock([...columns, ['f', uuid]], value.length))
      const hex = (words: Uint32Array) => Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')
      expect(nativeRows(bytes).map((row) => ({ ...row, f: String(row.f).replaceAll('-', '') }))).toEqual(
        value.map((row) => ({ ...row, f: hex(row.f) })),
      )
    }),
  )
})

test.each([
  ['192.0.2.1', '00000000000000000000ffffc0000201'],
  ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
  ['2001:db8::1', '20010db8000000000000000000000001'],
  ['2001:DB8::1', '20010db8000000000000000000000001'],
  ['fe80::1%eth0', 'fe800000000000000000000000000001'],
  ['::', '00000000000000000000000000000000'],
  ['255.255.255.255', '00000000000000000000ffffffffffff'],
])('%s is an address', (text, hex) => {
  expect(addressBytes(text)?.toString('hex')).toBe(hex)
})

test.each([
  '',
  '-',
  'localhost',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '010.0.0.1',
  '0x7f.1',
  '1',
  ':::',
  '1::2::3',
  'g::1',
  '::1/128',
  '10.0.0.1:80',
  ' 10.0.0.1',
  '1:'.repeat(20_000),
])('%j is none, and its row says ::', (text) => {
  expect(addressBytes(text)).toBeNull()
  const addresses = new Addresses()
  addresses.push(text)
  expect(addresses.drain()[0]).toEqual(Buffer.alloc(16))
})

test('an address is its 16 bytes, however it is written', () => {
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      const bytes = addressBytes(text)
      const hex = bytes?.toString('hex').match(/.{4}/g)?.join(':') as string
      expect(addressBytes(hex)).toEqual(bytes)
    }),
  )
  fc.assert(
    fc.property(fc.ipV4(), (text) => {
      expect([...(addressBytes(text) as Buffer).subarray(12)].join('.')).toBe(text)
    }),
  )
})

test('more addresses than are kept parsed are all right', () => {
  const addresses = new Addresses()
  const texts = Array.from({ length: 20_000 }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
  for (const text of texts) addresses.push(text)
  const bytes = Buffer.concat(addresses.drain())
  expect(texts.map((_, i) => [...bytes.subarray(i * 16 + 12, i * 16 + 16)].join('.'))).toEqual(texts)
})

test('reuses returned memory, never memory that is in use', () => {
  const blocks: { raw: string; bytes: Buffer }[] = []
  const text = new Text()
  for (let round = 0; round < 12; round++) {
    const raw = `${round}`.repeat(400_000)
    text.push(raw)
    const pieces = text.drain()
    const copy = Buffer.concat(pieces)
    if (round % 3 === 0) giveBack(pieces)
    else blocks.push({ raw, bytes: pieces[0] as Buffer })
    expect(copy.subarray(4).toString()).toBe(raw)
  }
  for (const { raw, bytes } of blocks) expect(bytes.subarray(4).toString()).toBe(raw)
})

test('a block of events holds each row as it was pushed, and is empty afterwards', () => {
  const block = new EventsBlock()
  const texts = fc.record({
    tenantId: odd,
    source: odd,
    host: odd,
    user: odd,
    message: odd,
    cmdLine: odd,
    mapping: odd,
    ocsfRest: odd,
  })
  const rows = fc.array(fc.tuple(texts, fc.uint8Array({ maxLength: 200 }), fc.nat(0xffff)), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(rows, (value) => {
      const row = new EventRow()
      for (const [values, raw, port] of value) {
        Object.assign(row, values, { srcPort: port, timeMs: port * 1000, receivedMs: 5, srcIp: '192.0.2.1' })
        row.uid.set([port, 1, 2, 3])
        block.push(row, Buffer.concat([Buffer.from('before'), raw, Buffer.from('after')]), 6, 6 + raw.length)
      }
      expect(block.rows).toBe(value.length)
      const found = nativeRows(Buffer.concat(block.drain()))
      expect(found.map(rowText)).toEqual(
        value.map(([v, raw, port]) =>
          [v.tenantId, v.source, v.host, v.user, v.message, v.cmdLine, v.mapping, v.ocsfRest]
            .map(written)
            .concat(Buffer.from(raw).toString('hex'), String(port), String(port * 1000)),
        ),
      )
      expect(block.rows).toBe(0)
    }),
    { numRuns: 60 },
  )
})

function rowText(row: Record<string, unknown>): string[] {
  const names = ['tenant_id', 'source', 'host', 'user', 'message', 'cmd_line', 'mapping', 'ocsf_rest']
  const raw = row.raw as Buffer
  return [...names.map((name) => String(row[name])), raw.toString('hex'), String(row.src_port), String(row.time)]
}
