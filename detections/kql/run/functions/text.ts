/** Texts (Kusto documentation, String functions). Positions and lengths count UTF-16 units. */
import { overrun } from '../budget.ts'
import { cast } from '../compare.ts'
import { textOf } from '../convert.ts'
import { argument, countOfEntries, type FunctionSpec, fn, fnOf, made } from '../function-spec.ts'
import { RUN_LIMITS } from '../limits.ts'
import { constantValue } from '../scope.ts'
import { isArray, type Json } from '../value.ts'

/** Any number of values as texts, one after the other. */
const strcat: FunctionSpec = (call) => {
  argument(call, 0)
  const runs = call.args.map((arg) => cast(arg, 'string').run)
  const { budget } = call.run
  return made(call.args, 'string', (row) => budget.text(runs.map((run) => String(run(row) ?? '')).join('')))
}

const strcatDelim: FunctionSpec = (call) => {
  argument(call, 1)
  const [first, ...rest] = call.args.map((arg) => cast(arg, 'string').run)
  const { budget } = call.run
  return made(call.args, 'string', (row) => {
    return budget.text(rest.map((run) => String(run(row) ?? '')).join(String(first?.(row) ?? '')))
  })
}

/** A start before the text means its beginning; a negative one counts from the end. */
function substring(text: string, start: bigint, length = BigInt(text.length)): string {
  const from = start < 0n ? Math.max(0, text.length + Number(start)) : Number(start)
  return text.slice(start < 0n && -start > BigInt(text.length) ? 0 : from, from + Math.max(0, Number(length)))
}

/**
 * `abc` from -1 on is documented as counting from the end. The length is counted anew behind each occurrence: that is how
 * the documented example finds a second one that ends behind the first length.
 */
function indexOf(text: string, wanted: string, start = 0n, length = -1n, occurrence = 1n): bigint | null {
  if (occurrence <= 0n) return null
  let from = start < 0n ? Math.max(0, text.length + Number(start)) : Number(start)
  for (let left = occurrence; left > 0n; left--) {
    const at = text.indexOf(wanted, from)
    if (at < 0 || (length >= 0n && at + wanted.length > from + Number(length))) return -1n
    from = at + 1
  }
  return BigInt(from - 1)
}

function split(text: string, delimiter: string): readonly string[] {
  return delimiter === '' ? [text] : text.split(delimiter)
}

const splits: FunctionSpec = fnOf(
  ['string', 'string', 'long'],
  'dynamic',
  ({ budget }) =>
    (text, delimiter, index) => {
      const parts = split(text, delimiter)
      budget.entries(parts.length)
      if (index === undefined) return parts
      const part = parts[Number(index)]
      return part === undefined ? null : [part]
    },
  2,
)

function repeated(text: string, count: bigint, delimiter = ''): string {
  const times = countOfEntries(count, 1024)
  if ((text.length + delimiter.length) * times > RUN_LIMITS.textChars) overrun('strrep would make too long a text')
  return Array.from({ length: times }, () => text).join(delimiter)
}

const strrep: FunctionSpec = (call) => {
  const { type, run } = argument(call, 0)
  const text = {
    ...argument(call, 0),
    type: 'string' as const,
    run: (row: Parameters<typeof run>[0]) => textOf(run(row), type),
  }
  return fn(['string', 'long', 'string'], 'string', repeated, 2)({ ...call, args: [text, ...call.args.slice(1)] })
}

function compared(a: string, b: string): bigint {
  return a < b ? -1n : a > b ? 1n : 0n
}

function joined(list: Json, delimiter = ''): string | null {
  if (!isArray(list)) return null
  return list.map((one) => textOf(one, 'dynamic')).join(delimiter)
}

function translated(from: string, to: string, text: string): string {
  const letters = [...from]
  const others = [...to]
  const map = new Map(
    letters.map((letter, i) => [letter, others.length === 0 ? '' : (others[i] ?? others.at(-1) ?? '')]),
  )
  return [...text].map((letter) => map.get(letter) ?? letter).join('')
}

const padded = (text: string, width: bigint, fill: string, end: boolean): string => {
  const length = countOfEntries(width, RUN_LIMITS.textChars)
  const one = fill === '' ? ' ' : fill
  return end ? text.padEnd(length, one) : text.padStart(length, one)
}

/** `has_any_index`: index of the first of the texts that occurs as a term. */
const firstFound: FunctionSpec = (call) => {
  const list = constantValue(cast(argument(call, 1), 'dynamic'), call.at, 'the texts')
  const texts = (isArray(list) ? list : [list as Json]).map((one) => textOf(one, 'dynamic').toLowerCase())
  return fn(['string', 'dynamic'], 'long', (text) =>
    BigInt(texts.findIndex((one) => text.toLowerCase().includes(one))),
  )(call)
}

export const textFunctions: Readonly<Record<string, FunctionSpec>> = {
  strcat,
  strcat_delim: strcatDelim,
  strcat_array: fn(['dynamic', 'string'], 'string', joined),
  strlen: fn(['string'], 'long', (text) => BigInt([...text].length)),
  string_size: fn(['string'], 'long', (text) => BigInt(Buffer.byteLength(text))),
  strcmp: fn(['string', 'string'], 'long', compared),
  strrep,
  substring: fn(['string', 'long', 'long'], 'string', substring, 2),
  indexof: fn(['string', 'string', 'long', 'long', 'long'], 'long', indexOf, 2),
  split: splits,
  tolower: fn(['string'], 'string', (text) => text.toLowerCase()),
  toupper: fn(['string'], 'string', (text) => text.toUpperCase()),
  reverse: fn(['string'], 'string', (text) => [...text].reverse().join('')),
  replace_string: fn(['string', 'string', 'string'], 'string', replaced),
  replace_strings: fn(['string', 'dynamic', 'dynamic'], 'string', replacedAll),
  translate: fn(['string', 'string', 'string'], 'string', translated),
  trimws: fn(['string'], 'string', (text) => text.trim()),
  padleft: fn(['string', 'long', 'string'], 'string', (text, width, fill = ' ') => padded(text, width, fill, false), 2),
  padright: fn(['string', 'long', 'string'], 'string', (text, width, fill = ' ') => padded(text, width, fill, true), 2),
  isascii: fn(['string'], 'bool', (text) => /^[\0-\x7f]*$/.test(text)),
  isutf8: fn(['string'], 'bool', (text) => text.isWellFormed()),
  unicode_codepoints_from_string: fn(['string'], 'dynamic', (text) => [...text].map((one) => one.codePointAt(0) ?? 0)),
  unicode_codepoints_to_string: fn(['dynamic'], 'string', fromCodePoints),
  has_any_index: firstFound,
}

function fromCodePoints(list: Json): string | null {
  if (!isArray(list)) return null
  const points = list.map(Number)
  return points.every((point) => point >= 0 && point <= 0x10ffff)
    ? points.map((one) => String.fromCodePoint(one)).join('')
    : null
}

function replaced(text: string, wanted: string, by: string): string {
  if (wanted === '') return text
  const parts = text.split(wanted)
  if (text.length + parts.length * by.length > RUN_LIMITS.textChars + text.length)
    overrun('replace_string would make too long a text')
  return parts.join(by)
}

function replacedAll(text: string, wanted: Json, by: Json): string {
  const list = isArray(wanted) ? wanted : []
  return list.reduce<string>(
    (all, one, i) => replaced(all, String(one), String(isArray(by) ? (by[i] ?? '') : by)),
    text,
  )
}
