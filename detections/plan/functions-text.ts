/** Functions of text; what is common to all functions stands in `functions.ts`. */
import { isUtf8 } from 'node:buffer'
import { foldCase } from './fold.ts'
import type { FunctionSpec } from './function-spec.ts'
import { areEqual, compare, type Scalar, TEXT_MAX, toNumber, toText } from './scalar.ts'
import { work } from './work.ts'

type Texts = readonly string[]

/** Null when any argument is null; also when the result would be longer than `TEXT_MAX`. */
function ofText(min: number, max: number, apply: (args: Texts) => Scalar | readonly string[]): FunctionSpec {
  return {
    kind: 'scalar',
    min,
    max,
    apply(args) {
      const texts = args.map(toText)
      return texts.every((text) => text !== null) ? bounded(apply(texts)) : null
    },
  }
}

function bounded<T>(value: T): T | null {
  return typeof value === 'string' && value.length > TEXT_MAX ? null : value
}

const ofScalars = (min: number, max: number, apply: (args: readonly Scalar[]) => Scalar): FunctionSpec => ({
  kind: 'scalar',
  min,
  max,
  apply: (args) => bounded(apply(args)),
})

export const TEXT_FUNCTIONS: Readonly<Record<string, FunctionSpec>> = {
  /** concat(a, ...): the texts joined. */
  concat: ofText(1, 64, (args) => args.join('')),
  /** string(a): its JSON text, without the quotes of a text. */
  string: ofText(1, 1, ([text = '']) => text),
  /** fold(a): Unicode simple case folding; of the same length as `a`. */
  fold: ofText(1, 1, ([text = '']) => foldCase(text)),
  /** lower(a), upper(a): Unicode full case mapping, which may change the length. */
  lower: ofText(1, 1, ([text = '']) => text.toLowerCase()),
  upper: ofText(1, 1, ([text = '']) => text.toUpperCase()),
  /** trim(a): without whitespace at both ends. */
  trim: ofText(1, 1, ([text = '']) => text.trim()),
  /** base64Decode(a): the UTF-8 text whose Base64 a is, whitespace passed over; unknown when there is none. */
  base64Decode: ofText(1, 1, ([text = '']) => base64Decoded(text)),
  /** startsWith(a, b), endsWith(a, b), contains(a, b): every text starts with, ends with and contains ''. */
  startsWith: ofText(2, 2, ([text = '', part = '']) => text.startsWith(part)),
  endsWith: ofText(2, 2, ([text = '', part = '']) => text.endsWith(part)),
  contains: ofText(2, 2, ([text = '', part = '']) => text.includes(part)),
  /** hasTerm(a, b): b occurs in a, and no letter or digit stands beside it at a side where b itself ends in one. */
  hasTerm: ofText(2, 2, ([text = '', term = '']) => hasTerm(text, term)),
  /** replace(a, b, c): every occurrence of b, from the left, becomes c; a itself when b is ''. */
  replace: ofText(3, 3, ([text = '', from = '', to = '']) => replace(text, from, to)),
  /** split(a, b): the list of the texts between the occurrences of b; a alone when b is ''. At most 1,024. */
  split: ofText(2, 2, ([text = '', by = '']) => (by === '' ? [text] : text.split(by, 1024))),
  /**
   * substring(a, start, end?): from start up to but without end, by default the end of a. A negative position counts
   * from the end of a; both are moved into the text; '' when start is not before end.
   */
  substring: ofScalars(2, 3, ([text = null, start = null, end]) => substring(text, start, end)),
  /**
   * slice(a, start, end?): as substring, but an end that is unknown is the end of a, and with a start that is unknown all
   * of a is meant: what `indexOf` does not find cuts nothing off.
   */
  slice: ofScalars(2, 3, ([text = null, start = null, end = null]) =>
    start === null ? toText(text) : substring(text, start, end ?? undefined),
  ),
  /**
   * indexOf(a, b, start?): the first place of b in a at or after start (a negative start is 0); unknown when there is
   * none, or start is behind the end. '' is found at start.
   */
  indexOf: ofScalars(2, 3, ([text = null, part = null, start]) => indexOf(text, part, start)),
  /**
   * between(a, left, right, greedy?, folded?): the text after the first `left` and before the next `right` after it, or
   * before the last when greedy is true; '' when they are not there. Folded: `left` and `right` in any case.
   */
  between: ofScalars(3, 5, between),
  /** equals(a, b): as numbers when either is a number, by their text otherwise. */
  equals: ofScalars(2, 2, ([left = null, right = null]) => areEqual(left, right)),
  /** lt, lte, gt, gte(a, b): as numbers when either is a number (false when the other is none), else by code point. */
  lt: ofOrder((order) => order < 0),
  lte: ofOrder((order) => order <= 0),
  gt: ofOrder((order) => order > 0),
  gte: ofOrder((order) => order >= 0),
}

