/**
 * Time for stages. A stage has no clock, and a partition that receives nothing would never learn that a window has
 * ended. So time arrives as records, which a replay reads in the same way.
 *
 * A mark is about one partition of the first topic: every record received before this time has been processed, and its
 * results precede the mark. That holds because the partition's end is read after the clock, and the mark is appended
 * after the earlier stages have committed everything up to that end. Where records pass several stages, the next
 * stage's input ends are read after the stage before has passed. While a process is down its unprocessed records delay
 * the mark, and with it every stage that waits for time: the result is later, but the same. A tenant whose records are
 * held is named in the mark, which then speaks for all other tenants.
 *
 * late    a batch whose append takes long (30 s at most) may arrive behind the mark of its receipt; the stages' allowed
 *         lateness covers this too
 * bound   one look a partition in progress
 */
import { encodeTimeMarks, type TimeMark } from '../../schemas/time-marks.ts'
import type { Clock } from '../clock.ts'
import type { Driver, TopicPartition } from '../driver.ts'
import type { FeedPositions } from './feed-positions.ts'

/** The consumer groups whose effects the mark waits for, and the topics that get it. */
export type TimePath = {
  /** The first topic of the pipeline, into which ingest appends. */
  readonly from: string
  /** Consumer groups in the order in which records pass them, with their input topics: the first group reads `from`. */
  readonly through: readonly { readonly group: string; readonly topics: readonly string[] }[]
  /**
   * Topics that get the mark, in each of their partitions, as a record without a key: it stays behind earlier records.
   */
  readonly to: readonly string[]
}

export type TimeOptions = {
  readonly path: TimePath
  readonly everyMs: number
  /** Unix milliseconds of the clock that stamps received records. */
  readonly now: () => number
  readonly clock: Clock
  /**
   * Feed positions of this process's stages. For a stage of another process it is only known when no tenant is behind.
   */
  readonly feeds: FeedPositions
  /** Called when the backbone refused the marks, which are then tried again. */
  readonly refused?: (error: unknown) => void
}

/**
 * Short enough to end a window in time, long enough to cost an idle machine little.
 * @bound interval of time marks -> -
 */
export const MARK_MS = 2_000

type End = TopicPartition & { readonly end: number }
/** A mark that still waits for some groups; `behind` is known once the first group was passed. */
type Look = TimeMark & { readonly passed: number; readonly ends: readonly End[] }

/** Several processes may run this at once, because a mark is true whoever writes it. Resolves when `stop` aborts. */
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
    // A look with a time in the future was begun by a clock that was ahead and has been corrected.
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

/** Advances each look past every group that has processed its ends, up to the first that has not. */
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

/** Tenants with unprocessed records below the ends, when all others have none; null when that is not known. */
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

/** Sends the marks to every partition: each must know the time of every partition of the first topic. */
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
