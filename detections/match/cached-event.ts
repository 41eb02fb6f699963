/** The current event. Caches everything that is computed about it. */
import { assert } from '../../platform/assert.ts'
import { OutOfWork } from '../plan/work.ts'
import type { EventValues } from './event-values.ts'
import { Facts } from './facts.ts'
import { type FieldIndex, KEYWORDS } from './field-index.ts'
import { type FieldTable, TABLES_A_FIELD } from './field-tables.ts'
import type { Group, Look } from './group.ts'
import { compileJudge, type Judge } from './judges.ts'
import { ANYWHERE, type Judged, type Predicates } from './predicates.ts'
import { everyLeaf, type TextLeaf } from './read-field.ts'
import type { RuleClock } from './rule-clock.ts'
import { type Answer, printOf, ValueMemo } from './value-memo.ts'

/**
 * Texts of this length are mostly not cached: they are checked against the few triggers of a table before the whole
 * table.
 */
const LONG_MIN = 256

/** Nearly every text has fewer characters than this. */
const LENGTH_GATE_MIN = 16

export class CachedEvent {
  readonly facts: Facts
  private readonly memo = new ValueMemo()
  /** Milliseconds of evaluation since the caller reset it to 0. */
  judgedMs = 0
  private readonly predicates: Predicates
  private readonly index: FieldIndex
  private readonly tableOf: Int32Array
  private readonly judges: (Judge | null)[]
  private readonly clock: RuleClock
  /** The epochs in which a table, a field and the leaves were last evaluated. */
  readonly tableSeen: Int32Array
  private readonly valueSeen: Int32Array
  private leavesSeen = 0
  private laterKeywordsSeen = 0
  private readonly values: unknown[]
  private leaves: readonly TextLeaf[] = []
  /** Predicates that exceeded their work limit for the current event: they are not tried again for it. */
  private readonly unfinished = new Map<number, OutOfWork>()
  private source: EventValues
  private group: Group | null = null

  constructor(predicates: Predicates, index: FieldIndex, source: EventValues, clock: RuleClock) {
    this.source = source
    this.predicates = predicates
    this.index = index
    this.clock = clock
    this.tableOf = index.tableOf
    this.facts = new Facts(predicates.all.length)
    this.judges = new Array(predicates.all.length).fill(null)
    this.tableSeen = new Int32Array(index.tables.length)
    this.valueSeen = new Int32Array(predicates.fields.length)
    this.values = new Array(predicates.fields.length).fill(undefined)
  }

  /** Switches to the next event and evaluates the tables that the group needs for every event. */
  open(source: EventValues, group: Group): void {
    if (this.facts.begin()) this.forgetEpochs()
    this.source = source
    this.group = group
    if (this.unfinished.size > 0) this.unfinished.clear()
    const { looks, firstKeywords } = group
    for (let i = 0; i < looks.length; i++) {
      const { table, triggers } = looks[i] as Look
      if (triggers && (source.takesTriggers || this.lengthOf(table) >= LONG_MIN))
        this.show(triggers.number, table, triggers.texts)
      else this.look(table)
    }
    if (firstKeywords) firstKeywords.look(source, this.facts)
  }

  holds(predicate: number): boolean {
    return this.facts.marks[predicate] === this.facts.epoch || this.ask(predicate, this.tableOf[predicate] as number)
  }

  /** Evaluates a predicate that is not marked, with its table. */
  ask(predicate: number, table: number): boolean {
    const { marks, epoch } = this.facts
    if (table > KEYWORDS) {
      if (this.tableSeen[table] === epoch) return false
      this.look(table)
      return marks[predicate] === epoch
    }
    if (table === KEYWORDS) return this.holdsLater(predicate)
    return marks[predicate] !== epoch + 1 && this.judge(predicate)
  }

  private look(table: number): void {
    this.tableSeen[table] = this.facts.epoch
    this.show(table, table, this.index.tables[table] ?? this.index.table(table))
  }

  /** `number` is the key under which the texts of a table are cached: the table's own, or that of its triggers. */
  private show(number: number, table: number, shown: FieldTable): void {
    const field = (table / TABLES_A_FIELD) | 0
    if (this.source.look(field, shown, this.facts)) return
    const value = this.valueOf(field)
    if (typeof value === 'string' && shown.isMemorable && this.memo.takes(value))
      this.showOnce(number, table, shown, value)
    else shown.look(value, this.facts)
  }

