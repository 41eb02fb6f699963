/**
 * The fields of one line of the Linux audit log, with the names of the audit field dictionary; words without a name are
 * put under `text`.
 */

import { codeAt } from '../../platform/code-at.ts'
import type { DecodeFault } from './decoder.ts'
import { FieldList } from './field-list.ts'
import { FIELDS_MAX, type Fields, nameOf, newFields } from './fields.ts'
import { socketAddress } from './socket-address.ts'
import { TextCodes } from './text-codes.ts'

/**
 * Fields that the kernel writes as `"text"`, or in hexadecimal if the text has white space, quotes or control
 * characters.
 */
const KERNEL_TEXT = new Set(['name', 'exe', 'comm', 'cwd', 'proctitle', 'key', 'path', 'ocomm', 'dir', 'file', 'watch'])
/** Fields that programs write, which write plain words without quotes too. */
const PROGRAM_TEXT = new Set(['acct', 'cmd', 'data', 'grp', 'new_group', 'vm', 'invalid_context', 'unit', 'device'])

/** `avc:  denied  { read write } for  pid=1 ...` of SELinux. */
const AVC = /^avc: {1,4}(\w{1,32}) {1,4}\{ ?([^}]{0,1024}?) ?\} for /

const read = new TextCodes()
const fields = new FieldList()

export function auditFields(type: string, line: string, from: number): Fields | DecodeFault {
  fields.clear()
  begun = null
  let at = from
  const avc = type.includes('AVC') ? AVC.exec(line.slice(from, from + 1200)) : null
  if (avc) {
    fields.add('seresult', avc[1])
    fields.add('seperms', avc[2])
    at += avc[0].length
  }
  return addFields(type, line, at) ?? (begun === null ? fields.toFields() : fields.oneByOne(begun))
}

/**
 * The record, created early when an address added fields of its own; null until then. The other fields of the line are
 * added to it.
 */
let begun: Fields | null = null

function addFields(type: string, line: string, from: number): DecodeFault | null {
  const codes = read.of(line)
  const { length } = line
  let word = ''
  let words = ''
  let count = 0
  for (let at = skipGaps(codes, from, length); at < length; at = skipGaps(codes, at, length)) {
    const stop = endOfName(codes, at, length)
    if (codes[stop] !== EQUALS) {
      words = joined(words, word)
      word = line.slice(at, stop)
      at = Math.max(stop, at + 1)
      continue
    }
    if (++count > FIELDS_MAX) return 'too_many_fields'
    // The kernel before 3.10 wrote `old auid=1 new auid=2`.
    const isOneOfTwo = word === 'old' || word === 'new'
    const name = isOneOfTwo ? `${word}-${line.slice(at, stop)}` : nameOf(line, codes, at, stop)
    if (!isOneOfTwo) words = joined(words, word)
    word = ''
    at = addValue(type, name, line, codes, stop + 1)
  }
  words = joined(words, word)
  if (words !== '') fields.add('text', words)
  return null
}

function joined(words: string, word: string): string {
  return words === '' || word === '' ? words + word : `${words} ${word}`
}

const EQUALS = 0x3d

/** Adds the value that begins at `from`; returns the place to continue at, which is inside of a quoted `msg='...'`. */
function addValue(type: string, name: string, line: string, codes: Uint16Array, from: number): number {
  const quote = codes[from]
  if (quote === 0x27 && name === 'msg') return from + 1
  if (quote === 0x22) {
    const close = read.next(0x22, from + 1)
    const end = close === -1 ? line.length : close
    fields.add(name, line.slice(from + 1, end))
    return end + 1
  }
  if (quote === 0x7b) {
    const close = read.next(0x7d, from)
    const end = close === -1 ? line.length : close + 1
    fields.add(name, line.slice(from, end))
    return end
  }
  const end = endOfValue(codes, from, line.length)
  addWord(type, name, wordOf(line, codes, from, end))
  return end
}

/** Removes the comma, bracket or stray quote behind a word, as in `(hostname=?, addr=?, res=success)`. */
function wordOf(line: string, codes: Uint16Array, from: number, end: number): string {
  const last = codes[end - 1]
  const isLoose = last === 0x2c || last === 0x22 || (last === 0x29 && codes[from] !== 0x28)
  return line.slice(from, isLoose && end > from ? end - 1 : end)
}

