import { expect, test } from 'vitest'
import { decodeTimeMarks, type TimeMark } from '../../schemas/time-marks.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Commit } from '../driver.ts'
import { SimulatedBackbone } from '../simulated/backbone.ts'
import { SimulatedDriver } from '../simulated/driver.ts'
import { BENIGN } from '../simulated/schedule.ts'
import { BEHIND_MAX, FeedPositions } from './feed-positions.ts'
import { markTime, type TimePath } from './mark-time.ts'

const EVERY_MS = 1000
const PARTITIONS = { [TOPICS.securityEvents.name]: 2, [TOPICS.ruleMatches.name]: 2, [TOPICS.signals.name]: 1 }

const PATH = {
  from: TOPICS.securityEvents.name,
  through: [{ group: 'intake', topics: [TOPICS.securityEvents.name] }],
  to: [TOPICS.ruleMatches.name],
}

/** Marks on each partition of `svc.rule_matches`, after so many seconds. */
function world(path: TimePath = PATH) {
  const backbone = new SimulatedBackbone(1, BENIGN, PARTITIONS)
  const { scheduler } = backbone
  const driver = new SimulatedDriver(backbone)
  const stop = new AbortController()
  const feeds = new FeedPositions()
  const options = { path, everyMs: EVERY_MS, now: () => scheduler.nowMs, clock: driver.clock, feeds }
  const running = markTime(driver, options, stop.signal)
  const marks = (partition: number): TimeMark[] =>
    backbone
      .partition({ topic: path.to[0] as string, partition })
      .records.flatMap(({ value }) => decodeTimeMarks(value))
  const end = async () => {
    stop.abort()
    await running
    await driver.close()
  }
  return { backbone, scheduler, driver, feeds, marks, end }
}

const event = (partition: number) => ({
  ...{ topic: TOPICS.securityEvents.name, partition, timestampMs: 0, key: 'acme/x', value: [Buffer.from('x')] },
})

test('marks an idle partition with the current time, in every partition of windows', async () => {
  const { scheduler, marks, end } = world()
  const beganMs = scheduler.nowMs
  await scheduler.sleep(5 * EVERY_MS)
  for (const partition of [0, 1]) {
    for (const input of [0, 1]) {
      const times = marks(partition).flatMap((mark) => (mark.partition === input ? [mark.received_ms] : []))
      expect(times.length).toBeGreaterThanOrEqual(3)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)).toBeGreaterThan(beganMs + 2 * EVERY_MS)
    }
  }
  await end()
})

test('unprocessed records of intake delay the mark of their partition, and of no other', async () => {
  const { backbone, scheduler, driver, marks, end } = world()
  await driver.append([event(1)])
  const heldMs = scheduler.nowMs + EVERY_MS
  await scheduler.sleep(10 * EVERY_MS)
  const newest = (input: number) =>
    Math.max(...marks(0).flatMap((mark) => (mark.partition === input ? [mark.received_ms] : [])))
  expect(newest(0)).toBeGreaterThan(heldMs + 5 * EVERY_MS)
  expect(newest(1)).toBeLessThan(heldMs)

  const stop = new AbortController()
  const group = { group: 'intake', topics: [TOPICS.securityEvents.name], stores: [] }
  const joined = driver.join(
    group,
    async (ownership) => {
      const tp = { topic: TOPICS.securityEvents.name, partition: 1 }
      const { end: offset } = await driver.bounds(tp)
      await ownership.commit({ outputs: [], changes: [], positions: [{ ...tp, offset }] })
    },
    stop.signal,
  )
  await scheduler.sleep(5 * EVERY_MS)
  expect(backbone.position('intake', { topic: TOPICS.securityEvents.name, partition: 1 })).toBe(1)
  expect(newest(1)).toBeGreaterThan(heldMs + 5 * EVERY_MS)
  stop.abort()
  await joined
  await end()
})

test('names tenants that are behind when the owner of the partition knows them, and the mark holds for all others', async () => {
  const { scheduler, driver, feeds, marks, end } = world()
  const tp = { topic: TOPICS.securityEvents.name, partition: 1 }
  await driver.append([event(1), event(1), event(1)])
  feeds.saw({ stage: 'intake', tp, position: { main: 2, behind: [['loud', 0]] } })
  const heldMs = scheduler.nowMs + EVERY_MS
  const newest = () => marks(0).findLast(({ partition }) => partition === 1)
  await scheduler.sleep(5 * EVERY_MS)
  expect(newest()?.received_ms ?? 0, 'not all was read yet').toBeLessThan(heldMs)
  feeds.saw({ stage: 'intake', tp, position: { main: 3, behind: [['loud', 0]] } })
  await scheduler.sleep(5 * EVERY_MS)
  expect(newest()).toMatchObject({ behind: ['loud'] })
  expect(newest()?.received_ms).toBeGreaterThan(heldMs)
  await end()
})

test('names no tenants past the bound, and none for records behind the end', () => {
  const feeds = new FeedPositions()
  const tp = { topic: TOPICS.securityEvents.name, partition: 0 }
  const behind = Array.from({ length: BEHIND_MAX + 1 }, (_, n) => [`t${n}`, n] as const)
  feeds.saw({ stage: 'intake', tp, position: { main: 1000, behind } })
  expect(feeds.behind('intake', tp, 1000)).toBeNull()
  expect(feeds.behind('intake', tp, 2)).toEqual(['t0', 't1'])
  expect([feeds.behind('intake', tp, 1001), feeds.behind('other', tp, 0)]).toEqual([null, null])
})

test('with two stages a mark also waits for the second, and for what the first passed on meanwhile', async () => {
  const [first, second] = [PATH.from, TOPICS.ruleMatches.name]
  const path = {
    ...PATH,
    through: [...PATH.through, { group: 'correlate', topics: [second] }],
    to: [TOPICS.signals.name],
  }
  const { backbone, scheduler, driver, marks, end } = world(path)
  const commit = (group: string, topic: string, commit: Partial<Commit>) => {
    const stop = new AbortController()
    return driver.join(
      { group, topics: [topic], stores: [] },
      async (ownership) => {
        await ownership.commit({ outputs: [], changes: [], positions: [], ...commit })
        stop.abort()
      },
      stop.signal,
    )
  }
  await driver.append([event(1)])
  const heldMs = scheduler.nowMs + EVERY_MS
  await scheduler.sleep(5 * EVERY_MS)
  const newest = () => Math.max(0, ...marks(0).flatMap((mark) => (mark.partition === 1 ? [mark.received_ms] : [])))
  expect(newest()).toBeLessThan(heldMs)
  const output = { ...event(0), topic: second }
  await commit('intake', first, { outputs: [output], positions: [{ topic: first, partition: 1, offset: 1 }] })
  await scheduler.sleep(5 * EVERY_MS)
  expect(newest(), 'the second stage has not had its effect').toBeLessThan(heldMs)
  const { length } = backbone.partition({ topic: second, partition: 0 }).records
  await commit('correlate', second, { positions: [{ topic: second, partition: 0, offset: length }] })
  await scheduler.sleep(5 * EVERY_MS)
  expect(newest()).toBeGreaterThan(heldMs)
  await end()
})
