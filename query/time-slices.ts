/**
 * Splits a span of event time into slices with a bounded number of rows, so that one statement reads no more, however
 * busy a minute was. Days are counted first, and only those that are too full are counted again in finer steps.
 */
import { hoursSql } from './event-hours.ts'
import type { LakeReader } from './ledger.ts'

export type Span = {
  /** Event time, Unix milliseconds; `toMs` is exclusive. */
  readonly fromMs: number
  readonly toMs: number
  /** Only this many events of the first millisecond count, the first ones by uid. Null counts all. */
  readonly firstMsMax: number | null
}

export type Slice = {
  readonly fromMs: number
  readonly toMs: number
  /** One of `parts` of a millisecond that is too full by itself. */
  readonly part: number
  readonly parts: number
  /** The counted number of rows. */
  readonly rows: number
}

export type Order = 'newest' | 'oldest'

/** Month, day, hour, minute, second, millisecond. */
const STEPS_MS = [2_592_000_000, 86_400_000, 3_600_000, 60_000, 1000, 1] as const
/** Buckets of one count: the finest step that makes no more is used. */
const BUCKETS_MAX = 1000

export function timeSlices(reader: LakeReader, span: Span, order: Order, rowsMax: () => number): AsyncGenerator<Slice> {
  return slicesOf({ reader, span, order, rowsMax }, span.fromMs, span.toMs)
}

type Cutting = {
  readonly reader: LakeReader
  readonly span: Span
  readonly order: Order
  readonly rowsMax: () => number
}

/** Calls itself for a bucket that is too full, at most once per step. */
async function* slicesOf(cutting: Cutting, fromMs: number, toMs: number): AsyncGenerator<Slice> {
  const { rowsMax } = cutting
  const stepMs = STEPS_MS.findLast((step) => (toMs - fromMs) / step <= BUCKETS_MAX) ?? STEPS_MS[0]
  let open = null as Slice | null
  for (const bucket of await countsBy(cutting, stepMs, fromMs, toMs)) {
    if (open && open.rows + bucket.rows > rowsMax()) {
      yield open
      open = null
    }
    if (bucket.rows <= rowsMax()) open = joined(open, bucket)
    else if (bucket.toMs - bucket.fromMs > 1) yield* slicesOf(cutting, bucket.fromMs, bucket.toMs)
    else yield* partsOf(bucket, Math.ceil(bucket.rows / rowsMax()))
  }
  if (open) yield open
}

function joined(a: Slice | null, b: Slice): Slice {
  if (a === null) return b
  return { ...a, fromMs: Math.min(a.fromMs, b.fromMs), toMs: Math.max(a.toMs, b.toMs), rows: a.rows + b.rows }
}

/** Splits the rows into this many disjoint slices; the rows of each are an estimate, their sum is exact. */
export function partsOf(slice: Slice, times: number): readonly Slice[] {
  const parts = slice.parts * times
  return Array.from({ length: times }, (_, at) => {
    return { ...slice, part: slice.part + at * slice.parts, parts, rows: Math.floor((slice.rows + at) / times) }
  })
}

/**
 * Larger than any slice, so it removes no row. But the engine moves no condition below a LIMIT, so it evaluates rules
 * only on the rows of the slice; otherwise it would do so on every row of the granules that it reads, with memory for
 * all of them.
 */
const BARRIER = 'LIMIT 1000000000'

/** The clauses after FROM events. `only` is an additional condition over columns of `events`. */
export function choiceOf(span: Span, { fromMs, toMs, part, parts }: Slice, only = '1'): string {
  const hashed = parts === 1 ? '' : ` AND cityHash64(event_uid) % ${parts} = ${part}`
  return `WHERE ${rangeSql(span, fromMs, toMs)}${hashed}${only === '1' ? '' : ` AND ${only}`} ${BARRIER}`
}

type Count = { readonly first: string; readonly last: string; readonly events: string }

/** Counts from the first to the last event, by each step that has any. */
async function countsBy(
  { reader, span, order }: Cutting,
  stepMs: number,
  fromMs: number,
  toMs: number,
): Promise<readonly Slice[]> {
  const counts = await reader.query<Count>(/* sql */ `
SELECT
  toString(toUnixTimestamp64Milli(min(time))) AS first,
  toString(toUnixTimestamp64Milli(max(time))) AS last,
  toString(count()) AS events
FROM events
WHERE ${rangeSql(span, fromMs, toMs)}
GROUP BY intDiv(toUnixTimestamp64Milli(time), ${stepMs}) AS bucket
ORDER BY bucket ${order === 'newest' ? 'DESC' : 'ASC'}`)
  return counts.map(({ first, last, events }) => {
    return { fromMs: Number(first), toMs: Number(last) + 1, part: 0, parts: 1, rows: Number(events) }
  })
}

function rangeSql({ fromMs: firstMs, firstMsMax }: Span, fromMs: number, toMs: number): string {
  const range = `time >= ${timeSql(fromMs)} AND time < ${timeSql(toMs)}${hoursSql({ fromMs, toMs })}`
  if (firstMsMax === null || fromMs > firstMs) return range
  const first = `SELECT event_uid FROM events WHERE time = ${timeSql(firstMs)} ORDER BY event_uid LIMIT ${firstMsMax}`
  return `${range} AND (time > ${timeSql(firstMs)} OR event_uid IN (${first}))`
}

export const timeSql = (ms: number) => `fromUnixTimestamp64Milli(${Math.trunc(ms)})`

export async function eventsIn(reader: LakeReader, span: Span): Promise<number> {
  const [counted] = await reader.query<{ events: string }>(/* sql */ `
SELECT toString(count()) AS events FROM events WHERE ${rangeSql(span, span.fromMs, span.toMs)}`)
  return Number(counted?.events ?? 0)
}

/** The span of the newest `eventsMax` events. */
export async function newestOf(reader: LakeReader, span: Span, eventsMax: number): Promise<Span> {
  const [last] = await reader.query<{ at: string }>(/* sql */ `
SELECT toString(toUnixTimestamp64Milli(time)) AS at
FROM events
WHERE ${rangeSql(span, span.fromMs, span.toMs)}
ORDER BY time DESC
LIMIT 1 OFFSET ${eventsMax - 1}`)
  if (!last) return span
  const fromMs = Number(last.at)
  const [newer] = await reader.query<{ events: string }>(/* sql */ `
SELECT toString(count()) AS events FROM events WHERE ${rangeSql(span, fromMs + 1, span.toMs)}`)
  return { fromMs, toMs: span.toMs, firstMsMax: eventsMax - Number(newer?.events ?? 0) }
}
