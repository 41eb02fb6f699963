/**
 * Runs event rules over what a tenant has stored, a slice of time after the other. SQL leaves out the rows that no rule
 * can be for (`raw-needles.ts`) and decides the rest where that is cheap; all others the matcher judges, event by event;
 * whatever neither could get to is counted, never taken for silence.
 */
import { setImmediate } from 'node:timers/promises'
import { ClickHouseError } from '@clickhouse/client'
import type { MatchEvent } from '../schemas/event-view.ts'
import { ALL, type Decides, HuntPlan, type HuntRule, type Statement } from './hunt-plan.ts'
import type { LakeSources } from './lake-sources.ts'
import type { LakeReader } from './ledger.ts'
import type { StoredEvent } from './stored-event.ts'
import { KindTeacher } from './teach-kinds.ts'
import { choiceOf, type Order, partsOf, type Slice, type Span, timeSlices } from './time-slices.ts'

export type Hunt = {
  readonly rules: readonly HuntRule[]
  readonly span: Span
  readonly order: Order
  /** Rows of one statement, only reached where few of them have to be read; 4096 by default. */
  readonly rowsMax?: number
  /** `cheapest` without it. */
  readonly decides?: Decides
}

export type HuntWatch = {
  /** A rule's number and the event; `event` is null when SQL found it and nobody has read it yet. */
  onMatch(rule: number, row: StoredEvent, event: MatchEvent | null): void
  /** All events before (`oldest`) or from (`newest`) this time were looked at. */
  onSlice?(settledMs: number, figures: HuntFigures): void
  /** The hunt rejects with its reason when the present slice is done. */
  readonly signal?: AbortSignal
}

export type HuntFigures = {
  readonly scanned: number
  /** Events that the matcher read. */
  readonly judged: number
  /** Events that no rule could be tried on, because their text cannot be read back. */
  readonly unjudged: number
  /** Rules that SQL alone decided, for all rows that it can read. */
  readonly decidedInSql: number
  /** Why SQL could not decide all. */
  readonly reasons: readonly string[]
}

/** Rows of one statement: few at first, while the kinds of rows are unknown. */
const FIRST_ROWS = 256
const ROWS_MAX = 4096
/** Where one row of so many has to be read, a statement takes no more than `ROWS_MAX` of them. */
const DENSE = 8
/** A slice is halved so often when the engine runs out of memory or time over it. */
const PARTS_MAX = 1 << 12

type Row = StoredEvent & { readonly certain: readonly number[]; readonly undecided: readonly number[] }

/** Rejects with the engine's error when it cannot take even a single event, and with `AppError` for a bad rule. */
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

  /** Reports matches when all statements over the slice have answered, so that a halved slice reports nothing twice. */
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
    // A sender may use an id twice: the text is what was judged.
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
/** Syntax (a statement that is too long ends early), too deep or too big a tree, too deep a recursion. */
const REFUSED = new Set(['62', '167', '168', '306'])

const isOverLimit = (error: unknown) => error instanceof ClickHouseError && OVER_LIMIT.has(error.code)
const isRefusal = (error: unknown) => error instanceof ClickHouseError && REFUSED.has(error.code)
