import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from './frame.ts'
import { type LiveSlot, LogIndex, SLOTS, SNAPSHOT, slotKey } from './log-index.ts'

const entry = (topic: string, key: string, value: Buffer, valueAt: number): Entry => ({
  ...{ topic, partition: 0, offset: 0, timestampMs: 0, key, valueBytes: value.length, valueCrc: 0, valueAt },
})

/** The slots that a scan of all slots finds. */
function scanned(index: LogIndex, segment: number): LiveSlot[] {
  const all = [...index.slots].flatMap(([key, slots]) => [...slots].map(([slot, place]) => ({ key, slot, place })))
  return all.filter(({ place }) => place.segment === segment)
}

const byName = (live: readonly LiveSlot[]) => live.map((one) => JSON.stringify(one)).sort()

const write = fc.record({
  kind: fc.constant('write' as const),
  store: fc.constantFrom('dedupe.seen', 'feed'),
  partition: fc.nat(1),
  slot: fc.constantFrom('a', 'b', 'c', 'a b'),
  bytes: fc.nat(2),
})
const step = fc.oneof(
  { weight: 8, arbitrary: write },
  fc.constant({ kind: 'roll' as const }),
  fc.constant({ kind: 'reopen' as const }),
)

test('the slots of a segment are those that a scan of all slots finds there, over rolls and reopening', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let index = new LogIndex()
      let segment = 0
      let at = 0
      for (const one of steps) {
        if (one.kind === 'write') {
          const value = Buffer.alloc(one.bytes, 1)
          const key = slotKey(one.store, one.partition, one.slot)
          index.apply(entry(SLOTS, key, value, ++at), segment, 0, () => value)
        } else {
          const snapshot = index.snapshot(at)
          if (one.kind === 'roll') segment++
          else index = new LogIndex()
          index.apply(entry(SNAPSHOT, String(segment), snapshot, 0), segment, 0, () => snapshot)
        }
        for (let wanted = 0; wanted <= segment; wanted++)
          expect(byName(index.slotsIn(wanted))).toEqual(byName(scanned(index, wanted)))
      }
    }),
  )
})

test('the slots of a segment come oldest write first', () => {
  const index = new LogIndex()
  const value = Buffer.from('x')
  const names = ['a', 'b', 'a', 'c']
  for (const [i, name] of names.entries())
    index.apply(entry(SLOTS, slotKey('g.s', 0, name), value, i), 3, 0, () => value)
  expect(index.slotsIn(3).map(({ slot, place }) => [slot, place.at])).toEqual([
    ['b', 1],
    ['a', 2],
    ['c', 3],
  ])
})
