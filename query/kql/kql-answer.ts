/**
 * Answers a KQL query within one request's budget: over its whole time range, or, when that is too much, over the
 * newest part, which the answer states.
 */
import type { KqlFault } from '../../detections/kql/fault.ts'
import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { ArchivedEvents } from '../../stores/clickhouse/archived-events.ts'
import type { LeftOutReason, Missing, TimeSpan } from '../search/coverage.ts'
import { type KqlHunt, readSpan } from './kql-hunt.ts'
import type { KqlTable, TableBounds } from './kql-table.ts'

/** `isPlan`: report only the tables and time range that the query would read. */
export type KqlRequest = KqlHunt & {
  readonly table: TableBounds
  readonly isPlan: boolean
  /** Archive files whose events are added to those of the lake. */
  readonly archive?: ArchivedEvents
}
export type AskKql = (
  tenant: TenantId,
  question: KqlRequest,
  options: {
    readonly timeoutSeconds: number
    readonly signal: AbortSignal
    /** Number of events that the lake has returned so far. */
    readonly onProgress?: (returned: number) => void
  },
) => Promise<KqlTable | KqlFault>

export type KqlAnswer =
  | { readonly table: KqlTable; readonly missing: readonly Missing[] }
  /** Even the newest part took longer than an answer may. */
  | { readonly table: null; readonly missing: readonly Missing[]; readonly error: AppError }

const WHOLE_SECONDS = 16
const PART_SECONDS = 8
const PLAN_SECONDS = 15
/** When the whole range was too much, its newest nth part is tried. */
const NEWEST_PART = 8

export type AskingKql = {
  readonly ask: AskKql
  readonly tenant: TenantId
  readonly hunt: KqlHunt
  readonly bounds: TableBounds
  readonly signal: AbortSignal
}

/** The time range over which the query reads its tables, with its conditions on time applied. */
export async function kqlSpan(asking: AskingKql): Promise<TimeSpan | KqlFault> {
  const planned = await askOnce(asking, asking.hunt, PLAN_SECONDS, { isPlan: true })
  return 'reads' in planned ? spanOf(planned, asking.hunt) : planned
}

/**
 * `span` is the result of `kqlSpan`. Throws `too_large` when even the newest part needs too much memory, and the errors
 * of the lake.
 */
export async function kqlAnswer(
  asking: AskingKql,
  span: TimeSpan,
  archive?: ArchivedEvents,
): Promise<KqlAnswer | KqlFault> {
  const { hunt } = asking
  const whole = await attempt(asking, hunt, WHOLE_SECONDS, archive)
  if ('reads' in whole) return answerOf(whole, span, [])
  if (!('tooMuch' in whole)) return whole
  const fromMs = span.toMs - Math.max(1, Math.floor((span.toMs - span.fromMs) / NEWEST_PART))
  const part = await attempt(asking, { ...hunt, fromMs, toMs: span.toMs }, PART_SECONDS, archive)
  if ('reads' in part) return answerOf(part, span, [{ fromMs: span.fromMs, toMs: fromMs, reason: whole.tooMuch }])
  if (!('tooMuch' in part)) return part
  if (whole.tooMuch !== 'time') throw part.error
  return { table: null, missing: [{ ...span, reason: 'time' }], error: part.error }
}

function answerOf(table: KqlTable, span: TimeSpan, missing: readonly Missing[]): KqlAnswer {
  return { table, missing: missingOf(table, span, missing) }
}

/** Adds to `missing` the events that cannot be decoded, and the rows and columns beyond the bounds of the table. */
export function missingOf(table: KqlTable, span: TimeSpan, missing: readonly Missing[]): readonly Missing[] {
  const rest = missing[0]?.toMs ?? span.fromMs
  const unreadable = table.unjudged > 0 ? [{ fromMs: rest, toMs: span.toMs, reason: 'unreadable' as const }] : []
  const isCut = table.rows.length < table.rowsInAll || table.cut.length > 0
  const cut = isCut ? [{ ...span, reason: 'rows' as const }] : []
  return [...missing, ...unreadable, ...cut]
}

function spanOf({ reads }: KqlTable, { fromMs, toMs }: KqlHunt): TimeSpan {
  if (reads.length === 0) return { fromMs: fromMs ?? toMs, toMs }
  const span = readSpan(reads)
  return { fromMs: Math.min(span.fromMs, span.toMs), toMs: span.toMs }
}

type TooMuch = { readonly tooMuch: LeftOutReason; readonly error: AppError }

async function attempt(
  asking: AskingKql,
  hunt: KqlHunt,
  seconds: number,
  archive: ArchivedEvents | undefined,
): Promise<KqlTable | KqlFault | TooMuch> {
  const startMs = performance.now()
  try {
    const found = await askOnce(asking, hunt, seconds, { isPlan: false, ...(archive && { archive }) })
    // A fault of the query has a line; an exceeded limit has none.
    const isOverrun = 'reason' in found && found.line === 0
    return isOverrun ? { tooMuch: 'memory', error: new AppError('too_large', found.reason) } : found
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_large') throw error
    return { tooMuch: performance.now() - startMs >= seconds * 1000 ? 'time' : 'memory', error }
  }
}

function askOnce(
  { ask, tenant, bounds, signal }: AskingKql,
  hunt: KqlHunt,
  timeoutSeconds: number,
  how: Pick<KqlRequest, 'isPlan' | 'archive'>,
) {
  return ask(tenant, { ...hunt, table: bounds, ...how }, { timeoutSeconds, signal })
}
