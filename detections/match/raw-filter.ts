/**
 * Rules out from the JSON text of an event, before any of its values is read, that a value holds one of some folded
 * literals. The search is `kernel/keyword-kernel.as`; its tables for a set of literals are made here.
 */

import { kernelMaker } from '../../platform/kernel/kernel-maker.ts'
import { rarestWindow } from './raw-windows.ts'

/** The text whose record is matched: as a string, or bytes of a body in UTF-8. */
export type RawJson = string | { readonly body: Buffer; readonly start: number; readonly end: number }

type Kernel = {
  readonly memory: { readonly buffer: ArrayBuffer }
  mayHold(tables: number, text: number, length: number): number
}

/** In bytes of the kernel's memory; the compiler's own data lies below. */
const TABLES_AT = 4096
const HALVES = 16
const TEDDY_BYTES = 3
const GROUPS = 8
const WORDS_AT = TEDDY_BYTES * 2 * HALVES
const WORDS = 1024
const HASH_FACTOR = 0x9e3779b1
const HASH_SHIFT = 22
const TABLES_SIZE = WORDS_AT + WORDS * 4
/** Filters whose tables are in the memory; with more in use they are copied in again in turn. */
const SLOTS = 32
/** Size of all of them in bytes. */
export const FILTERS_SIZE = SLOTS * TABLES_SIZE
const TEXT_AT = TABLES_AT + FILTERS_SIZE
/** The kernel writes so many bytes behind a text. */
const PADDING = 32
/** A unit of a string is at most so many bytes. */
const UNIT_BYTES_MAX = 3

/** With more, the window of some literal is in most texts. */
const LITERALS_MAX = 512

/** Characters of numbers: `1e5` is 100000, so such a literal can be in a value and not in the JSON text. */
export const NUMBER_TEXT = /^[-+.0-9e]*$/

const kernel = kernelMaker<Kernel>(new URL('kernel/keyword-kernel.wasm', import.meta.url))?.() ?? null
const bytes = Buffer.from(kernel?.memory.buffer ?? new ArrayBuffer(0))
const TEXT_MAX = bytes.length - TEXT_AT - PADDING

/** The filters whose tables are in a memory, from an address on. */
export class FilterSlots {
  private readonly owners: (RawFilter | null)[] = new Array(SLOTS).fill(null)
  private readonly slotOf = new WeakMap<RawFilter, number>()
  private readonly at: number
  private next = 0

  constructor(at: number) {
    this.at = at
  }

  /** The address of its tables, where they are copied if they are not there. */
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
  /** As the kernel reads them. */
  readonly tables = Buffer.alloc(TABLES_SIZE)

  private constructor(windows: readonly Uint8Array[]) {
    for (const [i, window] of windows.entries()) this.add(window, 1 << Math.floor((i * GROUPS) / windows.length))
  }

  /** Null where the JSON text cannot tell: a literal is too short, could be a number, or is mostly escaped there. Also without a kernel. */
  static of(literals: readonly string[]): RawFilter | null {
    const distinct = [...new Set(literals)]
    if (!kernel || distinct.length === 0 || distinct.length > LITERALS_MAX) return null
    const windows = distinct.map((literal) => (NUMBER_TEXT.test(literal) ? null : rarestWindow(literal)))
    const known = windows.filter((window) => window !== null)
    return known.length < windows.length ? null : new RawFilter(known.sort(Buffer.compare))
  }

  /** False only when no value of the event holds a literal, in whatever case. */
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

/** The length in bytes; -1 when it may be too long for the memory. */
function putText(text: string): number {
  return text.length * UNIT_BYTES_MAX > TEXT_MAX ? -1 : bytes.utf8Write(text, TEXT_AT)
}

function putBytes(body: Buffer, start: number, end: number): number {
  return end - start > TEXT_MAX ? -1 : body.copy(bytes, TEXT_AT, start, end)
}
