/**
 * The event as detections see it: its source (`connectors/`) defines where each field is, detections only look fields
 * up.
 */

export type EventLogSource = {
  readonly product: string
  readonly service: string
  /**
   * Categories of the event. Some sources give several; a process creation reported by two programs has one category
   * and two services.
   */
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
  /** Values that all events of the view have, whatever their records contain; `path` is then ignored. */
  readonly constant?: readonly string[]
}

/**
 * The location of fields in records of one shape. Vendor names (`Image`, `eventName`), OCSF paths (`actor.user.name`)
 * and ECS names (`process.name`) all resolve here. Tables are compiled once per view, so a program has few views.
 */
export type FieldView = {
  readonly name: string
  /** The first location with a value is used; an empty list means that events of this shape never have the field. */
  paths(field: string): readonly FieldPath[]
}

export type MatchEvent = {
  readonly record: Readonly<Record<string, unknown>>
  readonly logSource: EventLogSource
  readonly view: FieldView
  /** Event time, Unix milliseconds. */
  readonly timeMs: number
  /**
   * Reads the record again with whole numbers beyond 2^53 as `bigint`, which are rounded in `record`; called only when
   * a rounded one was found. Absent where there is no text to read again.
   */
  exact?(): Readonly<Record<string, unknown>>
}

/** A field name is a path with dots, or a member whose name contains dots; a member with the whole name wins. */
export const plainView: FieldView = {
  name: 'plain',
  paths: (field) => (field.includes('.') ? [{ path: [field] }, { path: field.split('.') }] : [{ path: [field] }]),
}
