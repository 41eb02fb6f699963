/**
 * The values of an event, read in place from its JSON text. Where the text is not enough, they are read from the parsed
 * record.
 */
import { assert } from '../../platform/assert.ts'
import { parseExactly } from '../../platform/exact-json.ts'
import { derived } from '../../schemas/derive-value.ts'
import type { FieldPath, FieldView } from '../../schemas/event-view.ts'
import { type EventKernel, KIND } from './event-kernel.ts'
import type { EventValues, FieldNeeds } from './event-values.ts'
import type { Facts } from './facts.ts'
import { type FieldTable, TextTable } from './field-tables.ts'
import { MATCH_LIMITS } from './limits.ts'
import type { RawFilter } from './raw-filter.ts'
import { compileGetter, exactly, type Getter, mayBeRounded, type RecordOf } from './read-field.ts'

/** The JSON text of one event in a body in UTF-8. */
export type JsonText = { readonly body: Buffer; readonly start: number; readonly end: number }

/** A possible location of a field: a member, or one inside of other members. */
type Place = {
  readonly slot: number
  /** Slots of the objects on the way to it, the outermost first. */
  readonly around: readonly number[]
  /** True when only the record can tell, because too many names are known. */
  readonly isUnsure: boolean
  /** A constant value that does not depend on the text. */
  readonly constant: string | readonly string[] | undefined
  readonly derive: FieldPath['derive']
}
type FieldPlaces = { readonly places: readonly Place[]; readonly get: Getter }

/** Instead of a location's index: nothing is there, or only the record can tell. */
const NOTHING = -1
const UNSURE = -2

export class TextValues implements EventValues {
  readonly takesTriggers = true
  readonly kernel: EventKernel
  private readonly fields: readonly string[]
  private readonly wantsDigits: readonly boolean[]
  private readonly placesOf = new Map<FieldView, (FieldPlaces | null)[]>()
  private places: (FieldPlaces | null)[] = []
  private view: FieldView | null = null
  private text: JsonText = { body: Buffer.alloc(0), start: 0, end: 0 }
  private parsed: RecordOf | null = null
  private parsedExactly: RecordOf | null = null

  constructor(kernel: EventKernel, { fields, wantsDigits }: FieldNeeds) {
    this.kernel = kernel
    this.fields = fields
    this.wantsDigits = wantsDigits
  }

  /** Returns false when only `JSON.parse` can read the text. */
  open(text: JsonText): boolean {
    this.parsed = null
    this.parsedExactly = null
    this.text = text
    return this.kernel.read(text.body, text.start, text.end)
  }

  setView(view: FieldView): void {
    if (view === this.view) return
    this.view = view
    const known = this.placesOf.get(view)
    this.places = known ?? new Array(this.fields.length).fill(null)
    if (known) return
    if (this.placesOf.size >= MATCH_LIMITS.viewsMax) this.placesOf.clear()
    this.placesOf.set(view, this.places)
  }

  valueOf(field: number): unknown {
    const found = this.places[field] ?? this.addPlaces(field)
    const number = this.find(found.places)
    if (number === NOTHING) return undefined
    if (number === UNSURE) return this.valueIn(found.get, field)
    const { slot, derive, constant } = found.places[number] as Place
    if (constant !== undefined) return constant
    const value = this.kernel.valueOf(slot)
    return derive === undefined ? value : derived(value, derive)
  }

  private valueIn(get: Getter, field: number): unknown {
    const value = get(this.record())
    return this.wantsDigits[field] && mayBeRounded(value) ? exactly(value, get, this.exact()) : value
  }

  record(): RecordOf {
    const { body, start, end } = this.text
    return (this.parsed ??= JSON.parse(body.utf8Slice(start, end)) as RecordOf)
  }

  exact(): RecordOf {
    const { body, start, end } = this.text
    return (this.parsedExactly ??= parseExactly(body.utf8Slice(start, end)) as RecordOf)
  }

  /** Every UTF-16 unit takes at least one byte, however it is written. */
  isShorter(field: number, length: number): boolean {
    const { places } = this.places[field] ?? this.addPlaces(field)
    const number = this.find(places)
    if (number < 0) return false
    const { slot, derive, constant } = places[number] as Place
    return (
      constant === undefined &&
      derive === undefined &&
      this.kernel.kindOf(slot) === KIND.text &&
      this.kernel.sizeOf(slot) < length
    )
  }

  look(field: number, table: FieldTable, facts: Facts): boolean {
    if (!(table instanceof TextTable)) return false
    const { places } = this.places[field] ?? this.addPlaces(field)
    const number = this.find(places)
    if (number === NOTHING) return true
    if (number === UNSURE) return false
    const { slot, derive, constant } = places[number] as Place
    if (constant !== undefined || derive !== undefined || this.kernel.kindOf(slot) !== KIND.text) return false
    const found = this.kernel.look(slot, table)
    for (let i = 0; i < found; i++) facts.add(this.kernel.foundAt(i))
    return found >= 0
  }

  mayHold(filter: RawFilter): boolean {
    return this.kernel.mayHold(filter)
  }

  /** The first location with anything but null, otherwise the first that exists, as in `compileGetter`. */
  private find(places: readonly Place[]): number {
    let found = NOTHING
    for (let i = 0; i < places.length; i++) {
      const { slot, around, constant, isUnsure } = places[i] as Place
      if (constant !== undefined) return i
      const kind = isUnsure ? KIND.nested : around.length > 0 ? this.kindInside(around, slot) : this.kernel.kindOf(slot)
      if (kind === KIND.nested) return UNSURE
      if (kind === KIND.absent) continue
      if (kind !== KIND.null) return i
      if (found === NOTHING) found = i
    }
    return found
  }

  /** An array on the way stands for its items, and a name with dots for several names: only the record can tell then. */
  private kindInside(around: readonly number[], slot: number): number {
    const { kernel } = this
    for (let i = 0; i < around.length; i++) {
      const outer = around[i] as number
      if (kernel.kindOf(outer) !== KIND.nested) return KIND.absent
      if (!kernel.isObject(outer) || (i === 0 && around.length > 1 && kernel.hasDottedNames())) return KIND.nested
    }
    return kernel.kindOf(slot)
  }

  private addPlaces(field: number): FieldPlaces {
    assert(this.view, 'a text is asked for its fields when it has a view')
    const name = this.fields[field] as string
    const places = this.view.paths(name).map(({ path, derive, constant }): Place => {
      const slots = this.kernel.slotsOf(path) ?? []
      return {
        slot: slots.at(-1) ?? -1,
        around: slots.slice(0, -1),
        isUnsure: slots.length === 0,
        constant: constant?.length === 1 ? constant[0] : constant,
        derive,
      }
    })
    const isRead = this.kernel.readAgain()
    assert(isRead, 'what was read once is read again')
    const found = { places, get: compileGetter(this.view, name) }
    this.places[field] = found
    return found
  }
}
