/** What a plan is matched against. The sources of events (`connectors/`) say where a field stands; detections only ask. */

export type EventLogSource = {
  readonly product: string
  readonly service: string
  /** A process creation reported by two programs has one category and two services; some events have several. */
  readonly categories: readonly string[]
}

/**
 * What is made of a value (`derive-value.ts`). `basename`: what follows the last slash or backslash; `dirname`: what is
 * before it; `extension`: what follows the last dot of the last name; `arguments`: the words of a command line;
 * `words`: what a text, number or boolean stands for, the others for nothing.
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
  /** What all events of the view have there, whatever their records say; `path` is of no meaning then. */
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
