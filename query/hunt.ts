/**
 * Runs event rules over a tenant's stored events, one slice of time after another. SQL excludes the rows that no rule
 * can match (`raw-needles.ts`) and decides the others where that is cheap; the matcher decides the rest, event by
 * event. Events that neither could read are counted and reported.
 */
import { setImmediate } from 'node:timers/promises'
import { ClickHouseError } from '@clickhouse/client'
import type { MatchEvent } from '../schemas/event-view.ts'
import { ALL, type Decides, HuntPlan, type HuntRule, type Statement } from './hunt-plan.ts'
import type { LakeSources } from './lake-sources.ts'
import type { LakeReader } from './ledger.ts'
import { KindTeacher } from './sample-row-shapes.ts'
import type { StoredEvent } from './stored-event.ts'
import { choiceOf, type Order, partsOf, type Slice, type Span, timeSlices } from './time-slices.ts'

export type Hunt = {
  readonly rules: readonly HuntRule[]
  readonly span: Span
  readonly order: Order
  /** Largest number of rows of one statement, used only where few of them must be read; 4096 by default. */
  readonly rowsMax?: number
  /** Default `cheapest`. */
  readonly decides?: Decides
}

export type HuntWatch = {
  /**
   * Called with a rule's number and a matching event; `event` is null when SQL found the match and the event was not
   * decoded.
   */
  onMatch(rule: number, row: StoredEvent, event: MatchEvent | null): void
  /** All events before (`oldest`) or from (`newest`) this time have been searched. */
  onSlice?(settledMs: number, figures: HuntFigures): void
  /** When aborted, the hunt rejects with its reason after the current slice. */
  readonly signal?: AbortSignal
}

export type HuntFigures = {
  readonly scanned: number
  /** Events that the matcher decoded. */
  readonly judged: number
  /** Events on which no rule could be tried, because their text cannot be decoded. */
  readonly unjudged: number
  /** Rules that SQL alone decided, for all rows that it can read. */
  readonly decidedInSql: number
  /** Why SQL could not decide all rules. */
  readonly reasons: readonly string[]
}

/** Rows of the first statements: few, while the kinds of rows are unknown. */
const FIRST_ROWS = 256
const ROWS_MAX = 4096
/** When at least one row in this many must be decoded, a statement covers at most `ROWS_MAX` rows. */
const DENSE = 8
/** Largest number of parts into which a slice is halved when the engine runs out of memory or time. */
const PARTS_MAX = 1 << 12

type Row = StoredEvent & { readonly certain: readonly number[]; readonly undecided: readonly number[] }

/**
 * Rejects with the engine's error when it cannot process even a single event, and with `AppError` for an invalid rule.
 */
export async function hunt(
  reader: LakeReader,
  sources: LakeSources,
  { rules, span, order, rowsMax: most = ROWS_MAX, decides }: Hunt,
  watch: HuntWatch,
): Promise<HuntFigures> {
  const run = new HuntRun(reader, sources, new HuntPlan(rules, sources, decides), { rules, span, order }, watch)
  let rowsMax = Math.min(FIRST_ROWS, most)
  for await (const slice of timeSlices(reader, span, order, () => rowsMax)) {
    watch.signal?.throwIfAborted()
    const judged = run.figures().judged
    await run.slice(slice)
    const isDense = (run.figures().judged - judged) * DENSE >= slice.rows
    rowsMax = Math.min(isDense ? Math.min(most, ROWS_MAX) : most, rowsMax * 2)
    const isWhole = slice.part === slice.parts - 1
    const settledMs = (order === 'oldest') === isWhole ? slice.toMs : slice.fromMs
    watch.onSlice?.(settledMs, run.figures())
  }
  return run.figures()
}

class HuntRun {
  readonly #reader: LakeReader
  readonly #sources: LakeSources
  readonly #plan: HuntPlan
  readonly #span: Span
  readonly #sign: number
  readonly #watch: HuntWatch
  readonly #teacher: KindTeacher
  #scanned = 0
  #judged = 0
  #unjudged = 0

