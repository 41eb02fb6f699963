/**
 * Parts of a group's key that may be null, EQL's `by ?field`: null is a value like any other there, so all events
 * without the field are in one group, and never in one with events that have it.
 *
 * Keys are texts everywhere, in records and in state. Where a feed may lack a field, all feeds of the window write that
 * part with a mark: a text behind `=`, null as the empty text. All other keys are the texts themselves.
 */
import type { GroupKey } from '../plan/plan.ts'

/** `text`: every feed requires the field. `required`: this feed requires it, another does not. */
export type KeyPart = 'text' | 'required' | 'optional'

/** Parts of one feed's key; null when all of them are plain texts. */
export function partsOf(groupBy: readonly GroupKey[], feed: number): readonly KeyPart[] | null {
  if (groupBy.every(({ optional }) => optional === undefined)) return null
  return groupBy.map(({ optional }) => (optional === undefined ? 'text' : optional[feed] ? 'optional' : 'required'))
}

/** The key parts for an event's values, each of another group; empty when the event belongs to no group. */
export function writtenParts(texts: readonly string[], part: KeyPart): readonly string[] {
  if (part === 'text') return texts
  return texts.length === 0 && part === 'optional' ? [''] : texts.map((text) => `=${text}`)
}

/** The value as it was in the event. */
export function readPart(written: string, key: GroupKey | undefined): string | null {
  if (key?.optional === undefined) return written
  return written === '' ? null : written.slice(1)
}
