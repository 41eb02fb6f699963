/**
 * Reads the pairs of a text whose values may contain spaces: a value extends to the next `name=` behind the separator.
 * Texts that consist only of pairs are read by `../../formats/kv.ts`, which finds the separator itself and understands
 * quotes.
 */

import { FieldList, setLast } from '../../formats/field-list.ts'
import { nameOf } from '../../formats/fields.ts'
import { codesOf, isLetter, wordCodes as read } from '../../formats/text-codes.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'

/** None of these devices writes more pairs; the text keeps them all. */
const PAIRS_MAX = 256
const NAME_MAX = 64
const EQUALS = 0x3d
const SPACE = 0x20

/**
 * Names are letters, digits, `_`, `.` and `-`, and begin with a letter. A space may follow a separator that is not a
 * space.
 */
export function pairsOf(text: string, separator: ',' | ';' | ' ' | '|'): PhraseValues {
  const codes = read.of(text)
  const mark = separator.charCodeAt(0)
  found.clear()
  let equals = nextPair(codes, 0, mark)
  for (let pairs = 0; equals !== -1 && pairs < PAIRS_MAX; pairs++) {
    const name = nameOf(text, codes, nameStart, equals)
    const from = equals + 1
    equals = nextPair(codes, from, mark)
    found.add(name, plainIn(text, codes, from, equals === -1 ? text.length : pairStart))
  }
  return found.toFields(setLast) as PhraseValues
}

const found = new FieldList()

/** Places of the pair that `nextPair` found last: where its name begins, and where the separator before that does. */
let nameStart = 0
let pairStart = 0

/** Index of the `=` of the next pair whose separator is at or behind `from`; -1 for none. */
function nextPair(codes: Uint16Array, from: number, mark: number): number {
  for (let equals = read.next(EQUALS, from); equals !== -1; equals = read.next(EQUALS, equals + 1)) {
    const start = startOfName(codes, equals, from)
    if (start === equals || !isLetter(codes[start] as number)) continue
    const before = startOfPair(codes, start, mark)
    if (before < from) continue
    nameStart = start
    pairStart = before
    return equals
  }
  return -1
}

/** Returns `equals` itself if the name is too long. */
function startOfName(codes: Uint16Array, equals: number, low: number): number {
  const least = Math.max(low, equals - NAME_MAX)
  let at = equals
  while (at > least && isNameCode(codes[at - 1] as number)) at--
  return at > low && isNameCode(codes[at - 1] as number) ? equals : at
}

/** The place of the separator before a name; the start of the text counts as a separator; -1 if there is none. */
function startOfPair(codes: Uint16Array, name: number, mark: number): number {
  if (name === 0) return 0
  const last = codes[name - 1]
  if (last === mark) return name - 1
  if (last !== SPACE) return -1
  return name === 1 ? 0 : codes[name - 2] === mark ? name - 2 : -1
}

/** 1 at the codes that names are made of. */
const NAME_CODES = codesOf(/[\w.-]/)

function isNameCode(code: number): boolean {
  return code < 128 && NAME_CODES[code] === 1
}

/** The value at a range, without white space and quotes around it; '' for the device's placeholders. */
export function plainOf(text: string, start = 0, end = text.length): string {
  return plainIn(text, read.of(text), start, end)
}

/** `plainOf` of a text whose codes are known; see `TextCodes`. */
export function plainIn(text: string, codes: Uint16Array, start: number, end: number): string {
  const from = skipWhite(codes, start, end)
  const to = skipWhiteBack(codes, from, end)
  if (to - from < 2 || !isQuote(codes[from] as number) || !isQuote(codes[to - 1] as number)) {
    return something(text, codes, from, to)
  }
  const inner = skipWhite(codes, from + 1, to - 1)
  return something(text, codes, inner, skipWhiteBack(codes, inner, to - 1))
}

function something(text: string, codes: Uint16Array, from: number, to: number): string {
  const value = text.slice(from, to)
  return to - from <= NOTHING_MAX && isFirstOfNothing(codes[from] as number) && NOTHING.has(value) ? '' : value
}

const NOTHING = new Set(['N/A', 'n/a', 'None', 'none', 'not applicable', 'null', '(null)'])
/** Length of the longest placeholder: longer values need no look-up, nor do those with another first letter. */
const NOTHING_MAX = 14

function isFirstOfNothing(code: number): boolean {
  return (code | 32) === 0x6e || code === 0x28
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x201d
}

function skipWhite(codes: Uint16Array, from: number, end: number): number {
  let at = from
  while (at < end && isWhite(codes[at] as number)) at++
  return at
}

export function skipWhiteBack(codes: Uint16Array, start: number, from: number): number {
  let at = from
  while (at > start && isWhite(codes[at - 1] as number)) at--
  return at
}

/** True for white space as `trim` defines it. */
export function isWhite(code: number): boolean {
  if (code <= SPACE) return code === SPACE || (code >= 0x09 && code <= 0x0d)
  return code >= 0xa0 && /\s/.test(String.fromCharCode(code))
}
