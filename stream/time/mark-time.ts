/**
 * Time for stages. A stage has no clock, and a partition that receives nothing more would never learn that a window is
 * over: so it is told, by records like all others, and a replay is told the same.
 *
 * A mark says of one partition of the topic where all begins: what was received before this time has had its effect, and
 * stands before this record. It is true because the end of the partition is looked at after the clock, and the mark is
 * appended after the stages before have committed everything up to that end; where records pass several stages, the ends
 * of what the next one reads are looked at when the one before has passed. What waits because a process was away holds
 * back the mark and with it all stages that wait for time: slower, and not otherwise. Tenants whose records wait because
 * they are held back are named in the mark, which then speaks of all others.
 *
 * late    a batch whose append takes long (30 s at most) may come behind the mark of its receipt; the lateness that
 *         stages allow is for this too
 * bound   one look a partition under way
 */
import { encodeTimeMarks, type TimeMark } from '../../schemas/time-marks.ts'
import type { Clock } from '../clock.ts'
import type { Driver, TopicPartition } from '../driver.ts'
import type { FeedPositions } from './feed-positions.ts'

/** The consumer groups whose effects the mark waits for, and the topics that get it. */
export type TimePath = {
  /** The topic where all begins. */
  readonly from: string
  /** Consumer groups in the order in which records pass them, with what they read: the first one reads `from`. */
  readonly through: readonly { readonly group: string; readonly topics: readonly string[] }[]
  /** Topics that get the mark, in each of their partitions: a record without a key stays behind earlier records. */
  readonly to: readonly string[]
}

export type TimeOptions = {
  readonly path: TimePath
  readonly everyMs: number
  /** Unix milliseconds, of the clock that stamps what is received. */
  readonly now: () => number
  readonly clock: Clock
  /** Positions of the stages that this process runs. Other stages only show when nobody is behind. */
  readonly feeds: FeedPositions
  /** The backbone refused; the same marks are tried again. */
  readonly refused?: (error: unknown) => void
}

/** Often enough for a window that ends, seldom enough for a machine that has nothing to do. */
export const MARK_MS = 2_000

type End = TopicPartition & { readonly end: number }
/** How far a mark has come on its way; `behind` is known once the first group was passed. */
type Look = TimeMark & { readonly passed: number; readonly ends: readonly End[] }

/** Several processes may do this at once: marks only ever say what is so. Resolves when `stop` aborts. */
export async function markTime(driver: Driver, options: TimeOptions, stop: AbortSignal): Promise<void> {
  const looks = new Map<number, Look>()
  while (!stop.aborted) {
    try {
      await markOnce(driver, options, looks)
    } catch (error) {
      options.refused?.(error)
    }
    await options.clock.wait(options.everyMs, stop)
  }
}

async function markOnce(driver: Driver, options: TimeOptions, looks: Map<number, Look>): Promise<void> {
  const { path, now } = options
  const passed: TimeMark[] = []
  for (let partition = 0; partition < driver.partitions(path.from); partition++) {
    const known = looks.get(partition)
    // A look of a time that is still to come was begun by a clock that was ahead and is right again.
    const isOfNow = known !== undefined && known.received_ms <= now()
    const begun = isOfNow
      ? known
      : {
          ...{ partition, received_ms: now(), behind: [], passed: 0 },
          ends: [await endOf(driver, { topic: path.from, partition })],
        }
    const look = await goOn(driver, options, begun)
    looks.set(partition, look)
    if (look.passed === path.through.length) passed.push(look)
  }
  if (passed.length === 0) return
  await driver.append(marksOf(driver, path, passed))
  for (const { partition } of passed) looks.delete(partition)
}

/** Past each group that has had its effects, to the next one that has not. */
async function goOn(driver: Driver, { path, feeds }: TimeOptions, begun: Look): Promise<Look> {
  let look = begun
  for (;;) {
    const group = path.through[look.passed]?.group
    if (group === undefined) return look
    const behind = await behindIn(driver, group, look, feeds)
    if (behind === null) return look
    const passed = look.passed + 1
    look = {
      ...look,
      passed,
      behind: [...look.behind, ...behind],
      ends: await endsOf(driver, path.through[passed]?.topics),
    }
  }
}

/** Tenants with records below the ends that had no effect, when all others have none; null when that is not known. */
async function behindIn(driver: Driver, group: string, { ends }: Look, feeds: FeedPositions) {
  const names = new Set<string>()
  for (const { end, ...tp } of ends) {
    if ((await driver.groupPosition(group, tp)) >= end) continue
    const behind = feeds.behind(group, tp, end)
    if (behind === null) return null
    for (const name of behind) names.add(name)
  }
  return names
}

async function endsOf(driver: Driver, topics: readonly string[] = []): Promise<End[]> {
  const ends: End[] = []
  for (const topic of topics)
    for (let partition = 0; partition < driver.partitions(topic); partition++)
      ends.push(await endOf(driver, { topic, partition }))
  return ends
}

async function endOf(driver: Driver, tp: TopicPartition): Promise<End> {
  return { ...tp, end: (await driver.bounds(tp)).end }
}

/** To every partition: each must know of all where records begin. */
function marksOf(driver: Driver, { to }: TimePath, passed: readonly TimeMark[]): Parameters<Driver['append']>[0] {
  const marks = passed.map(({ partition, received_ms, behind }) => ({ partition, received_ms, behind }))
  const value = [encodeTimeMarks(marks)]
  const timestampMs = Math.max(...marks.map(({ received_ms }) => received_ms))
  return to.flatMap((topic) =>
    Array.from({ length: driver.partitions(topic) }, (_, partition) => ({
      topic,
      partition,
      timestampMs,
      key: '',
      value,
    })),
  )
}
