/**
 * Two kinds of patterns that need no regular expression engine of ours: "so many characters in a row", and chains of
 * single characters with fixed or nearly fixed counts. The latter are given to the engine of the runtime, which
 * backtracks: for them it tries a bounded number of ways at each place of the text, so its time is linear too.
 */
import type { RegexFlags } from '../plan/expr.ts'

/** Ways through a chain, and characters of one way. */
const WAYS_MAX = 16
const CHARACTERS_MAX = 256

const RUN = /^\(?\.\)?\{(\d{1,6})(?:,\d*)?\}$/
const ITEM = /\[(?:[^\]\\[^]|\\[dw.\\/-])+\]|\\[dsw]|\\[^a-zA-Z0-9]|[^\\^$.|?*+()[\]{}]/y
const COUNT = /\{(\d{1,4})(?:,(\d{1,4}))?\}/y
/** White space of RE2; the runtime knows more. */
const SPACE = '[\\t\\n\\f\\r ]'
const ASCII = /^[\0-\x7f]*$/
/** The runtime takes a character of two units for two, so that a count or a range would be about half of it. */
const TWO_UNITS = /[\ud800-\udfff]/

/** Null for every other pattern. Says the same as RE2 does. */
export function compileFastRegex(
  source: string,
  flags: RegexFlags,
  slow: (text: string) => boolean,
): ((text: string) => boolean) | null {
  const run = RUN.exec(source)
  if (run) return runOf(Number(run[1]), flags.s)
  const chain = flags.i || TWO_UNITS.test(source) ? null : chainOf(source)
  if (chain === null) return null
  const native = new RegExp(chain)
  return (text) => (ASCII.test(text) ? native.test(text) : slow(text))
}

/** A counted dot is one character, however many units it has, and no line feed unless `s` is set. */
function runOf(count: number, isDotAll: boolean): (text: string) => boolean {
  return (text) => {
    if (text.length < count) return false
    return (isDotAll ? [text] : text.split('\n')).some((line) => line.length >= count && lengthOf(line) >= count)
  }
}

function lengthOf(line: string): number {
  return TWO_UNITS.test(line) ? Array.from(line).length : line.length
}

function chainOf(source: string): string | null {
  let [chain, at, ways, characters] = ['', 0, 1, 0]
  while (at < source.length) {
    const item = takeAt(ITEM, source, at)
    if (!item) return null
    at += item[0].length
    chain += item[0] === '\\s' ? SPACE : item[0]
    const count = takeAt(COUNT, source, at)
    if (count) {
      at += count[0].length
      chain += count[0]
    }
    const min = count ? Number(count[1]) : 1
    const max = count?.[2] ? Number(count[2]) : min
    ways *= max - min + 1
    characters += max
    if (min > max || ways > WAYS_MAX || characters > CHARACTERS_MAX) return null
  }
  return chain
}

function takeAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}
