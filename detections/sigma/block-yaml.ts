/**
 * Reads the subset of YAML in which nearly all rules are written, in a third of the time: one document of block maps
 * and lists, with plain and quoted single-line scalars and literal blocks. For anything else, errors included, it
 * returns null, and the full reader must read the text. Where it returns a document, it equals the full reader's.
 */
import { boolCoreTag, floatCoreTag, NOT_RESOLVED, nullCoreTag } from 'js-yaml'
import { exactInt } from './exact-int.ts'
import { LIMITS } from './limits.ts'

/** The reader's position: the first character of a line that is neither empty nor a comment, and its indent. */
type Cursor = { readonly text: string; at: number; indent: number }

/** Thrown for everything outside of the subset. */
const NOT_SIMPLE = new Error('not simple')

/** Tabs, other line ends, and characters that YAML refuses, including unpaired surrogates. */
const UNUSUAL = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u
const QUOTED_KEY = /'([^'\n]*)':(?= |$)/my
const QUOTED = /'([^'\n]*(?:''[^'\n]*)*)'|"([^"\\\n]*)"/y
const REST = / *(?: #.*)?$/my
const LITERAL = /\|([-+]?) *$/my
const PLAIN_FIRST = /[^\s?:,[\]{}#&*!|>'"%@`-]|-[^\s]/y
/** As keys, booleans and null have several spellings, so they are left to the full reader. */
const NO_TEXT_KEY = /^(?:true|false|null)$/i
const MAY_BE_NO_TEXT = /^[-+.\dnNtTfF~]/

/** @returns the document and the offset it begins at, or null. */
export function readBlockYaml(text: string): { readonly value: unknown; readonly start: number } | null {
  if (UNUSUAL.test(text) || !text.endsWith('\n')) return null
  const cursor: Cursor = { text, at: 0, indent: 0 }
  try {
    nextLine(cursor, 0)
    const start = cursor.at
    const value = cursor.indent === 0 ? readMap(cursor, 0, 0) : notSimple()
    return cursor.indent === -1 ? { value, start } : null
  } catch (error) {
    if (error !== NOT_SIMPLE) throw error
    return null
  }
}

function notSimple(): never {
  throw NOT_SIMPLE
}

/** Moves to the next line with content, from the beginning of a line. At the end the indent is -1. */
function nextLine(cursor: Cursor, from: number): void {
  const { text } = cursor
  let start = from
  while (start < text.length) {
    let at = start
    while (text.charCodeAt(at) === 32) at++
    const char = text.charCodeAt(at)
    if (char !== 10 && char !== 35) {
      cursor.at = at
      cursor.indent = at - start
      return
    }
    start = text.indexOf('\n', at) + 1
  }
  cursor.indent = -1
}

function readMap(cursor: Cursor, indent: number, depth: number): Record<string, unknown> {
  if (depth > LIMITS.yamlDepth) notSimple()
  const map: Record<string, unknown> = {}
  while (cursor.indent === indent) {
    const key = readKey(cursor)
    if (key === '__proto__' || Object.hasOwn(map, key)) notSimple()
    map[key] = readValue(cursor, indent, depth)
  }
  if (cursor.indent > indent) notSimple()
  return map
}

/** Leaves the cursor at the first character of the value, or at the end of the line. */
function readKey(cursor: Cursor): string {
  const { text, at } = cursor
  const end = keyEnd(text, at)
  if (end !== -1) {
    cursor.at = skipSpaces(text, end + 1)
    const key = text.slice(at, end)
    return NO_TEXT_KEY.test(key) ? notSimple() : key
  }
  QUOTED_KEY.lastIndex = at
  const match = QUOTED_KEY.exec(text)
  if (match === null) return notSimple()
  cursor.at = skipSpaces(text, QUOTED_KEY.lastIndex)
  return match[1] ?? ''
}

/** The colon behind a key that begins with a letter and has no more than letters, digits and `_ . | -`; or -1. */
function keyEnd(text: string, from: number): number {
  let at = from
  for (let char = text.charCodeAt(at); isKeyChar(char, at > from); char = text.charCodeAt(at)) at++
  const next = text.charCodeAt(at + 1)
  return at > from && text.charCodeAt(at) === 58 && (next === 32 || next === 10) ? at : -1
}

function isKeyChar(char: number, isInside: boolean): boolean {
  const lower = char | 32
  if ((lower >= 97 && lower <= 122) || char === 95) return true
  return isInside && ((char >= 48 && char <= 57) || char === 46 || char === 45 || char === 124)
}

function isMapItem({ text, at }: Cursor): boolean {
  QUOTED_KEY.lastIndex = at
  return keyEnd(text, at) !== -1 || QUOTED_KEY.test(text)
}

function readValue(cursor: Cursor, indent: number, depth: number): unknown {
  const end = restEnd(cursor.text, cursor.at)
  if (end === -1) return readScalar(cursor, indent)
  nextLine(cursor, end + 1)
  if (isItem(cursor) && cursor.indent >= indent) return readList(cursor, cursor.indent, depth + 1)
  return cursor.indent > indent ? readMap(cursor, cursor.indent, depth + 1) : null
}

function isItem({ text, at, indent }: Cursor): boolean {
  return indent >= 0 && text.charCodeAt(at) === 45 && text.charCodeAt(at + 1) === 32
}

function readList(cursor: Cursor, indent: number, depth: number): unknown[] {
  if (depth > LIMITS.yamlDepth) notSimple()
  const list: unknown[] = []
  while (cursor.indent === indent && isItem(cursor)) {
    const lineStart = cursor.at - indent
    cursor.at = skipSpaces(cursor.text, cursor.at + 1)
    if (restEnd(cursor.text, cursor.at) !== -1 || isItem(cursor)) notSimple()
    if (isMapItem(cursor)) {
      cursor.indent = cursor.at - lineStart
      list.push(readMap(cursor, cursor.indent, depth + 1))
    } else list.push(readScalar(cursor, indent))
  }
  if (cursor.indent > indent) notSimple()
  return list
}

/** A single-line scalar, or a literal block. A deeper line after it would continue it. */
function readScalar(cursor: Cursor, indent: number): unknown {
  const { text, at } = cursor
  const first = text.charCodeAt(at)
  if (first === 124) return readLiteral(cursor, indent)
  const isQuoted = first === 39 || first === 34
  const value = isQuoted ? readQuoted(cursor) : readPlain(cursor)
  nextLine(cursor, cursor.at + 1)
  if (cursor.indent > indent) notSimple()
  return value
}

function readQuoted(cursor: Cursor): string {
  QUOTED.lastIndex = cursor.at
  const match = QUOTED.exec(cursor.text)
  const end = match === null ? -1 : restEnd(cursor.text, QUOTED.lastIndex)
  if (match === null || end === -1) return notSimple()
  cursor.at = end
  return match[1] === undefined ? (match[2] ?? '') : unquoted(match[1])
}

function unquoted(source: string): string {
  return source.includes("'") ? source.replaceAll("''", "'") : source
}

function readPlain(cursor: Cursor): unknown {
  const { text, at } = cursor
  PLAIN_FIRST.lastIndex = at
  if (!PLAIN_FIRST.test(text)) notSimple()
  cursor.at = text.indexOf('\n', at)
  const line = text.slice(at, cursor.at)
  const comment = line.indexOf(' #')
  const source = (comment === -1 ? line : line.slice(0, comment)).trimEnd()
  if (source.includes(': ') || source.endsWith(':')) notSimple()
  return MAY_BE_NO_TEXT.test(source) ? resolved(source) : source
}

const TAGS = [nullCoreTag, boolCoreTag, exactInt, floatCoreTag]

function resolved(source: string): unknown {
  for (const tag of TAGS) {
    const value = tag.resolve(source, false, tag.tagName)
    if (value !== NOT_RESOLVED) return value
  }
  return source
}

/** The indent of the first line is that of the block; trailing empty lines are one line end, none, or all of them. */
function readLiteral(cursor: Cursor, indent: number): string {
  const { text } = cursor
  LITERAL.lastIndex = cursor.at
  const match = LITERAL.exec(text)
  if (match === null) return notSimple()
  const begin = LITERAL.lastIndex + 1
  const first = skipSpaces(text, begin)
  const width = first - begin
  if (width <= indent || text.charCodeAt(first) === 10 || first === text.length) notSimple()
  const lines: string[] = []
  let at = begin
  while (at < text.length) {
    const content = skipSpaces(text, at)
    const end = text.indexOf('\n', content)
    if (content < at + width && content < end) break
    lines.push(text.slice(Math.min(at + width, end), end))
    at = end + 1
  }
  nextLine(cursor, at)
  if (cursor.indent > indent) notSimple()
  if (match[1] !== '+') while (lines.at(-1) === '') lines.pop()
  return match[1] === '-' ? lines.join('\n') : `${lines.join('\n')}\n`
}

/** The end of the line when nothing but a comment stands on the rest of it, otherwise -1. */
function restEnd(text: string, at: number): number {
  const char = text.charCodeAt(at)
  if (char === 10) return at
  if (char !== 32 && char !== 35) return -1
  REST.lastIndex = char === 35 && text.charCodeAt(at - 1) === 32 ? at - 1 : at
  return REST.test(text) ? REST.lastIndex : -1
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 32) at++
  return at
}
