/**
 * A sentence with values in it, and the one way in which it reads a text. A word holds no spaces and is as short as the
 * rest of the sentence allows; a starred value may hold anything and is as long as the rest allows.
 *
 * A regular expression does that, and is fast. But one with several values between marks that a sender repeats tries
 * them in every combination, which takes seconds for a message of a kilobyte. A text with too many combinations is
 * therefore read step by step, where a value is tried once at each place: the work is bounded by the number of values
 * times the places where one may begin times those where it may end.
 */
import { codeAt } from '../../platform/code-at.ts'
import type { FieldList } from '../formats/field-list.ts'

const WORD_MAX = 512
const WORDS_MAX = 1024
/** Attempts on a text before failed positions are recorded: nearly all texts need fewer. */
const TRIES_FREE = 64

/** A pattern may try this many combinations; a text of `SHORT` characters has no more that are worth counting. */
const READINGS_MAX = 1024
const SHORT = 128

export type Template = {
  readonly pattern: RegExp
  /**
   * Marks that offer several ends for a value when the text repeats them, and the number of values they end; not the
   * marks that begin with a space and end a word.
   */
  readonly forks: readonly (readonly [mark: string, values: number])[]
  /** The texts before, between and behind the values: one more than there are values. */
  readonly marks: readonly string[]
  readonly names: readonly string[]
  readonly isStarred: readonly boolean[]
  /** True when any text may follow the last mark. */
  readonly isOpen: boolean
}

export function templateOf(sentence: string): Template {
  const isOpen = sentence.endsWith('...')
  const parts = (isOpen ? sentence.slice(0, -3) : sentence).split(/\{([\w-]+\*?)\}/)
  const marks = parts.filter((_, at) => at % 2 === 0)
  const values = parts.filter((_, at) => at % 2 === 1)
  const isStarred = values.map((value) => value.endsWith('*'))
  const forking = marks.slice(1).filter((mark, at) => mark !== '' && (isStarred[at] || !mark.startsWith(' ')))
  const forks = [...Map.groupBy(forking, (mark) => mark)].map(([mark, of]) => [mark, of.length] as const)
  const names = values.map((value) => value.replace('*', ''))
  return { pattern: patternOf(marks, isStarred, isOpen), forks, marks, names, isStarred, isOpen }
}

function patternOf(marks: readonly string[], isStarred: readonly boolean[], isOpen: boolean): RegExp {
  const source = marks.map((mark, at) => {
    const words = mark.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    if (at === 0) return words
    if (isStarred[at - 1]) return `(.{0,${WORDS_MAX}})${words}`
    // No more text of the sentence follows, so the word would otherwise be empty.
    const isLast = isOpen && at === marks.length - 1 && mark === ''
    return `(\\S{0,${WORD_MAX}}?)${isLast ? '(?=[:;,.]?(?:\\s|$))' : words}`
  })
  return new RegExp(`^${source.join('')}${isOpen ? '' : '$'}`, 's')
}

/** Adds each value that is not empty to the list; false, with nothing added, when the text does not match. */
export function readTemplate(template: Template, text: string, list: FieldList): boolean {
  return text.length <= SHORT || isReadFast(template, text)
    ? readByPattern(template, text, list)
    : readByStep(template, text, list)
}

function isReadFast({ forks }: Template, text: string): boolean {
  let readings = 1
  for (const [mark, values] of forks) {
    readings *= Math.max(countOf(mark, text), 1) ** values
    if (readings > READINGS_MAX) return false
  }
  return true
}

/** How often each mark occurs in the current text: most templates that are tried on it share their marks. */
const counts = new Map<string, number>()
let counted = ''

function countOf(mark: string, text: string): number {
  if (text !== counted) {
    counts.clear()
    counted = text
  }
  let count = counts.get(mark)
  if (count !== undefined) return count
  count = 0
  for (let at = text.indexOf(mark); at !== -1 && count <= READINGS_MAX; at = text.indexOf(mark, at + 1)) count++
  counts.set(mark, count)
  return count
}

