import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeDrift, type SchemaDrift } from '../../../../schemas/drift.ts'
import { EventRow } from '../../../../schemas/event-row.ts'
import { HOUR_MS } from './field-stream.ts'
import { SCHEMA_LIMITS, type SchemaLimits, SchemaMemory } from './schema-memory.ts'

const START_MS = Date.UTC(2026, 0, 7)
const LIMITS: SchemaLimits = { ...SCHEMA_LIMITS, quietEvents: 5, quietHours: 4, missedHours: 3, sightingsMin: 2 }

type Sent = {
  readonly record: Record<string, unknown>
  readonly hour?: number
  readonly source?: string
  readonly tenant?: string
  readonly uid?: number
}

const row = new EventRow()
function see(memory: SchemaMemory, { record, hour = 0, source = 's', tenant = 't', uid = 0 }: Sent): void {
  row.tenantId = tenant
  row.source = source
  row.mapping = 'm/1'
  row.uid[3] = uid
  row.timeMs = START_MS + hour * HOUR_MS + 1
  row.receivedMs = START_MS
  memory.see(row, record)
}

function reportsOf(memory: SchemaMemory): readonly SchemaDrift[] {
  return memory.takeReports(0).flatMap(({ value }) => decodeDrift(Buffer.concat(value)))
}

const kindsAndPaths = (reports: readonly SchemaDrift[]) => reports.map(({ kind, path }) => `${kind} ${path}`)

function learned(limits = LIMITS): SchemaMemory {
  const memory = new SchemaMemory(limits)
  for (let i = 0; i < 7; i++) see(memory, { record: { a: 1, b: { c: 1 } } })
  expect(reportsOf(memory), 'nothing is drift while a source is learned').toEqual([])
  return memory
}

test('reports a new field of a learned source once, with its event', () => {
  const memory = learned()
  see(memory, { record: { a: 1, b: { c: 1, d: 2 }, list: [{ e: 1 }] }, hour: 1 })
  see(memory, { record: { a: 1, b: { c: 1, d: 2 }, list: [{ e: 1 }] }, hour: 2 })
  const reports = reportsOf(memory)
  expect(kindsAndPaths(reports)).toEqual(['new list[].e', 'new b.d', 'new list'])
  expect(reports[0]).toMatchObject({ tenant_id: 't', source: 's', mapping: 'm/1', time_ms: START_MS + HOUR_MS + 1 })
})

test('learns each source of each tenant separately', () => {
  const memory = learned()
  for (const other of [{ source: 'x' }, { tenant: 'u' }]) see(memory, { record: { z: 1 }, ...other })
  expect(reportsOf(memory)).toEqual([])
})

test('reports a vanished field once; a silent source misses no field', () => {
  const memory = learned()
  for (let hour = 1; hour <= 3; hour++) see(memory, { record: { a: 1, b: { c: 1 } }, hour })
  for (const hour of [100, 101, 101, 101, 102]) see(memory, { record: { a: 1 }, hour })
  expect(kindsAndPaths(reportsOf(memory)), 'three hours are not over').toEqual([])
  for (const hour of [103, 104, 105, 106]) see(memory, { record: { a: 1 }, hour })
  const reports = reportsOf(memory)
  expect(kindsAndPaths(reports)).toEqual(['vanished b.c'])
  expect(reports[0]?.last_seen_ms).toBe(START_MS + 4 * HOUR_MS)
  see(memory, { record: { a: 1, b: { c: 1 } }, hour: 107 })
  for (let hour = 108; hour < 140; hour++) see(memory, { record: { a: 1 }, hour })
  expect(reportsOf(memory), 'once').toEqual([])
})

test('a field with pauses vanishes only after twice its longest pause', () => {
  const memory = learned()
  const weekly = (hour: number) => (hour % 3 === 0 ? { a: 1, b: { c: 1 } } : { a: 1 })
  for (let hour = 1; hour <= 30; hour++) see(memory, { record: weekly(hour), hour })
  for (let hour = 31; hour <= 34; hour++) see(memory, { record: { a: 1 }, hour })
  expect(reportsOf(memory)).toEqual([])
  see(memory, { record: { a: 1 }, hour: 35 })
  expect(kindsAndPaths(reportsOf(memory))).toEqual(['vanished b.c'])
})

