/**
 * Functions that generated code calls. Each accepts any value of a record and returns one kind of value, or the empty
 * value of that kind: text '', number NaN, boolean undefined, JSON text ''. None of them throws.
 */
import { codeAt } from '../../platform/code-at.ts'
import { parseEventTime } from '../../platform/event-time.ts'
import { ownText } from '../../platform/intern-string.ts'
import { plainAddress } from '../../platform/ip-address.ts'
import { decodeEntities, readXml, type XmlElement } from '../formats/xml.ts'
import { numberText } from './text-of.ts'

/** Longer texts are cut in columns and in the OCSF event; the raw text keeps them whole. */
export const TEXT_MAX = 32_768
/** @bound texts in a list of one event -> the rest stays in the raw text */
const LIST_MAX = 1000

export function text(value: unknown): string {
  if (typeof value === 'string') {
    if (value === '-') return ''
    return value.length > TEXT_MAX ? value.slice(0, TEXT_MAX) : value
  }
  if (typeof value === 'number') return numberText(value)
  return typeof value === 'boolean' ? String(value) : ''
}

export function lower(value: unknown): string {
  return text(value).toLowerCase()
}

/** Words that `known` reads as no value. Other transforms keep them, because `None` may be somebody's name. */
const NOTHING_KNOWN: ReadonlySet<string> = new Set(
  ['unknown', 'null', 'none', 'n/a', 'undefined', 'nil', 'not available', 'not applicable'].flatMap((word) => [
    word,
    `(${word})`,
    `<${word}>`,
  ]),
)
const NOTHING_LENGTH_MAX = 16
/** 1 at the ASCII codes with which none of those words begins, in either case, blanks excluded. */
const PLAIN_FIRST = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase()
  return code > 0x20 && code < 0x7f && ![...NOTHING_KNOWN].some((word) => word.startsWith(letter)) ? 1 : 0
})

export function known(value: unknown): string {
  const found = text(value)
  // The first and last characters decide nearly all values.
  const last = codeAt(found, found.length - 1)
  if (PLAIN_FIRST[codeAt(found, 0)] === 1 && last > 0x20 && last < 0x7f) return found
  const bare = found.trim()
  return bare.length <= NOTHING_LENGTH_MAX && NOTHING_KNOWN.has(bare.toLowerCase()) ? '' : bare
}

const HOST = /^([^:/\\\s]{1,255})(?::\d{1,5})?$/

export function hostname(value: unknown): string {
  const found = HOST.exec(known(value))?.[1] ?? ''
  return ip(found) === '' ? found : ''
}