export function readByPattern({ pattern, names }: Template, text: string, list: FieldList): boolean {
  const found = pattern.exec(text)
  if (!found) return false
  for (let at = 0; at < names.length; at++) {
    const value = found[at + 1] as string
    if (value !== '') list.add(names[at] as string, value)
  }
  return true
}

/** Where the values of the current text begin and end. */
const begins: number[] = []
const ends: number[] = []
let tries = 0
/** Positions at which a value was tried in vain. */
const failed = new Set<number>()

export function readByStep(template: Template, text: string, list: FieldList): boolean {
  const { marks, names } = template
  const first = marks[0] as string
  tries = 0
  if (failed.size > 0) failed.clear()
  if (!text.startsWith(first) || !reads(template, text, 0, first.length)) return false
  for (let at = 0; at < names.length; at++) {
    const begin = begins[at] as number
    const end = ends[at] as number
    if (end > begin) list.add(names[at] as string, text.slice(begin, end))
  }
  return true
}

/**
 * True when value number `at` can begin at `from` and the rest of the template matches. The recursion is at most as
 * deep as the number of values.
 */
function reads(template: Template, text: string, at: number, from: number): boolean {
  if (at === template.names.length) return template.isOpen || from === text.length
  const key = at * (text.length + 1) + from
  if (tries++ >= TRIES_FREE && failed.has(key)) return false
  begins[at] = from
  if (template.isStarred[at] ? readsStarred(template, text, at, from) : readsWord(template, text, at, from)) return true
  if (tries >= TRIES_FREE) failed.add(key)
  return false
}

function readsStarred(template: Template, text: string, at: number, from: number): boolean {
  const mark = template.marks[at + 1] as string
  for (let end = Math.min(from + WORDS_MAX, text.length); end >= from; end--) {
    if (isAt(text, mark, end) && endsAt(template, text, at, end, mark)) return true
  }
  return false
}

function readsWord(template: Template, text: string, at: number, from: number): boolean {
  const mark = template.marks[at + 1] as string
  const last = wordEnd(text, from)
  if (mark === '' && at === template.names.length - 1) {
    const end = template.isOpen ? withoutMark(text, from) : last
    return end >= from && endsAt(template, text, at, end, mark)
  }
  // A mark that begins with a space can only stand where the word ends.
  const first = codeAt(mark, 0) === 0x20 ? last : from
  for (let end = first; end <= last; end++) {
    if (isAt(text, mark, end) && endsAt(template, text, at, end, mark)) return true
  }
  return false
}

/** The first character is compared separately, because it nearly always differs. */
function isAt(text: string, mark: string, at: number): boolean {
  return mark === '' || (codeAt(text, at) === codeAt(mark, 0) && text.startsWith(mark, at))
}

function endsAt(template: Template, text: string, at: number, end: number, mark: string): boolean {
  if (!reads(template, text, at + 1, end + mark.length)) return false
  ends[at] = end
  return true
}

function wordEnd(text: string, from: number, max: number = WORD_MAX): number {
  const last = Math.min(from + max, text.length)
  let at = from
  while (at < last && !isSpace(text, at)) at++
  return at
}

const SPACE = /\s/

function isSpace(text: string, at: number): boolean {
  const code = codeAt(text, at)
  return code === 0x20 || ((code < 0x20 || code > 0x7f) && SPACE.test(text[at] as string))
}

/**
 * The end of a last word before arbitrary text: without the punctuation mark before a space. -1 when the word is too
 * long.
 */
function withoutMark(text: string, from: number): number {
  const last = wordEnd(text, from, WORD_MAX + 1)
  if (last < text.length && !isSpace(text, last)) return -1
  const end = last > from && ':;,.'.includes(text[last - 1] as string) ? last - 1 : last
  return end - from > WORD_MAX ? -1 : end
}
