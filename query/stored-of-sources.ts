/** How many events of given sources were stored, by the ledger and by the events themselves. */
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'

export type Stored = {
  readonly events: number
  /** Minute of receipt of the newest event. */
  readonly lastMs: number
}
export type StoredOfSources = ReadonlyMap<string, Stored>

const SOURCES_SQL = /* sql */ `
SELECT source, toString(sum(events)) AS stored, toString(toUnixTimestamp(max(minute))) AS last
FROM ledger
WHERE outcome = 'stored' AND source IN {sources:Array(String)}
GROUP BY source`

/** Sources without stored events are left out. */
export async function storedOfSources(reader: Reader, sources: readonly string[]): Promise<StoredOfSources> {
  if (sources.length === 0) return new Map()
  type Row = { readonly source: string; readonly stored: string; readonly last: string }
  const rows = await reader.query<Row>(SOURCES_SQL, { sources })
  return new Map(
    rows.map(({ source, stored, last }) => [source, { events: Number(stored), lastMs: Number(last) * 1000 }]),
  )
}

export type PolledSpan = {
  readonly id: string
  readonly began: Date
  /** Null while the poll runs. */
  readonly ended: Date | null
  /** Events that ingest acknowledged. */
  readonly taken: number
}

const MINUTE_MS = 60_000

/** Events of a source by the poll during which they were received; `begins` must ascend, in milliseconds. */
const POLLS_SQL = /* sql */ `
SELECT toString(roundDown(toUnixTimestamp64Milli(ingest_time), {begins:Array(Int64)})) AS begin,
  toString(count()) AS stored
FROM events
WHERE source = {source:String} AND ingest_time >= fromUnixTimestamp64Milli({from:Int64})
GROUP BY begin`

const SETTLED_SQL = /* sql */ `
SELECT toString(toUnixTimestamp(minute)) AS at, toString(sum(events)) AS settled
FROM ledger
WHERE source = {source:String} AND outcome IN ('stored', 'duplicate', 'rejected', 'dead_lettered')
  AND minute >= toDateTime({from:Int64})
GROUP BY minute`

/**
 * Number of events that each poll of a source added to the lake; polls with events still in flight are left out. A
 * connector runs one poll at a time, so an event belongs to the last poll that began before its receipt.
 */
export async function storedByPolls(
  reader: Reader,
  source: string,
  polls: readonly PolledSpan[],
): Promise<ReadonlyMap<string, number>> {
  const inOrder = [...polls].sort((a, b) => a.began.getTime() - b.began.getTime())
  const first = inOrder[0]
  if (first === undefined) return new Map()
  const fromMs = first.began.getTime()
  const begins = [...new Set(inOrder.map(({ began }) => began.getTime()))]
  const fromMinute = Math.floor(fromMs / MINUTE_MS) * 60
  const [stored, settled] = await Promise.all([
    reader.query<{ begin: string; stored: string }>(POLLS_SQL, { source, begins, from: fromMs }),
    reader.query<{ at: string; settled: string }>(SETTLED_SQL, { source, from: fromMinute }),
  ])
  const storedAt = new Map(stored.map((row) => [Number(row.begin), Number(row.stored)]))
  const settledAt = new Map(settled.map((row) => [Number(row.at) * 1000, Number(row.settled)]))
  const done = runsOf(inOrder).filter((run) => isSettled(run, settledAt))
  return new Map(done.flatMap(({ polls }) => polls.map(({ id, began }) => [id, storedAt.get(began.getTime()) ?? 0])))
}

type Run = { readonly polls: PolledSpan[]; readonly fromMs: number; toMs: number }

/** Polls that share a minute are combined, because outcomes are counted by the minute. */
function runsOf(inOrder: readonly PolledSpan[]): Run[] {
  const runs: Run[] = []
  for (const poll of inOrder) {
    const [fromMs, toMs] = [minuteOf(poll.began), poll.ended === null ? Infinity : minuteOf(poll.ended)]
    const last = runs.at(-1)
    if (last && fromMs <= last.toMs) {
      last.polls.push(poll)
      last.toMs = Math.max(last.toMs, toMs)
    } else runs.push({ polls: [poll], fromMs, toMs })
  }
  return runs
}

const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS

function isSettled({ polls, fromMs, toMs }: Run, settledAt: ReadonlyMap<number, number>): boolean {
  const polledEvents = polls.reduce((sum, poll) => sum + poll.taken, 0)
  const settled = [...settledAt].reduce((sum, [ms, events]) => (ms >= fromMs && ms <= toMs ? sum + events : sum), 0)
  return settled >= polledEvents
}
