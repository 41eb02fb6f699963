import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventRow } from '../../../../schemas/event-row.ts'
import { decodeRuleMatches } from '../../../../schemas/rule-matches.ts'
import { MatchLanes } from './match-lanes.ts'

const PARTITIONS = 4

const fed = fc.record({
  tenant: fc.constantFrom('acme', 'globex'),
  window: fc.constantFrom('w1', 'w2'),
  feed: fc.nat(1),
  key: fc.array(fc.constantFrom('a', 'b', ''), { minLength: 2, maxLength: 2 }),
})

test.each([true, false])('related matches share a partition, alone in its lane: %s', (isAlone) => {
  const holds = (all: readonly (typeof fed extends fc.Arbitrary<infer T> ? T : never)[]) => {
    const lanes = new MatchLanes(PARTITIONS)
    const row = new EventRow()
    for (const { tenant, window, feed, key } of all) {
      row.tenantId = tenant
      lanes.add(row, { window, feed, lane: isAlone ? window : 'w1', isAlone }, key, [], [])
    }
    const partitions = new Map<string, Set<number>>()
    let started = 0
    for (const { partition, key, value } of lanes.drain(1)) {
      expect(key, 'nothing overtakes a mark of time').toBe('')
      for (const { tenant_id, window, matches } of decodeRuleMatches(Buffer.concat(value)).feeds) {
        for (const match of matches) {
          const group = isAlone ? JSON.stringify([tenant_id, window, match.key]) : tenant_id
          partitions.set(group, (partitions.get(group) ?? new Set()).add(partition))
          started++
        }
      }
    }
    expect(started).toBe(all.length)
    expect([...partitions.values()].every(({ size }) => size === 1)).toBe(true)
    expect(lanes.drain(2)).toEqual([])
  }
  fc.assert(fc.property(fc.array(fed), holds))
})
