/** Source of the current event's values: its parsed object, or its text. */
import type { FieldView, MatchEvent } from '../../schemas/event-view.ts'
import type { Facts } from './facts.ts'
import type { FieldTable } from './field-tables.ts'
import { MATCH_LIMITS } from './limits.ts'
import type { Predicates } from './predicates.ts'
import type { RawFilter, RawJson } from './raw-filter.ts'
import { compileGetter, type Getter, type RecordOf, readExactly } from './read-field.ts'

export interface EventValues {
  /** The result of a getter: undefined, a leaf, or an array of leaves. */
  valueOf(field: number): unknown
  record(): RecordOf
  /**
   * The record with all digits of whole numbers beyond 2^53, where they are available; called when the record has such
   * a number.
   */
  exact(): RecordOf
  /** True only for a field that is known, without reading it, to be one text of fewer UTF-16 units. */
  isShorter(field: number, length: number): boolean
  /** Adds the facts of a text table about a field. Returns false when the caller must pass the value itself. */
  look(field: number, table: FieldTable, facts: Facts): boolean
  /** True when evaluating the triggers of a table first is faster than evaluating all of it. */
  readonly takesTriggers: boolean
  /** False only when no value of the event contains a literal of the filter. */
  mayHold(filter: RawFilter): boolean
}

/** Fields that rules use, by field number. */
export type FieldNeeds = Pick<Predicates, 'fields' | 'wantsDigits'>

const NO_EVENT: Pick<MatchEvent, 'record' | 'view'> = { record: {}, view: { name: '', paths: () => [] } }

export class RecordValues implements EventValues {
  /** The result of a whole table for a text is cached, so the whole table costs no more than its triggers. */
  readonly takesTriggers = false
  private readonly fields: readonly string[]
  private readonly wantsDigits: readonly boolean[]
  private readonly gettersOf = new Map<FieldView, (Getter | null)[]>()
  private getters: (Getter | null)[] = []
  private view: FieldView | null = null
  private event: Pick<MatchEvent, 'record' | 'view' | 'exact'> = NO_EVENT
  private raw: RawJson | undefined

  constructor({ fields, wantsDigits }: FieldNeeds) {
    this.fields = fields
    this.wantsDigits = wantsDigits
  }

  /** `raw` is the JSON text of the record, where there is one. */
  open(event: Pick<MatchEvent, 'record' | 'view' | 'exact'>, raw: RawJson | undefined): void {
    this.event = event
    this.raw = raw
    if (event.view !== this.view) this.setView(event.view)
  }

  valueOf(field: number): unknown {
    const get = this.getters[field] ?? this.addGetter(field)
    return this.wantsDigits[field] ? readExactly(get, this.event) : get(this.event.record)
  }

  record(): RecordOf {
    return this.event.record
  }

  exact(): RecordOf {
    return this.event.exact?.() ?? this.event.record
  }

  isShorter(field: number, length: number): boolean {
    const value = this.valueOf(field)
    return typeof value === 'string' && value.length < length
  }

  look(): boolean {
    return false
  }

  mayHold(filter: RawFilter): boolean {
    return this.raw === undefined || filter.mayHold(this.raw)
  }

  private addGetter(field: number): Getter {
    const get = compileGetter(this.view as FieldView, this.fields[field] as string)
    this.getters[field] = get
    return get
  }

  private setView(view: FieldView): void {
    this.view = view
    const known = this.gettersOf.get(view)
    this.getters = known ?? new Array(this.fields.length).fill(null)
    if (known) return
    if (this.gettersOf.size >= MATCH_LIMITS.viewsMax) this.gettersOf.clear()
    this.gettersOf.set(view, this.getters)
  }
}
