/** Patterns that find a subject's value in text as a word of its own: `ann` is not in `annual`. */
import { canonicalAddress } from '../../../../platform/ip-address.ts'
import type { Subject } from './subject-deletion.ts'

export type Patterns = {
  /** Patterns of Postgres: in plain text, and within JSON. */
  readonly plain: string
  readonly inJson: string
  /** Pattern of RE2, in text of any form. */
  readonly inEvents: string
}

export function patternsOf({ value }: Pick<Subject, 'value'>): Patterns {
  const plain = literal(value)
  const inJson = literal(JSON.stringify(value).slice(1, -1))
  const either = plain === inJson ? plain : `(?:${plain}|${inJson})`
  const word = (pattern: string) => `(?<![[:alnum:]_])${pattern}(?![[:alnum:]_])`
  return { plain: word(plain), inJson: word(inJson), inEvents: `(?i)(?:^|[^A-Za-z0-9_])${either}(?:$|[^A-Za-z0-9_])` }
}

/** Letters and digits stand for themselves in both languages, everything else with a backslash. */
function literal(value: string): string {
  return value.replaceAll(/[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/g, '\\$&')
}

/** A value as it was sent, and as columns spell it. */
export function spellingsOf({ kind, value }: Subject): readonly string[] {
  return kind === 'ip' ? [...new Set([value, canonicalAddress(value)])] : [value]
}
