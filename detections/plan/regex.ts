/**
 * Regular expressions of rules: RE2 syntax, and time that is linear in the text whatever the pattern. What a search costs
 * is counted (`work.ts`): with a large program even linear is too long for one event.
 */
import { RE2JS } from 're2js'
import { CountedSearch } from './counted-search.ts'
import type { RegexFlags } from './expr.ts'
import { PATTERN_STEPS_MAX, regexSteps, tooManySteps } from './regex-steps.ts'
import { work } from './work.ts'

/** Longer patterns are refused, because the size of the compiled program grows with them. */
export const REGEX_MAX = 16 * 1024

/** Work units for compiling a step, some 3 us. */
const STEP_UNITS = 100
/** Recently compiled patterns are cached: an explanation, and rules that share one, compile it once. */
const KNOWN_MAX = 256

export type Regex = {
  /** Throws `OutOfWork`. */
  test(text: string): boolean
  /**
   * The text of a group of the first match (0: all of it); null when there is no match, or the group took no part. Throws
   * `OutOfWork`.
   */
  group(text: string, group: number): string | null
}

type Outcome = Regex | { readonly fault: string }

const known = new Map<string, Outcome>()

/**
 * A pattern, or the reason why it is not valid. Unanchored; `s` also lets `$` stand at the end of the text only. Throws
 * `OutOfWork` before it compiles a pattern that exceeds the work left.
 */
export function compileRegex(source: string, flags: RegexFlags): Outcome {
  if (source.length > REGEX_MAX) return { fault: `pattern is longer than ${REGEX_MAX} characters` }
  const key = `${flagBits(flags)} ${source}`
  const found = known.get(key)
  if (found) return found
  const made = compileNew(source, flags)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(key, made)
  return made
}

function compileNew(source: string, flags: RegexFlags): Outcome {
  const steps = regexSteps(source, PATTERN_STEPS_MAX)
  if (steps > PATTERN_STEPS_MAX) return { fault: tooManySteps(source) }
  work.spend(steps * STEP_UNITS)
  try {
    return regexOf(RE2JS.compile(source, flagBits(flags)))
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'not a regular expression' }
  }
}

function regexOf(pattern: RE2JS): Regex {
  const search = new CountedSearch(pattern)
  let whole: CountedSearch | null = null
  return {
    test: (text) => search.test(text),
    group(text, group) {
      if (group > pattern.groupCount() || !search.test(text)) return null
      whole ??= new CountedSearch(pattern, true)
      whole.count(text, 1 + pattern.groupCount())
      const matcher = pattern.matcher(text)
      return matcher.find() ? (matcher.group(group) ?? null) : null
    },
  }
}

export function flagBits(flags: RegexFlags): number {
  return (flags.i ? RE2JS.CASE_INSENSITIVE : 0) | (flags.m ? RE2JS.MULTILINE : 0) | (flags.s ? RE2JS.DOTALL : 0)
}

/** `i`, `m` and `s` in any order; null when there is another letter. */
export function regexFlags(letters: string): RegexFlags | null {
  if (!/^[ims]*$/.test(letters)) return null
  return { i: letters.includes('i'), m: letters.includes('m'), s: letters.includes('s') }
}
