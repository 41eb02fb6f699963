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
import { type MemberPath, TracedNames } from './traced-names.ts'

/** The columns that make a kind, in the order of `NamedKinds.kinds`. */
export const KIND_COLUMNS = ['mapping', 'source_format', 'class_uid', 'event_code'] as const
export type Kind = readonly [mapping: string, sourceFormat: string, classUid: number, eventCode: string]

export function kindOf(stored: StoredEvent): Kind {
  return [stored.mapping, stored.source_format, stored.class_uid, stored.event_code]
}

/** Members that decide how an event is read, as paths in JSON. */
type Deciding = {
  /** By their values; an object by being one. */
  readonly names: ReadonlySet<string>
  /** By all that is in them. */
  readonly whole: ReadonlySet<string>
  /** By being there. */
  readonly lookedFor: ReadonlySet<string>
}

/** Kinds that are grouped by the same members. */
export type NamedKinds = {
  readonly names: readonly MemberPath[]
  readonly whole: readonly MemberPath[]
  readonly lookedFor: readonly MemberPath[]
  readonly kinds: readonly Kind[]
}

/** A name that JSON texts contain literally unless it is escaped. */
const PLAIN_NAME = /^[\w .@$:#-]{1,100}$/

type Learned = {
  readonly kind: Kind
  readonly names: Set<string>
  readonly whole: Set<string>
  readonly lookedFor: Set<string>
}

export class EventKinds {
  readonly #read: Read
  /** Null for kinds whose reading no list of names describes: their events are never grouped. */
  readonly #learned = new Map<string, Learned | null>()
  readonly #changed = new Map<string, Kind>()

  constructor(read: Read) {
    this.#read = read
  }

  /** Kinds of which an event taught something new since the last call. */
  takeChanged(): readonly Kind[] {
    const changed = [...this.#changed.values()]
    this.#changed.clear()
    return changed
  }

  learn(stored: StoredEvent): void {
    const kind = kindOf(stored)
    const key = JSON.stringify(kind)
    const known = this.#learned.get(key)
    if (known === null) return
    const deciding = decidingMembers(stored, this.#read)
    if (deciding === null || known === undefined) {
      const { names, whole, lookedFor } = deciding ?? NOTHING
      const learned = { kind, names: new Set(names), whole: new Set(whole), lookedFor: new Set(lookedFor) }
      this.#learned.set(key, deciding && learned)
      this.#changed.set(key, kind)
      return
    }
    const before = sizeOf(known)
    for (const name of deciding.names) known.names.add(name)
    for (const name of deciding.whole) known.whole.add(name)
    for (const name of deciding.lookedFor) known.lookedFor.add(name)
    if (sizeOf(known) > before) this.#changed.set(key, kind)
  }

  /** `of` null: of all kinds. */
  named(of: readonly Kind[] | null): readonly NamedKinds[] {
    const sets = new Map<string, NamedKinds & { kinds: Kind[] }>()
    const wanted = of && new Set(of.map((kind) => JSON.stringify(kind)))
    for (const [key, learned] of this.#learned) {
      if (learned === null || (wanted && !wanted.has(key))) continue
      const lookedFor = [...learned.lookedFor].filter((name) => !learned.names.has(name))
      const lists = [[...learned.names], [...learned.whole], lookedFor].map((list) => list.sort())
      const ofSet = JSON.stringify(lists)
      const [names = [], whole = [], others = []] = lists.map((list) =>
        list.map((path) => JSON.parse(path) as string[]),
      )
      const set = sets.get(ofSet) ?? { names, whole, lookedFor: others, kinds: [] }
      set.kinds.push(learned.kind)
      sets.set(ofSet, set)
    }
    return [...sets.values()]
  }
}

const NOTHING: Deciding = { names: new Set(), whole: new Set(), lookedFor: new Set() }

function sizeOf({ names, whole, lookedFor }: Deciding): number {
  return names.size + whole.size + lookedFor.size
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
  const { names, whole, lookedFor, isKnown } = traced
  const isPlain = [...names, ...lookedFor].every((path) => path.every((name) => PLAIN_NAME.test(name)))
  const inJson = (paths: readonly MemberPath[]) => new Set(paths.map((path) => JSON.stringify(path)))
  return isKnown && isPlain ? { names: inJson(names), whole: inJson(whole), lookedFor: inJson(lookedFor) } : null
}
