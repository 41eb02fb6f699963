/** The tables of all fields, and which table answers a predicate. A table is built when an event first needs it. */
import {
  buildFieldTable,
  type FieldTable,
  literalsByOp,
  TABLES_A_FIELD,
  TEXTS,
  TextTable,
  tableKind,
} from './field-tables.ts'
import { KeywordTable } from './keywords.ts'
import { MATCH_LIMITS } from './limits.ts'
import { ANYWHERE, type Predicate, type Predicates } from './predicates.ts'

/** The number for the tables of keywords, of which every group has its own. */
export const KEYWORDS = ANYWHERE
/** For predicates that no table answers. */
export const JUDGED = -1

/** Cost of evaluating a table, in evaluations of one program. */
const BASE_PRICE = 0.7
const CHARACTER_PRICE = 0.05
/** Keywords are checked against every string of the event. */
const KEYWORDS_PRICE = 40
/** Assumed length of a value before any was seen. */
const LENGTH_GUESS = 60

/** `length` is the mean length of the field's values, null when unknown. */
export function priceOfTable(table: number, length: number | null): number {
  if (table === KEYWORDS) return KEYWORDS_PRICE
  return BASE_PRICE + (table % TABLES_A_FIELD === TEXTS ? (length ?? LENGTH_GUESS) * CHARACTER_PRICE : 0)
}

/** Some texts of one field; the number distinguishes it from all other tables. */
export type TriggerTable = { readonly number: number; readonly texts: TextTable }

export class FieldIndex {
  /** Predicate -> the number of its table, `KEYWORDS` or `JUDGED`. */
  readonly tableOf: Int32Array
  readonly tables: (FieldTable | null)[]
  /** Estimated frequency of each predicate, before any event was seen. */
  readonly guesses: Float64Array
  private readonly members = new Map<number, number[]>()
  private readonly keywordTables = new Map<string, KeywordTable>()
  private readonly all: readonly Predicate[]
  private nextNumber: number

  /** `known`: tables of these predicates, by their numbers, that were built before. */
  constructor(predicates: Predicates, known: ReadonlyMap<number, TextTable> = new Map()) {
    this.all = predicates.all
    this.tableOf = new Int32Array(this.all.map(tableNumber))
    this.guesses = new Float64Array(this.all.map(guessFrequency))
    this.tables = new Array(predicates.fields.length * TABLES_A_FIELD).fill(null)
    for (const [number, table] of known) this.tables[number] = table
    this.nextNumber = this.tables.length + this.all.length
    for (let predicate = 0; predicate < this.all.length; predicate++) {
      const table = this.tableOf[predicate] as number
      const members = this.members.get(table)
      if (members) members.push(predicate)
      else this.members.set(table, [predicate])
    }
  }

  table(number: number): FieldTable {
    let table = this.tables[number]
    if (!table) {
      table = buildFieldTable(number % TABLES_A_FIELD, this.members.get(number) ?? [], this.all)
      this.tables[number] = table
    }
    return table
  }

  /** The text tables that were built or known, by their numbers. */
  textTables(): ReadonlyMap<number, TextTable> {
    return new Map(
      this.tables.flatMap((table, number) => (table instanceof TextTable ? [[number, table] as const] : [])),
    )
  }

  /** Creates a table for some predicates of one text table. */
  triggerTable(predicates: readonly number[]): TriggerTable {
    return { number: this.nextNumber++, texts: TextTable.of(literalsByOp(predicates, this.all)) }
  }

  /**
   * Creates a table for predicates on every string and number; null when there are none. Most groups share the same
   * predicates.
   */
  keywordTable(predicates: readonly number[]): KeywordTable | null {
    if (predicates.length === 0) return null
    const key = predicates.join()
    let table = this.keywordTables.get(key)
    if (!table) {
      if (this.keywordTables.size >= MATCH_LIMITS.keywordTablesMax) this.keywordTables.clear()
      this.keywordTables.set(key, (table = new KeywordTable(predicates, this.all)))
    }
    return table
  }

  /** Builds every table that has predicates. */
  buildAll(): void {
    for (const number of this.members.keys()) if (number !== KEYWORDS && number !== JUDGED) this.table(number)
  }
}

function tableNumber(predicate: Predicate): number {
  if (predicate.kind === 'judged') return JUDGED
  return predicate.field === ANYWHERE ? KEYWORDS : predicate.field * TABLES_A_FIELD + tableKind(predicate)
}

/** Estimates by the predicate's kind and length. */
function guessFrequency(predicate: Predicate): number {
  if (predicate.kind === 'judged') return 1
  if (predicate.kind === 'exists' || predicate.kind === 'absent') return 0.9
  if (predicate.kind === 'object') return 0.01
  if (predicate.kind === 'number') return 0.03
  if (predicate.field === ANYWHERE) return 0.001
  const { length } = predicate.text
  if (predicate.op === 'equals') return 0.02
  if (predicate.op === 'prefix') return 0.3 * 0.85 ** length
  return predicate.op === 'suffix' ? 0.4 * 0.75 ** length : 0.9 * 0.6 ** length
}
