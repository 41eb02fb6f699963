/**
 * Places that several lists of words are asked about: the action of a firewall says activity, status, severity and
 * disposition. Each look-up of a text that comes out of a record has to compare it with what the list holds, so such a
 * place is looked up once for all of its lists, see `lookups`.
 */

import type { Leaf, Made } from './leaf.ts'
import { keyOf } from './made.ts'
import type { Place } from './places.ts'

type Places = (field: string) => readonly Place[]

/** The place that a list of words looks up first, as JSON; null for a cell that does not look up whole values. */
export function lookupPlace(made: Made, places: Places): string | null {
  if (made.from !== 'lookup' || made.pattern !== null) return null
  const [place] = made.fields.flatMap(places)
  return place ? JSON.stringify(place) : null
}

export function sharedPlaces(leaves: readonly Leaf[], places: Places): ReadonlySet<string> {
  const firsts = leaves.flatMap(({ made }) => (made.from === 'first' ? made.of.slice(0, 1) : [made]))
  const lists = new Map<string, number>()
  for (const made of new Map(firsts.map((one) => [keyOf(one), one])).values()) {
    const place = lookupPlace(made, places)
    if (place !== null) lists.set(place, (lists.get(place) ?? 0) + 1)
  }
  return new Set([...lists].filter(([, count]) => count > 1).map(([place]) => place))
}
