/**
 * The contracts of a mapping towards the intake stage, and of a source towards all other callers. A source is a folder
 * with a table; `index.ts` lists them, `README.md` shows how one is written.
 */
import type { EventRow } from '../../schemas/event-row.ts'
import type { EventLogSource, FieldView } from '../../schemas/event-view.ts'

/** Why an event that parses cannot be stored; a metric label and the reason on its dead letter. */
export type Refusal = 'too_deep' | 'time_out_of_range'

export type Mapping = {
  /** Name and version, stored with each event. */
  readonly id: string
  /** Fills the row from a parsed record; null when it is filled. Sets `timeMs` to NaN when the record names no time. */
  fill(record: Record<string, unknown>, row: EventRow): Refusal | null
  /** The vendor's own id of the event where it has one that is unique within the source; '' otherwise. */
  vendorId(record: Record<string, unknown>): string
}

/** A mapping made from a table. All of it is synchronous, does no I/O and, but for `check`, never throws, whatever the record holds. */
export type SourceMapping = Mapping & {
  /**
   * True for a record that cannot be of another source. It reads members by name and keeps no state; see
   * `recognise.ts`.
   */
  recognises(record: Readonly<Record<string, unknown>>): boolean
  /**
   * The beginning of the syslog messages of all recognised records, and the programs that write them; where both are
   * given, one of them fits. Null when it is not given.
   */
  readonly begins: RegExp | null
  readonly programs: RegExp | null
  /**
   * Paths that the class of the last filled event requires and the event lacks: `actor`, `user.name|uid`. Everything
   * else that `validate` checks holds by construction.
   */
  faults(): readonly string[]
  /**
   * The whole OCSF event: the result of SQL's `ocsf` without `unmapped` and `raw_data`, with captions and observables.
   */
  toOcsf(record: Record<string, unknown>): Record<string, unknown> | null
  /** The places of fields in records like this one. One object for each shape of records in each log. */
  viewOf(record: Readonly<Record<string, unknown>>): FieldView
  logSourceOf(record: Readonly<Record<string, unknown>>): EventLogSource
  /** Every value that `logSourceOf` may give. */
  logSources(): readonly EventLogSource[]
  /** Names of fields in records and in rules about them, each with an OCSF path that is made of it. */
  sentNames(): Iterable<readonly [name: string, path: string]>
  /** False when records of this spelling are only read, and so equal their text. Absent: all may be changed. */
  rewrites?(record: Readonly<Record<string, unknown>>): boolean
  /**
   * Holds the whole table against the dictionary, of which otherwise each profile is when its first record comes. Throws
   * a TypeError that names the table, the profile and the path of all that is wrong.
   */
  check(): void
  /** Name of the table's profile that takes the record. */
  profileOf(record: Readonly<Record<string, unknown>>): ProfileInfo
}

export type ProfileInfo = {
  readonly name: string
  readonly chapter: string
  readonly shape: string
  readonly classUid: number
  /** Why its events have no class of their own; null when they have one. */
  readonly unclassified: string | null
  /** Places of the record that the profile reads. */
  readonly reads: readonly (readonly string[])[]
  readonly renderings: readonly (readonly string[])[]
}
