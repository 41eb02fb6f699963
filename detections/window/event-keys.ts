/** Reads from an event the values that a feed of a window needs: its group keys and its measured value. */
import type { FieldView, MatchEvent } from '../../schemas/event-view.ts'
import { textOf } from '../match/compile-test.ts'
import { compileGetter, type Getter, readExactly } from '../match/read-field.ts'
import { writtenParts } from './optional-key.ts'
import type { Tap } from './window.ts'

/**
 * Groups that one event enters when the fields of its key have several values; further ones are counted.
 * @bound groups that one event belongs to -> further ones are ignored and counted
 */
const GROUPS_MAX = 16
/** Items of a list that make one measured value. */
const ITEMS_MAX = 16
/**
 * Getters cached by view: a program has few views, and field names come from rules. Beyond the bound the cache is
 * cleared.
 */
const GETTERS_MAX = 10_000
const getters = new WeakMap<FieldView, Map<string, Getter>>()

export type EventKeys = {
  /** The keys of the event's first groups. */
  readonly keys: readonly (readonly string[])[]
  /** Number of all its groups. */
  readonly count: number
}

/** Every combination of the values of a tap's fields; empty when a required field has none. */
export function keysOf(event: MatchEvent, { key: fields, parts }: Pick<Tap, 'key' | 'parts'>): EventKeys {
  let keys: EventKeys['keys'] = [[]]
  let count = 1
  for (const [at, field] of fields.entries()) {
    const texts = writtenParts([...new Set(textsOf(event, field))], parts?.[at] ?? 'text')
    count *= texts.length
    keys = keys.flatMap((key) => texts.map((text) => [...key, text])).slice(0, GROUPS_MAX)
  }
  return { keys, count }
}

/** Null when the event lacks the field. */
export function measuredText(event: MatchEvent, field: string): string | null {
  const texts = textsOf(event, field)
  return texts.length === 0 ? null : texts.slice(0, ITEMS_MAX).join(', ')
}

export function fieldValue(event: MatchEvent, field: string): unknown {
  const { view } = event
  let known = getters.get(view)
  if (known === undefined) getters.set(view, (known = new Map()))
  let get = known.get(field)
  if (get === undefined) {
    if (known.size >= GETTERS_MAX) known.clear()
    known.set(field, (get = compileGetter(view, field)))
  }
  return readExactly(get, event)
}

function textsOf(event: MatchEvent, field: string): readonly string[] {
  const leaves: readonly unknown[] = [fieldValue(event, field)].flat()
  return leaves.flatMap((leaf) => (leaf === undefined || leaf === null ? [] : (textOf(leaf) ?? [])))
}
