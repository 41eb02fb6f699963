import { expect, test } from 'vitest'
import { distinctTrees, processRows } from './process-rows.ts'

const node = (event_uid: string, parent_uid: string | null, second: number) => ({
  event_uid,
  parent_uid,
  time: `2026-01-01T00:00:0${second}.000Z`,
})
const drawn = (nodes: readonly ReturnType<typeof node>[]) =>
  processRows(nodes).map(({ node: { event_uid }, depth, children }) => `${depth} ${event_uid} ${children}`)

test('parents are above their children, and children are sorted by time', () => {
  const nodes = [node('c', 'a', 3), node('b', 'a', 2), node('a', null, 1), node('d', 'b', 4), node('e', 'not here', 0)]
  expect(drawn(nodes)).toEqual(['0 e 0', '0 a 2', '1 b 1', '2 d 0', '1 c 0'])
})

test('a loop of parents shows each process once', () => {
  expect(drawn([node('a', 'b', 1), node('b', 'a', 2), node('c', 'c', 3)])).toEqual(['0 a 1', '1 b 1', '0 c 1'])
})

test('a tree whose processes are all in an earlier tree is not shown again', () => {
  const tree = (...uids: string[]) => ({ host: 'h', nodes: uids.map((uid) => node(uid, null, 1)) })
  expect(distinctTrees([tree(), tree('a', 'b'), tree('b'), tree('b', 'c')])).toEqual([tree('a', 'b'), tree('b', 'c')])
})