  private showOnce(number: number, table: number, shown: FieldTable, text: string): void {
    const { facts, memo } = this
    const print = printOf(number, text)
    const known = memo.find(print, number, text)
    if (known) {
      for (let i = 1; i < known.length; i++) facts.add(known[i] as number)
      return
    }
    shown.look(text, facts)
    if (memo.meet(print)) memo.keep(print, text, this.answerOf(number, table))
  }

  /** The cached result for a field with one text: its triggers may have been found before. */
  private answerOf(number: number, table: number): Answer {
    const { hits, hitCount } = this.facts
    const answer = [number]
    for (let i = 0; i < hitCount; i++) {
      const predicate = hits[i] as number
      if (this.tableOf[predicate] === table) answer.push(predicate)
    }
    return answer
  }

  /** The keywords that make programs candidates have already been searched for. */
  private holdsLater(predicate: number): boolean {
    const { marks, epoch } = this.facts
    const later = this.group?.laterKeywords
    if (!later || this.laterKeywordsSeen === epoch) return false
    this.laterKeywordsSeen = epoch
    later.look(this.source, this.facts)
    return marks[predicate] === epoch
  }

  private judge(predicate: number): boolean {
    const known = this.predicates.all[predicate]
    if (known?.kind !== 'judged') return false
    const { judged } = known
    const isHeld = this.passesGate(judged) && this.judgeInFull(predicate, judged)
    this.facts.marks[predicate] = isHeld ? this.facts.epoch : this.facts.epoch + 1
    return isHeld
  }

  private passesGate(judged: Judged): boolean {
    if (judged.of !== 'leaf') return true
    const { field, gate, lengthMin } = judged
    if (lengthMin > LENGTH_GATE_MIN && field !== ANYWHERE && this.source.isShorter(field, lengthMin)) return false
    if (!gate) return true
    for (let i = 0; i < gate.length; i++) if (this.holds(gate[i] as number)) return true
    return false
  }

  /** Caches a test of one long text like a table, under a number after those of the tables. */
  private judgeInFull(predicate: number, judged: Judged): boolean {
    const value = judged.of === 'leaf' && judged.field !== ANYWHERE ? this.valueOf(judged.field) : null
    if (typeof value !== 'string' || !this.memo.takes(value)) return this.timedJudge(predicate, judged)
    const owner = this.index.tables.length + predicate
    const print = printOf(owner, value)
    const known = this.memo.find(print, owner, value)
    if (known) return known.length > 1
    const isHeld = this.timedJudge(predicate, judged)
    if (this.memo.meet(print)) this.memo.keep(print, value, isHeld ? [owner, predicate] : [owner])
    return isHeld
  }

  private timedJudge(predicate: number, judged: Judged): boolean {
    if (this.unfinished.size > 0) this.refuseUnfinished(predicate)
    const startedAt = this.clock.now()
    try {
      const judge = (this.judges[predicate] ??= this.compile(judged))
      return judge()
    } catch (error) {
      if (error instanceof OutOfWork) this.unfinished.set(predicate, error)
      throw error
    } finally {
      this.judgedMs += this.clock.since(startedAt)
    }
  }

  private refuseUnfinished(predicate: number): void {
    const known = this.unfinished.get(predicate)
    if (known) throw known
  }

  private compile(judged: Judged): Judge {
    return compileJudge(judged, {
      valueOf: (field) => (field === ANYWHERE ? this.allLeaves() : this.valueOf(field)),
      getter: (name) => {
        const field = this.predicates.fieldIdOf(name)
        assert(field !== null, 'fields of expressions have numbers')
        return () => this.valueOf(field)
      },
    })
  }

  private valueOf(field: number): unknown {
    const { epoch } = this.facts
    if (this.valueSeen[field] === epoch) return this.values[field]
    this.valueSeen[field] = epoch
    return (this.values[field] = this.source.valueOf(field))
  }

  /** Length of the field that a table is about, in characters; 0 when it is no text. */
  lengthOf(table: number): number {
    const value = this.valueOf((table / TABLES_A_FIELD) | 0)
    return typeof value === 'string' ? value.length : 0
  }

  private allLeaves(): readonly TextLeaf[] {
    if (this.leavesSeen !== this.facts.epoch) {
      this.leavesSeen = this.facts.epoch
      this.leaves = everyLeaf(this.source.record(), () => this.source.exact())
    }
    return this.leaves
  }

  private forgetEpochs(): void {
    this.tableSeen.fill(0)
    this.valueSeen.fill(0)
    this.leavesSeen = 0
    this.laterKeywordsSeen = 0
  }
}
