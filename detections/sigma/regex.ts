import { RE2JS } from 're2js'
import type { RegexFlags } from '../plan/expr.ts'
import { flagBits } from '../plan/regex.ts'
import { regexSteps as stepsOf } from '../plan/regex-steps.ts'
import { quote, Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'

/**
 * Perl syntax that no linear-time engine can support, to give a clear reason: the compiler only reports the position.
 * Searched in the pattern without escaped backslashes and character classes.
 */
const BEYOND_LINEAR: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, 'looks around'],
  [/\\[1-9]|\\k[<{']|\(\?P=/, 'refers back to a group'],
  [/\(\?>|[*+?}]\+/, 'has an atomic group or a possessive quantifier'],
  [/\(\?(?:\(|R\)|&|P>|[+-]?\d)/, 'has a condition or calls itself'],
]

/** @throws Refusal unless the pattern can run in linear time and its syntax is right. Call `regexSteps` first. */
export function checkRegex(source: string, flags: RegexFlags): void {
  if (source === '') throw new Refusal('the regular expression is empty')
  try {
    RE2JS.compile(source, flagBits(flags))
  } catch (error) {
    throw new Refusal(`regular expression ${quote(source)} ${whyNot(source, error as Error)}`)
  }
}

function whyNot(source: string, error: Error): string {
  const bare = source.replace(/\\\\|\[(?:\\.|[^\]\\])*\]/g, '')
  const found = BEYOND_LINEAR.find(([pattern]) => pattern.test(bare))
  return found === undefined ? `cannot be read: ${error.message}` : `${found[1]}, which no linear-time engine can`
}

/** @throws Refusal past the bound, before anything is compiled. */
export function regexSteps(source: string): number {
  if (source.length > LIMITS.regexChars)
    throw new Refusal(`the regular expression has ${source.length} characters, which is too long`)
  const steps = stepsOf(source, LIMITS.regexSteps)
  if (steps <= LIMITS.regexSteps) return steps
  throw new Refusal(`regular expression ${quote(source)} has more than ${LIMITS.regexSteps} steps`)
}
