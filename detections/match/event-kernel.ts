/**
 * Reads events from the bytes of their JSON texts without creating objects: `kernel/event-kernel.as` records the
 * positions of known members' values, and searches them in place.
 */

import { wholeNumber } from '../../platform/exact-json.ts'
import { kernelMaker } from '../../platform/kernel/kernel-maker.ts'
import type { TextTable } from './field-tables.ts'
import { KernelMemory, type WasmMemory } from './kernel-memory.ts'
import { putTextTable } from './kernel-tables.ts'
import { MATCH_LIMITS } from './limits.ts'
import { FILTERS_SIZE, FilterSlots, type RawFilter } from './raw-filter.ts'

type Exports = {
  readonly memory: WasmMemory
  readEvent(
    text: number,
    length: number,
    index: number,
    quotesMax: number,
    keys: number,
    slots: number,
    epoch: number,
  ): number
  hasDottedNames(): number
  isOnPath(path: number): number
  hashOf(start: number, length: number, parent: number): number
  lookAt(
    slot: number,
    tables: number,
    scratch: number,
    scratchSize: number,
    found: number,
    epoch: number,
    memo: number,
  ): number
  mayHold(tables: number, text: number, length: number): number
}

/** Kinds of JSON values, as the kernel numbers them. */
export const KIND = { absent: 0, text: 1, number: 2, true: 3, false: 4, null: 5, nested: 6 } as const

/** Longer texts and texts with more quotes are left to the JavaScript path, and so are longer values with escapes. */
const TEXT_MAX = 1 << 18
const QUOTES_MAX = 1 << 15
const SCRATCH_SIZE = 1 << 15
/** Bytes that the kernel may read and write beyond a text or a copy. */
const PADDING = 64
/** Largest number of known names. */
const NAMES_MAX = 4096
const PLACES = NAMES_MAX * 2
const WORD = 4
const PLACE_WORDS = 4
/** 1,024 cells of 320 bytes, see the kernel. */
const MEMO_SIZE = 1024 * 320
const SLOT_WORDS = 4
/** Numbers with this many digits are exact. */
const DIGITS_MAX = 15
const DIGIT_0 = 48
const OPEN_OBJECT = 0x7b
const NAME_BYTES_MAX = 0xffff
/** Set in the number of a slot: names inside of its value are known. */
const HAS_NAMES = 1 << 31
const EPOCH_MAX = 0x7fffffff

/** A path in the kernel: the number of its steps, the steps, and the bytes of their values. */
const PATH_HEAD = 16
const PATH_STEP = 16
const PATH_SIZE = 2048
const EXPECTED = { absent: 0, present: 1, text: 2, scalar: 3, begins: 4 } as const

type Name = { readonly slot: number; readonly at: number; readonly length: number; readonly parent: number }

const make = kernelMaker<Exports>(new URL('kernel/event-kernel.wasm', import.meta.url))

export class EventKernel {
  private readonly exports: Exports
  private readonly memory: KernelMemory
  private readonly text: number
  private readonly index: number
  private readonly scratch: number
  private readonly found: number
  private readonly memo: number
  private readonly keys: number
  private readonly slots: number
  private readonly filters: FilterSlots
  private readonly names = new Map<string, Name>()
  /** The number of a table in the kernel, and the position of its automata. */
  private readonly tables = new WeakMap<TextTable, number>()
  private epoch = 0
  private length = 0

  private constructor(exports: Exports, predicates: number) {
    this.exports = exports
    this.memory = new KernelMemory(exports.memory)
    this.text = this.memory.alloc(TEXT_MAX + PADDING)
    this.index = this.memory.alloc(QUOTES_MAX * WORD)
    this.scratch = this.memory.alloc(SCRATCH_SIZE + PADDING)
    this.found = this.memory.alloc(predicates * WORD)
    this.memo = this.memory.alloc(MEMO_SIZE)
    this.keys = this.memory.alloc((1 + PLACES) * PLACE_WORDS * WORD)
    this.slots = this.memory.allocMarks(NAMES_MAX * SLOT_WORDS)
    this.filters = new FilterSlots(this.memory.alloc(FILTERS_SIZE))
  }

