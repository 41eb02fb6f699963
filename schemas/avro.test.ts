import { readFileSync } from 'node:fs'
import avro from 'avsc'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tenantId } from '../platform/tenant.ts'
import { avroHeader, crc64, decodeAvro, encodeAvro, HEADER_BYTES } from './avro.ts'
import { decodeEventBatch, encodeEventBatch, FRAMINGS } from './event-batch.ts'
import { decodeNormalizedEvents, encodeNormalizedEvents, rowsOf } from './normalized-events.ts'

const schema = (name: string) =>
  avro.Type.forSchema(JSON.parse(readFileSync(new URL(`./avro/${name}.avsc`, import.meta.url), 'utf8')))

test('the fingerprint is the one of the Avro specification', () => {
  expect(crc64(Buffer.from('"int"')).toString(16)).toBe('7275d51a3f395c8f')
  expect(crc64(Buffer.from('"string"')).toString(16)).toBe('8f014872634503c7')
})

test('a value is read back, and not as another record', () => {
  const change = { sequence: 7, tenant_id: 'a', kind: 'tenant', id: 'a', document: '{}' }
  expect(decodeAvro('control-change', encodeAvro('control-change', change))).toEqual(change)
  expect(() => decodeAvro('dead-letter', encodeAvro('control-change', change))).toThrow('not a dead-letter')
})

const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const count = fc.nat(2 ** 31 - 1)
const batches = fc.record({
  tenantId: fc.constantFrom('a', 'tenant-b').map(tenantId),
  connectorId: text,
  connectorType: text,
  sourceFormat: text,
  requestId: text,
  requestKey: text,
  earlierKey: text,
  receivedMs: fc.integer({ min: -1e14, max: 1e14 }),
  framing: fc.constantFrom(...FRAMINGS),
  events: count,
})

test('the hand-written event batch is what Avro reads', () => {
  fc.assert(
    fc.property(batches, fc.uint8Array({ maxLength: 300 }), (batch, bytes) => {
      const value = Buffer.concat(encodeEventBatch(batch, Buffer.from(bytes)))
      const read = schema('event-batch').fromBuffer(value.subarray(HEADER_BYTES)) as Record<string, unknown>
      expect(read.received_ms).toBe(batch.receivedMs)
      expect(read.framing).toBe(batch.framing)
      expect(read.body).toEqual(Buffer.from(bytes))
      expect(decodeEventBatch(value)).toEqual({ ...batch, body: Buffer.from(bytes) })
    }),
  )
})

test('the hand-written normalized events are what Avro reads', () => {
  const counts = fc.array(fc.record({ tenantId: text, source: text, minuteMs: count, events: count }))
  fc.assert(
    fc.property(text, count, counts, fc.uint8Array(), (layout, rows, sources, bytes) => {
      const block = Buffer.from(bytes)
      const value = Buffer.concat(encodeNormalizedEvents({ layout, rows, counts: sources }, [block]))
      const read = schema('normalized-events').fromBuffer(value.subarray(HEADER_BYTES)) as {
        counts: unknown[]
        block: Buffer
      }
      expect(read.counts.length).toBe(sources.length)
      expect(read.block).toEqual(block)
      expect(decodeNormalizedEvents(value)).toEqual({ layout, rows, counts: sources, block })
      expect(rowsOf(encodeNormalizedEvents({ layout, rows, counts: sources }, [block]))).toBe(rows)
    }),
  )
})

test('values of any size are written whole, whatever was written before', () => {
  const entriesOf = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ tenant_id: 'a'.repeat(40), source: `s${n}`, minute_ms: n, outcome: 'stored', reason: '', events: n },
    }))
  for (const count of [0, 1, 2_000, 3, 40_000, 80_000, 5]) {
    const entries = entriesOf(count)
    expect(decodeAvro('ledger-entries', encodeAvro('ledger-entries', { entries }))).toEqual({ entries })
  }
})

test('bytes that are cut short are refused, never read past', () => {
  const value = Buffer.concat(
    encodeEventBatch(
      {
        tenantId: tenantId('a'),
        connectorId: 'c',
        connectorType: '',
        sourceFormat: '',
        requestId: 'r',
        receivedMs: 1,
        framing: 'lines',
        events: 1,
      },
      Buffer.from('{}'),
    ),
  )
  for (let end = 0; end < value.length; end++) expect(() => decodeEventBatch(value.subarray(0, end))).toThrow()
  expect(avroHeader('event-batch').length).toBe(HEADER_BYTES)
})
