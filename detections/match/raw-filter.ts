/**
 * Rules out, from the JSON text of an event and before any value is read, that a value contains one of some folded
 * literals. `kernel/keyword-kernel.as` does the search; its tables for a set of literals are built here.
 */

import { kernelMaker } from '../../platform/kernel/kernel-maker.ts'
import { rarestWindow } from './raw-windows.ts'

/** The text from which the record was parsed: a string, or UTF-8 bytes in a body. */
export type RawJson = string | { readonly body: Buffer; readonly start: number; readonly end: number }

type Kernel = {
  readonly memory: { readonly buffer: ArrayBuffer }
  mayHold(tables: number, text: number, length: number): number
}

/** Address in the kernel's memory; the memory below belongs to the compiler's own data. */
const TABLES_AT = 4096
const HALVES = 16
const TEDDY_BYTES = 3
const GROUPS = 8
const WORDS_AT = TEDDY_BYTES * 2 * HALVES
const WORDS = 1024
const HASH_FACTOR = 0x9e3779b1
const HASH_SHIFT = 22
const TABLES_SIZE = WORDS_AT + WORDS * 4
/** Number of filters whose tables are in the memory; with more in use they are copied in again in turn. */
const SLOTS = 32
/** Size of all of them in bytes. */
export const FILTERS_SIZE = SLOTS * TABLES_SIZE
const TEXT_AT = TABLES_AT + FILTERS_SIZE
/** Bytes that the kernel writes beyond a text. */
const PADDING = 32
/** Largest number of bytes per UTF-16 unit. */
const UNIT_BYTES_MAX = 3

/** With more literals, most texts contain the window of some literal. */
const LITERALS_MAX = 512

/** Characters of numbers: `1e5` is 100000, so such a literal may be in a value but not in the JSON text. */
export const NUMBER_TEXT = /^[-+.0-9e]*$/

const kernel = kernelMaker<Kernel>(new URL('kernel/keyword-kernel.wasm', import.meta.url))?.() ?? null
const bytes = Buffer.from(kernel?.memory.buffer ?? new ArrayBuffer(0))
const TEXT_MAX = bytes.length - TEXT_AT - PADDING

/** The filters whose tables are in the memory, from an address on. */
export class FilterSlots {
  private readonly owners: (RawFilter | null)[] = new Array(SLOTS).fill(null)
  private readonly slotOf = new WeakMap<RawFilter, number>()
  private readonly at: number
  private next = 0

  constructor(at: number) {
    this.at = at
  }

  /** Returns the address of its tables, after copying them there if needed. */
  place(filter: RawFilter, memory: Buffer): number {
    let slot = this.slotOf.get(filter) ?? 0
    if (this.owners[slot] !== filter) {
      slot = this.next
      this.next = (slot + 1) % SLOTS
      this.owners[slot] = filter
      this.slotOf.set(filter, slot)
      memory.set(filter.tables, this.at + slot * TABLES_SIZE)
    }
    return this.at + slot * TABLES_SIZE
  }
}

const slots = new FilterSlots(TABLES_AT)

export class RawFilter {
  /** In the kernel's format. */
  readonly tables: Buffer

  constructor(tables: Buffer) {
    this.tables = tables
  }

  /**
   * Null when the JSON text cannot decide: a literal is too short, could be a number, or is mostly escaped there. Also
   * null without a kernel.
   */
  static of(literals: readonly string[]): RawFilter | null {
    const distinct = [...new Set(literals)]
    if (!kernel || distinct.length === 0 || distinct.length > LITERALS_MAX) return null
    const windows = distinct.map((literal) => (NUMBER_TEXT.test(literal) ? null : rarestWindow(literal)))
    const known = windows.filter((window) => window !== null)
    return known.length < windows.length ? null : RawFilter.ofWindows(known.sort(Buffer.compare))
  }

  private static ofWindows(windows: readonly Uint8Array[]): RawFilter {
    const filter = new RawFilter(Buffer.alloc(TABLES_SIZE))
    for (const [i, window] of windows.entries()) filter.add(window, 1 << Math.floor((i * GROUPS) / windows.length))
    return filter
  }

  /** False only when no value of the event contains a literal, in any case. */
  mayHold(raw: RawJson): boolean {
    const length = typeof raw === 'string' ? putText(raw) : putBytes(raw.body, raw.start, raw.end)
    return !kernel || length < 0 || kernel.mayHold(slots.place(this, bytes), TEXT_AT, length) !== 0
  }

  private add(window: Uint8Array, group: number): void {
    const { tables } = this
    for (let i = 0; i < TEDDY_BYTES; i++) {
      const byte = window[i] as number
      const low = i * 2 * HALVES + (byte & 15)
      const high = (i * 2 + 1) * HALVES + (byte >> 4)
      tables[low] = (tables[low] as number) | group
      tables[high] = (tables[high] as number) | group
    }
    const word = Buffer.from(window).readUInt32LE()
    let place = Math.imul(word, HASH_FACTOR) >>> HASH_SHIFT
    while (![0, word].includes(tables.readUInt32LE(WORDS_AT + place * 4))) place = (place + 1) % WORDS
    tables.writeUInt32LE(word, WORDS_AT + place * 4)
  }
}

/** Copies the text and returns its length in bytes; -1 when it may be too long for the memory. */
function putText(text: string): number {
  return text.length * UNIT_BYTES_MAX > TEXT_MAX ? -1 : bytes.utf8Write(text, TEXT_AT)
}

function putBytes(body: Buffer, start: number, end: number): number {
  return end - start > TEXT_MAX ? -1 : body.copy(bytes, TEXT_AT, start, end)
}
