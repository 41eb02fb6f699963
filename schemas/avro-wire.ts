/**
 * Avro's primitive encodings for the two records that carry bodies of megabytes, which a general codec would copy.
 * `avro-wire.test.ts` checks that the general codec reads and writes the same bytes.
 */
export class WireWriter {
  #bytes = Buffer.allocUnsafe(512)
  #at = 0

  raw(bytes: Buffer): this {
    this.#room(bytes.length)
    this.#at += bytes.copy(this.#bytes, this.#at)
    return this
  }

  long(value: number): this {
    this.#room(10)
    let n = value >= 0 ? value * 2 : -value * 2 - 1
    while (n >= 128) {
      this.#bytes[this.#at++] = (n % 128) | 128
      n = Math.floor(n / 128)
    }
    this.#bytes[this.#at++] = n
    return this
  }

  string(text: string): this {
    const length = Buffer.byteLength(text)
    this.long(length).#room(length)
    this.#at += this.#bytes.write(text, this.#at)
    return this
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

/** Reads in schema order; throws RangeError past the end. */
export class WireReader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  long(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('Avro value is cut short')
      value += (byte & 127) * factor
      if (byte < 128) break
      factor *= 128
    }
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  string(): string {
    return this.bytes().toString()
  }

  /** A view, not a copy. */
  bytes(): Buffer {
    const length = this.long()
    const end = this.#at + length
    if (length < 0 || end > this.#bytes.length) throw new RangeError('Avro value is cut short')
    const view = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return view
  }
}
