/**
 * The partitions of the lake's tables. Rows of one partition are one part of the engine, which is there whole or not at
 * all, so that a row of it tells of all; an insert over two partitions could be cut short between them.
 */
const DAY_MS = 86_400_000

/** The first millisecond of a day, UTC, as `toDate` has it. */
export function dayOf(ms: number): number {
  return ms - (ms % DAY_MS)
}

/** The first millisecond of a month, UTC, as `toYYYYMM` has it. */
export function monthOf(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}
