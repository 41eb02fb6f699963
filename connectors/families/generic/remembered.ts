/**
 * Caches the results of a function of short texts that senders repeat, such as kinds of events and outcomes. Matching
 * the patterns again for each event would be most of the cost of an event without a table.
 */
import { ownText } from '../../../platform/intern-string.ts'

/** Number of cached texts; a full cache is cleared. A sender can invent any number of them. */
const TEXTS_MAX = 4096

/** Texts longer than `lengthMax` are not cached. */
export function remembered<T>(lengthMax: number, of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (text.length > lengthMax) return of(text)
    const answer = known.get(text)
    if (answer !== undefined) return answer
    const fresh = of(text)
    if (known.size >= TEXTS_MAX) known.clear()
    known.set(ownText(text), fresh)
    return fresh
  }
}
