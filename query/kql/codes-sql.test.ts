import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameOf, SOURCES } from '../../connectors/registry.ts'
import { windows } from '../../connectors/vendors/windows/mapping.ts'
import type { Expr } from '../../detections/plan/expr.ts'
import { tenantId } from '../../platform/tenant.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { takeIn } from '../testing.ts'
import { otherCodesSql, WINDOWS } from './codes-sql.ts'
import { kqlHunt } from './kql-hunt.ts'
import { kqlTable } from './kql-table.ts'

const is = (value: number): Expr => ({ kind: 'field', field: 'EventID', test: { op: 'number', value } })
const other: Expr = { kind: 'field', field: 'Computer', test: { op: 'equals', text: 'dc1', cased: true } }

test('excludes usual numbers that the condition does not name, and nothing else', () => {
  const usual = `(match(event_code, '^(?:0|[1-9][0-9]{0,14})$')`
  expect(otherCodesSql(is(4625))).toBe(`${usual} AND event_code NOT IN ('4625'))`)
  expect(otherCodesSql({ kind: 'and', of: [other, is(4625)] })).toBe(`${usual} AND event_code NOT IN ('4625'))`)
  expect(otherCodesSql({ kind: 'or', of: [is(1), is(4625)] })).toBe(`${usual} AND event_code NOT IN ('1', '4625'))`)
  expect(otherCodesSql({ kind: 'or', of: [other, is(4625)] })).toBeNull()
  expect(otherCodesSql({ kind: 'not', of: is(4625) })).toBeNull()
  expect(otherCodesSql(other)).toBeNull()
  const text = (of: string): Expr => ({
    kind: 'field',
    field: 'EventID',
    test: { op: 'equals', text: of, cased: true },
  })
  expect(otherCodesSql(text('4625'))).toBe(`${usual} AND event_code NOT IN ('4625'))`)
  expect(otherCodesSql(text('-')), 'the mapping makes no code of it').toBeNull()
  expect(otherCodesSql({ kind: 'or', of: Array.from({ length: 501 }, (_, at) => is(at)) })).toBeNull()
})

test('the mapping of Windows is one of the sources', () => {
  expect(SOURCES.map(([{ id }]) => nameOf(id))).toContain(WINDOWS)
})

test('the event code of a Windows event is its EventID, wherever that is a number in its usual notation', () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 10_000 }),
    fc.constantFrom('4625', '04625', ' 4625', '4625.0', '0x1211', '', '-', true, null, [4625], { '#text': 4625 }),
  )
  fc.assert(
    fc.property(value, fc.constantFrom('Security', 'System', 'Application'), value, (EventID, Channel, EventCode) => {
      const record = { Channel, Hostname: 'dc1', EventID, EventCode }
      const code = (windows.toOcsf(record) as { metadata?: { event_code?: string } }).metadata?.event_code ?? ''
      // A list, an object, nothing and a dash are equal to no number, and then another name gives the code.
      const isComparable = EventID !== null && typeof EventID !== 'object' && EventID !== '' && EventID !== '-'
      if (isComparable && /^(?:0|[1-9][0-9]{0,14})$/.test(code)) expect(String(EventID)).toBe(code)
    }),
  )
})

const engine = useEngine({ migrated: true })

test('a query finds every notation of the number, and reads no event with another one', async () => {
  const notations = [4625, '4625', 4625.0, '04625', ' 4625', '4625.0', '4.625e3', 4624, '4624', 1, [4625], true, '-']
  const events = notations.map((EventID, at) =>
    JSON.stringify({
      Channel: 'Security',
      EventID,
      Hostname: 'dc1',
      n: at,
      EventCode: 17,
      '@timestamp': '2026-03-01T01:00:00Z',
    }),
  )
  await takeIn(engine().client, {
    tenant: 'codes',
    format: 'windows',
    body: events.join('\n'),
    receivedMs: 1_772_400_000_000,
  })
  const statements: string[] = []
  const lake = tenantReader(engine().client, tenantId('codes'), { rowsMax: 0 })
  const reader: typeof lake = {
    ...lake,
    stream: (sql, ...rest) => {
      statements.push(sql)
      return lake.stream(sql, ...rest)
    },
  }
  const span = { fromMs: Date.UTC(2026, 2, 1), toMs: Date.UTC(2026, 2, 2) }
  const found = async (condition: string) => {
    const text = `SecurityEvent | where ${condition} | project n | order by n asc`
    const answer = await kqlHunt(reader, { text, nowMs: span.toMs, ...span })
    if ('reason' in answer) throw new Error(answer.reason)
    return kqlTable(answer, { rowsMax: 100, charsMax: 100_000 }).rows.flat()
  }
  // A negation narrows nothing.
  for (const condition of ['EventID == 4625', 'EventID in (4624, 1)', 'EventID == "4625"', 'EventID == 17'])
    expect([condition, await found(condition)]).toEqual([condition, await found(`not(not(${condition}))`)])
  expect(await found('EventID == 4625')).toEqual(expect.arrayContaining([0, 1, 2]))
  expect(await found('EventID in (4624, 1)')).toEqual(expect.arrayContaining([7, 8, 9]))
  expect(statements.at(-1)).toContain("event_code NOT IN ('4624', '1')")
})
