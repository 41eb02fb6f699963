/** The values of a text by the labels before them: `[Log ID] 7 | [OS] Windows`, `Event Type: Threat, Device Name: pc1`. */

import { FieldList, setLast } from '../../formats/field-list.ts'
import { nameOf } from '../../formats/fields.ts'
import { codesOf, wordCodes as read } from '../../formats/text-codes.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { plainIn, skipWhiteBack } from './pairs.ts'

/** None of these devices writes more labels; the text keeps them all. */
const LABELS_MAX = 256
const NAME_MAX = 64
const SPACE = 0x20
const BAR = 0x7c
const BACKSLASH = 0x5c

/** A value runs to the next label, without the bar before it. The last value of a repeated label counts. */
export function labelsOf(text: string, style: keyof typeof STYLES): PhraseValues {
  const codes = read.of(text)
  found.clear()
  let name = ''
  let from = -1
  let at = nextLabel(codes, STYLES[style], 0, text.length)
  for (let labels = 0; at !== -1 && labels < LABELS_MAX; labels++) {
    if (from !== -1) found.add(name, labelled(text, codes, from, labelStart))
    name = nameOf(text, codes, nameStart, nameEnd)
    from = at
    at = nextLabel(codes, STYLES[style], from, text.length)
  }
  if (from !== -1) found.add(name, labelled(text, codes, from, text.length))
  return found.toFields(setLast) as PhraseValues
}

const found = new FieldList()

function labelled(text: string, codes: Uint16Array, from: number, to: number): string {
  const end = skipWhiteBack(codes, from, to)
  return plainIn(text, codes, from, end > from && codes[end - 1] === BAR ? end - 1 : end)
}

type Style = {
  /** The character that a label ends with; a space or the end of the text follows. */
  readonly mark: number
  /** 1 at the codes that names consist of; no dots, which would make a path of a name. */
  readonly inner: Uint8Array
  /**
   * True when a label ends with the mark at an index, and begins at or behind `low`; sets where it and its name begin.
   */
  readonly isLabel: (codes: Uint16Array, at: number, low: number) => boolean
}

/** The label that was found last: where it begins, with the text before it, and its name. */
let labelStart = 0
let nameStart = 0
let nameEnd = 0

/** The place behind the next label that begins at or behind `from`; -1 for none. */
function nextLabel(codes: Uint16Array, { mark, inner, isLabel }: Style, from: number, length: number): number {
  for (let at = read.next(mark, from); at !== -1; at = read.next(mark, at + 1)) {
    if (codes[at + 1] !== SPACE && at + 1 < length) continue
    nameEnd = at
    // One more character than a name may have, because a space or a letter of the text before may look like part of it.
    const least = Math.max(from, at - NAME_MAX - 2)
    nameStart = at
    while (nameStart > least && inner[codes[nameStart - 1] as number] === 1) nameStart--
    if (isLabel(codes, at, from) && nameEnd > nameStart && nameEnd - nameStart <= NAME_MAX) return at + 1
  }
  return -1
}

/** `[Name]` at the start or behind a space; `{ Name }` when `pad` is 1. */
function bracketed(open: string, close: string, inner: Uint8Array, pad: 0 | 1): Style {
  const opening = open.charCodeAt(0)
  const isLabel = (codes: Uint16Array, at: number, low: number): boolean => {
    nameEnd = at - pad
    nameStart += pad
    const bracket = nameStart - pad - 1
    labelStart = bracket === 0 ? 0 : bracket - 1
    return (
      labelStart >= low &&
      codes[bracket] === opening &&
      (bracket === 0 || codes[labelStart] === SPACE) &&
      (pad === 0 || (codes[nameStart - 1] === SPACE && codes[nameEnd] === SPACE)) &&
      isCapital((codes[nameStart] as number) & ~32)
    )
  }
  return { mark: close.charCodeAt(0), inner, isLabel }
}

/** `Name:` at the start, or behind the text that `begin` finds before the letters that end with the colon. */
function withColon(begin: (codes: Uint16Array, low: number) => boolean): Style {
  const isLabel = (codes: Uint16Array, _: number, low: number): boolean => {
    labelStart = nameStart
    return (nameStart === 0 || begin(codes, low)) && isCapital(codes[nameStart] as number)
  }
  return { mark: 0x3a, inner: codesOf(/[\w /]/), isLabel }
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a
}

function isBehindComma(codes: Uint16Array): boolean {
  labelStart = nameStart - 1
  return codes[labelStart] === 0x2c && codes[nameStart++] === SPACE
}

function isBehindSemicolon(codes: Uint16Array): boolean {
  labelStart = nameStart - 1
  if (codes[nameStart] === SPACE) nameStart++
  return codes[labelStart] === 0x3b
}

/** Line ends may be real, or written as `\\r\\n`, whose last letter may look like part of a name. */
function isBehindLineEnd(codes: Uint16Array, low: number): boolean {
  const before = nameStart - 1
  if (codes[before] === 0x0a) {
    labelStart = before > low && codes[before - 1] === 0x0d ? before - 1 : before
    return true
  }
  labelStart = nameStart - 3
  const isWritten = codes[before] === BACKSLASH && codes[labelStart] === BACKSLASH && codes[labelStart + 1] === 0x72
  return labelStart >= low && isWritten && codes[nameStart++] === 0x6e
}

const STYLES = {
  '[]': bracketed('[', ']', codesOf(/[\w /()]/), 0),
  '<>': bracketed('<', '>', codesOf(/\w/), 0),
  '{}': bracketed('{', '}', codesOf(/[\w ]/), 1),
  ',': withColon(isBehindComma),
  ';': withColon(isBehindSemicolon),
  lines: withColon(isBehindLineEnd),
} as const
