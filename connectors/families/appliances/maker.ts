/** The description of one appliance: its maker, how its messages are recognised, and how they are read. */
import { groupsOf, type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'

export type Members = Readonly<Record<string, unknown>>

export type Maker = {
  readonly vendor: string
  readonly product: string
  /** Names of programs that only this maker uses; for them `words` is not checked. */
  readonly programs?: readonly string[]
  /** The beginning of its messages, for messages without a known program. It is tried on every such message. */
  readonly words?: RegExp
  /** Recognises other messages by a field that only this maker writes. */
  readonly is?: (record: Members, message: string) => boolean
  /** Null for a message in plain words. `mapping.ts` has the profiles of the kinds. */
  readonly read?: (message: string, record: Members) => PhraseValues | null
}

export const sentences = (phrases: Phrases): NonNullable<Maker['read']> => {
  const read = phraseReader(phrases)
  return (message) => read(message.trimStart())
}

/** A longer message is not parsed: these patterns need only one line. */
const TEXT_MAX = 8192

const GROUP = /\(\?<([A-Za-z]\w*)>/g

/**
 * The named groups of the first pattern that fits, without empty ones; the part of its key before the colon is the
 * kind. Every group has a name.
 */
export function patterns(of: Readonly<Record<string, RegExp>>): NonNullable<Maker['read']> {
  const list = Object.entries(of).map(([key, { source, flags }]) => ({
    kind: key.split(':', 1)[0] ?? '',
    // Named groups are replaced by numbered ones: the object with the groups costs more than the rest of a match.
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