function base64Decoded(text: string): string | null {
  const bare = text.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(bare)) return null
  const bytes = Buffer.from(bare, 'base64')
  return isUtf8(bytes) ? bytes.toString('utf8') : null
}

function ofOrder(holds: (order: number) => boolean): FunctionSpec {
  return ofScalars(2, 2, ([left = null, right = null]) => {
    const order = compare(left, right)
    return order === null ? null : holds(order)
  })
}

const LETTER_BEFORE = /[\p{L}\p{N}]$/u
const LETTER_AFTER = /^[\p{L}\p{N}]/u

/** Work units for checking the characters beside a term. */
const TERM_UNITS = 8

export function hasTerm(text: string, term: string): boolean {
  const [begins, ends] = [LETTER_AFTER.test(term), LETTER_BEFORE.test(term)]
  for (let at = text.indexOf(term); at >= 0 && term !== ''; at = text.indexOf(term, at + 1)) {
    work.spend(TERM_UNITS)
    const before = text.slice(Math.max(0, at - 2), at)
    const after = text.slice(at + term.length, at + term.length + 2)
    if (!(begins && LETTER_BEFORE.test(before)) && !(ends && LETTER_AFTER.test(after))) return true
  }
  return term === ''
}

/** Counted before the result is created: a short text with many matches and a long replacement would multiply. */
function replace(text: string, from: string, to: string): string | null {
  if (from === '') return text
  const pieces = text.split(from)
  const length = text.length + (pieces.length - 1) * (to.length - from.length)
  return length > TEXT_MAX ? null : pieces.join(to)
}

function substring(value: Scalar, start: Scalar, end: Scalar | undefined): Scalar {
  const text = toText(value)
  const from = toNumber(start)
  const to = end === undefined ? undefined : toNumber(end)
  if (text === null || from === null || to === null) return null
  return isPlain(text) ? text.slice(from, to) : Array.from(text).slice(from, to).join('')
}

/** True when all UTF-16 units are code points. */
function isPlain(text: string): boolean {
  const isPlain = !/[\ud800-\udfff]/.test(text)
  if (!isPlain) work.spend(text.length) // Taken apart into its characters next.
  return isPlain
}

function indexOf(value: Scalar, part: Scalar, start: Scalar | undefined): Scalar {
  const [text, sought] = [toText(value), toText(part)]
  const from = start === undefined ? 0 : toNumber(start)
  if (text === null || sought === null || from === null) return null
  const unit = unitAt(text, Math.max(0, Math.trunc(from)))
  const found = unit === null ? -1 : text.indexOf(sought, unit)
  return found < 0 ? null : codePoints(text.slice(0, found))
}

/** The UTF-16 position of a code point; null behind the end. */
function unitAt(text: string, position: number): number | null {
  if (isPlain(text)) return position <= text.length ? position : null
  const chars = Array.from(text)
  return position <= chars.length ? chars.slice(0, position).join('').length : null
}

export function codePoints(text: string): number {
  return isPlain(text) ? text.length : Array.from(text).length
}

function between([value = null, left = null, right = null, greedy = false, folded = false]: readonly Scalar[]): Scalar {
  const [text, opening, closing] = [toText(value), toText(left), toText(right)]
  if (text === null || opening === null || closing === null || greedy === null || folded === null) return null
  const [sought, from, to] = folded === true ? [text, opening, closing].map(foldCase) : [text, opening, closing]
  if (sought === undefined || from === undefined || to === undefined) return null
  const found = sought.indexOf(from)
  const start = found + from.length
  const end = found < 0 ? -1 : greedy === true ? lastFrom(sought, to, start) : sought.indexOf(to, start)
  return end < 0 ? '' : text.slice(start, end)
}

function lastFrom(text: string, part: string, start: number): number {
  const at = text.lastIndexOf(part)
  return at < start ? -1 : at
}
