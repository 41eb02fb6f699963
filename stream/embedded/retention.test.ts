import { expect, test } from 'vitest'
import type { GroupSpec, Ownership } from '../driver.ts'
import { EmbeddedDriver } from './driver.ts'
import { listSegments } from './files.ts'
import { prune } from './retention.ts'
import { contents, texts, useFolders } from './testing.ts'
import { record } from './testing-records.ts'

const newFolder = useFolders()
const TOPIC = 'svc.normalized_events'
const GROUP: GroupSpec = { group: 'lake', topics: [TOPIC], stores: ['claims'] }
const tp = { topic: TOPIC, partition: 0 }
const limits = { segmentBytes: 500, frameBytes: 1 << 21, pendingBytesMax: 1 << 20 }
const partitions = { [TOPIC]: 1 }
const CONSUMERS = [{ topic: TOPIC, group: 'lake' }]

const open = (dir: string) => EmbeddedDriver.open({ dir, writes: ['pipeline'], limits, partitions })

async function inGroup<T>(driver: EmbeddedDriver, act: (ownership: Ownership) => Promise<T>): Promise<T> {
  const results: T[] = []
  await driver.join(GROUP, async (ownership) => void results.push(await act(ownership)), new AbortController().signal)
  return results[0] as T
}

const slot = (name: string, text: string) => ({ store: 'claims', partition: 0, slot: name, payload: Buffer.from(text) })

async function slotsOf(ownership: Ownership): Promise<[string, string][]> {
  const slots: [string, string][] = []
  for await (const { slot, payload } of ownership.restore('claims', 0)) slots.push([slot, payload.toString()])
  return slots.sort()
}

test('records that every group has processed are removed, others stay, and live state survives', async () => {
  const dir = newFolder()
  let driver = await open(dir)
  await inGroup(driver, async (ownership) => {
    await ownership.commit({ outputs: [], changes: [slot('early', 'kept'), slot('gone', 'x')], positions: [] })
    await ownership.commit({ outputs: [], changes: [slot('gone', '')], positions: [] })
    for (let i = 0; i < 40; i++) {
      await ownership.commit({ outputs: [record(`record ${i}`, TOPIC)], changes: [], positions: [] })
    }
    const all = listSegments(driver.folder('pipeline'))
    expect(await prune(driver, 'pipeline', CONSUMERS, 0), 'nothing is passed yet').toBe(0)
    await ownership.commit({ outputs: [], changes: [], positions: [{ ...tp, offset: 25 }] })
    expect(await prune(driver, 'pipeline', CONSUMERS, 1 << 20), 'all of it is to be kept').toBe(0)
    expect(await prune(driver, 'pipeline', CONSUMERS, 0)).toBeGreaterThan(1)
    expect(listSegments(driver.folder('pipeline')).length).toBeLessThan(all.length)
    expect(await slotsOf(ownership)).toEqual([['early', 'kept']])
  })
  const { first, end } = await driver.bounds(tp)
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThanOrEqual(25)
  expect(end).toBe(40)
  await driver.close()
  driver = await open(dir)
  expect(await inGroup(driver, slotsOf)).toEqual([['early', 'kept']])
  expect(await driver.groupPosition('lake', tp)).toBe(25)
  const rest = texts(await contents(driver.folder('pipeline'), TOPIC, 0, 25))
  expect(rest).toEqual(Array.from({ length: 15 }, (_, i) => `record ${25 + i}`))
  await driver.close()
})

test('state that changes while segments are removed keeps its last value', async () => {
  const dir = newFolder()
  const driver = await open(dir)
  const wanted = new Map<string, string>()
  await inGroup(driver, async (ownership) => {
    for (let round = 0; round < 40; round++) {
      const changes = Array.from({ length: 6 }, (_, i) => slot(`slot ${i}`, `round ${round} of ${i}`.padEnd(80, '.')))
      const filler = Array.from({ length: 8 }, (_, i) => record(`filler ${i}`.padEnd(90, '.'), TOPIC))
      await ownership.commit({ outputs: filler, changes, positions: [{ ...tp, offset: (round + 1) * 8 }] })
      await ownership.commit({ outputs: filler, changes: [], positions: [] })
      const pruning = prune(driver, 'pipeline', [], 0)
      // Both a change that is on its way before the old payload is read, and one that is called while it is.
      const late = slot(`slot ${round % 6}`, `late in round ${round}`)
      const commits = [ownership.commit({ outputs: [], changes: [late], positions: [] })]
      await Promise.resolve()
      const later = slot(`slot ${(round + 1) % 6}`, `later in round ${round}`)
      commits.push(ownership.commit({ outputs: [], changes: [later], positions: [] }))
      await Promise.all([pruning, ...commits])
      for (const { slot: name, payload } of [...changes, late, later]) wanted.set(name, payload.toString())
      expect(await slotsOf(ownership)).toEqual([...wanted].sort())
    }
  })
  await driver.close()
  const again = await open(dir)
  expect(await inGroup(again, slotsOf)).toEqual([...wanted].sort())
  await again.close()
})

test('a cursor in a segment that is removed and reused continues from its offset', async () => {
  const dir = newFolder()
  const driver = await EmbeddedDriver.open({ dir, writes: ['pipeline'], limits, partitions: { [TOPIC]: 2 } })
  const idle = await driver.reader({ topic: TOPIC, partition: 1 }, 0)
  await inGroup(driver, async (ownership) => {
    const loud = async (count: number, done: number) => {
      for (let i = 0; i < count; i++) {
        await ownership.commit({ outputs: [record(`record ${i}`, TOPIC)], changes: [], positions: [] })
      }
      await ownership.commit({ outputs: [], changes: [], positions: [{ ...tp, offset: done }] })
      await prune(driver, 'pipeline', CONSUMERS, 0)
    }
    await ownership.commit({ outputs: [record('first', TOPIC)], changes: [], positions: [] })
    expect(await idle.read(1000, 0)).toEqual([])
    await loud(40, 41)
    await loud(40, 81)
    expect(await idle.read(1000, 0)).toEqual([])
    await ownership.commit({ outputs: [record('at last', TOPIC, 1)], changes: [], positions: [] })
    expect(texts(await idle.read(1000, 1000))).toEqual(['at last'])
  })
  await idle.close()
  await driver.close()
})

test('a slow follower of alerts reads them unchanged, also while their segments are removed', async () => {
  const dir = newFolder()
  const driver = await EmbeddedDriver.open({ dir, writes: ['alerts'], limits })
  const ALERTS = 'svc.alerts.fused'
  const append = async (from: number, to: number) => {
    for (let i = from; i < to; i++) await driver.append([record(`alert ${i}`, ALERTS)])
  }
  await append(0, 10)
  const slow = await driver.reader({ topic: ALERTS, partition: 0 }, 0)
  const seen = texts(await slow.read(1, 1000))
  for (let round = 1; round <= 10; round++) {
    await append(round * 10, round * 10 + 10)
    await prune(driver, 'alerts', CONSUMERS, 0)
    seen.push(...texts(await slow.read(1, 1000)))
  }
  const { end } = await driver.bounds({ topic: ALERTS, partition: 0 })
  while (slow.position() < end) seen.push(...texts(await slow.read(1000, 1000)))
  const numbers = seen.map((text) => Number(/^alert (\d+)$/.exec(text)?.[1]))
  expect(numbers.every((n, i) => i === 0 || n > (numbers[i - 1] as number))).toBe(true)
  expect(numbers.at(-1)).toBe(109)
  await slow.close()
  await driver.close()
})
