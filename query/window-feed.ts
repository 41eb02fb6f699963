/** Computes the matches that an event feeds to a window, as the stream does. */
import { OWN_CARRIED } from '../detections/window/chains.ts'
import { keysOf, measuredText } from '../detections/window/event-keys.ts'
import type { Match, Tap } from '../detections/window/window.ts'
import type { MatchEvent } from '../schemas/event-view.ts'
import type { StoredEvent } from './stored-event.ts'

export type TapMatches = {
  readonly matches: readonly Match[]
  /** Number of groups of the event that are not fed. */
  readonly omitted: number
}

export function tapMatches(tap: number, taps: readonly Tap[], row: StoredEvent, event: MatchEvent): TapMatches {
  const { key: fields = [], parts = null, values = [], carry = [] } = taps[tap] ?? {}
  const { keys, count } = keysOf(event, { key: fields, parts })
  const own = carry.slice(0, OWN_CARRIED).map(() => null)
  const about = {
    tap,
    timeMs: Number(row.time_ms),
    uid: row.event_uid,
    values: values.map((field) => measuredText(event, field)),
    carry: [...own, ...carry.slice(OWN_CARRIED).map((field) => measuredText(event, field))],
  }
  return { matches: keys.map((key) => ({ ...about, key })), omitted: count - keys.length }
}
