/** STRUCTURED-DATA of RFC 5424: `-`, or elements `[id name="value" ...]` one behind the other. */

import { codeAt } from '../../platform/code-at.ts'
import { type Fields, newFields, put } from './fields.ts'

export type StructuredData = { readonly elements: Fields | null; readonly end: number }

const QUOTE = 0x22
const SPACE = 0x20

/** Elements and parameters of one message; a message with more is read as one without structured data. */
const PARAMS_MAX = 1024

/** Null when it is not structured data that begins at `from`. */
export function readStructuredData(text: string, from: number): StructuredData | null {
  if (codeAt(text, from) === 0x2d) {
    const next = codeAt(text, from + 1)
    return next === SPACE || Number.isNaN(next) ? { elements: null, end: from + 1 } : null
  }
  if (codeAt(text, from) !== 0x5b) return null
  const elements = newFields()
  let at = from
  let left = PARAMS_MAX
  // Between elements there is no space by the RFC, and one by some devices.
  while (isElement(text, at)) {
    const params = newFields()
    const idEnd = endOfName(text, at + 1)
    const id = text.slice(at + 1, idEnd)
    let end = idEnd
    while (codeAt(text, end) === SPACE) {
      while (codeAt(text, end) === SPACE) end++
      if (codeAt(text, end) === 0x5d) break
      const equals = endOfName(text, end)
      if (codeAt(text, equals) !== 0x3d || codeAt(text, equals + 1) !== QUOTE || left-- === 0) return null
      const close = closingQuote(text, equals + 2)
      if (close === -1) return null
      put(params, text.slice(end, equals), unescaped(text.slice(equals + 2, close)))
      end = close + 1
    }
    if (codeAt(text, end) !== 0x5d || id === '') return null
    elements[id] = elements[id] === undefined ? params : Object.assign(elements[id] as Fields, params)
    at = end + 1
    if (codeAt(text, at) === SPACE && isElement(text, at + 1)) at++
  }
  return at === from ? null : { elements, end: at }
}

/** `[name ` or `[name]` or `[name@number`: a bracket of a message is another thing. */
function isElement(text: string, at: number): boolean {
  if (codeAt(text, at) !== 0x5b) return false
  const end = endOfName(text, at + 1)
  if (end === at + 1) return false
  if (codeAt(text, end) === 0x5d) return text.slice(at + 1, end).includes('@')
  if (codeAt(text, end) !== SPACE) return false
  let next = end
  while (codeAt(text, next) === SPACE) next++
  const equals = endOfName(text, next)
  return codeAt(text, next) === 0x5d || (codeAt(text, equals) === 0x3d && equals > next)
}

/** SD-NAME has 32 characters at most; vendors' are longer. */
const NAME_MAX = 128

function endOfName(text: string, from: number): number {
  let at = from
  const limit = Math.min(text.length, from + NAME_MAX)
  while (at < limit) {
    const code = codeAt(text, at)
    if (code <= SPACE || code === 0x3d || code === 0x5d || code === QUOTE || code === 0x5b) break
    at++
  }
  return at
}

function closingQuote(text: string, from: number): number {
  for (let at = from; ; at++) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return -1
    let before = quote - 1
    while (before >= from && codeAt(text, before) === 0x5c) before--
    if ((quote - before) % 2 === 1) return quote
    at = quote
  }
}

/** RFC 5424 section 6.3.3: a backslash before anything else than `"`, `\` and `]` is itself. */
function unescaped(value: string): string {
  return value.includes('\\') ? value.replace(/\\(["\\\]])/g, '$1') : value
}
