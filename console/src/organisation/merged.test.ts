import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrderOf, merged, QUEUE_SORTS, type QueueSort } from './merged.ts'

const ascending = (a: number, b: number) => a - b

test('rows of several tenants stand in one order, and end where a tenant with more has none left', () => {
  const lists = [
    { tenant: 'a', items: [1, 5, 9], cursor: null },
    { tenant: 'b', items: [2, 4], cursor: 'b2' },
  ]
  const { rows, waiting } = merged(lists, ascending)
  expect(rows.map(({ tenant, item }) => `${tenant}${item}`)).toEqual(['a1', 'b2', 'b4'])
  expect(waiting).toEqual([{ tenant: 'b', cursor: 'b2' }])
})

test('a tenant without rows keeps nobody from being shown, and one whose first page is empty is waited for', () => {
  expect(merged([{ tenant: 'a', items: [], cursor: null }], ascending)).toEqual({ rows: [], waiting: [] })
  const lists = [
    { tenant: 'a', items: [1], cursor: null },
    { tenant: 'b', items: [] as number[], cursor: 'b1' },
  ]
  expect(merged(lists, ascending)).toEqual({ rows: [], waiting: [{ tenant: 'b', cursor: 'b1' }] })
})

test('page by page, every row of every tenant comes once and in its order', () => {
  const someTenants = fc.array(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }), { maxLength: 5 })
  fc.assert(
    fc.property(someTenants, fc.integer({ min: 1, max: 4 }), (tenants, size) => {
      const sorted = tenants.map((values) => values.toSorted(ascending))
      const read = sorted.map(() => size)
      const lists = () =>
        sorted.map((values, at) => {
          const end = read[at] as number
          return { tenant: String(at), items: values.slice(0, end), cursor: values.length > end ? String(end) : null }
        })
      let found = merged(lists(), ascending)
      for (let shown = 0; found.waiting.length > 0; shown = found.rows.length) {
        for (const { tenant } of found.waiting) read[Number(tenant)] = (read[Number(tenant)] as number) + size
        found = merged(lists(), ascending)
        expect(found.rows.length).toBeGreaterThanOrEqual(shown)
      }
      expect(found.rows.map(({ item }) => item)).toEqual(sorted.flat().toSorted(ascending))
    }),
  )
})

test.each(Object.keys(QUEUE_SORTS) as QueueSort[])('the order %s has no ties', (sort) => {
  const alert = (id: string, more: object) => ({
    ...{ id, created_at: '2026-11-28T10:00:00.000Z', event_time: null, first_seen: '2026-11-28T09:00:00.000Z' },
    ...{ severity: 'high', risk_score: null, ...more },
  })
  const first = alert('b', { severity: 'critical', risk_score: 3, created_at: '2026-11-28T10:00:01.000Z' })
  const order = inOrderOf(sort)
  const later = { ...first, event_time: '2026-11-28T09:30:00.000Z' }
  expect([order(later, alert('c', {})) < 0, order(alert('c', {}), alert('b', {})) < 0]).toEqual([true, true])
  expect(order(alert('a', {}), alert('a', {}))).toBe(0)
})
