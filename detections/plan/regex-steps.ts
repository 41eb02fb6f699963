const PIECES =
  /\\[\s\S]?|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]?|\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:?))?|\)|\{(\d+)(,?)(\d*)\}|[*+?|]|[\s\S]/g

/**
 * Largest number of steps of one pattern. Compiling a step takes some 3 us, and every character of a text may visit all
 * of them: with this many, one evaluation (`work.ts`) still reads some 250 characters. The largest public rule has some
 * 500.
 * @bound steps of a regular expression -> a fault that names the pattern and the limit
 */
export const PATTERN_STEPS_MAX = 4_096
/**
 * Largest number of steps of all regular expressions of a rule together.
 * @bound steps of all regular expressions of a rule -> a fault that names the pattern and the limit
 */
export const REGEX_STEPS_MAX = 16_384

/**
 * Estimates the number of steps to which the pattern compiles: `(a{30}){30}` has nine hundred, and 8 KB of such
 * patterns take seconds. It parses the syntax loosely, and never underestimates a repetition. Stops counting beyond
 * `max` and returns the count so far.
 */
export function regexSteps(source: string, max: number): number {
  const groups: number[] = []
  let steps = 0
  let last = 0
  for (const [piece, from, , to] of source.matchAll(PIECES)) {
    if (piece.startsWith('(')) {
      groups.push(steps + 2)
      steps = 0
      last = 0
    } else if (piece === ')') {
      last = steps + 2
      steps = (groups.pop() ?? 0) + steps
    } else if (from !== undefined) {
      const times = Math.max(Number(from), Number(to), 1)
      steps += last * (times - 1)
      last *= times
    } else {
      last = '*+?|'.includes(piece) ? last : 1
      steps++
    }
    if (steps > max) return steps
  }
  return groups.reduce((sum, outer) => sum + outer, steps)
}

const SHOWN_CHARS = 80

/** Why a pattern is refused. */
export function tooManySteps(source: string): string {
  const shown = source.length > SHOWN_CHARS ? `${source.slice(0, SHOWN_CHARS)}...` : source
  return `regular expression ${JSON.stringify(shown)} has more than ${PATTERN_STEPS_MAX} steps`
}
