const PIECES =
  /\\[\s\S]?|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]?|\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:?))?|\)|\{(\d+)(,?)(\d*)\}|[*+?|]|[\s\S]/g

/** What a rule's regular expressions may come to together: a step compiles in some 3 us. */
export const REGEX_STEPS_MAX = 32_768

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
