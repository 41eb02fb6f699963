/**
 * Parts of a group's key that may be null, EQL's `by ?field`: null is a value like any other there, so all events
 * without the field are in one group, and never in one with events that have it.
 *
 * Keys are texts everywhere, in records and in state. Where a feed may lack a field, all feeds of the window write that
 * part with a mark: a text behind `=`, null as the empty text. All other keys are the texts themselves.
 */
import type { GroupKey } from '../plan/plan.ts'

/** `text`: no feed may lack it. `required`: this one may not, another may. */
export type KeyPart = 'text' | 'required' | 'optional'

/** Parts of the key of one feed; null where all are texts. */
export function partsOf(groupBy: readonly GroupKey[], feed: number): readonly KeyPart[] | null {
  if (groupBy.every(({ optional }) => optional === undefined)) return null
  return groupBy.map(({ optional }) => (optional === undefined ? 'text' : optional[feed] ? 'optional' : 'required'))
}

/** The values of an event's field, of which each is of another group; none where the event is of no group. */
export function writtenParts(texts: readonly string[], part: KeyPart): readonly string[] {
  if (part === 'text') return texts
  return texts.length === 0 && part === 'optional' ? [''] : texts.map((text) => `=${text}`)
}

/** As it was in the event. */
export function readPart(written: string, key: GroupKey | undefined): string | null {
  if (key?.optional === undefined) return written
  return written === '' ? null : written.slice(1)
}
