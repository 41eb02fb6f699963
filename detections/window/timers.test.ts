import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Group } from './group.ts'
import { Timers } from './timers.ts'

test('each group is returned once, in the order of its last set time', () => {
  const sets = fc.array(fc.tuple(fc.nat(20), fc.oneof(fc.nat(1000), fc.constant(Number.POSITIVE_INFINITY))), {
    maxLength: 400,
  })
  const holds = (calls: [number, number][], nowMs: number) => {
    const timers = new Timers()
    const groups = Array.from({ length: 21 }, (_, i) => new Group(String(i), []))
    for (const [i, atMs] of calls) timers.set(groups[i] as Group, atMs)
    const last = new Map(calls.map(([i, atMs]) => [String(i), atMs]))
    const due = [...last].filter(([, atMs]) => atMs < nowMs)
    const fired: string[] = []
    for (let group = timers.popDue(nowMs); group; group = timers.popDue(nowMs)) fired.push(group.name)
    expect(fired.map((name) => last.get(name))).toEqual(due.map(([, atMs]) => atMs).sort((a, b) => a - b))
    expect(new Set(fired)).toEqual(new Set(due.map(([name]) => name)))
  }
  fc.assert(fc.property(sets, fc.nat(1000), holds))
})
