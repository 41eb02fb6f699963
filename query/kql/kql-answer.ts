/**
 * A whole KQL query within the budget of one answer: over all of its time, or where that is too much over the newest part
 * of it, which the answer says.
 */
import type { KqlFault } from '../../detections/kql/fault.ts'
import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { LeftOutReason, Missing, TimeSpan } from '../search/coverage.ts'
import type { KqlHunt } from './kql-hunt.ts'
import type { KqlTable, TableBounds } from './kql-table.ts'

/** `isPlan`: only which tables it would read, and over which time. */
export type AskedKql = KqlHunt & { readonly table: TableBounds; readonly isPlan: boolean }
export type AskKql = (
  tenant: TenantId,
  asked: AskedKql,
  options: { readonly timeoutSeconds: number; readonly signal: AbortSignal },
) => Promise<KqlTable | KqlFault>

export type KqlAnswer = {
  readonly table: KqlTable
  /** What its tables were asked for, conditions on time considered. */
  readonly span: TimeSpan
  readonly missing: readonly Missing[]
}

const WHOLE_SECONDS = 16
const PART_SECONDS = 8
const PLAN_SECONDS = 5
/** Of what is asked again after the whole was too much. */
const NEWEST_PART = 8

type Asking = {
  readonly ask: AskKql
  readonly tenant: TenantId
  readonly hunt: KqlHunt
  readonly bounds: TableBounds
  readonly signal: AbortSignal
}

/** Throws `too_large` when the newest part is too much too, and what the lake refuses. */
export async function kqlAnswer(asking: Asking): Promise<KqlAnswer | KqlFault> {
  const { hunt } = asking
  const whole = await attempt(asking, hunt, WHOLE_SECONDS)
  if ('reads' in whole) return answerOf(whole, spanOf(whole, hunt), [])
  if (!('tooMuch' in whole)) return whole
  const planned = await asked(asking, hunt, PLAN_SECONDS, true)
  if (!('reads' in planned)) return planned
  const span = spanOf(planned, hunt)
  const fromMs = span.toMs - Math.max(1, Math.floor((span.toMs - span.fromMs) / NEWEST_PART))
  const part = await attempt(asking, { ...hunt, fromMs, toMs: span.toMs }, PART_SECONDS)
  if ('reads' in part) return answerOf(part, span, [{ fromMs: span.fromMs, toMs: fromMs, reason: whole.tooMuch }])
  if ('tooMuch' in part) throw part.error
  return part
}

function answerOf(table: KqlTable, span: TimeSpan, missing: readonly Missing[]): KqlAnswer {
  const rest = missing[0]?.toMs ?? span.fromMs
  const unreadable = table.unjudged > 0 ? [{ fromMs: rest, toMs: span.toMs, reason: 'unreadable' as const }] : []
  const isCut = table.rows.length < table.rowsInAll || table.cut.length > 0
  const cut = isCut ? [{ ...span, reason: 'rows' as const }] : []
  return { table, span, missing: [...missing, ...unreadable, ...cut] }
}

/** From the first to the last time that a table is read of. */
function spanOf({ reads }: KqlTable, { fromMs, toMs }: KqlHunt): TimeSpan {
  const begins = reads.map((read) => read.fromMs)
  const ends = reads.map((read) => read.toMs)
  const lastMs = Math.min(toMs, ends.length === 0 ? toMs : Math.max(...ends))
  return { fromMs: Math.min(lastMs, begins.length === 0 ? (fromMs ?? lastMs) : Math.min(...begins)), toMs: lastMs }
}

type TooMuch = { readonly tooMuch: LeftOutReason; readonly error: AppError }

async function attempt(asking: Asking, hunt: KqlHunt, seconds: number): Promise<KqlTable | KqlFault | TooMuch> {
  const startMs = performance.now()
  try {
    const found = await asked(asking, hunt, seconds, false)
    // A query that is wrong has a place; the limits of a run have none.
    const isOverrun = 'reason' in found && found.line === 0
    return isOverrun ? { tooMuch: 'memory', error: new AppError('too_large', found.reason) } : found
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_large') throw error
    return { tooMuch: performance.now() - startMs >= seconds * 1000 ? 'time' : 'memory', error }
  }
}

function asked({ ask, tenant, bounds, signal }: Asking, hunt: KqlHunt, timeoutSeconds: number, isPlan: boolean) {
  return ask(tenant, { ...hunt, table: bounds, isPlan }, { timeoutSeconds, signal })
}