  /** Null on a processor without the vector instructions. */
  static open(predicates: number): EventKernel | null {
    return make && new EventKernel(make(), predicates)
  }

  /**
   * Returns the slot for the position of a member's value, valid from the next event on; -1 when too many names are
   * known. `parent` is the slot of the object that has the member, -1 for the record itself.
   */
  slotOf(name: string, parent = -1): number {
    const key = `${parent} ${name}`
    const known = this.names.get(key)
    if (known) return known.slot
    const bytes = Buffer.from(name)
    if (this.names.size === NAMES_MAX || bytes.length > NAME_BYTES_MAX) return -1
    const at = this.memory.alloc(bytes.length + PADDING)
    this.memory.bytes.set(bytes, at)
    this.names.set(key, { slot: this.names.size, at, length: bytes.length, parent })
    this.writeNames()
    return this.names.size - 1
  }

  /** The slots of the objects on the way to a member and of the member; null when too many names are known. */
  slotsOf(path: readonly string[]): readonly number[] | null {
    const slots: number[] = []
    for (const name of path) {
      const slot = this.slotOf(name, slots.at(-1) ?? -1)
      if (slot < 0) return null
      slots.push(slot)
    }
    return slots
  }

  private writeNames(): void {
    const { words } = this.memory
    const mask = 2 ** Math.ceil(Math.log2(this.names.size * 2)) - 1
    const head = this.keys / WORD
    words.fill(0, head, head + (1 + PLACES) * PLACE_WORDS)
    words[head] = mask
    const parents = new Set([...this.names.values()].map(({ parent }) => parent))
    for (const { slot, at, length, parent } of this.names.values()) {
      const hash = this.exports.hashOf(at, length, parent + 1)
      let place = hash & mask
      while (words[head + (1 + place) * PLACE_WORDS] !== 0) place = (place + 1) & mask
      const [size, number] = [length | ((parent + 1) << 16), parents.has(slot) ? slot | HAS_NAMES : slot]
      words.set([at, size, number, hash], head + (1 + place) * PLACE_WORDS)
    }
  }

  /** False when it is no JSON object, or when that is uncertain. Invalid UTF-8 is not detected. */
  read(body: Buffer, start: number, end: number): boolean {
    this.length = end - start
    if (this.length > TEXT_MAX) return false
    body.copy(this.memory.bytes, this.text, start, end)
    return this.readAgain()
  }

  /** Reads the same text again, for the names that became known meanwhile. */
  readAgain(): boolean {
    if (this.epoch === EPOCH_MAX) {
      this.memory.clearMarks()
      this.epoch = 0
    }
    this.epoch++
    const { text, length, index, keys, slots, epoch } = this
    return this.exports.readEvent(text, length, index, QUOTES_MAX, keys, slots, epoch) === 0
  }

  kindOf(slot: number): number {
    const { words } = this.memory
    const word = (this.slots >> 2) + slot * SLOT_WORDS
    return words[word] === this.epoch ? (words[word + 1] as number) : KIND.absent
  }

  /** The value as written: a text without its quotes, each byte as one character. */
  rawOf(slot: number): string {
    const word = (this.slots >> 2) + slot * SLOT_WORDS
    return this.memory.bytes.latin1Slice(this.memory.words[word + 2], this.memory.words[word + 3])
  }

  /** True for an object, false for an array; for a value that is nested. */
  isObject(slot: number): boolean {
    const word = (this.slots >> 2) + slot * SLOT_WORDS
    return this.memory.bytes[this.memory.words[word + 2] as number] === OPEN_OBJECT
  }

  /** True when a name inside of an object with known names has a dot, so that it may stand for several names of a path. */
  hasDottedNames(): boolean {
    return this.exports.hasDottedNames() !== 0
  }

