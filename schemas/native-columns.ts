/**
 * Columns of ClickHouse's Native format, written row by row. `drain` returns a column's bytes and empties it. Format:
 * https://clickhouse.com/docs/en/interfaces/formats#native and the LowCardinality serialization of the server.
 */
import ipaddr from 'ipaddr.js'
import { SpareMemory } from '../platform/buffer-pool.ts'
import { codeAt } from '../platform/code-at.ts'

const START_BYTES = 1 << 14
const HAND_OVER_BYTES = 1 << 18

/** Memory of finished blocks; large enough for the blocks that return together after the log waited for its disk. */
const spares = new SpareMemory(128 * 2 ** 20)

/** Returns the memory of taken pieces for reuse: the pieces are empty from now on. */
export function giveBack(pieces: readonly Buffer[]): void {
  for (const { buffer } of pieces) giveMemoryBack(buffer as ArrayBuffer)
}

/** The same when another thread had the memory, so that the pieces are already empty. */
export function giveMemoryBack(memory: ArrayBuffer): void {
  if (memory.byteLength > HAND_OVER_BYTES) spares.give(memory)
}

/** Bytes that only grow, until they are taken. */
class Bytes {
  buffer: Buffer = Buffer.allocUnsafeSlow(START_BYTES)
  at = 0

  room(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return
    const larger = Buffer.from(spares.allocate(Math.max(this.buffer.length * 2, this.at + bytes)))
    this.buffer.copy(larger, 0, 0, this.at)
    giveBack([this.buffer])
    this.buffer = larger
  }

  /** Returns large contents with their memory, and copies small ones out of it. */
  drain(): Buffer {
    const isLarge = this.at > HAND_OVER_BYTES
    const bytes = isLarge ? this.buffer.subarray(0, this.at) : Buffer.from(this.buffer.subarray(0, this.at))
    if (isLarge) this.buffer = Buffer.from(spares.allocate(this.buffer.length))
    this.at = 0
    return bytes
  }
}

export class Fixed {
  readonly #bytes = new Bytes()
  readonly #width: 1 | 2 | 4
  readonly type: string

  constructor(type: 'UInt8' | 'UInt16' | 'UInt32') {
    this.type = type
    this.#width = type === 'UInt8' ? 1 : type === 'UInt16' ? 2 : 4
  }

