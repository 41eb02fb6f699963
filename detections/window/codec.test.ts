import { expect, test } from 'vitest'
import { decodeGroup, encodeGroup } from './codec.ts'
import type { Entry } from './columns.ts'
import { Group } from './group.ts'
import { groupName } from './group-name.ts'

const entry = (uid: string, timeMs: number): Entry => ({ timeMs, uid, feeds: 1, value: null, carry: [] })

test('chains are decoded as they were encoded', () => {
  const group = new Group(groupName(['x']) ?? '', ['x'])
  group.pending = [{ members: [entry('a', 1000)], barredMs: 500 }, null]
  group.closing = [{ members: [entry('b', 2000), entry('c', 3000)], barredMs: -1 }]
  const back = decodeGroup(encodeGroup(group))
  expect(back.pending).toEqual(group.pending)
  expect(back.closing).toEqual(group.closing)
})

test('reads a group in the first stored layout', () => {
  const written = '00020202780e01e80701000402d00f020261000204a01f020262d00f02026300'
  const back = decodeGroup(Buffer.from(written, 'hex'))
  expect(back.key).toEqual(['x'])
  expect(back.barredMs).toBe(500)
  expect(back.pending).toEqual([{ members: [entry('a', 1000)], barredMs: -1 }, null])
  expect(back.closing).toEqual([{ members: [entry('b', 2000), entry('c', 3000)], barredMs: -1 }])
})
