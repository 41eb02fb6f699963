/**
 * The members by which events of one kind are grouped. A kind is a mapping, source format, class and event code: other
 * events of it are mostly read by the same members. They are found by running the reading code itself over a tracing
 * record (`traced-names.ts`).
 */
import { carriedRecord } from '../../connectors/formats/carried.ts'
import { tableNamedIn } from '../../detections/kql/own-table.ts'
import { fieldReader } from '../../detections/kql/run/source.ts'
import { coversLogSource, scanExpr } from '../../detections/match/scan.ts'
import { eventRead } from '../event-view-of-stored.ts'
import { isJsonFormat, readStored, type StoredEvent } from '../stored-event.ts'
import type { Read } from './lake-tables.ts'
import { TracedNames } from './traced-names.ts'

/** The columns that make a kind, in the order of `NamedKinds.kinds`. */
export const KIND_COLUMNS = ['mapping', 'source_format', 'class_uid', 'event_code'] as const
type Kind = readonly [mapping: string, sourceFormat: string, classUid: number, eventCode: string]

/** Members that decide how an event is read: some by their values, others by being there. */
type Deciding = { readonly names: ReadonlySet<string>; readonly lookedFor: ReadonlySet<string> }

/** Kinds that are grouped by the same members. */
export type NamedKinds = {
  readonly names: readonly string[]
  readonly lookedFor: readonly string[]
  readonly kinds: readonly Kind[]
}

/** A name that JSON texts contain literally unless it is escaped. */
const PLAIN_NAME = /^[\w .@$:-]{1,100}$/

type Learned = { readonly kind: Kind; readonly names: Set<string>; readonly lookedFor: Set<string> }

export class EventKinds {
  readonly #read: Read
  /** Null for kinds whose reading no list of names describes: their events are never grouped. */
  readonly #learned = new Map<string, Learned | null>()
  #changes = 0

  constructor(read: Read) {
    this.#read = read
  }

  /** Grows whenever an event taught something new. */
  get changes(): number {
    return this.#changes
  }

  learn(stored: StoredEvent): void {
    const kind: Kind = [stored.mapping, stored.source_format, stored.class_uid, stored.event_code]
    const key = JSON.stringify(kind)
    const known = this.#learned.get(key)
    if (known === null) return
    const deciding = decidingMembers(stored, this.#read)
    if (deciding === null || known === undefined) {
      const { names, lookedFor } = deciding ?? NOTHING
      this.#learned.set(key, deciding && { kind, names: new Set(names), lookedFor: new Set(lookedFor) })
      this.#changes++
      return
    }
    const before = sizeOf(known)
    for (const name of deciding.names) known.names.add(name)
    for (const name of deciding.lookedFor) known.lookedFor.add(name)
    if (sizeOf(known) > before) this.#changes++
  }

  named(): readonly NamedKinds[] {
    const sets = new Map<string, NamedKinds & { kinds: Kind[] }>()
    for (const learned of this.#learned.values()) {
      if (learned === null) continue
      const names = [...learned.names].sort()
      const lookedFor = [...learned.lookedFor].filter((name) => !learned.names.has(name)).sort()
      const key = JSON.stringify([names, lookedFor])
      const set = sets.get(key) ?? { names, lookedFor, kinds: [] }
      set.kinds.push(learned.kind)
      sets.set(key, set)
    }
    return [...sets.values()]
  }
}

const NOTHING: Deciding = { names: new Set(), lookedFor: new Set() }

function sizeOf({ names, lookedFor }: Deciding): number {
  return names.size + lookedFor.size
}

/** Null when something other than named members decides how the event is read. */
function decidingMembers(stored: StoredEvent, { logSource, narrowing, fields }: Read): Deciding | null {
  if (!isJsonFormat(stored.source_format)) return null
  const found = readStored(stored)
  if (found === null || !found.isJson) return null
  const traced = new TracedNames(JSON.parse(stored.text) as Record<string, unknown>)
  if (carriedRecord(traced.record, { receivedMs: Number(stored.received_ms) }) !== traced.record) return null
  const event = eventRead({ record: traced.record, mapping: found.mapping, row: found.row })
  // No further member is read of an event that is not in the table.
  if (coversLogSource(logSource, event.logSource)) {
    scanExpr(narrowing.where)(event)
    const readField = fieldReader()
    for (const field of fields ?? []) readField(event, field)
    tableNamedIn(traced.record)
  }
  const isPlain = [...traced.names, ...traced.lookedFor].every((name) => PLAIN_NAME.test(name))
  return traced.isKnown && isPlain ? traced : null
}