  push(value: number): void {
    const bytes = this.#bytes
    bytes.room(4)
    let rest = value
    for (let i = 0; i < this.#width; i++, rest >>>= 8) bytes.buffer[bytes.at + i] = rest
    bytes.at += this.#width
  }

  drain(): Buffer[] {
    return [this.#bytes.drain()]
  }
}

/** Whole numbers of 64 bits, exact up to 2^53. */
export class UInt64 {
  readonly #bytes = new Bytes()
  readonly type: string = 'UInt64'

  push(value: number): void {
    const bytes = this.#bytes
    bytes.room(8)
    bytes.buffer.writeInt32LE(value | 0, bytes.at)
    bytes.buffer.writeInt32LE(Math.floor(value / 2 ** 32), bytes.at + 4)
    bytes.at += 8
  }

  drain(): Buffer[] {
    return [this.#bytes.drain()]
  }
}

export class Float64 {
  readonly #bytes = new Bytes()
  readonly type = 'Float64'

  push(value: number): void {
    const bytes = this.#bytes
    bytes.room(8)
    bytes.buffer.writeDoubleLE(value, bytes.at)
    bytes.at += 8
  }

  drain(): Buffer[] {
    return [this.#bytes.drain()]
  }
}

/** Milliseconds since the epoch. */
export class Milliseconds extends UInt64 {
  override readonly type = 'DateTime64(3)'
}

/** 128 bits as a UUID: two little-endian words, the more significant one first. */
export class Uuid {
  readonly #bytes = new Bytes()
  readonly type = 'UUID'

  push(words: Uint32Array): void {
    const bytes = this.#bytes
    bytes.room(16)
    bytes.buffer.writeUInt32LE(words[1] as number, bytes.at)
    bytes.buffer.writeUInt32LE(words[0] as number, bytes.at + 4)
    bytes.buffer.writeUInt32LE(words[3] as number, bytes.at + 8)
    bytes.buffer.writeUInt32LE(words[2] as number, bytes.at + 12)
    bytes.at += 16
  }

  drain(): Buffer[] {
    return [this.#bytes.drain()]
  }
}

const NO_ADDRESS = Buffer.alloc(16)
const ADDRESSES_MAX = 8192

/** IPv6 addresses; IPv4 in mapped form, and anything else as `::`. */
export class Addresses {
  readonly #bytes = new Bytes()
  /** Parsed addresses, because addresses repeat; beyond `ADDRESSES_MAX` the cache is cleared. */
  readonly #known = new Map<string, Buffer>()
  readonly type = 'IPv6'

  push(text: string): void {
    const bytes = this.#bytes
    bytes.room(16)
    bytes.at += (text === '' ? NO_ADDRESS : this.#parse(text)).copy(bytes.buffer, bytes.at)
  }

  drain(): Buffer[] {
    return [this.#bytes.drain()]
  }

  #parse(text: string): Buffer {
    let address = this.#known.get(text)
    if (!address) {
      if (this.#known.size >= ADDRESSES_MAX) this.#known.clear()
      address = addressBytes(text) ?? NO_ADDRESS
      this.#known.set(text, address)
    }
    return address
  }
}

/** 16 bytes in network order; null when the text is no IP address. A zone (`%eth0`) is ignored. */
export function addressBytes(text: string): Buffer | null {
  const bare = text.split('%', 1)[0] ?? ''
  if (ipaddr.IPv4.isValidFourPartDecimal(bare))
    return Buffer.from(ipaddr.IPv4.parse(bare).toIPv4MappedAddress().toByteArray())
  return ipaddr.IPv6.isValid(bare) ? Buffer.from(ipaddr.IPv6.parse(bare).toByteArray()) : null
}

export class Text {
  readonly #bytes = new Bytes()
  readonly type = 'String'

  push(text: string): void {
    const bytes = this.#bytes
    const length = text.length
    bytes.room(length * 3 + 5)
    if (length < 24 && this.#pushAscii(text)) return
    // The length in bytes is known only after writing, so a varint padded to four bytes is put in front later.
    const written = bytes.buffer.utf8Write(text, bytes.at + 4)
    padded(bytes.buffer, bytes.at, written)
    bytes.at += 4 + written
  }

  /** Adds a range of a body unchanged. */
  pushBytes(body: Buffer, start: number, end: number): void {
    const bytes = this.#bytes
    bytes.room(end - start + 4)
    padded(bytes.buffer, bytes.at, end - start)
    body.copy(bytes.buffer, bytes.at + 4, start, end)
    bytes.at += 4 + end - start
  }

  drain(): Buffer[] {
    return [this.#bytes.drain()]
  }

  /**
   * Writes short texts byte by byte, because a call into the engine would cost more. Returns false for a text that is
   * not ASCII.
   */
  #pushAscii(text: string): boolean {
    const { buffer, at } = this.#bytes
    const length = text.length
    buffer[at] = length
    for (let i = 0; i < length; i++) {
      const code = codeAt(text, i)
      if (code > 127) return false
      buffer[at + 1 + i] = code
    }
    this.#bytes.at = at + 1 + length
    return true
  }
}

/** LEB128 in four bytes, up to 2^28: longer than needed, which every reader accepts. */
function padded(buffer: Buffer, at: number, value: number): void {
  buffer[at] = (value & 127) | 128
  buffer[at + 1] = ((value >>> 7) & 127) | 128
  buffer[at + 2] = ((value >>> 14) & 127) | 128
  buffer[at + 3] = (value >>> 21) & 127
}

const KEYS_VERSION = 1
/** The block's own keys follow (bit 9), and the reader must update the dictionary with them (bit 10). */
const HAS_ADDITIONAL_KEYS = 0x600

/** LowCardinality(String): each text once, and an index a row. */
export class Dictionary {
  readonly type = 'LowCardinality(String)'
  #indexOf = new Map<string, number>()
  #keys = new Text()
  #rows = new Uint32Array(1024)
  #count = 0
  /** The last text, because neighbouring rows are often equal, and nearly always in columns that the batch sets. */
  #lastText = ''
  #lastIndex = 0

  constructor() {
    this.#reset()
  }

  push(text: string): void {
    if (text !== this.#lastText) {
      this.#lastText = text
      this.#lastIndex = this.#indexOf.get(text) ?? this.#add(text)
    }
    if (this.#count === this.#rows.length) this.#grow()
    this.#rows[this.#count++] = this.#lastIndex
  }

  drain(): Buffer[] {
    const keys = this.#indexOf.size
    const width = keys <= 0x100 ? 0 : keys <= 0x1_0000 ? 1 : 2
    const head = Buffer.alloc(24)
    head.writeUInt8(KEYS_VERSION, 0)
    head.writeUInt32LE(HAS_ADDITIONAL_KEYS | width, 8)
    head.writeUInt32LE(keys, 16)
    const count = Buffer.alloc(8)
    count.writeUInt32LE(this.#count, 0)
    const pieces = [head, ...this.#keys.drain(), count, this.#indexes(width)]
    this.#reset()
    return pieces
  }

  #indexes(width: number): Buffer {
    const rows = this.#rows.subarray(0, this.#count)
    const indexes = width === 0 ? Uint8Array.from(rows) : width === 1 ? Uint16Array.from(rows) : rows.slice()
    return Buffer.from(indexes.buffer, 0, indexes.byteLength)
  }

  #add(text: string): number {
    const index = this.#indexOf.size
    this.#indexOf.set(text, index)
    this.#keys.push(text)
    return index
  }

  /** The first key is always the empty text, as in blocks of the server. */
  #reset(): void {
    this.#indexOf = new Map()
    this.#count = 0
    this.#lastText = ''
    this.#lastIndex = this.#add('')
  }

  #grow(): void {
    const larger = new Uint32Array(this.#rows.length * 2)
    larger.set(this.#rows)
    this.#rows = larger
  }
}

export type Column = Fixed | UInt64 | Float64 | Uuid | Addresses | Text | Dictionary

/** A whole block: counts, then each column with its name and type. */
export function nativeBlock(columns: readonly (readonly [name: string, column: Column])[], rows: number): Buffer[] {
  return [
    varints(columns.length, rows),
    ...columns.flatMap(([name, column]) => [nameAndType(name, column.type), ...column.drain()]),
  ]
}

function nameAndType(name: string, type: string): Buffer {
  return Buffer.concat([varints(name.length), Buffer.from(name), varints(type.length), Buffer.from(type)])
}

function varints(...values: number[]): Buffer {
  const bytes: number[] = []
  for (const value of values) {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}
