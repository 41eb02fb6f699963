/**
 * Two kinds of patterns that do not need our regular expression engine: "so many characters in a row", and chains of
 * single characters with fixed or nearly fixed counts. The latter run in the engine of the runtime, which backtracks:
 * but for them it tries a bounded number of ways at each position, so its time is linear too.
 */
import type { RegexFlags } from '../plan/expr.ts'

/** Ways through a chain, and characters of one way. */
const WAYS_MAX = 16
const CHARACTERS_MAX = 256

const RUN = /^\(?\.\)?\{(\d{1,6})(?:,\d*)?\}$/
const ITEM = /\[(?:[^\]\\[^]|\\[dw.\\/-])+\]|\\[dsw]|\\[^a-zA-Z0-9]|[^\\^$.|?*+()[\]{}]/y
const COUNT = /\{(\d{1,4})(?:,(\d{1,4}))?\}/y
/** White space in RE2; the runtime's `\s` includes more. */
const SPACE = '[\\t\\n\\f\\r ]'
const ASCII = /^[\0-\x7f]*$/
/** The runtime counts a surrogate pair as two, so a count or range would apply to half of it. */
const TWO_UNITS = /[\ud800-\udfff]/

/** Null for every other pattern. Decides exactly as RE2 does. */
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

/** A counted dot is one code point, and no line feed unless `s` is set. */
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
