/** STRUCTURED-DATA of RFC 5424: `-`, or elements `[id name="value" ...]` one behind the other. */

import { unescaped } from './escapes.ts'
import { FieldList } from './field-list.ts'
import { type Fields, nameOf, newFields } from './fields.ts'
import { lineCodes as read } from './text-codes.ts'

export type StructuredData = { readonly elements: Fields | null; readonly end: number }

const QUOTE = 0x22
const SPACE = 0x20

/**
 * Maximum number of elements and parameters of one message; a message with more is read as if it had no structured
 * data.
 */
const PARAMS_MAX = 1024

/** Null when the text has no structured data at `from`. `codes` are the text's codes from `lineCodes`. */
export function readStructuredData(text: string, codes: Uint16Array, from: number): StructuredData | null {
  if (codes[from] === 0x2d) {
    return codes[from + 1] === SPACE || from + 1 >= text.length ? { elements: null, end: from + 1 } : null
  }
  if (codes[from] !== 0x5b) return null
  const elements = newFields()
  let at = from
  let left = PARAMS_MAX
  // The RFC has no space between elements, but some devices write one.
  while (isElement(text, codes, at)) {
    params.clear()
    const idEnd = endOfName(text, codes, at + 1)
    const id = nameOf(text, codes, at + 1, idEnd)
    let end = idEnd
    while (codes[end] === SPACE) {
      while (codes[end] === SPACE) end++
      if (codes[end] === 0x5d) break
      const equals = endOfName(text, codes, end)
      if (codes[equals] !== 0x3d || codes[equals + 1] !== QUOTE || left-- === 0) return null
      const close = read.closing(QUOTE, equals + 2)
      if (close === -1) return null
      const value = text.slice(equals + 2, close)
      params.add(
        nameOf(text, codes, end, equals),
        read.hasBackslash(equals + 2, close) ? unescaped(value, ESCAPES) : value,
      )
      end = close + 1
    }
    if (codes[end] !== 0x5d || id === '') return null
    const found = params.toFields()
    elements[id] = elements[id] === undefined ? found : Object.assign(elements[id] as Fields, found)
    at = end + 1
    if (codes[at] === SPACE && isElement(text, codes, at + 1)) at++
  }
  return at === from ? null : { elements, end: at }
}

const params = new FieldList()

/** An element begins with `[name `, `[name]` or `[name@number`; any other bracket belongs to the message. */
function isElement(text: string, codes: Uint16Array, at: number): boolean {
  if (at >= text.length || codes[at] !== 0x5b) return false
  const end = endOfName(text, codes, at + 1)
  if (end === at + 1) return false
  if (codes[end] === 0x5d) return text.slice(at + 1, end).includes('@')
  if (codes[end] !== SPACE) return false
  let next = end
  while (codes[next] === SPACE) next++
  const equals = endOfName(text, codes, next)
  return codes[next] === 0x5d || (codes[equals] === 0x3d && equals > next)
}

/** SD-NAME has at most 32 characters in the RFC; vendors use longer names. */
const NAME_MAX = 128

function endOfName(text: string, codes: Uint16Array, from: number): number {
  let at = from
  const limit = Math.min(text.length, from + NAME_MAX)
  while (at < limit) {
    const code = codes[at] as number
    if (code <= SPACE || code === 0x3d || code === 0x5d || code === QUOTE || code === 0x5b) break
    at++
  }
  return at
}

/** RFC 5424 section 6.3.3: a backslash before any other character is an ordinary character. */
const ESCAPES = { '"': '"', '\\': '\\', ']': ']' }
