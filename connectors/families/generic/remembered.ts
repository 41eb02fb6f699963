/**
 * The answers of a function of short words, which senders repeat: kinds of events, outcomes. Asking patterns again for each
 * event is most of what an event without a table costs.
 */
import { ownText } from '../../../platform/own-text.ts'

/** Texts that are remembered before all are forgotten: a sender can invent any number of them. */
const TEXTS_MAX = 4096

/** Longer texts than `lengthMax` are asked about each time. */
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