const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]{0,30}:\/\//
const AUTHORITY_END = /[/?#]/g

/** Where host and port of an address begin and end; both are 0 when no scheme precedes them. */
function authorityOf(address: string): readonly [number, number] {
  const start = SCHEME.exec(address)?.[0].length ?? 0
  return start === 0 ? [0, 0] : [start, indexFrom(AUTHORITY_END, address, start)]
}

/** Index of the match behind `from`; the length of the text when the pattern does not match. */
function indexFrom(pattern: RegExp, value: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(value)?.index ?? value.length
}

const AUTHORITY = /^(?:[^@]{0,255}@)?(?:\[([0-9a-fA-F:.]{2,45})\]|([^@:[\]\s]{1,255}))(?::\d{0,5})?$/

export function urlHost(value: unknown): string {
  const address = known(value)
  const [start, end] = authorityOf(address)
  const found = AUTHORITY.exec(address.slice(start, end === 0 ? indexFrom(AUTHORITY_END, address, 0) : end))
  return found?.[1] ?? found?.[2] ?? ''
}

const PATH_END = /[?#]/g

export function urlPath(value: unknown): string {
  const address = text(value)
  const [, start] = authorityOf(address)
  return address.slice(start, indexFrom(PATH_END, address, start))
}

export function urlQuery(value: unknown): string {
  const address = text(value)
  const mark = indexFrom(PATH_END, address, 0)
  if (address[mark] !== '?') return ''
  const fragment = address.indexOf('#', mark)
  return address.slice(mark + 1, fragment < 0 ? address.length : fragment)
}

/** Accounts without a SID are not one account. */
const NULL_SID = 'S-1-0-0'

export function sid(value: unknown): string {
  const found = text(value)
  // In a rendered text the name of the account stands in the place of its identifier.
  return found === NULL_SID || found.includes('\\') ? '' : found
}

/** Whole numbers that a double holds exactly, written as number, decimal or `0x` text. */
export function integer(value: unknown): number {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : Number.NaN
  if (typeof value !== 'string' || value === '' || value.length > 20) return Number.NaN
  const first = codeAt(value, 0)
  if (first >= 49 && first <= 57 && value.length <= DECIMAL_MAX) {
    const decimal = decimalOf(value)
    if (decimal >= 0) return decimal
  }
  const isNumber = (first >= 48 && first <= 57) || (first === 45 && value.length > 1)
  const number = isNumber ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : Number.NaN
}

/** Digits that always fit into 53 bits. */
const DECIMAL_MAX = 15

/** Most numbers have a few digits, which are converted fastest one by one; -1 for any other character. */
function decimalOf(digits: string): number {
  let number = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = codeAt(digits, i) - 48
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}

const PORT_MAX = 0xffff

export function port(value: unknown): number {
  const number = integer(value)
  return number >= 0 && number <= PORT_MAX ? number : Number.NaN
}

const TRUE = new Set<unknown>([true, 1, '1', 'true', 'True', 'TRUE', 'yes', 'Yes'])
const FALSE = new Set<unknown>([false, 0, '0', 'false', 'False', 'FALSE', 'no', 'No'])

export function boolean(value: unknown): boolean | undefined {
  if (TRUE.has(value)) return true
  return FALSE.has(value) ? false : undefined
}

/** Milliseconds since the epoch, see `platform/event-time.ts`. */
export function time(value: unknown): number {
  return typeof value === 'string' || typeof value === 'number' ? parseEventTime(value) : Number.NaN
}

const CLOCK = /^(?:(\d{1,4})d )?(\d{1,6})h?:([0-5]?\d)m?:([0-5]?\d)s?$/

/** Whole milliseconds of a number of seconds, written with or without decimals, or as `1:02:03` or `1d 2h:03m:04s`. */
export function millis(value: unknown): number {
  const clock = typeof value === 'string' && value.includes(':') ? CLOCK.exec(value) : null
  if (clock) {
    const [, days = '0', hours, minutes, seconds] = clock
    return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  }
  if (typeof value === 'string' && !/^\d{1,15}(?:\.\d{1,30})?$/.test(value)) return Number.NaN
  const ms = typeof value === 'number' || typeof value === 'string' ? Math.round(Number(value) * 1000) : Number.NaN
  return ms >= 0 && Number.isSafeInteger(ms) ? ms : Number.NaN
}

const Z = 0x5a
const isSign = (code: number) => code === 0x2b || code === 0x2d

const ZONE = /([+-])(\d\d):?(\d\d)$/

/** The minutes ahead of UTC in a time; NaN when it has no zone, 0 for `Z`. */
export function zone(value: unknown): number {
  if (typeof value !== 'string' || value.length > 64 || value.length < 16) return Number.NaN
  const last = value.length
  if (codeAt(value, last - 1) === Z) return 0
  if (!isSign(codeAt(value, last - 6)) && !isSign(codeAt(value, last - 5))) return Number.NaN
  const found = ZONE.exec(value)
  const minutes = found ? Number(found[2]) * 60 + Number(found[3]) : Number.NaN
  return found?.[1] === '-' ? -minutes : minutes
}

const OFFSET_MAX = 18 * 60

/** Like `zone`, but only for a time that is not in UTC. */
export function offset(value: unknown): number {
  const minutes = zone(value)
  return minutes === 0 || Math.abs(minutes) > OFFSET_MAX ? Number.NaN : minutes
}

const QUARTER_MS = 15 * 60_000
const ZONE_QUARTERS_MAX = 14 * 4

/** A longer delivery makes the zone doubtful: then the receipt in local time and in UTC may not be the same moment. */
const SLACK_MS = 5 * 60_000

/**
 * Converts a local time to UTC. Its zone follows from two spellings of the same receipt, one local and one in UTC; NaN
 * when they do not show it.
 */
export function localTime(local: unknown, receivedLocal: unknown, received: unknown): number {
  const localMs = time(local)
  const offsetMs = time(receivedLocal) - time(received)
  const quarters = Math.round(offsetMs / QUARTER_MS)
  const isZone = Math.abs(quarters) <= ZONE_QUARTERS_MAX && Math.abs(offsetMs - quarters * QUARTER_MS) <= SLACK_MS
  return isZone ? localMs - quarters * QUARTER_MS : Number.NaN
}

/** An address in the form of columns, see `plainAddress`. */
export function ip(value: unknown): string {
  return typeof value === 'string' ? plainAddress(value) : ''
}

const MAC = /^[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}$/
/** `0011.2233.4455`. */
const MAC_OF_CISCO = /^[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2}$/

export function mac(value: unknown): string {
  if (typeof value !== 'string') return ''
  if (value.length === 17) return MAC.test(value) ? value : ''
  return value.length === 14 && MAC_OF_CISCO.test(value) ? value.replaceAll('.', '').replace(/..(?!$)/g, '$&:') : ''
}

const EMAIL = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]{1,128}@[a-zA-Z0-9-]{1,63}\.[a-zA-Z0-9.-]{1,190}$/

export function email(value: unknown): string {
  return typeof value === 'string' && value.length <= 320 && EMAIL.test(value) ? value : ''
}

const NO_GUID = '00000000-0000-0000-0000-000000000000'
const GUID_LENGTH = 36

/**
 * Without braces; the guid of zeros counts as none. It is written by hand, because a pattern takes three times as long.
 */
export function guid(value: unknown): string {
  if (typeof value !== 'string') return ''
  const isBraced = value.length === GUID_LENGTH + 2 && codeAt(value, 0) === 123 && codeAt(value, 37) === 125
  if (!isBraced && value.length !== GUID_LENGTH) return ''
  const start = isBraced ? 1 : 0
  if (!hasGuidForm(value, start)) return ''
  const bare = isBraced ? value.slice(1, GUID_LENGTH + 1) : value
  return bare === NO_GUID ? '' : bare
}

/** The text is checked without cutting it first, because reading a substring is slower. */
function hasGuidForm(text: string, start: number): boolean {
  for (const dash of GUID_DASHES) if (codeAt(text, start + dash) !== 45) return false
  let digits = 0
  for (let i = 0; i < GUID_LENGTH; i++) digits += HEX[codeAt(text, start + i)] ?? 0
  return digits === GUID_LENGTH - GUID_DASHES.length
}

const GUID_DASHES = [8, 13, 18, 23] as const
/** 1 at the codes of hexadecimal digits. */
export const HEX = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9A-Fa-f]/.test(String.fromCharCode(code)) ? 1 : 0,
)