test('stops following a source whose names are data, and reports it', () => {
  const memory = new SchemaMemory({ ...LIMITS, fieldsMax: 20 })
  for (let i = 0; i < 100; i++) see(memory, { record: { [`key-${i}`]: 1 } })
  expect(kindsAndPaths(reportsOf(memory))).toEqual(['untracked '])
  expect(memory.stats()).toEqual({ streams: 1, fields: 0 })
})

test('samples one event in eight of a stream with many fields', () => {
  const memory = learned({ ...LIMITS, denseFields: 2 })
  for (let uid = 1; uid < 8; uid++) see(memory, { record: { a: 1, n: 1 }, uid })
  expect(reportsOf(memory)).toEqual([])
  see(memory, { record: { a: 1, n: 1 }, uid: 16 })
  expect(kindsAndPaths(reportsOf(memory))).toEqual(['new n'])
})

test('streams and fields are bounded: the oldest of the tenant with the most is forgotten and learned anew', () => {
  const memory = new SchemaMemory({ ...LIMITS, streamsMax: 3, fieldsInAllMax: 10 })
  for (let i = 0; i < 50; i++) see(memory, { record: { a: 1, b: 1 }, source: `s${i}`, hour: i })
  see(memory, { record: { a: 1, b: 1 }, tenant: 'quiet' })
  expect(memory.stats()).toEqual({ streams: 4, fields: 8 })
  for (let i = 0; i < 6; i++) see(memory, { record: { [`n${i}`]: 1 }, source: 's49' })
  expect(memory.stats().fields).toBeLessThanOrEqual(10)
  const slots = new Map(memory.flush().map(({ slot, payload }) => [slot, payload.length > 0]))
  expect([...slots].filter(([, isKept]) => isKept).length, 'two slots a stream').toBe(memory.stats().streams * 2)
})

const records = fc.constantFrom<Record<string, unknown>>(
  { a: 1 },
  { a: 1, b: 2 },
  { a: 1, b: { c: 1 } },
  { a: 1, b: { c: 1 }, d: [{ e: 1 }] },
  { b: null, f: 1 },
  { a: 1, g: 1, h: 1, i: 1 },
)
const sent = fc.record({
  record: records,
  hour: fc.nat(40),
  source: fc.constantFrom('s', 's s', 'x/y'),
  tenant: fc.constantFrom('t', 'u'),
  uid: fc.nat(9),
})

test('the same events give the same reports, each once, whatever the batches and restarts', () => {
  const limits = { ...LIMITS, streamsMax: 2, fieldsInAllMax: 12, denseFields: 4 }
  fc.assert(
    fc.property(
      fc.array(sent, { maxLength: 80 }),
      fc.array(fc.nat(2), { minLength: 80, maxLength: 80 }),
      (events, ends) => {
        const straight = new SchemaMemory(limits)
        const wanted = events.flatMap((event) => {
          see(straight, event)
          return reportsOf(straight)
        })
        const slots = new Map<string, Buffer>()
        let memory = new SchemaMemory(limits)
        let uncommitted: Sent[] = []
        const found: SchemaDrift[] = []
        for (const [i, event] of events.entries()) {
          see(memory, event)
          uncommitted.push(event)
          if (ends[i] === 1) {
            // Killed: uncommitted work is repeated from the slots.
            memory = new SchemaMemory(limits)
            memory.restore([...slots].reverse().map(([slot, payload]) => ({ slot, payload })))
            for (const again of uncommitted) see(memory, again)
          } else if (ends[i] === 2) {
            found.push(...reportsOf(memory))
            for (const { slot, payload } of memory.flush()) {
              if (payload.length > 0) slots.set(slot, payload)
              else slots.delete(slot)
            }
            uncommitted = []
          }
        }
        found.push(...reportsOf(memory))
        expect(found).toEqual(wanted)
        expect(memory.stats()).toEqual(straight.stats())
      },
    ),
    { numRuns: 300 },
  )
})

test('a stream that is never forgotten reports nothing twice', () => {
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 120 }), (events) => {
      const memory = new SchemaMemory(LIMITS)
      for (const event of events) see(memory, event)
      const ids = reportsOf(memory).map(({ drift_id }) => drift_id)
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 200 },
  )
})
