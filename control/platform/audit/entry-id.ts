import { uuidText } from '../../../platform/uuid-text.ts'
import { takeRandom } from './random-pool.ts'

export type Stamp = { readonly id: string; readonly timeMs: number }

let last = { timeMs: 0, counter: 0 }
const COUNTER_MAX = 0xfff

/**
 * Id and time of a new entry. The id is a UUID of version 7 (RFC 9562, 5.7, with the counter of 6.2 method 1), so that
 * ids sort as their entries were made: strictly within a process, by the millisecond between processes. A clock that
 * goes back stands still here; past 4,096 entries in a millisecond the time runs ahead by one.
 */
export function newStamp(nowMs = Date.now()): Stamp {
  if (nowMs > last.timeMs) last = { timeMs: nowMs, counter: 0 }
  else if (last.counter < COUNTER_MAX) last = { ...last, counter: last.counter + 1 }
  else last = { timeMs: last.timeMs + 1, counter: 0 }
  const tail = takeRandom(8)
  tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80
  return { id: layOut(last.timeMs, last.counter, tail), timeMs: last.timeMs }
}

/** The smallest id of a millisecond: every entry made before it sorts below, every one since at or above. */
export function firstIdOf(timeMs: number): string {
  return layOut(timeMs, 0, Buffer.alloc(8))
}

/** Milliseconds since 1970 at which the entry of this id was made. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

function layOut(timeMs: number, counter: number, tail: Buffer): string {
  const hex = timeMs.toString(16).padStart(12, '0') + (0x7000 | counter).toString(16) + tail.toString('hex')
  return uuidText(hex)
}
