/** For tests of compaction, and the process that they kill: records that say their version, and small segments. */
import { TOPICS } from '../../schemas/topics.ts'
import type { Compaction, LogRecord, Output } from '../driver.ts'

export const TOPIC = TOPICS.control.name
export const LIMITS = { segmentBytes: 4_000, frameBytes: 1 << 21, pendingBytesMax: 1 << 20 }
export const KEYS = ['a', 'b', 'c', 'd', 'e']
const GONE = 'gone'

/** A record of a key; with `isGone` the deletion of the key. */
export function versioned(key: string, version: number, isGone = false): Output {
  const text = `${version} ${isGone ? GONE : '.'.repeat((version * 31) % 300)}`
  return { topic: TOPIC, partition: 0, timestampMs: version, key, value: [Buffer.from(text)] }
}

export function versionOf({ value }: Pick<LogRecord, 'value'>): number {
  return Number.parseInt(value.toString(), 10)
}

export function isGone({ value }: Pick<LogRecord, 'value'>): boolean {
  return value.toString().endsWith(GONE)
}

/** A deleted key may be forgotten at once. */
export const COMPACTION: Compaction = { topic: TOPIC, version: versionOf, isForgotten: isGone }
