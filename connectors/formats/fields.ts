import { codeAt } from '../../platform/code-at.ts'
import { ownText } from '../../platform/intern-string.ts'

/** A record under construction: names come from senders, so it has no prototype whose names could clash. */
export type Fields = Record<string, unknown>

/**
 * Number of members for which an object has room inside itself. An object that is filled under computed names becomes a
 * slow hash table once it has more members outside of itself than inside, so this leaves room for twice as many.
 */
const ROOM = 32
const MEMBERS = Array.from({ length: ROOM }, (_, i) => `this.m${i} = 0`)

/**
 * The constructor mentions as many members as there should be room for, because the engine derives the size from the
 * constructor's text and from the members that the first objects get.
 */
const Bag = new Function(`return function Bag(room) { if (room) { ${MEMBERS.join('; ')} } }`)() as new (
  room?: boolean,
) => Fields
Bag.prototype = Object.create(null)
/** The engine fixes the size after about eight objects. */
for (let i = 0; i < 16; i++) new Bag(true)

/** An object without inherited names, `__proto__` included. */
export function newFields(): Fields {
  return new Bag()
}

/** True when `newFields` made the record: objects parsed from JSON have another prototype. */
export function isReadFromText(record: object): boolean {
  return record instanceof Bag
}

/**
 * `next` is the slot of the name that followed this one last time: most records have the same names in the same order.
 * It is an index, because references would keep the names in memory forever.
 */
type Name = { readonly text: string; readonly codes: Uint16Array; readonly place: number; next: number }

/** Number of cached names, whose slot follows from their letters; a power of two. */
const NAMES = 8192
const NAME_LENGTH_MAX = 64
const startsWith = String.prototype.startsWith
const names: Name[] = new Array(NAMES).fill({ text: '', codes: new Uint16Array(), place: 0, next: 0 })
/** The names that `nameIn` and `nameOf` read last. */
let lastIn = names[0] as Name
let last = names[0] as Name
/** Character codes of the name that `nameIn` reads. */
const letters = new Uint16Array(NAME_LENGTH_MAX)

/**
 * The name at a range of a text. A source repeats the same names in every event, and a known name is compared in place,
 * without creating, hashing and looking up a new string.
 */
export function nameIn(text: string, start: number, end: number): string {
  const length = end - start
  if (length <= 0 || length > NAME_LENGTH_MAX) return text.slice(start, end)
  const guess = names[lastIn.next] as Name
  // Called this way because the engine would look up a method of mixed strings anew each time; see `codeAt`.
  if (guess.codes.length === length && startsWith.call(text, guess.text, start)) return (lastIn = guess).text
  for (let at = 0; at < length; at++) letters[at] = codeAt(text, start + at)
  const name = known(letters, 0, length) ?? learnt(text.slice(start, end), letters, 0)
  lastIn.next = name.place
  return (lastIn = name).text
}

/** `nameIn` of a text whose codes are known; see `TextCodes`. */
export function nameOf(text: string, codes: Uint16Array, start: number, end: number): string {
  const length = end - start
  if (length <= 0 || length > NAME_LENGTH_MAX) return text.slice(start, end)
  const guess = names[last.next] as Name
  if (isAt(guess, codes, start, end)) return (last = guess).text
  const name = known(codes, start, end) ?? learnt(text.slice(start, end), codes, start)
  last.next = name.place
  return (last = name).text
}

function known(codes: Uint16Array, start: number, end: number): Name | null {
  const slot = slotOf(codes, start, end)
  const first = names[slot] as Name
  if (isAt(first, codes, start, end)) return first
  // A second slot, because two names of one event that share a slot would otherwise evict each other with every event.
  const second = names[slot ^ (NAMES >> 1)] as Name
  return isAt(second, codes, start, end) ? second : null
}

function slotOf(codes: Uint16Array, start: number, end: number): number {
  let mark = end - start
  for (let at = start; at < end; at++) mark = (Math.imul(mark, 31) + (codes[at] as number)) | 0
  return (mark ^ (mark >>> 12)) & (NAMES - 1)
}

function isAt(name: Name, codes: Uint16Array, start: number, end: number): boolean {
  const { length } = name.codes
  if (length !== end - start) return false
  for (let i = 0; i < length; i++) if (name.codes[i] !== codes[start + i]) return false
  return true
}

function learnt(text: string, codes: Uint16Array, start: number): Name {
  const slot = slotOf(codes, start, start + text.length)
  const name = { text: ownText(text), codes: codes.slice(start, start + text.length), place: slot, next: slot }
  names[slot ^ (NAMES >> 1)] = names[slot] as Name
  names[slot] = name
  return name
}

/** No vendor sends more fields in one event; an event with more is refused as `too_many_fields`. */
export const FIELDS_MAX = 4096

/** Names under which decoders put wrappers around a vendor's fields; `decoder.ts` lists their members. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  'syslog',
  'cef',
  'leef',
  'hec',
  'zeek',
  'audit',
  'log',
  'cloudwatch',
  'sns',
  'sqs',
  'eventbridge',
  'elastic',
  'relayed',
])

/** Sets a field; a repeated field becomes a list of its values, in order. */
export function put(record: Fields, name: string, value: string): void {
  const known = record[name]
  if (known === undefined) record[name] = value
  else if (Array.isArray(known)) known.push(value)
  else if (WRAPPERS.has(name) && typeof known === 'object') put(record, `${name}_`, value)
  else record[name] = [known, value]
}

/** Sets a field that a decoder has read; a value that is not text belongs to a wrapper. */
export function set(record: Fields, name: string, value: unknown): void {
  if (typeof value === 'string') put(record, name, value)
  else record[name] = value
}

/** Adds a wrapper to the record; a field of the same name is renamed to `name_`. */
export function addWrapper(record: Fields, name: string, wrapper: Fields): void {
  if (Object.hasOwn(record, name)) record[`${name}_`] = record[name]
  record[name] = wrapper
}
