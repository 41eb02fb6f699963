/**
 * Serialises entries: numbers are Avro's longs, texts Avro's strings (`schemas/avro-wire.ts`). Uids that are UUIDs are
 * stored separately, 16 bytes each, before everything else.
 */
import { codeAt } from '../../platform/code-at.ts'
import { uuidText } from '../../platform/uuid-text.ts'
import { WireReader, WireWriter } from '../../schemas/avro-wire.ts'
import type { Entry } from './columns.ts'

const UUID_BYTES = 16
const NOTHING = Buffer.alloc(0)

export class RecordWriter {
  readonly out = new WireWriter()
  #uuids = Buffer.allocUnsafe(64 * UUID_BYTES)
  #at = 0

  /**
   * The time as the distance from `beforeMs`, then a byte of flags: bit 0 a uid that is no UUID, bits 1 and 2 the kind
   * of the value, bit 3 feeds other than only the first, bit 4 carried fields.
   */
  entry({ timeMs, uid, feeds, value, carry }: Entry, beforeMs: number): void {
    const { out } = this
    const isText = !this.#uuid(uid)
    const kind = kindOf(value)
    const hasFeeds = feeds !== 1
    const hasCarry = carry.length > 0
    out.long(timeMs - beforeMs).long((isText ? 1 : 0) | (kind << 1) | (hasFeeds ? 8 : 0) | (hasCarry ? 16 : 0))
    if (isText) out.string(uid)
    if (kind !== NULL) writeValue(out, value)
    if (hasFeeds) out.long(feeds)
    if (hasCarry) this.many(carry, (text) => (text === null ? out.long(0) : out.long(1).string(text)))
  }

  many<T>(items: readonly T[], write: (item: T) => void): void {
    this.out.long(items.length)
    for (const item of items) write(item)
  }

  /** Puts `head` before the written bytes. */
  finish(head: Buffer = NOTHING): Buffer {
    const uuids = this.#uuids.subarray(0, this.#at)
    return new WireWriter().long(uuids.length).raw(uuids).raw(head).raw(this.out.finish()).finish()
  }

  /** Returns false when reading would not give the same text. */
  #uuid(uid: string): boolean {
    if (uid.length !== 36) return false
    if (this.#at === this.#uuids.length) this.#uuids = Buffer.concat([this.#uuids, this.#uuids])
    if (!parseUuid(uid, this.#uuids, this.#at)) return false
    this.#at += UUID_BYTES
    return true
  }
}

export class RecordReader {
  readonly from: WireReader
  readonly #uuids: Buffer
  #at = 0

  constructor(record: Buffer) {
    const whole = new WireReader(record)
    this.#uuids = whole.bytes()
    this.from = new WireReader(record, this.#uuids.byteOffset - record.byteOffset + this.#uuids.length)
  }

  entry(beforeMs: number): Entry {
    const { from } = this
    const timeMs = beforeMs + from.long()
    const holds = from.long()
    const uid = holds & 1 ? from.string() : this.#uuid()
    const value = readValue(from, (holds >> 1) & 3)
    const feeds = holds & 8 ? from.long() : 1
    const carry = holds & 16 ? this.many(() => (from.long() === 0 ? null : from.string())) : []
    return { timeMs, uid, feeds, value, carry }
  }

  many<T>(read: () => T): T[] {
    return Array.from({ length: this.from.long() }, read)
  }

  #uuid(): string {
    const hex = this.#uuids.toString('hex', this.#at, this.#at + UUID_BYTES)
    this.#at += UUID_BYTES
    return uuidText(hex)
  }
}

const DASH = 45
/** The value of a lower-case hexadecimal digit by its character code, or 16. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const at = '0123456789abcdef'.indexOf(String.fromCharCode(code))
  return at < 0 ? 16 : at
})

/** Places of each byte's digits in the text of a UUID. */
const PAIRS_AT = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const

/** Parses a text of 36 characters. When it returns false, the content of `into` is undefined. */
function parseUuid(uid: string, into: Buffer, to: number): boolean {
  const isDashed = codeAt(uid, 8) === DASH && codeAt(uid, 13) === DASH && codeAt(uid, 18) === DASH
  if (!isDashed || codeAt(uid, 23) !== DASH) return false
  let seen = 0
  for (let i = 0; i < UUID_BYTES; i++) {
    const at = PAIRS_AT[i] as number
    const high = DIGITS[codeAt(uid, at)] ?? 16
    const low = DIGITS[codeAt(uid, at + 1)] ?? 16
    seen |= high | low
    into[to + i] = high * 16 + low
  }
  return seen < 16
}

const [NULL, TEXT, WHOLE, DOUBLE] = [0, 1, 2, 3] as const
/** Smaller numbers are written as a long without loss. */
const WHOLE_MAX = 2 ** 51

function kindOf(value: string | number | null): number {
  if (value === null) return NULL
  if (typeof value === 'string') return TEXT
  return Number.isInteger(value) && Math.abs(value) < WHOLE_MAX && !Object.is(value, -0) ? WHOLE : DOUBLE
}

function writeValue(out: WireWriter, value: string | number | null): void {
  if (typeof value === 'string') out.string(value)
  else if (value !== null && kindOf(value) === WHOLE) out.long(value)
  else if (value !== null) out.long(8).raw(doubleBytes(value))
}

function readValue(from: WireReader, kind: number): string | number | null {
  if (kind === NULL) return null
  if (kind === TEXT) return from.string()
  return kind === WHOLE ? from.long() : from.bytes().readDoubleLE(0)
}

function doubleBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value, 0)
  return bytes
}