/** The text behind the last slash or backslash; the whole text if there is none. */
export function basename(value: unknown): string {
  const path = text(value)
  return path.slice(lastSlash(path) + 1)
}

export function dirname(value: unknown): string {
  const path = text(value)
  const at = lastSlash(path)
  return at > 0 ? path.slice(0, at) : ''
}

/** Searches by hand from the end, because the part behind the slash is short. */
function lastSlash(path: string): number {
  for (let at = path.length - 1; at >= 0; at--) {
    const code = codeAt(path, at)
    if (code === 92 || code === 47) return at
  }
  return -1
}

/** `DOMAIN\name` and `name`; in `name@domain` both belong to the name, and it stays whole. */
export function account(value: unknown): string {
  const name = text(value)
  let at = name.length - 1
  while (at >= 0 && codeAt(name, at) !== 92) at--
  return name.slice(at + 1)
}

export function accountDomain(value: unknown): string {
  const name = text(value)
  const at = name.indexOf('\\')
  return at > 0 ? name.slice(0, at) : ''
}

export function capture(value: unknown, pattern: RegExp): string {
  const found = pattern.exec(text(value))
  return found ? text(found[1]?.trim()) : ''
}

/** The last parsed document, because several leaves are made of one. */
let lastXml = ''
let lastRoot: XmlElement | null = null

/**
 * Texts of the first elements at the paths of an XML document, joined by blanks. Some shippers escape the XML twice.
 */
export function inXml(value: unknown, paths: readonly (readonly string[])[]): string {
  if (typeof value !== 'string' || value === '') return ''
  if (value !== lastXml) {
    lastXml = value
    lastRoot = readXml(value.startsWith('&lt;') ? decodeEntities(value) : value)
  }
  const texts = paths.map((path) => elementAt(lastRoot, path)?.text.trim() ?? '')
  return text(texts.filter((one) => one !== '').join(' '))
}

