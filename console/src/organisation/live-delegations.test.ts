import { expect, test } from 'vitest'
import { inForce, onePerTenant, TENANTS_MAX } from './live-delegations.ts'

const NOW_MS = Date.parse('2026-11-28T12:00:00Z')
const into = (id: string, tenant_id: string, expires_at: string, revoked_at: string | null = null) => ({
  ...{ id, tenant_id, expires_at, revoked_at },
})
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => into(`d${at}`, `t${at}`, '2026-12-01T00:00:00Z'))

test('a delegation that has ended or was revoked is no longer active', () => {
  const live = into('a', 'acme', '2026-11-28T12:00:01Z')
  const ended = into('b', 'bolt', '2026-11-28T12:00:00Z')
  const revoked = into('c', 'cape', '2026-12-01T00:00:00Z', '2026-11-28T11:00:00Z')
  expect(inForce([ended, live, revoked], NOW_MS)).toEqual([live])
})

test('a tenant with several delegations is read once, through the one that lasts longest', () => {
  const { read, isCut } = onePerTenant(
    [
      into('short', 'acme', '2026-11-28T13:00:00Z'),
      into('long', 'acme', '2026-11-29T13:00:00Z'),
      into('taken', 'acme', '2026-12-29T13:00:00Z', '2026-11-28T11:00:00Z'),
      into('other', 'bolt', '2026-11-28T13:00:00Z'),
    ],
    NOW_MS,
  )
  expect([read.map(({ id }) => id).toSorted(), isCut]).toEqual([['long', 'other'], false])
})

test('the list of tenants is cut only beyond its limit', () => {
  expect(onePerTenant(many(TENANTS_MAX), NOW_MS)).toMatchObject({ isCut: false })
  const { read, isCut } = onePerTenant(many(TENANTS_MAX + 1), NOW_MS)
  expect([read.length, isCut]).toEqual([TENANTS_MAX, true])
})
