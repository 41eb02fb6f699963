/**
 * Decodes ClickHouse's Native format, for the types that the platform writes; it is strict, so that a test finds every
 * error.
 */
export type NativeBlock = { readonly rows: number; readonly columns: ReadonlyMap<string, readonly unknown[]> }

/** Decodes consecutive blocks. Throws when the bytes are not exactly such blocks. */
export function decodeNative(bytes: Buffer): NativeBlock[] {
  const reader = new Reader(bytes)
  const blocks: NativeBlock[] = []
  while (!reader.isAtEnd) blocks.push(block(reader))
  return blocks
}

/** One object for each row, over all blocks. */
export function nativeRows(bytes: Buffer): Record<string, unknown>[] {
  return decodeNative(bytes).flatMap(({ rows, columns }) =>
    Array.from({ length: rows }, (_, i) => Object.fromEntries([...columns].map(([name, values]) => [name, values[i]]))),
  )
}

function block(reader: Reader): NativeBlock {
  const count = reader.varint()
  const rows = reader.varint()
  const columns = new Map<string, unknown[]>()
  for (let i = 0; i < count; i++) {
    const name = reader.bytes(reader.varint()).toString()
    const type = reader.bytes(reader.varint()).toString()
    columns.set(name, column(reader, type, rows))
  }
  return { rows, columns }
}

function column(reader: Reader, type: string, rows: number): unknown[] {
  if (type === 'LowCardinality(String)') return rows === 0 ? [] : dictionary(reader, rows)
  const one = readers[type]
  if (!one) throw new Error(`no reader for ${type}`)
  return Array.from({ length: rows }, () => one(reader))
}

const readers: Record<string, (reader: Reader) => unknown> = {
  UInt8: (reader) => reader.bytes(1).readUInt8(),
  UInt16: (reader) => reader.bytes(2).readUInt16LE(),
  UInt32: (reader) => reader.bytes(4).readUInt32LE(),
  UInt64: (reader) => Number(reader.bytes(8).readBigUInt64LE()),
  Float64: (reader) => reader.bytes(8).readDoubleLE(),
  'DateTime64(3)': (reader) => Number(reader.bytes(8).readBigInt64LE()),
  String: (reader) => reader.bytes(reader.varint()),
  IPv6: (reader) => reader.bytes(16).toString('hex'),
  UUID: (reader) => {
    const [high, low] = [reader.bytes(8), reader.bytes(8)].map((word) => word.readBigUInt64LE())
    const hex = `${(high as bigint).toString(16).padStart(16, '0')}${(low as bigint).toString(16).padStart(16, '0')}`
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  },
}

/** Layout: version 1, then the flags with the width of the indexes, the keys, and one index for each row. */
function dictionary(reader: Reader, rows: number): string[] {
  if (reader.bytes(8).readBigUInt64LE() !== 1n) throw new Error('unknown version of a dictionary')
  const flags = Number(reader.bytes(8).readBigUInt64LE())
  if ((flags & ~0xff) !== 0x600) throw new Error(`unknown flags of a dictionary: ${flags}`)
  const keyCount = Number(reader.bytes(8).readBigUInt64LE())
  const keys = Array.from({ length: keyCount }, () => reader.bytes(reader.varint()).toString())
  if (Number(reader.bytes(8).readBigUInt64LE()) !== rows) throw new Error('a dictionary has an index a row')
  const width = 1 << (flags & 0xff)
  return Array.from({ length: rows }, () => {
    const key = keys[reader.bytes(width).readUIntLE(0, width)]
    if (key === undefined) throw new Error('an index is that of a key')
    return key
  })
}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  bytes(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new Error(`a block is cut short at byte ${this.#at}`)
    this.#at += count
    return this.#bytes.subarray(this.#at - count, this.#at)
  }

  varint(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes(1).readUInt8()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
}
