/** The event as detections see it: its source (`connectors/`) says where a field stands, detections only ask. */

export type EventLogSource = {
  readonly product: string
  readonly service: string
  /** A process creation reported by two programs has one category and two services; some events have several. */
  readonly categories: readonly string[]
}

/**
 * The conversion of a value (`derive-value.ts`). `basename`: the part after the last slash or backslash; `dirname`: the
 * part before it; `extension`: the part after the last dot of the last name; `arguments`: the words of a command line;
 * `words`: the word that a text, number or boolean is mapped to, nothing for unmapped ones.
 */
export type Derive =
  | 'basename'
  | 'dirname'
  | 'lower'
  | 'extension'
  | 'arguments'
  | 'argument_count'
  | { readonly words: Readonly<Record<string, string>> }

/** A place in a record, or a value made from it. */
export type FieldPath = {
  /** Names of members. Below the top level one member may stand for several of them, its name joined by dots. */
  readonly path: readonly string[]
  readonly derive?: Derive
  /** Values that all events of the view have, whatever their records say; `path` has no meaning then. */
  readonly constant?: readonly string[]
}

/**
 * Where fields stand in records of one shape. Vendor names (`Image`, `eventName`), OCSF paths (`actor.user.name`) and
 * ECS names (`process.name`) all resolve here. Tables are compiled for each view once, so a program has few of them.
 */
export type FieldView = {
  readonly name: string
  /** The first place that holds something counts; none means that events of this shape never have the field. */
  paths(field: string): readonly FieldPath[]
}

export type MatchEvent = {
  readonly record: Readonly<Record<string, unknown>>
  readonly logSource: EventLogSource
  readonly view: FieldView
  /** Event time, Unix milliseconds. */
  readonly timeMs: number
  /**
   * The record read again with whole numbers past 2^53 as `bigint`, which are rounded in `record`; asked only when one
   * was met. Absent where there is nothing to read again.
   */
  exact?(): Readonly<Record<string, unknown>>
}

/** Field names are paths with dots, or members with dots in their names; whole names win. */
export const plainView: FieldView = {
  name: 'plain',
  paths: (field) => (field.includes('.') ? [{ path: [field] }, { path: field.split('.') }] : [{ path: [field] }]),
}
