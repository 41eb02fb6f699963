/** What an event brings along for a feed of a window: the values of its group, and what is measured of it. */
import { textOf } from '../detections/match/compile-test.ts'
import { compileGetter, type Getter } from '../detections/match/read-field.ts'
import type { Match, Tap } from '../detections/window/window.ts'
import type { FieldView, MatchEvent } from '../schemas/event-view.ts'
import type { StoredEvent } from './stored-event.ts'

/** Groups that one event belongs to: fields of the key may hold lists. Further ones are left out. */
const GROUPS_MAX = 64
/** By view and name; past the bound all is forgotten. */
const GETTERS_MAX = 10_000
const getters = new WeakMap<FieldView, Map<string, Getter>>()

export function tapMatches(tap: number, taps: readonly Tap[], row: StoredEvent, event: MatchEvent): readonly Match[] {
  const { key = [], values = [], carry = [] } = taps[tap] ?? {}
  const first = (field: string) => textsOf(event, field)[0] ?? null
  const about = {
    tap,
    timeMs: Number(row.time_ms),
    uid: row.event_uid,
    values: values.map(first),
    carry: carry.map(first),
  }
  return keysOf(key.map((field) => textsOf(event, field))).map((one) => ({ ...about, key: one }))
}

/** Every combination of one value a field; a field without a value is null in all of them. */
function keysOf(fields: readonly (readonly string[])[]): readonly (readonly (string | null)[])[] {
  let keys: readonly (readonly (string | null)[])[] = [[]]
  for (const texts of fields) {
    const values = texts.length === 0 ? [null] : texts
    keys = keys.flatMap((key) => values.map((value) => [...key, value])).slice(0, GROUPS_MAX)
  }
  return keys
}

function textsOf({ view, record }: MatchEvent, field: string): readonly string[] {
  const value = getterOf(view, field)(record)
  const texts = (Array.isArray(value) ? value : [value]).flatMap((leaf) => textOf(leaf) ?? [])
  return [...new Set(texts)]
}

function getterOf(view: FieldView, field: string): Getter {
  let known = getters.get(view)
  if (!known) getters.set(view, (known = new Map()))
  let get = known.get(field)
  if (!get) {
    if (known.size >= GETTERS_MAX) known.clear()
    known.set(field, (get = compileGetter(view, field)))
  }
  return get
}
