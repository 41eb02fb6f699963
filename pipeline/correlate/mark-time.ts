/**
 * Time for windows. A stage has no clock, and a partition that receives nothing more would never learn that a window is
 * over: so it is told, by records like all others, and a replay is told the same.
 *
 * A mark says of one partition of `security.events`: what was received before this time has had its effect, and stands
 * before this record. It is true because the end of the partition is looked at after the clock, and the mark is appended
 * after intake has committed everything up to that end. What waits in intake because a process was away holds back the
 * mark and with it all windows that wait for their end: slower, and not otherwise. Tenants whose records wait because
 * they are held back are named in the mark, which then speaks of all others.
 *
 * late    a batch whose append takes long (30 s at most) may come behind the mark of its receipt; the lateness that
 *         windows allow is for this too
 * bound   one look a partition under way
 */
import { encodeRuleMatches, type Progress } from '../../schemas/rule-matches.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Driver } from '../runtime/driver.ts'
import type { FeedPositions } from './feed-positions.ts'

export type TimeOptions = {
  /** The consumer group whose effects are waited for. */
  readonly group: string
  readonly everyMs: number
  /** Unix milliseconds, of the clock that stamps what is received. */
  readonly now: () => number
  readonly clock: Clock
  /** Of the partitions that this process runs intake for. Of others it is only known when nobody is behind. */
  readonly feeds: FeedPositions
  /** The backbone refused; the same marks are tried again. */
  readonly refused?: (error: unknown) => void
}

/** Often enough for a window that ends, seldom enough for a machine that has nothing to do. */
export const MARK_MS = 2_000

type Look = Omit<Progress, 'behind'> & { readonly end: number }

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

async function markOnce(driver: Driver, { group, now, feeds }: TimeOptions, looks: Map<number, Look>): Promise<void> {
  const passed: Progress[] = []
  for (let partition = 0; partition < driver.partitions(TOPICS.securityEvents.name); partition++) {
    const tp = { topic: TOPICS.securityEvents.name, partition }
    const look = looks.get(partition) ?? { partition, received_ms: now(), end: (await driver.bounds(tp)).end }
    looks.set(partition, look)
    const isPassed = (await driver.groupPosition(group, tp)) >= look.end
    const behind = isPassed ? [] : feeds.behind(partition, look.end)
    if (behind !== null) passed.push({ partition, received_ms: look.received_ms, behind })
  }
  if (passed.length === 0) return
  await driver.append(marksOf(driver, passed))
  for (const { partition } of passed) looks.delete(partition)
}

/** To every partition: each must know of all of intake. */
function marksOf(driver: Driver, progress: readonly Progress[]): Parameters<Driver['append']>[0] {
  const value = [encodeRuleMatches({ progress })]
  const timestampMs = Math.max(...progress.map(({ received_ms }) => received_ms))
  return Array.from({ length: driver.partitions(TOPICS.ruleMatches.name) }, (_, partition) => ({
    ...{ topic: TOPICS.ruleMatches.name, partition, timestampMs, key: '', value },
  }))
}
