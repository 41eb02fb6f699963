/**
 * The programs that apply to events of some log sources, and how their candidates are found. A group begins with
 * guesses of how often predicates are true and then counts for a while; neither affects which rules match.
 */
import { type Choice, chooseTriggers } from './choose-triggers.ts'
import { type FieldIndex, JUDGED, KEYWORDS, priceOfTable, type TriggerTable } from './field-index.ts'
import { TABLES_A_FIELD, TEXTS } from './field-tables.ts'
import type { KeywordTable } from './keywords.ts'
import type { Needs } from './programs.ts'
import { Triggers } from './triggers.ts'

/** Length of a counting period in events; the next period begins after this many times as many events. */
const COUNTED_EVENTS = 256
const COUNT_AGAIN_FACTOR = 16

/**
 * Assumed count of a predicate that was never true while events were counted, and the bound of the sum of all such
 * counts: among very many literals each is rare, and the more there are the rarer each is.
 */
const UNSEEN_MAX = 0.1
const UNSEEN_ALL = 1000

/** A table that candidates use more often than this is evaluated as a whole at once. */
const CANDIDATE_SHARE_MAX = 0.6

export type Member = {
  readonly id: number
  readonly needs: Needs | null
  /** Predicates that its programs may evaluate. */
  readonly mentions: readonly number[]
}

/** A table to evaluate for an event: the whole table, or only those of its texts that make candidates. */
export type Look = { readonly table: number; readonly triggers: TriggerTable | null }

export class Group {
  readonly programs: Int32Array
  always: Int32Array = new Int32Array(0)
  /** Tables evaluated for every event; while the group counts, all tables that its programs mention. */
  looks: readonly Look[] = []
  triggers = new Triggers(new Map())
  /** Keywords that make candidates, and those that only candidates need. */
  firstKeywords: KeywordTable | null = null
  laterKeywords: KeywordTable | null = null
  /** The event count at which it was last needed. */
  lastUsed = 0
  /** Predicate -> number of events for which it was true; null when the group does not count. */
  private counts: Int32Array | null = null
  /** Table -> number of characters that it has scanned, while the group counts. */
  private characters: Float64Array | null = null
  private events = 0
  private nextChange = COUNTED_EVENTS
  private readonly index: FieldIndex
  private readonly members: readonly Member[]
  private readonly mentioned: readonly number[]

  constructor(members: readonly Member[], index: FieldIndex) {
    this.programs = Int32Array.from(members, ({ id }) => id)
    this.index = index
    this.members = members
    this.mentioned = [...new Set(members.flatMap(({ mentions }) => mentions))]
    this.choose(
      (predicate) => index.guesses[predicate] as number,
      () => null,
    )
    this.count()
  }

  /** Call it after every event, with the predicates that were true. */
  tick(hits: Int32Array, hitCount: number, lengthOf: (table: number) => number): void {
    this.events++
    const { counts, characters } = this
    if (counts && characters) {
      for (let i = 0; i < hitCount; i++) (counts[hits[i] as number] as number)++
      for (const { table } of this.looks) characters[table] = (characters[table] as number) + lengthOf(table)
    }
    if (this.events === this.nextChange) this.change()
  }

  private change(): void {
    const { counts, characters } = this
    if (!counts || !characters) {
      this.nextChange += COUNTED_EVENTS
      return this.count()
    }
    const { tableOf, guesses } = this.index
    const unseen = Math.min(UNSEEN_MAX, UNSEEN_ALL / this.mentioned.length)
    this.counts = null
    this.characters = null
    this.nextChange *= COUNT_AGAIN_FACTOR
    const choice = this.choose(
      (predicate) =>
        tableOf[predicate] === KEYWORDS
          ? (guesses[predicate] as number)
          : ((counts[predicate] as number) + unseen) / COUNTED_EVENTS,
      (table) => (characters[table] as number) / COUNTED_EVENTS,
    )
    this.looks = this.looksOf(choice)
  }

  private count(): void {
    this.counts = new Int32Array(this.index.tableOf.length)
    this.characters = new Float64Array(this.index.tables.length)
    this.looks = this.mentionedTables().map((table) => ({ table, triggers: null }))
  }

  private choose(frequency: (predicate: number) => number, lengthOf: (table: number) => number | null): Choice {
    const { tableOf } = this.index
    const choice = chooseTriggers(this.members, {
      frequency,
      tableOf: (predicate) => tableOf[predicate] as number,
      price: (table) => priceOfTable(table, lengthOf(table)),
    })
    this.triggers = new Triggers(choice.triggers)
    this.always = Int32Array.from(choice.always)
    const keywords = this.mentioned.filter((predicate) => tableOf[predicate] === KEYWORDS)
    this.firstKeywords = this.index.keywordTable(keywords.filter((predicate) => choice.triggers.has(predicate)))
    this.laterKeywords = this.index.keywordTable(keywords.filter((predicate) => !choice.triggers.has(predicate)))
    return choice
  }

  private looksOf({ triggers, tables, frequencies }: Choice): readonly Look[] {
    const triggersByTable = new Map<number, number>()
    for (const { id, mentions } of this.members)
      for (const table of new Set(mentions.map((predicate) => this.index.tableOf[predicate] as number)))
        triggersByTable.set(table, (triggersByTable.get(table) ?? 0) + (frequencies.get(id) ?? 0))
    const selecting = Map.groupBy(triggers.keys(), (predicate) => this.index.tableOf[predicate] as number)
    return tables
      .filter((table) => table !== KEYWORDS)
      .map((table) => {
        const isTexts = table % TABLES_A_FIELD === TEXTS && (triggersByTable.get(table) ?? 0) <= CANDIDATE_SHARE_MAX
        return { table, triggers: isTexts ? this.index.triggerTable(selecting.get(table) ?? []) : null }
      })
  }

  private mentionedTables(): number[] {
    const tables = new Set(this.mentioned.map((predicate) => this.index.tableOf[predicate] as number))
    return [...tables].filter((table) => table !== KEYWORDS && table !== JUDGED).sort((a, b) => a - b)
  }
}
