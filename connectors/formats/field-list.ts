/**
 * The fields of the record being read, in order. A source mostly writes the same names in the same order, so the list
 * is compared with earlier lists of names: a record of a known list is built at once by a generated function, without a
 * look-up for each name.
 */
import { codeAt } from '../../platform/code-at.ts'
import { type Fields, newFields, set, WRAPPERS } from './fields.ts'

/** Number of known lists of names, a power of two; a list whose slot another took is learnt anew. */
const SLOTS = 512
/** Repeats after which a list gets a function: generating one takes as long as reading some tens of records. */
const SEEN_MIN = 24
/** Fields of a list with more names are set one by one. */
const NAMES_MAX = 96

/** Sets a field whose name may have come before. */
type Set = (record: Fields, name: string, value: unknown) => void
type Maker = (record: Fields, values: readonly unknown[], put: Set) => Fields

/** `seen` falls when another list of names comes to this slot; at 0 the new list replaces this one. */
type Known = {
  readonly names: readonly string[]
  seen: number
  make: Maker | null
}

const slots: (Known | null)[] = new Array(SLOTS).fill(null)

export class FieldList {
  readonly #names: string[] = []
  readonly #values: unknown[] = []
  #count = 0

  /** Removes all fields. */
  clear(): void {
    this.#count = 0
  }

  add(name: string, value: unknown): void {
    this.#names[this.#count] = name
    this.#values[this.#count++] = value
  }

  addAll(values: Readonly<Record<string, unknown>>): void {
    for (const name in values) this.add(name, values[name])
  }

  /**
   * Builds the record as if by calling `setTwin` for each field; fields with unique names are set directly, and
   * wrappers come first.
   */
  toFields(setTwin: Set = set): Fields {
    const count = this.#count
    if (count === 0 || count > NAMES_MAX) return this.oneByOne(newFields(), setTwin)
    const slot = this.#slot()
    const known = slots[slot] ?? null
    if (known !== null && this.#has(known.names)) {
      if (known.make !== null) return known.make(newFields(), this.#values, setTwin)
      if (++known.seen >= SEEN_MIN) known.make = makerOf(known.names)
    } else if (known !== null && known.seen > 0) known.seen--
    else this.#learn(slot)
    return this.oneByOne(newFields(), setTwin)
  }

  /** A repeated name of a wrapper is renamed, and the new name may be in the list too. */
  #learn(slot: number): void {
    const names = this.#names.slice(0, this.#count)
    if (!twinsOf(names).some((name) => WRAPPERS.has(name))) slots[slot] = { names, seen: 1, make: null }
  }

  #slot(): number {
    const count = this.#count
    const last = this.#names[count - 1] as string
    const middle = this.#names[count >> 1] as string
    const mark = count * 61 + codeAt(last, 0) * 7 + codeAt(last, last.length - 1) * 131 + codeAt(middle, 0) * 17
    return mark & (SLOTS - 1)
  }

  #has(names: readonly string[]): boolean {
    if (names.length !== this.#count) return false
    for (let i = 0; i < names.length; i++) if (names[i] !== this.#names[i]) return false
    return true
  }

  /** Sets the fields of the list one by one, on a new or on an existing record. */
  oneByOne(record: Fields = newFields(), setOne: Set = set): Fields {
    for (let i = 0; i < this.#count; i++) setOne(record, this.#names[i] as string, this.#values[i])
    return record
  }
}

/** The last value of a repeated name counts. */
export function setLast(record: Fields, name: string, value: unknown): void {
  record[name] = value
}

/** The first value of a repeated name counts. */
export function setFirst(record: Fields, name: string, value: unknown): void {
  record[name] ??= value
}

/**
 * A function that sets the members on a fresh record, so that all records with the same names share one hidden class,
 * however they were made. The code is built from names, which are quoted as JSON.
 */
function makerOf(names: readonly string[]): Maker {
  const twins = new Set(twinsOf(names))
  const body = names.map((name, at) => {
    const quoted = JSON.stringify(name)
    return twins.has(name) ? `put(record, ${quoted}, values[${at}])` : `record[${quoted}] = values[${at}]`
  })
  return new Function('record', 'values', 'put', `'use strict'\n${body.join('\n')}\nreturn record`) as Maker
}

/** The names that come more than once. */
function twinsOf(names: readonly string[]): readonly string[] {
  return new Set(names).size === names.length ? [] : names.filter((name, at) => names.indexOf(name) !== at)
}
