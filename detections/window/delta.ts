/**
 * What a flush took in, as bytes. Windows and groups are written out where they come first after a fold and named by
 * their number from then on, so the deltas since a fold are read together and in order.
 */
import { assert } from '../../platform/assert.ts'
import type { Entry } from './entries.ts'
import type { Group } from './group.ts'
import { RecordReader, RecordWriter } from './record.ts'
import type { Table } from './table.ts'

const LAYOUT = 1

/** What went in, side by side. */
export type Admitted = { readonly tables: Table[]; readonly groups: Group[]; readonly entries: Entry[] }
export type Taken = { readonly table: Table; readonly key: readonly string[]; readonly entry: Entry }
export type Delta = { readonly taken: readonly Taken[]; readonly watermarkMs: number }

export class DeltaWriter {
  readonly #fold: number
  readonly #digests: Map<string, number>
  #groups: number

  /** `groups` and `digests` were named since the fold already. */
  constructor(fold: number, groups: number, digests: readonly string[]) {
    this.#fold = fold
    this.#groups = groups
    this.#digests = new Map(digests.map((digest, at) => [digest, at + 1]))
  }

  afterFold(): DeltaWriter {
    return new DeltaWriter(this.#fold + 1, 0, [])
  }

  encode({ tables, groups, entries }: Admitted, watermarkMs: number): Buffer {
    const record = new RecordWriter()
    record.out.long(LAYOUT).long(watermarkMs).long(entries.length)
    let beforeMs = 0
    for (const [i, entry] of entries.entries()) {
      const group = groups[i] as Group
      if (group.namedIn === this.#fold) record.out.long(group.number)
      else this.#name(record, tables[i] as Table, group)
      record.entry(entry, beforeMs)
      beforeMs = entry.timeMs
    }
    return record.finish()
  }

  #name(record: RecordWriter, table: Table, group: Group): void {
    const { digest } = table.planned
    const known = this.#digests.get(digest) ?? 0
    group.namedIn = this.#fold
    group.number = ++this.#groups
    record.out.long(0).long(known)
    if (known === 0) record.out.string(digest)
    if (known === 0) this.#digests.set(digest, this.#digests.size + 1)
    record.many(group.key, (text) => record.out.string(text))
  }
}

export class DeltaReader {
  readonly #byDigest: ReadonlyMap<string, Table>
  readonly #digests: string[] = []
  readonly #groups: { readonly table: Table | undefined; readonly key: readonly string[] }[] = []
  /** Some matches were of windows that are no more. */
  hasUnknown = false

  constructor(byDigest: ReadonlyMap<string, Table>) {
    this.#byDigest = byDigest
  }

  /** Writes on where this one stopped reading. */
  writer(): DeltaWriter {
    return new DeltaWriter(0, this.#groups.length, this.#digests)
  }

  /** Without the matches of windows that are no more. */
  decode(payload: Buffer): Delta {
    const record = new RecordReader(payload)
    assert(record.from.long() === LAYOUT, 'a stored flush has a known layout')
    const watermarkMs = record.from.long()
    const taken: Taken[] = []
    let beforeMs = 0
    for (let left = record.from.long(); left > 0; left--) {
      const { table, key } = this.#group(record)
      const entry = record.entry(beforeMs)
      beforeMs = entry.timeMs
      if (table) taken.push({ table, key, entry })
      else this.hasUnknown = true
    }
    return { taken, watermarkMs }
  }

  #group(record: RecordReader): { readonly table: Table | undefined; readonly key: readonly string[] } {
    const { from } = record
    const number = from.long()
    if (number === 0) {
      const digest = from.long() || this.#digests.push(from.string())
      const key = record.many(() => from.string())
      this.#groups.push({ table: this.#byDigest.get(this.#digests[digest - 1] ?? ''), key })
    }
    const group = this.#groups[(number || this.#groups.length) - 1]
    assert(group, 'a stored match names its group')
    return group
  }
}
