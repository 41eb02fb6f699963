/**
 * A partition as every process that needs all of it follows it: in no group, from where it says, to its end and on. A
 * backbone that is away is asked again, and following goes on where it was.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../platform/log.ts'
import type { Driver, LogRecord, TopicPartition } from './driver.ts'

export type Following = {
  readonly tp: TopicPartition
  /** Where to begin; asked once. */
  from(bounds: { readonly first: number; readonly end: number }): number
  /** It does not throw: a record that cannot be read is passed over, or it would hold back everything behind it. */
  take(record: LogRecord): void
  /** Told again and again once all that was there as following began was taken. */
  caughtUp?(): void
}

const READ_BYTES = 1 << 20
/** Also how long a stop may take to be seen. */
const WAIT_MS = 250
const RETRY_MS = 1000

/** Resolves when `stop` aborts. */
export async function followPartition(driver: Driver, following: Following, log: Log, stop: AbortSignal) {
  const { tp } = following
  let offset: number | null = null
  while (!stop.aborted) {
    try {
      const bounds = await driver.bounds(tp)
      offset ??= following.from(bounds)
      const cursor = await driver.reader(tp, offset)
      try {
        while (!stop.aborted) {
          if (offset >= bounds.end) following.caughtUp?.()
          const records = await cursor.read(READ_BYTES, WAIT_MS)
          for (const record of records) following.take(record)
          offset = cursor.position()
          // A partition can end in records that are none of ours, and then its end is never reached.
          if (records.length === 0) following.caughtUp?.()
        }
      } finally {
        await cursor.close()
      }
    } catch (err) {
      log.warn({ err, topic: tp.topic }, 'a topic is not followed; trying again')
      await delay(RETRY_MS, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}