  /**
   * Keeps what the last text has at some slots, of which `presence` are only there or not; returns the address for
   * `isOnPath`, 0 when it is too much. Written to `at`, which is a path that is no longer needed, or 0 for a new one.
   */
  putPath(at: number, slots: readonly number[], isPresence: readonly boolean[]): number {
    const sizes = slots.map((slot, i) => (this.isScalar(slot) && !isPresence[i] ? this.sizeOf(slot) : 0))
    const ends: number[] = []
    for (const size of sizes) ends.push((ends.at(-1) ?? PATH_HEAD + slots.length * PATH_STEP) + size)
    if ((ends.at(-1) ?? PATH_HEAD) > PATH_SIZE) return 0
    const path = at || this.memory.alloc(PATH_SIZE + PADDING)
    const { bytes, words } = this.memory
    words[path / WORD] = slots.length
    for (const [i, slot] of slots.entries()) {
      const kind = this.kindOf(slot)
      const word = (this.slots >> 2) + slot * SLOT_WORDS
      const [from, size, to] = [words[word + 2] as number, sizes[i] as number, path + (ends[i] as number)]
      const step = (path + PATH_HEAD + i * PATH_STEP) / WORD
      const expected = this.expectedAt(kind, isPresence[i] as boolean)
      words.set([slot, expected, expected === EXPECTED.begins ? (bytes[from] as number) : size, to - size], step)
      bytes.copyWithin(to - size, from, from + size)
    }
    return path
  }

  private isScalar(slot: number): boolean {
    const kind = this.kindOf(slot)
    return kind !== KIND.absent && kind !== KIND.nested
  }

  private expectedAt(kind: number, isPresence: boolean): number {
    if (kind === KIND.absent) return EXPECTED.absent
    if (isPresence) return EXPECTED.present
    if (kind === KIND.nested) return EXPECTED.begins
    return kind === KIND.text ? EXPECTED.text : EXPECTED.scalar
  }

  /** True when the last text has at the slots of the path what the text had for which it was kept. */
  isOnPath(path: number): boolean {
    return this.exports.isOnPath(path) !== 0
  }

  /** Length in bytes, as written. */
  sizeOf(slot: number): number {
    const word = (this.slots >> 2) + slot * SLOT_WORDS
    return (this.memory.words[word + 3] as number) - (this.memory.words[word + 2] as number)
  }

  /** A value that is not nested. */
  valueOf(slot: number): unknown {
    const { bytes, words } = this.memory
    const word = (this.slots >> 2) + slot * SLOT_WORDS
    const [start, end] = [words[word + 2] as number, words[word + 3] as number]
    switch (words[word + 1]) {
      case KIND.text: {
        const text = bytes.utf8Slice(start, end)
        return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text
      }
      case KIND.number:
        return numberIn(bytes, start, end)
      case KIND.null:
        return null
      default:
        return words[word + 1] === KIND.true
    }
  }

  /**
   * Evaluates a table on a text: returns the number of its predicates that are true, see `foundAt`; -1 for a text that
   * it cannot judge.
   */
  look(slot: number, table: TextTable): number {
    const tables = this.tables.get(table) ?? this.install(table)
    if (tables === 0) return -1
    const { slots, scratch, found, epoch, memo } = this
    return this.exports.lookAt(slots + slot * SLOT_WORDS * WORD, tables, scratch, SCRATCH_SIZE, found, epoch, memo)
  }

  foundAt(i: number): number {
    return this.memory.words[(this.found >> 2) + i] as number
  }

  mayHold(filter: RawFilter): boolean {
    return this.exports.mayHold(this.filters.place(filter, this.memory.bytes), this.text, this.length) !== 0
  }

  /** 0 when the memory is full: JavaScript's tables handle its texts from then on. */
  private install(table: TextTable): number {
    if (this.memory.used > MATCH_LIMITS.kernelBytesMax) return 0
    const at = putTextTable(this.memory, table)
    this.tables.set(table, at)
    return at
  }
}

/** Nearly all numbers have few digits and need no string. Whole ones beyond 2^53 become a `bigint`. */
function numberIn(bytes: Buffer, start: number, end: number): number | bigint {
  if (end - start > DIGITS_MAX) {
    const text = bytes.latin1Slice(start, end)
    return wholeNumber(text, Number(text))
  }
  let number = 0
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - DIGIT_0
    if (digit < 0 || digit > 9) return Number(bytes.latin1Slice(start, end))
    number = number * 10 + digit
  }
  return number
}