function elementAt(root: XmlElement | null, path: readonly string[]): XmlElement | null {
  let at = root
  for (const step of path) at = at?.children.find(({ localName }) => localName === step) ?? null
  return at
}

/** JSON of an array of texts. */
export function list(value: unknown, separator: RegExp, one: (item: unknown) => string = text): string {
  if (typeof value === 'string' && value.length <= TEXT_MAX && value.search(separator) === -1) {
    const item = one(text(value.trim()))
    return item === '' ? '' : `[${jsonText(item)}]`
  }
  const items = textsOf(value, separator)
    .map(one)
    .filter((item) => item !== '')
  return items.length === 0 ? '' : jsonText(items)
}

/**
 * JSON of an array of objects: each text is placed between `before`, which ends with the member's name, and a brace.
 */
export function each(value: unknown, before: string, separator: RegExp | null = null): string {
  const items = textsOf(value, separator).map((item) => `${before}${jsonText(item)}}`)
  return items.length === 0 ? '' : `[${items.join(',')}]`
}

/** Describes how each entry of a list of objects is written. */
export type ObjectSpec = {
  readonly members: readonly ObjectMember[]
  readonly others: readonly (readonly [readonly string[], Word])[]
  /** Members that the object requires: an entry without them is left out. */
  readonly demands: readonly { readonly parent: readonly string[]; readonly name: string }[]
}
export type ObjectMember = {
  readonly path: readonly string[]
  /** Places in the entry; the first one that holds something counts. */
  readonly places: readonly (readonly string[])[]
  /** Name of a transform, or words to look up. */
  readonly transform?: string
  readonly words?: Words<Word>
  readonly other?: Word | null
}
type Word = string | number | boolean
type Entry = { [name: string]: unknown }

/**
 * Maximum number of entries of a list that are written into an event; the record keeps all of them.
 * @bound objects in a list that become OCSF entries -> the rest stays in `unmapped`
 */
export const OBJECTS_MAX = 100

/** JSON of an array of objects. `transforms` are the functions of this file by name. */
export function objects(value: unknown, spec: ObjectSpec, transforms: Readonly<Record<string, unknown>>): string {
  const written: Entry[] = []
  for (const item of Array.isArray(value) ? value : [value]) {
    if (written.length === OBJECTS_MAX) break
    if (typeof item !== 'object' || item === null) continue
    const one = entryOf(item, spec, transforms)
    if (one !== null) written.push(one)
  }
  return written.length === 0 ? '' : jsonText(written)
}

function entryOf(item: object, spec: ObjectSpec, transforms: Readonly<Record<string, unknown>>): Entry | null {
  const entry: Entry = {}
  let isEmpty = true
  for (const member of spec.members) {
    const found = memberOf(item, member, transforms)
    if (found === null) continue
    put(entry, member.path, found)
    isEmpty = false
  }
  if (isEmpty) return null
  for (const [path, word] of spec.others) put(entry, path, word)
  for (const { parent, name } of spec.demands) {
    const at = valueAt(entry, parent)
    if (at !== undefined && members(at)[name] === undefined) return null
  }
  return entry
}

/** Null for an empty text or an invalid number. */
function memberOf(item: object, member: ObjectMember, transforms: Readonly<Record<string, unknown>>): unknown {
  for (const place of member.places) {
    const value = valueAt(item, place)
    const found = member.words
      ? lookup<Word | null>(value, member.words, null, member.other ?? null)
      : transformed(member.transform, value, transforms)
    if (found !== null && found !== '' && found !== undefined && !Number.isNaN(found)) return found
  }
  return null
}

function valueAt(value: unknown, place: readonly string[]): unknown {
  let at = value
  for (let i = 0; i < place.length; i++) at = members(at)[place[i] as string]
  return at
}

function transformed(name: string | undefined, value: unknown, transforms: Readonly<Record<string, unknown>>): unknown {
  const transform = transforms[name ?? 'text']
  return typeof transform === 'function' ? (transform as (value: unknown) => unknown)(value) : null
}

function put(entry: Entry, path: readonly string[], value: unknown): void {
  const last = path.length - 1
  let at = entry
  for (let i = 0; i < last; i++) at = (at[path[i] as string] ??= {}) as Entry
  at[path[last] ?? ''] = value
}

