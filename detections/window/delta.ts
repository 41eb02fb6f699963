/**
 * What a flush took in, as bytes. Windows and groups are written out where they come first after a fold and named by
 * their number from then on, so the deltas since a fold are read together and in order.
 */
import { assert } from '../../platform/assert.ts'
import { Columns, type Entry } from './columns.ts'
import type { Group } from './group.ts'
import { RecordReader, RecordWriter } from './record.ts'
import type { Table } from './table.ts'

const LAYOUT = 2
/** Without scopes that are held. */
const FIRST_LAYOUT = 1

export type Taken = {
  readonly table: Table
  readonly key: readonly string[]
  readonly entry: Entry
  readonly receivedMs: number
}
/** Scopes whose time of receipt is an earlier one than that of all others, and which. */
export type Held = ReadonlyMap<string, number>
export const NOBODY: Held = new Map()
export type Time = { readonly nowMs: number; readonly held: Held }
export type Delta = Time & { readonly taken: readonly Taken[] }

export class DeltaWriter {
  readonly #fold: number
  readonly #names: Map<string, number>
  #groups: number
  /** Of each match, the number of its group; 0 for the next of `#named`. */
  #numbers: number[] = []
  #receivedMs: number[] = []
  #named: { readonly table: Table; readonly group: Group }[] = []
  #entries = new Columns()

  /** `groups` and `names` of windows were written since the fold already. */
  constructor(fold: number, groups: number, names: readonly string[]) {
    this.#fold = fold
    this.#groups = groups
    this.#names = new Map(names.map((name, at) => [name, at + 1]))
  }

  get isEmpty(): boolean {
    return this.#numbers.length === 0
  }

  afterFold(): DeltaWriter {
    return new DeltaWriter(this.#fold + 1, 0, [])
  }

  add(table: Table, group: Group, entry: Entry, receivedMs: number): void {
    const isNamed = group.namedIn === this.#fold
    this.#numbers.push(isNamed ? group.number : 0)
    this.#entries.push(entry)
    this.#receivedMs.push(receivedMs)
    if (isNamed) return
    group.namedIn = this.#fold
    group.number = ++this.#groups
    this.#named.push({ table, group })
  }

  /** All that was added since the last call. */
  take({ nowMs, held }: Time): Buffer {
    const record = new RecordWriter()
    record.out.long(LAYOUT).long(nowMs)
    record.many([...held], ([scope, ms]) => record.out.string(scope).long(ms))
    record.out.long(this.#numbers.length)
    let beforeMs = 0
    let named = 0
    for (let i = 0; i < this.#numbers.length; i++) {
      const number = this.#numbers[i] as number
      const entry = this.#entries.at(i)
      record.out.long(number)
      if (number === 0) this.#name(record, this.#named[named++])
      record.entry(entry, beforeMs)
      record.out.long((this.#receivedMs[i] as number) - entry.timeMs)
      beforeMs = entry.timeMs
    }
    this.#numbers = []
    this.#receivedMs = []
    this.#named = []
    this.#entries = new Columns()
    return record.finish()
  }

  #name(record: RecordWriter, one: { readonly table: Table; readonly group: Group } | undefined): void {
    assert(one, 'a group that has no number is named')
    const { name } = one.table
    const known = this.#names.get(name) ?? 0
    record.out.long(known)
    if (known === 0) record.out.string(name)
    if (known === 0) this.#names.set(name, this.#names.size + 1)
    record.many(one.group.key, (text) => record.out.string(text))
  }
}

export class DeltaReader {
  readonly #tableOf: (name: string) => Table | undefined
  readonly #names: string[] = []
  readonly #groups: { readonly table: Table | undefined; readonly key: readonly string[] }[] = []
  /** Some matches were of windows that are no more. */
  hasUnknown = false

  constructor(tableOf: (name: string) => Table | undefined) {
    this.#tableOf = tableOf
  }

  /** Writes on where this one stopped reading. */
  writer(): DeltaWriter {
    return new DeltaWriter(0, this.#groups.length, this.#names)
  }

  /** Without the matches of windows that are no more. */
  decode(payload: Buffer): Delta {
    const record = new RecordReader(payload)
    const layout = record.from.long()
    assert(layout === LAYOUT || layout === FIRST_LAYOUT, 'a stored flush has a known layout')
    const nowMs = record.from.long()
    const held = layout === FIRST_LAYOUT ? NOBODY : new Map(record.many(() => heldIn(record)))
    const taken: Taken[] = []
    let beforeMs = 0
    for (let left = record.from.long(); left > 0; left--) {
      const { table, key } = this.#group(record)
      const entry = record.entry(beforeMs)
      const receivedMs = entry.timeMs + record.from.long()
      beforeMs = entry.timeMs
      if (table) taken.push({ table, key, entry, receivedMs })
      else this.hasUnknown = true
    }
    return { taken, nowMs, held }
  }

  #group(record: RecordReader): { readonly table: Table | undefined; readonly key: readonly string[] } {
    const { from } = record
    const number = from.long()
    if (number === 0) {
      const name = from.long() || this.#names.push(from.string())
      const key = record.many(() => from.string())
      this.#groups.push({ table: this.#tableOf(this.#names[name - 1] ?? ''), key })
    }
    const group = this.#groups[(number || this.#groups.length) - 1]
    assert(group, 'a stored match names its group')
    return group
  }
}

function heldIn({ from }: RecordReader): readonly [scope: string, ms: number] {
  return [from.string(), from.long()]
}
