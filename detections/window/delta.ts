/**
 * The entries that a flush accepted, as bytes. Windows and groups are written in full at their first use after a fold
 * and by number from then on, so the deltas since a fold must be read together and in order.
 */
import { assert } from '../../platform/assert.ts'
import { WireWriter } from '../../schemas/avro-wire.ts'
import type { Entry } from './columns.ts'
import type { Group } from './group.ts'
import { RecordReader, RecordWriter } from './record.ts'
import type { Table } from './table.ts'

const LAYOUT = 2
/** The layout without held scopes. */
const FIRST_LAYOUT = 1

export type AcceptedEntry = {
  readonly table: Table
  readonly key: readonly string[]
  readonly entry: Entry
  readonly receivedMs: number
}
/** Held scopes, whose time of receipt is earlier than that of all others, with their times. */
export type HeldMarks = ReadonlyMap<string, number>
export const NOBODY: HeldMarks = new Map()
export type Time = { readonly nowMs: number; readonly held: HeldMarks }
export type Delta = Time & { readonly acceptedEntries: readonly AcceptedEntry[] }

export class DeltaWriter {
  readonly #fold: number
  readonly #names: Map<string, number>
  #groups: number
  #record = new RecordWriter()
  #matches = 0
  #beforeMs = 0

  /** `groups` and `names` of windows were already written since the fold. */
  constructor(fold: number, groups: number, names: readonly string[]) {
    this.#fold = fold
    this.#groups = groups
    this.#names = new Map(names.map((name, at) => [name, at + 1]))
  }

  get isEmpty(): boolean {
    return this.#matches === 0
  }

  afterFold(): DeltaWriter {
    return new DeltaWriter(this.#fold + 1, 0, [])
  }

  /** Written at once, while the entry's values are available. */
  add(table: Table, group: Group, entry: Entry, receivedMs: number): void {
    const record = this.#record
    if (group.namedIn === this.#fold) record.out.long(group.number)
    else this.#name(table, group)
    record.entry(entry, this.#beforeMs)
    record.out.long(receivedMs - entry.timeMs)
    this.#beforeMs = entry.timeMs
    this.#matches++
  }

  /** All that was added since the last call. */
  drain({ nowMs, held }: Time): Buffer {
    const head = new WireWriter().long(LAYOUT).long(nowMs).long(held.size)
    for (const [scope, ms] of held) head.string(scope).long(ms)
    const payload = this.#record.finish(head.long(this.#matches).finish())
    this.#record = new RecordWriter()
    this.#matches = 0
    this.#beforeMs = 0
    return payload
  }

  /** Writes a 0 instead of a number, then its window and its key. */
  #name(table: Table, group: Group): void {
    group.namedIn = this.#fold
    group.number = ++this.#groups
    const { out } = this.#record
    const known = this.#names.get(table.name) ?? 0
    out.long(0).long(known)
    if (known === 0) out.string(table.name)
    if (known === 0) this.#names.set(table.name, this.#names.size + 1)
    this.#record.many(group.key, (text) => out.string(text))
  }
}

export class DeltaReader {
  readonly #tableOf: (name: string) => Table | undefined
  readonly #names: string[] = []
  readonly #groups: { readonly table: Table | undefined; readonly key: readonly string[] }[] = []
  /** True when some matches belonged to removed windows. */
  hasUnknown = false

  constructor(tableOf: (name: string) => Table | undefined) {
    this.#tableOf = tableOf
  }

  /** A writer that continues where this reader stopped. */
  writer(): DeltaWriter {
    return new DeltaWriter(0, this.#groups.length, this.#names)
  }

  /** Leaves out the matches of removed windows. */
  decode(payload: Buffer): Delta {
    const record = new RecordReader(payload)
    const layout = record.from.long()
    assert(layout === LAYOUT || layout === FIRST_LAYOUT, 'a stored flush has a known layout')
    const nowMs = record.from.long()
    const held = layout === FIRST_LAYOUT ? NOBODY : new Map(record.many(() => heldIn(record)))
    const acceptedEntries: AcceptedEntry[] = []
    let beforeMs = 0
    for (let left = record.from.long(); left > 0; left--) {
      const { table, key } = this.#group(record)
      const entry = record.entry(beforeMs)
      const receivedMs = entry.timeMs + record.from.long()
      beforeMs = entry.timeMs
      if (table) acceptedEntries.push({ table, key, entry, receivedMs })
      else this.hasUnknown = true
    }
    return { acceptedEntries, nowMs, held }
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
