/** The description of one appliance: its maker, how its messages are recognised, and how they are read. */
import { groupsOf, type Phrases, phraseReader, type Said } from '../../mapping/phrases.ts'

export type Members = Readonly<Record<string, unknown>>

export type Maker = {
  readonly vendor: string
  readonly product: string
  /** Program names that no other maker uses; `words` is then not checked. */
  readonly programs?: readonly string[]
  /** Beginning of its messages, for messages without a known program. It is tested on every such message. */
  readonly words?: RegExp
  /** Recognises a message without either, by a field that only this maker writes. */
  readonly is?: (record: Members, message: string) => boolean
  /** Null for a message of plain words. `mapping.ts` has the profiles of the kinds. */
  readonly read?: (message: string, record: Members) => Said | null
}

export const sentences = (phrases: Phrases): NonNullable<Maker['read']> => {
  const read = phraseReader(phrases)
  return (message) => read(message.trimStart())
}

/** Longer messages keep their words: these patterns need only one line. */
const TEXT_MAX = 8192

const GROUP = /\(\?<([A-Za-z]\w*)>/g

/**
 * The named groups of the first pattern that fits, without empty ones; the part of its key before the colon is the
 * kind. Every group has a name.
 */
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
      const fields = groupsOf(names, found)
      fields.kind = kind
      return fields
    }
    return null
  }
}
