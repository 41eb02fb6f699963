/** Regular expressions of rules: RE2 syntax, and time that is linear in the text whatever the pattern. */
import { RE2JS } from 're2js'
import type { RegexFlags } from './expr.ts'

/** Longer patterns are refused: the program of a pattern grows with it. */
export const REGEX_MAX = 16 * 1024

export type Regex = {
  test(text: string): boolean
  /** The text of a group of the first match (0: all of it); null when there is no match, or the group took no part. */
  group(text: string, group: number): string | null
}

/** A pattern, or the reason why it is none. Unanchored; `s` also lets `$` stand at the end of the text only. */
export function compileRegex(source: string, flags: RegexFlags): Regex | { readonly fault: string } {
  if (source.length > REGEX_MAX) return { fault: `pattern is longer than ${REGEX_MAX} characters` }
  try {
    return regexOf(RE2JS.compile(source, flagBits(flags)))
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'not a regular expression' }
  }
}

function regexOf(pattern: RE2JS): Regex {
  return {
    test: (text) => pattern.test(text),
    group(text, group) {
      const matcher = pattern.matcher(text)
      return group <= matcher.groupCount() && matcher.find() ? (matcher.group(group) ?? null) : null
    },
  }
}

function flagBits(flags: RegexFlags): number {
  return (flags.i ? RE2JS.CASE_INSENSITIVE : 0) | (flags.m ? RE2JS.MULTILINE : 0) | (flags.s ? RE2JS.DOTALL : 0)
}

/** `i`, `m` and `s` in any order; null when there is another letter. */
export function regexFlags(letters: string): RegexFlags | null {
  if (!/^[ims]*$/.test(letters)) return null
  return { i: letters.includes('i'), m: letters.includes('m'), s: letters.includes('s') }
}
