/**
 * Tells from the JSON text of an event, before any of its values is looked at, that no value holds one of some folded
 * literals. The search is `kernel/keyword-kernel.as`; here a window of four bytes is chosen for each literal.
 */
import fs from 'node:fs'
import { assert } from '../../platform/assert.ts'

/** The text whose record is matched: as a string, or bytes of a body in UTF-8. */
export type RawJson = string | { readonly body: Buffer; readonly start: number; readonly end: number }

/** No library of types that the project has knows it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

type Kernel = {
  readonly memory: { readonly buffer: ArrayBuffer }
  mayHold(tables: number, text: number, length: number): number
}

/** In bytes of the kernel's memory, below which lies what the compiler put there. */
const TABLES_AT = 4096
const HALVES = 16
const HASHES_AT = 6 * HALVES
const HASHES = 2048
const TABLES_SIZE = HASHES_AT + HASHES
/** Sets of literals; a further one has no filter. */
const FILTERS_MAX = 64
const TEXT_AT = TABLES_AT + FILTERS_MAX * TABLES_SIZE
/** The kernel writes so many bytes behind a text. */
const PADDING = 32
/** A unit of a string is at most so many bytes. */
const UNIT_BYTES_MAX = 3

const WINDOW = 4
/** With more, the window of some literal is in most texts. */
const LITERALS_MAX = 64
const FOLD = 0x20

/** What texts of numbers are made of: `1e5` is 100000, so such a literal can be in a value and not in the JSON text. */
const NUMBER_TEXT = /^[-+.0-9einfty]*$/

const { memory, mayHold } = new WebAssembly.Instance(
  new WebAssembly.Module(fs.readFileSync(new URL('kernel/keyword-kernel.wasm', import.meta.url))),
).exports as Kernel
const bytes = Buffer.from(memory.buffer)
const TEXT_MAX = bytes.length - TEXT_AT - PADDING
const filters = new Map<string, RawFilter>()

export class RawFilter {
  private readonly tables: number

  private constructor(tables: number, windows: readonly Uint8Array[]) {
    this.tables = tables
    for (const [i, window] of windows.entries()) this.add(window, 1 << Math.floor((i * 8) / windows.length))
  }

  /** Null where the JSON text cannot tell: a literal is too short, could be a number, or is mostly escaped there. */
  static of(literals: readonly string[]): RawFilter | null {
    const distinct = [...new Set(literals)].sort()
    const key = JSON.stringify(distinct)
    const known = filters.get(key)
    if (known) return known
    if (filters.size >= FILTERS_MAX || distinct.length > LITERALS_MAX) return null
    const windows = distinct.map((literal) => (NUMBER_TEXT.test(literal) ? null : rarestWindow(literal)))
    if (windows.includes(null)) return null
    const sorted = windows.filter((window) => window !== null).sort(Buffer.compare)
    const filter = new RawFilter(TABLES_AT + filters.size * TABLES_SIZE, sorted)
    filters.set(key, filter)
    return filter
  }

  /** False only when no value of the event holds a literal, in whatever case. */
  mayHold(raw: RawJson): boolean {
    const length = typeof raw === 'string' ? putText(raw) : putBytes(raw.body, raw.start, raw.end)
    return length < 0 || mayHold(this.tables, TEXT_AT, length) !== 0
  }

  private add(window: Uint8Array, group: number): void {
    for (let i = 0; i < 3; i++) {
      const byte = window[i] as number
      const low = this.tables + i * 2 * HALVES + (byte & 15)
      const high = this.tables + (i * 2 + 1) * HALVES + (byte >> 4)
      bytes[low] = (bytes[low] as number) | group
      bytes[high] = (bytes[high] as number) | group
    }
    const word = Buffer.from(window).readUInt32LE()
    bytes[this.tables + HASHES_AT + (Math.imul(word, 0x9e3779b1) >>> 21)] = 1
  }
}

/** The length in bytes; -1 when it may be too long for the memory. */
function putText(text: string): number {
  return text.length * UNIT_BYTES_MAX > TEXT_MAX ? -1 : bytes.utf8Write(text, TEXT_AT)
}

function putBytes(body: Buffer, start: number, end: number): number {
  return end - start > TEXT_MAX ? -1 : body.copy(bytes, TEXT_AT, start, end)
}

/**
 * Signs that every JSON text writes as themselves or as `\u` and a number, which the kernel does not pass over. Others,
 * and all that is no ASCII, are in no window.
 */
const PLAIN = /^[ -~]$/
const ESCAPED = '"\\/'

function rarestWindow(literal: string): Uint8Array | null {
  let best: string | null = null
  for (let from = 0; from + WINDOW <= literal.length; from++) {
    const window = literal.slice(from, from + WINDOW)
    if (![...window].every((sign) => PLAIN.test(sign) && !ESCAPED.includes(sign))) continue
    if (best === null || price(window) < price(best)) best = window
  }
  if (best === null) return null
  assert(best.length === WINDOW, 'a window has its length')
  return Uint8Array.from(best, (sign) => sign.charCodeAt(0) | FOLD)
}

/** Signs of log texts, the most frequent first; what is not here is rare. */
const FREQUENT = 'e0ntiaorscdlmu1p2-.3 4ghb5:69877wyvk,x_='

/** Of letters and the pairs of log texts; a repeated sign (`::`) is rarer than each of the two. */
function price(window: string): number {
  let product = 1
  for (const [i, sign] of [...window].entries()) {
    const rank = FREQUENT.indexOf(sign)
    product *= rank < 0 ? 1 : FREQUENT.length + 2 - rank
    if (i > 0 && sign === window[i - 1]) product /= 100
  }
  return product
}
