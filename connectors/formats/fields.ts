import { codeAt } from '../../platform/code-at.ts'
import { ownText } from '../../platform/own-text.ts'

/** A record under construction: names come from senders, so it has no prototype whose names could be met. */
export type Fields = Record<string, unknown>

/**
 * Members that an object has room for in itself. The engine keeps an object that is filled under computed names as a
 * table, which is dear to read, once it has more members outside of itself than inside: so this is room for twice as many.
 */
const ROOM = 32
const MEMBERS = Array.from({ length: ROOM }, (_, i) => `this.m${i} = 0`)

/**
 * Made by a constructor that could set as many members, because the engine measures the room by what its text says and
 * by what the first objects come to have.
 */
const Bag = new Function(`return function Bag(room) { if (room) { ${MEMBERS.join('; ')} } }`)() as new (
  room?: boolean,
) => Fields
Bag.prototype = Object.create(null)
/** The engine settles the room after some eight objects. */
for (let i = 0; i < 16; i++) new Bag(true)

/** An object without inherited names, `__proto__` included. */
export function newFields(): Fields {
  return new Bag()
}

/** Names that were read last, by some of their letters. A power of two of them. */
const NAMES = 4096
const NAME_LENGTH_MAX = 64
const names: string[] = new Array(NAMES).fill('')
const startsWith = String.prototype.startsWith

/**
 * The name at a range of a text. A source writes the same names in every event, and one that is known already is
 * compared in place, where a new text would have to be made, hashed and looked up to be a name.
 */
export function nameIn(text: string, start: number, end: number): string {
  const length = end - start
  if (length <= 0 || length > NAME_LENGTH_MAX) return text.slice(start, end)
  const mark =
    length * 61 + codeAt(text, start) * 7 + codeAt(text, end - 1) * 131 + codeAt(text, start + (length >> 1)) * 17
  return nameAt(mark & (NAMES - 1), text, start, end)
}

/** `nameIn` of a text whose codes are known; see `TextCodes`. */
export function nameOf(text: string, codes: Uint16Array, start: number, end: number): string {
  const length = end - start
  if (length <= 0 || length > NAME_LENGTH_MAX) return text.slice(start, end)
  let mark = length
  for (let at = start; at < end; at++) mark = (Math.imul(mark, 31) + (codes[at] as number)) | 0
  return nameAt((mark ^ (mark >>> 12)) & (NAMES - 1), text, start, end)
}

function nameAt(slot: number, text: string, start: number, end: number): string {
  const known = names[slot] as string
  // Called so, because a method of texts of many kinds is looked up anew each time; see `codeAt`.
  if (known.length === end - start && startsWith.call(text, known, start)) return known
  // Two names of one event that share a place would otherwise drive each other out with every event.
  const other = slot ^ (NAMES >> 1)
  const before = names[other] as string
  if (before.length === end - start && startsWith.call(text, before, start)) return before
  const name = ownText(text.slice(start, end))
  names[other] = known
  names[slot] = name
  return name
}

/** More than any vendor sends in one event; an event that has more is refused as `too_many_fields`. */
export const FIELDS_MAX = 4096

/** Where decoders put what is around a vendor's fields; `decoder.ts` lists what is in them. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  'syslog',
  'cef',
  'leef',
  'hec',
  'zeek',
  'audit',
  'log',
  'cloudwatch',
])

/** Sets a field; one that is written twice becomes a list of what was written, in order. */
export function put(record: Fields, name: string, value: string): void {
  const known = record[name]
  if (known === undefined) record[name] = value
  else if (Array.isArray(known)) known.push(value)
  else if (WRAPPERS.has(name) && typeof known === 'object') put(record, `${name}_`, value)
  else record[name] = [known, value]
}

/** Sets a field that a decoder has read; what is no text is a wrapper. */
export function set(record: Fields, name: string, value: unknown): void {
  if (typeof value === 'string') put(record, name, value)
  else record[name] = value
}

/** Puts a wrapper beside the fields of a record; a field that has its name moves to `name_`. */
export function addWrapper(record: Fields, name: string, wrapper: Fields): void {
  if (Object.hasOwn(record, name)) record[`${name}_`] = record[name]
  record[name] = wrapper
}