function addWord(type: string, name: string, word: string): void {
  if (name === 'saddr' && type === 'SOCKADDR') {
    begun = Object.assign(fields.oneByOne(begun ?? newFields()), { saddr: word }, socketAddress(word))
    fields.clear()
    return
  }
  if (type === 'EXECVE' && name.endsWith(']') && ARGUMENT_PART.test(name)) {
    fields.add(name, bytesOf(word))
    return
  }
  const isArgument = type === 'EXECVE' && /^a\d+$/.test(name)
  // Input typed at a terminal, which may have control characters.
  const isTyped = name === 'data' && type.endsWith('TTY')
  const isKernel = isArgument || isTyped || KERNEL_TEXT.has(name)
  const text = isKernel || PROGRAM_TEXT.has(name) ? unhex(word, !isKernel) : null
  if (text === null) fields.add(name, word)
  else if (name === 'proctitle') fields.add(name, text.replaceAll('\0', ' ').trimEnd())
  else if (name === 'key') for (const key of text.split('\x01')) fields.add(name, key)
  else fields.add(name, text)
}

/** `a2[0]`: an argument that is too long for one record. */
const ARGUMENT_PART = /^(a\d{1,7})\[(\d{1,7})\]$/
const HEX_BYTES = /^(?:[0-9A-F]{2})+$/

/** A character for each byte: a UTF-8 character may begin in one part and end in the next. */
function bytesOf(word: string): string {
  return HEX_BYTES.test(word) ? Buffer.from(word, 'hex').toString('latin1') : word
}

/**
 * Joins the arguments that were split into parts: the parts that are present, in their order, replace the parts and
 * their length.
 */
export function wholeArguments(execve: Fields): Fields {
  const parts = new Map<string, [number, string][]>()
  for (const name of Object.keys(execve)) {
    const [, argument, nth] = ARGUMENT_PART.exec(name) ?? []
    const part = execve[name]
    if (argument === undefined || typeof part !== 'string') continue
    const known = parts.get(argument)
    if (known === undefined) parts.set(argument, [[Number(nth), part]])
    else known.push([Number(nth), part])
  }
  if (parts.size === 0) return execve
  const whole = newFields()
  for (const name of Object.keys(execve)) {
    const [of = '', isPart] = /^(a\d{1,7})(\[\d{1,7}\]|_len)$/.exec(name) ?? []
    const argument = isPart === undefined ? undefined : of.slice(0, of.length - isPart.length)
    if (argument === undefined || !parts.has(argument)) whole[name] = execve[name]
  }
  for (const [argument, list] of parts) {
    const bytes = list.sort(([a], [b]) => a - b).map(([, part]) => part)
    whole[argument] = Buffer.from(bytes.join(''), 'latin1').toString()
  }
  return whole
}

/** The text of an even number of upper-case hexadecimal digits; null for anything else. */
function unhex(word: string, isPlainOnly: boolean): string | null {
  if (word.length < 2 || word.length % 2 === 1 || !/^[0-9A-F]+$/.test(word)) return null
  const text = Buffer.from(word, 'hex').toString()
  // A program's plain word of hexadecimal digits, such as a number, would decode to control characters.
  return isPlainOnly && (word.length < 4 || hasControl(text)) ? null : text
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = codeAt(text, i)
    if ((code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || code === 0x7f || code === 0xfffd)
      return true
  }
  return false
}

/** White space, the mark before the names that the daemon adds, and the end of `msg='...'`. */
function skipGaps(codes: Uint16Array, from: number, length: number): number {
  let at = from
  while (at < length && isGap(codes[at] as number)) at++
  return at
}

function isGap(code: number): boolean {
  return code <= 0x20 || code === 0x27 || code === 0x28 || code === 0x2c || code === 0x3a
}

function endOfName(codes: Uint16Array, from: number, length: number): number {
  let at = from
  while (at < length) {
    const code = codes[at] as number
    if (code <= 0x20 || code === EQUALS || code === 0x27) break
    at++
  }
  return at
}

/** A word ends at white space or the quote that ends `msg='...'`; the commas of `grantors=a,b` are part of it. */
function endOfValue(codes: Uint16Array, from: number, length: number): number {
  let at = from
  while (at < length) {
    const code = codes[at] as number
    if (code <= 0x20 || code === 0x27) break
    at++
  }
  return at
}
