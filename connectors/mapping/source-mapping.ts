/**
 * The contracts of a mapping towards the intake stage, and of a source towards all other callers. A source is a folder
 * with a table; `registry.ts` lists all sources, `README.md` shows how to write one.
 */
import type { EventRow } from '../../schemas/event-row.ts'
import type { EventLogSource, FieldView } from '../../schemas/event-view.ts'

/** The reason why an event that was decoded cannot be stored; a metric label and the reason on its dead letter. */
export type Refusal = 'too_deep' | 'time_out_of_range'

export type Mapping = {
  /** Name and version, stored with each event. */
  readonly id: string
  /**
   * Fills the row from a parsed record; returns null on success. Sets `timeMs` to NaN when the record names no time.
   */
  fill(record: Record<string, unknown>, row: EventRow): Refusal | null
  /** The vendor's own id of the event, if it is unique within the source; '' otherwise. */
  vendorId(record: Record<string, unknown>): string
}

/**
 * A mapping made from a table. It is synchronous and does no I/O. It never throws, whatever the record holds; only
 * `check` may throw.
 */
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
  /** True when it also recognises records without a message of syslog, whatever `begins` and `programs` say. */
  readonly isKnownAlone: boolean
  /**
   * Paths that the class of the last filled event requires and the event lacks: `actor`, `user.name|uid`. Everything
   * else that `validate` checks holds by construction.
   */
  faults(): readonly string[]
  /**
   * The whole OCSF event: the result of SQL's `ocsf` without `unmapped` and `raw_data`, with captions and observables.
   */
  toOcsf(record: Record<string, unknown>): Record<string, unknown> | null
  /** The places of fields in records like this one. There is one object for each shape of records in each log. */
  viewOf(record: Readonly<Record<string, unknown>>): FieldView
  logSourceOf(record: Readonly<Record<string, unknown>>): EventLogSource
  /** Every value that `logSourceOf` may return. */
  logSources(): readonly EventLogSource[]
  /**
   * The log sources with the class of their events and the values that select these: a log source that has events of
   * several classes occurs with each.
   */
  classesOfLogSources(): readonly ClassOfLogSource[]
  /** Names of fields in records and in rules about them, each with the OCSF path that is filled from it. */
  sentNames(): Iterable<readonly [name: string, path: string]>
  /**
   * False when records of this spelling are never changed, and so equal their text. Absent when any record may be
   * changed.
   */
  rewrites?(record: Readonly<Record<string, unknown>>): boolean
  /**
   * Checks the whole table against the dictionary; without this call each profile is checked when its first record
   * comes. Throws a TypeError that lists table, profile and path of every fault.
   */
  check(): void
  /** Name of the table's profile that matches the record. */
  profileOf(record: Readonly<Record<string, unknown>>): ProfileInfo
}

export type ClassOfLogSource = {
  readonly logSource: EventLogSource
  readonly classUid: number
  /** Values of fields, without regard to case, that such events have; `*` at the end stands for any text. */
  readonly when: Readonly<Record<string, string | number | readonly (string | number)[]>>
}

export type ProfileInfo = {
  readonly name: string
  readonly chapter: string
  readonly shape: string
  readonly classUid: number
  /** The reason why its events have no class of their own; null when they have one. */
  readonly unclassified: string | null
  /** Places of the record that the profile reads. */
  readonly reads: readonly (readonly string[])[]
  readonly renderings: readonly (readonly string[])[]
}