  constructor(reader: LakeReader, sources: LakeSources, plan: HuntPlan, { span, order }: Hunt, watch: HuntWatch) {
    this.#reader = reader
    this.#sources = sources
    this.#plan = plan
    this.#span = span
    this.#sign = order === 'newest' ? -1 : 1
    this.#watch = watch
    this.#teacher = new KindTeacher(reader, sources)
  }

  figures(): HuntFigures {
    return {
      scanned: this.#scanned,
      judged: this.#judged,
      unjudged: this.#unjudged,
      decidedInSql: this.#plan.decided().length,
      reasons: this.#plan.reasons(),
    }
  }

  async slice(slice: Slice): Promise<void> {
    await this.#search(slice)
    this.#scanned += slice.rows
  }

  /**
   * Reports matches only after all statements over the slice have succeeded, so that a halved slice reports no match
   * twice.
   */
  async #search(slice: Slice): Promise<void> {
    const rows: Row[] = []
    try {
      if (this.#plan.isInSql()) await this.#teacher.look(choiceOf(this.#span, slice))
      for (const statement of this.#plan.statements()) rows.push(...(await this.#ask(statement, slice)))
    } catch (error) {
      if (error instanceof RefusedStatement) {
        this.#plan.refuse(error.rules)
        return this.#search(slice)
      }
      if (!isOverLimit(error) || slice.rows <= 1 || slice.parts >= PARTS_MAX) throw error
      for (const half of partsOf(slice, 2)) await this.#search(half)
      return
    }
    rows.sort((a, b) => this.#sign * (Number(a.time_ms) - Number(b.time_ms)))
    const read = new Map<string, Judged>()
    for (const row of rows) this.#judge(row, read)
    await setImmediate()
  }

  async #ask(statement: Statement, slice: Slice): Promise<readonly Row[]> {
    try {
      return rowsOf(
        statement,
        await this.#reader.query<Row>(statement.sql(choiceOf(this.#span, slice, statement.only))),
      )
    } catch (error) {
      if (!isRefusal(error)) throw error
      throw new RefusedStatement(statement.rules)
    }
  }

  #judge(row: Row, read: Map<string, Judged>): void {
    // A sender may use an id twice, so the decoded text is part of the key.
    const name = `${row.event_uid} ${row.mapping} ${row.text}${row.base64}`
    const known = read.get(name)
    for (const rule of row.certain) this.#watch.onMatch(rule, row, known?.event ?? null)
    if (row.undecided.length === 0) return
    const judged = known ?? this.#read(row)
    read.set(name, judged)
    for (const rule of judged.matches) if (row.undecided.includes(rule)) this.#watch.onMatch(rule, row, judged.event)
  }

  #read(row: Row): Judged {
    const event = this.#sources.eventOf(row)
    if (event === null) {
      this.#unjudged++
      return { event, matches: NONE }
    }
    this.#judged++
    return { event, matches: this.#plan.matches(event) }
  }
}

type Judged = { readonly event: MatchEvent | null; readonly matches: ReadonlySet<number> }
const NONE: ReadonlySet<number> = new Set()

function rowsOf({ rules }: Statement, rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => (row.undecided.includes(ALL) ? { ...row, undecided: rules } : row))
}

class RefusedStatement extends Error {
  override readonly name = 'RefusedStatement'
  readonly rules: readonly number[]

  constructor(rules: readonly number[]) {
    super('the engine refused the statement')
    this.rules = rules
  }
}

/** ClickHouse's codes: too slow, memory limit, result too large, timeout. */
const OVER_LIMIT = new Set(['160', '241', '396', '159', '158'])
/** Syntax error (a statement that is too long is cut), tree too deep or too big, recursion too deep. */
const REFUSED = new Set(['62', '167', '168', '306'])

const isOverLimit = (error: unknown) => error instanceof ClickHouseError && OVER_LIMIT.has(error.code)
const isRefusal = (error: unknown) => error instanceof ClickHouseError && REFUSED.has(error.code)
