import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventRow } from './event-row.ts'
import { EVENTS_LAYOUT, EventsBlock } from './events-block.ts'
import { decodeNormalizedEvents, encodeNormalizedEvents } from './normalized-events.ts'
import { storedRows } from './stored-rows.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const anyRow = fc.record({
  tenantId: fc.constantFrom('acme', 'globex'),
  timeMs: fc.integer({ min: 0, max: 2 ** 45 }),
  receivedMs: fc.integer({ min: 0, max: 2 ** 45 }),
  classUid: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  source: text,
  sourceFormat: text,
  eventCode: text,
  host: text,
  user: text,
  srcIp: fc.oneof(fc.constant(''), fc.ipV4()),
  mapping: text,
  cmdLine: text,
  uid: fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 4, maxLength: 4 }),
  raw: fc.uint8Array({ maxLength: 300 }),
})

type TestRow = typeof anyRow extends fc.Arbitrary<infer T> ? T : never

function recordOf(rows: readonly TestRow[]) {
  const block = new EventsBlock()
  for (const { raw, uid, ...fields } of rows) {
    const row = Object.assign(new EventRow(), fields)
    row.uid.set(uid)
    block.push(row, Buffer.from(raw), 0, raw.length)
  }
  const tenants = [...new Set(rows.map(({ tenantId }) => tenantId))]
  const counts = tenants.map((tenantId) => ({ tenantId, source: '', minuteMs: 0, events: 1 }))
  const value = encodeNormalizedEvents({ layout: EVENTS_LAYOUT, rows: rows.length, counts }, block.drain())
  return decodeNormalizedEvents(Buffer.concat(value))
}

const plain = ({ row, raw }: { row: EventRow; raw: Uint8Array }) => ({
  ...{ uid: [...row.uid], raw: Buffer.from(raw).toString('hex'), tenantId: row.tenantId, timeMs: row.timeMs },
  ...{ receivedMs: row.receivedMs, classUid: row.classUid, source: row.source, sourceFormat: row.sourceFormat },
  ...{ eventCode: row.eventCode, host: row.host, user: row.user, srcIp: row.srcIp, mapping: row.mapping },
})

test('rows are read back as they were written, those of wanted tenants only and in their order', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 30 }), (rows) => {
      const read = [...storedRows(recordOf(rows), (tenant) => tenant === 'acme')]
      const expected = rows.filter(({ tenantId }) => tenantId === 'acme')
      expect(read.map(plain)).toEqual(
        expected.map(({ uid, raw, ...fields }) =>
          plain({ row: Object.assign(new EventRow(), fields, { uid: Uint32Array.from(uid) }), raw }),
        ),
      )
    }),
    { numRuns: 100 },
  )
})

test('a dictionary of many texts has wider indexes', () => {
  const one = { classUid: 0, eventCode: '', host: '', user: '', mapping: '', cmdLine: '', uid: [0, 0, 0, 0] }
  const row = {
    ...one,
    tenantId: 'acme' as const,
    timeMs: 1,
    receivedMs: 1,
    sourceFormat: '',
    srcIp: '',
    raw: Buffer.from('x'),
  }
  const rows = Array.from({ length: 70_000 }, (_, n) => ({ ...row, source: `source ${n}` }))
  const read = [...storedRows(recordOf(rows), () => true)]
  expect(read.map((stored) => stored.row.source)).toEqual(rows.map(({ source }) => source))
})

test('does not open a block without rows of a wanted tenant, and refuses an unknown layout', () => {
  const record = { layout: EVENTS_LAYOUT, rows: 1, block: Buffer.from('none'), counts: [] }
  expect([...storedRows(record, () => true)]).toEqual([])
  expect(() => [...storedRows({ ...record, layout: 'events/9' }, () => true)]).toThrow(/events\/9/)
})
