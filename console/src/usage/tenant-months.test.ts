import { expect, test } from 'vitest'
import { metersOf, monthlyOf, monthsOf, sumOf, sumOfAll, type TenantUsage, usageCsvOf } from './tenant-months.ts'

const acme: TenantUsage = {
  tenant: 'acme',
  months: monthlyOf([
    { date: '2026-10-31', values: { events: 5 } },
    { date: '2026-11-01', values: { events: 2, alerts: 0 } },
    { date: '2026-11-02', values: { events: 3 } },
  ]),
}
const bolt: TenantUsage = { tenant: '=bolt', months: { '2026-11': { events: 7 } } }
const away: TenantUsage = { tenant: 'away', months: {}, why: 'the role may not' }

test('six months end with the selected one, also over the turn of the year', () => {
  expect(monthsOf('2026-02')).toEqual(['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'])
})

test('months are sums of days, and what was not measured is null', () => {
  expect([sumOf(acme, '2026-10', 'events'), sumOf(acme, '2026-11', 'events')]).toEqual([5, 5])
  expect([sumOf(acme, '2026-11', 'alerts'), sumOf(acme, '2026-10', 'alerts')]).toEqual([0, null])
  expect(sumOf(away, '2026-11', 'events')).toBeNull()
  expect(metersOf([acme, bolt, away])).toEqual(['alerts', 'events'])
})

test('a sum of all tenants is null while the value of one is unknown', () => {
  expect(sumOfAll([acme, bolt], '2026-11', 'events')).toBe(12)
  expect(sumOfAll([acme, bolt, away], '2026-11', 'events')).toBeNull()
})

test('the CSV has every tenant, month and meter, and no cell that a spreadsheet would execute', () => {
  const lines = usageCsvOf([acme, bolt], '2026-11').split('\r\n')
  expect(lines.length).toBe(1 + 2 * 6 * 2)
  expect(lines).toContain('acme,2026-11,events,5')
  expect(lines).toContain('acme,2026-10,alerts,')
  expect(lines).toContain("'=bolt,2026-11,events,7")
})
