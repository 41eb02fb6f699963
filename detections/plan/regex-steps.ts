const PIECES =
  /\\[\s\S]?|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]?|\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:?))?|\)|\{(\d+)(,?)(\d*)\}|[*+?|]|[\s\S]/g

/**
 * Steps that one pattern may have. A step compiles in some 3 us, and every character of a text can meet all of them:
 * with this many, one evaluation (`work.ts`) still sees some 250 characters. The largest public rule has some 500.
 */
export const PATTERN_STEPS_MAX = 4_096
/** Steps that all regular expressions of a rule may have together. */
export const REGEX_STEPS_MAX = 16_384

/**
 * About how many steps the pattern compiles to: `(a{30}){30}` is nine hundred, and 8 KB of the like take seconds. It
 * reads the syntax loosely, and never counts a repetition less often than it is written out. Past `max` it counts on no
 * further and gives what it has.
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
