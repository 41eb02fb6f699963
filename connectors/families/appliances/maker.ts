/** What one appliance has to say for itself: who made it, how its messages are known, and what can be read in them. */
import { groupsOf, type Phrases, phraseReader, type Said } from '../../mapping/phrases.ts'

export type Members = Readonly<Record<string, unknown>>

export type Maker = {
  readonly vendor: string
  readonly product: string
  /** Names that no other program has; `words` then need not be looked at. */
  readonly programs?: readonly string[]
  /** How its messages begin, for those whose program names nothing. It is asked of every message that no program settles. */
  readonly words?: RegExp
  /** What neither tells: a field that only this maker writes. */
  readonly is?: (record: Members, message: string) => boolean
  /** Null: nothing but words. Of the kinds, `mapping.ts` has the profiles. */
  readonly read?: (message: string, record: Members) => Said | null
}

export const sentences = (phrases: Phrases): NonNullable<Maker['read']> => {
  const read = phraseReader(phrases)
  return (message) => read(message.trimStart())
}

/** Longer messages keep their words: what these patterns look for stands in one line. */
const TEXT_MAX = 8192

const GROUP = /\(\?<([A-Za-z]\w*)>/g

/** The named groups of the first pattern that fits, empty ones left out; what stands before the colon of a key is the kind. No group is without a name. */
export function patterns(of: Readonly<Record<string, RegExp>>): NonNullable<Maker['read']> {
  const list = Object.entries(of).map(([key, { source, flags }]) => ({
    kind: key.split(':', 1)[0] ?? '',
    // Numbered instead: an object of named groups costs more than all the rest of a match.
    pattern: new RegExp(source.replace(GROUP, '('), flags),
    names: Array.from(source.matchAll(GROUP), ([, name = '']) => name),
  }))
  return (message) => {
    if (message.length > TEXT_MAX) return null
    for (const { kind, pattern, names } of list) {
      const found = pattern.exec(message)
      if (!found) continue
      const said = groupsOf(names, found)
      said.kind = kind
      return said
    }
    return null
  }
}
