import { expect, test } from 'vitest'
import type { Clock } from '../../stream/clock.ts'
import type { Output, TopicPartition } from '../../stream/driver.ts'
import { Unread } from './kafka-backpressure.ts'

const CONSUMERS = [
  { topic: 'blocks', group: 'lake' },
  { topic: 'blocks', group: 'yara' },
]

/** Two partitions of `end` records each, of which the groups have read so many. */
function backbone(end: number, first = 0) {
  const read: Record<string, number> = {}
  return {
    read,
    partitions: () => 2,
    bounds: async () => ({ first, end }),
    groupPosition: async (group: string, { partition }: TopicPartition) => read[`${group}/${partition}`] ?? end,
  }
}

const output = (partition: number, ...bytes: number[]): Output => ({
  ...{ topic: 'blocks', partition, timestampMs: 0, key: '' },
  value: bytes.map((size) => Buffer.alloc(size)),
})

test('the backlog is the unread records of the slowest group times their usual size', async () => {
  const driver = backbone(100)
  const unread = new Unread(driver, CONSUMERS, 1_000)
  unread.note([output(0, 10, 20), output(0, 50), output(1, 10)])
  const isTooMuchAt = async (read: Record<string, number>) => {
    Object.assign(driver.read, { 'lake/0': 100, 'yara/0': 100, 'lake/1': 100, 'yara/1': 100 }, read)
    await unread.look()
    return unread.isTooMuch
  }
  expect(await isTooMuchAt({})).toBe(false)
  expect(await isTooMuchAt({ 'lake/0': 75 })).toBe(false) // 25 records of 40 bytes
  expect(await isTooMuchAt({ 'lake/0': 74 })).toBe(true)
  expect(await isTooMuchAt({ 'yara/0': 74 })).toBe(true)
  expect(await isTooMuchAt({ 'lake/1': 0 })).toBe(false) // 100 records of 10 bytes
})

test('dropped records do not count, and a partition that this process never wrote to has no known backlog', async () => {
  const driver = backbone(100, 90)
  driver.read['lake/0'] = 0
  const unread = new Unread(driver, CONSUMERS, 100)
  await unread.look()
  expect(unread.isTooMuch).toBe(false)
  unread.note([output(0, 10)])
  await unread.look()
  expect(unread.isTooMuch).toBe(false)
  unread.note([output(0, 20)])
  await unread.look()
  expect(unread.isTooMuch).toBe(true)
})

test('a stage waits until there is room or it is stopped; its commits are counted', async () => {
  const driver = backbone(100)
  driver.read['lake/0'] = 0
  const stop = new AbortController()
  let waits = 0
  const clock: Clock = {
    now: () => 0,
    wait: async () => {
      waits++
      if (waits === 2) {
        driver.read['lake/0'] = 100
        await unread.look()
      }
    },
  }
  const unread = new Unread(driver, CONSUMERS, 100, clock)
  const committed: number[] = []
  const member = unread.noting({
    partitions: driver.partitions,
    join: (_, work) =>
      work({
        ...{ partitions: [], lost: stop.signal, committed: async () => 0, cursor: () => Promise.reject(new Error()) },
        restore: async function* () {},
        commit: async ({ outputs }) => void committed.push(outputs.length),
      }),
  })
  const commit = { outputs: [output(0, 10)], changes: [], positions: [] }
  await member.join({ group: 'intake', topics: [], stores: [] }, (ownership) => ownership.commit(commit), stop.signal)
  await unread.look()
  expect([committed, unread.isTooMuch]).toEqual([[1], true])
  await unread.room(stop.signal)
  expect(waits).toBe(2)
  driver.read['lake/0'] = 0
  await unread.look()
  stop.abort()
  await unread.room(stop.signal)
  expect(waits).toBe(2)
})
