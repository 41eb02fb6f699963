/**
 * The partitions of the lake's tables. All rows of an insert into one partition form one part, which the engine has
 * completely or not at all, so one found row proves that all are there. An insert over two partitions could be
 * interrupted between them.
 */
const DAY_MS = 86_400_000

/** The first millisecond of the day in UTC, matching ClickHouse's `toDate`. */
export function dayOf(ms: number): number {
  return ms - (ms % DAY_MS)
}

/** The first millisecond of the month in UTC, matching ClickHouse's `toYYYYMM`. */
export function monthOf(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}
