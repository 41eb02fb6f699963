/**
 * The programs that events of some log sources meet, and how their candidates are found. A group begins with guesses
 * of how often predicates hold and counts for a while how often they do; what it finds does not depend on either.
 */
import { type Choice, chooseTriggers } from './choose-triggers.ts'
import { type FieldIndex, JUDGED, KEYWORDS, priceOfTable, type TriggerTable } from './field-index.ts'
import { TABLES_A_FIELD, TEXTS } from './field-tables.ts'
import type { KeywordTable } from './keywords.ts'
import type { Needs } from './programs.ts'
import { Triggers } from './triggers.ts'

/** Events that are counted in a row, the first ones first; the next row begins when there were so many times as many. */
const COUNTED_EVENTS = 256
const COUNT_AGAIN_FACTOR = 16

/**
 * Assumed count of a predicate that never held while events were counted, and the bound on the sum of all such counts:
 * among very many literals each is rare, and the more there are the rarer.
 */
const UNSEEN_MAX = 0.1
const UNSEEN_ALL = 1000

/** A table that candidates ask for more often than this is looked at as a whole at once. */
const ASKED_MAX = 0.6

export type Member = {
  readonly id: number
  readonly needs: Needs | null
  /** Predicates that it may ask for. */
  readonly mentions: readonly number[]
}

/** A table to look an event up in, whole or with only those of its texts that make candidates. */
export type Look = { readonly table: number; readonly triggers: TriggerTable | null }

export class Group {
  readonly programs: Int32Array
  always: Int32Array = new Int32Array(0)
  /** Looks made for every event; while the group counts, all tables that its programs mention. */
  looks: readonly Look[] = []
  triggers = new Triggers(new Map())
  /** Keywords that make candidates, and those that only candidates ask for. */
  firstKeywords: KeywordTable | null = null
  laterKeywords: KeywordTable | null = null
  /** The event count at which it was last needed. */
  lastUsed = 0
  /** Predicate to the number of events it held for; null when the group does not count. */
  private counts: Int32Array | null = null
  /** Table to the characters that it was shown, while the group counts. */
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

  /** After every event, with the predicates that were found to hold. */
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
        const isTexts = table % TABLES_A_FIELD === TEXTS && (triggersByTable.get(table) ?? 0) <= ASKED_MAX
        return { table, triggers: isTexts ? this.index.triggerTable(selecting.get(table) ?? []) : null }
      })
  }

  private mentionedTables(): number[] {
    const tables = new Set(this.mentioned.map((predicate) => this.index.tableOf[predicate] as number))
    return [...tables].filter((table) => table !== KEYWORDS && table !== JUDGED).sort((a, b) => a - b)
  }
}
