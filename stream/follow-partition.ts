/**
 * Follows a whole partition in no group, from a given offset to its end and on, for a process that needs all of it.
 * Retries while the backbone is unavailable, and continues where it was.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../platform/log.ts'
import type { Driver, LogRecord, TopicPartition } from './driver.ts'

export type Following = {
  readonly tp: TopicPartition
  /** Offset to begin at; called once. */
  from(bounds: { readonly first: number; readonly end: number }): number
  /** Must not throw: it has to skip a record that it cannot decode, which would block all records behind it. */
  onRecord(record: LogRecord): void
  /** Called repeatedly once all records that existed when following began were taken. */
  caughtUp?(): void
}

const READ_BYTES = 1 << 20
/** Longest wait of a read, and so the longest delay of a stop. */
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
          for (const record of records) following.onRecord(record)
          offset = cursor.position()
          // A partition can end in records that are never delivered (transaction markers), so its end offset may never
          // be reached.
          if (records.length === 0) following.caughtUp?.()
        }
      } finally {
        await cursor.close()
      }
    } catch (err) {
      log.warn({ err, topic: tp.topic }, 'cannot follow a topic, retrying')
      await delay(RETRY_MS, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}
