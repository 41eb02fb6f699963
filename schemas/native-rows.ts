/**
 * Reads a block in ClickHouse's Native format, as `native-columns.ts` writes it, row by row. Skips columns that are not
 * requested. Throws for anything that is no such block.
 */
const UUID_BYTES = 16

export class NativeRows {
  readonly rows: number
  readonly #block: Buffer
  readonly #texts = new Map<string, (row: number) => Buffer>()
  /** Texts of dictionary columns: each is decoded once. */
  readonly #shared = new Map<string, (row: number) => string>()
  readonly #fixed = new Map<string, number>()
  #at = 0

  /** `names` are the columns of variable width that will be read; those of fixed width can always be read. */
  constructor(block: Buffer, names: ReadonlySet<string>) {
    this.#block = block
    const columns = this.#varint()
    this.rows = this.#varint()
    for (let left = columns; left > 0; left--) this.#column(names)
    if (this.#at !== block.length) throw new TypeError('a block ends with its last column')
  }

  bytes(name: string, row: number): Buffer {
    const read = this.#texts.get(name)
    if (!read) throw new TypeError(`column ${name} was not asked for`)
    return read(row)
  }

  text(name: string, row: number): string {
    return this.#shared.get(name)?.(row) ?? this.bytes(name, row).toString()
  }

  uint8(name: string, row: number): number {
    return this.#block.readUInt8(this.#start(name) + row)
  }

  /** True when the block has the column and can read it. */
  has(name: string): boolean {
    return this.#fixed.has(name) || this.#texts.has(name)
  }

  uint32(name: string, row: number): number {
    return this.#block.readUInt32LE(this.#start(name) + row * 4)
  }

  /** Exact up to 2^53. */
  uint64(name: string, row: number): number {
    const at = this.#start(name) + row * 8
    return this.#block.readUInt32LE(at) + this.#block.readInt32LE(at + 4) * 2 ** 32
  }

  /** The words of a UUID, most significant first. */
  uuid(name: string, row: number, words: Uint32Array): void {
    const at = this.#start(name) + row * UUID_BYTES
    for (const [word, place] of [4, 0, 12, 8].entries()) words[word] = this.#block.readUInt32LE(at + place)
  }

  /** An address as text, IPv4 in dotted form; '' for `::`. */
  address(name: string, row: number): string {
    const at = this.#start(name) + row * 16
    const bytes = this.#block.subarray(at, at + 16)
    if (bytes.every((byte) => byte === 0)) return ''
    if (bytes.subarray(0, 12).equals(MAPPED)) return bytes.subarray(12).join('.')
    return Array.from({ length: 8 }, (_, word) => bytes.readUInt16BE(word * 2).toString(16)).join(':')
  }

  #start(name: string): number {
    const start = this.#fixed.get(name)
    if (start === undefined) throw new TypeError(`there is no column ${name} of fixed width`)
    return start
  }

  #column(names: ReadonlySet<string>): void {
    const name = this.#string().toString()
    const type = this.#string().toString()
    if (type === 'String') this.#strings(names.has(name) ? name : null)
    else if (type === 'LowCardinality(String)') this.#dictionary(name)
    else {
      const width = WIDTHS.get(type)
      if (width === undefined) throw new TypeError(`type ${type} is not known here`)
      this.#fixed.set(name, this.#at)
      this.#at += width * this.rows
    }
  }

  #strings(name: string | null): void {
    const starts = new Uint32Array(name === null ? 0 : this.rows)
    const ends = new Uint32Array(starts.length)
    for (let row = 0; row < this.rows; row++) {
      const length = this.#varint()
      if (name !== null) starts[row] = this.#at
      this.#at += length
      if (name !== null) ends[row] = this.#at
    }
    if (name !== null) this.#texts.set(name, (row) => this.#block.subarray(starts[row], ends[row]))
  }

  #dictionary(name: string): void {
    const width = 1 << this.#block.readUInt8(this.#at + 8)
    const count = this.#block.readUInt32LE(this.#at + 16)
    this.#at += 24
    const keys = Array.from({ length: count }, () => this.#string())
    const start = this.#at + 8
    this.#at = start + width * this.rows
    const texts: (string | undefined)[] = []
    const keyAt = (row: number) => this.#block.readUIntLE(start + row * width, width)
    this.#texts.set(name, (row) => keys[keyAt(row)] ?? EMPTY)
    this.#shared.set(name, (row) => {
      const key = keyAt(row)
      return (texts[key] ??= keys[key]?.toString() ?? '')
    })
  }

  #string(): Buffer {
    const length = this.#varint()
    return this.#block.subarray(this.#at, (this.#at += length))
  }

  #varint(): number {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#block.readUInt8(this.#at++)
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
}

const EMPTY = Buffer.alloc(0)
const MAPPED = Buffer.from('00000000000000000000ffff', 'hex')
const WIDTHS: ReadonlyMap<string, number> = new Map([
  ['UInt8', 1],
  ['UInt16', 2],
  ['UInt32', 4],
  ['UInt64', 8],
  ['Float64', 8],
  ['DateTime64(3)', 8],
  ['UUID', UUID_BYTES],
  ['IPv6', 16],
])