function textsOf(value: unknown, separator: RegExp | null): string[] {
  const one = separator === null ? [text(value)] : text(value).split(separator, LIST_MAX)
  const items = Array.isArray(value) ? value.slice(0, LIST_MAX).map(text) : one
  return items.map((item) => item.trim()).filter((item) => item !== '' && item !== '-')
}

/** The parts joined; '' when one of them is empty. */
export function concat(...parts: readonly string[]): string {
  return parts.includes('') ? '' : parts.join('')
}

export function json(value: unknown): string {
  return value === undefined || value === null || value === '' || value === '-' ? '' : jsonText(value)
}

/**
 * `JSON.stringify` escapes half a surrogate pair like this; a backslash that was in the text is itself escaped by
 * another one.
 */
const HALF_PAIR = /\\\\|\\ud[89a-f][0-9a-f]{2}/g

/**
 * JSON of a value. The engine rejects JSON with half a surrogate pair, and would show the whole event as text: it
 * becomes U+FFFD, as in a column. A text that was cut may end in such a half.
 */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value)
  return json.includes('\\ud') ? json.replace(HALF_PAIR, (found) => (found === '\\\\' ? found : '\ufffd')) : json
}

export type Words<V> = ReadonlyMap<unknown, V>

/** An array with one word counts as that word (`["Audit Success"]`). */
export function lookup<V>(value: unknown, words: Words<V>, nothing: V, other: V): V {
  if (value === undefined) return nothing
  const known = words.get(value)
  if (known !== undefined) return known
  if (typeof value === 'string')
    return value === '' || value === '-' ? nothing : (words.get(value.toLowerCase()) ?? other)
  if (Array.isArray(value) && value.length === 1) return lookup(value[0], words, nothing, other)
  return value === null || typeof value === 'object' ? nothing : other
}

/** Word lists in which the same value is looked up. */
export type WordLists = {
  readonly lists: { readonly words: Words<unknown>; readonly nothing: unknown; readonly other: unknown }[]
  /** Cached results of all lists by value. */
  readonly known: Map<unknown, readonly unknown[]>
}

/** The result of each list for a value. Most values are among a few words, which are looked up once for all lists. */
export function lookups(value: unknown, { lists, known }: WordLists): readonly unknown[] {
  const before = known.get(value)
  if (before !== undefined) return before
  const lookedUp = lists.map(({ words, nothing, other }) => lookup(value, words, nothing, other))
  if (known.size >= KNOWN_MAX || (typeof value === 'object' && value !== null)) return lookedUp
  if (typeof value !== 'string') known.set(value, lookedUp)
  else if (value.length <= KNOWN_LENGTH_MAX) known.set(ownText(value), lookedUp)
  return lookedUp
}

/** Words, looked up by a part of the value. */
export type PartWords<V> = {
  readonly pattern: RegExp
  readonly words: Words<V>
  readonly nothing: V
  readonly other: V
  /** Cached results by whole value. */
  readonly known: Map<string, V>
}

/** Number of cached values: a source repeats the same few kinds. When the cache is full, it stays as it is. */
const KNOWN_MAX = 512

/** Looks up a part of the value; a value without that part gives `other`. */
export function lookupIn<V>(value: unknown, { pattern, words, nothing, other, known }: PartWords<V>): V {
  const whole = text(value)
  if (whole === '') return nothing
  const before = known.get(whole)
  if (before !== undefined) return before
  const found = lookup(capture(whole, pattern), words, other, other)
  if (known.size < KNOWN_MAX && whole.length <= KNOWN_LENGTH_MAX) known.set(ownText(whole), found)
  return found
}

const KNOWN_LENGTH_MAX = 64

const SMALL_MAX = 2 ** 31 - 1
const MILLION = 1_000_000

/**
 * Text of a number. A large number, such as a time, is written in two parts, because the engine writes small integers
 * several times faster.
 */
export function digits(value: number): string {
  if (value <= SMALL_MAX || !Number.isSafeInteger(value)) return String(value)
  const high = Math.floor(value / MILLION)
  return digits(high) + String(MILLION + (value - high * MILLION)).slice(1)
}

/** JSON of a text. */
export const quote: (value: string) => string = JSON.stringify

/** Members of a value; an empty object if the value is no object. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : NOTHING
}

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({})
