/**
 * Reads messages of Protocol Buffers by a table of their fields, into objects as their JSON form has them ("Protocol
 * Buffers: Encoding" and "ProtoJSON"): whole numbers of 64 bits as text. Fields that the table does not name are passed over.
 */
import { AppError } from '../../platform/errors.ts'

export type FieldKind = 'text' | 'bytes' | 'hex' | 'bool' | 'int64' | 'uint32' | 'fixed64' | 'double' | (() => Message)
export type Message = Readonly<
  Record<number, { readonly name: string; readonly kind: FieldKind; readonly isList?: true }>
>

export type ReadLimits = { readonly depthMax: number; readonly messagesMax: number }

/** Throws `bad_body` for bytes that are not such a message, `too_large` for one with too many levels or parts. */
export function readProtobuf(body: Buffer, message: Message, limits: ReadLimits): Record<string, unknown> {
  return new Reader(body, limits).message(message, 0, body.length, 0)
}

const VARINT = 0
const FIXED64 = 1
const LENGTH = 2
const FIXED32 = 5

class Reader {
  readonly #body: Buffer
  readonly #limits: ReadLimits
  #at = 0
  #messages = 0

  constructor(body: Buffer, limits: ReadLimits) {
    this.#body = body
    this.#limits = limits
  }

  message(fields: Message, start: number, end: number, depth: number): Record<string, unknown> {
    if (depth > this.#limits.depthMax || ++this.#messages > this.#limits.messagesMax)
      throw new AppError('too_large', 'the body is nested too deeply, or has too many parts: send it in several')
    const read: Record<string, unknown> = {}
    this.#at = start
    while (this.#at < end) {
      const tag = this.#number(end)
      const field = fields[Math.floor(tag / 8)]
      const bytesEnd = this.#valueEnd(tag % 8, end)
      if (field !== undefined) this.#add(read, field, tag % 8, bytesEnd, depth)
      this.#at = bytesEnd
    }
    return read
  }

  #add(
    read: Record<string, unknown>,
    { name, kind, isList }: Message[number],
    wire: number,
    end: number,
    depth: number,
  ) {
    const value = this.#value(kind, wire, end, depth)
    const list = read[name]
    if (!isList) read[name] = value
    else if (Array.isArray(list)) list.push(value)
    else read[name] = [value]
  }

  /** End of the value that begins here; for a value with a length, `#at` is moved behind the length. */
  #valueEnd(wire: number, end: number): number {
    const start = this.#at
    const size = wire === VARINT ? this.#varintSize(end) : wire === FIXED64 ? 8 : wire === FIXED32 ? 4 : -1
    if (size < 0 && wire !== LENGTH) throw notProtobuf()
    const length = size < 0 ? this.#number(end) : size
    const from = size < 0 ? this.#at : start
    if (!(from + length <= end)) throw notProtobuf()
    return from + length
  }

  #value(kind: FieldKind, wire: number, end: number, depth: number): unknown {
    const wanted = kind === 'bool' || kind === 'int64' || kind === 'uint32' ? VARINT : wireOf(kind)
    if (wire !== wanted) throw notProtobuf()
    const at = this.#at
    switch (kind) {
      case 'text':
        return this.#body.toString('utf8', at, end)
      case 'bytes':
        return this.#body.toString('base64', at, end)
      case 'hex':
        return this.#body.toString('hex', at, end)
      case 'bool':
        return this.#number(end) !== 0
      case 'int64':
        return String(BigInt.asIntN(64, this.#varint(end)))
      case 'uint32':
        return this.#number(end) % 2 ** 32
      case 'fixed64':
        return String(this.#body.readBigUInt64LE(at))
      case 'double':
        return this.#body.readDoubleLE(at)
      default:
        return this.message(kind(), at, end, depth + 1)
    }
  }

  #varintSize(end: number): number {
    let size = 1
    while ((this.#body[this.#at + size - 1] ?? 0) >= 0x80) size++
    if (size > 10 || this.#at + size > end) throw notProtobuf()
    return size
  }

  /** Reads a tag, a length or a small number: exact to 2^53. */
  #number(end: number): number {
    const size = this.#varintSize(end)
    let value = 0
    for (let i = size - 1; i >= 0; i--) value = value * 128 + ((this.#body[this.#at + i] ?? 0) & 0x7f)
    this.#at += size
    return value
  }

  #varint(end: number): bigint {
    const size = this.#varintSize(end)
    let value = 0n
    for (let i = size - 1; i >= 0; i--) value = (value << 7n) | BigInt((this.#body[this.#at + i] ?? 0) & 0x7f)
    this.#at += size
    return value
  }
}

function wireOf(kind: FieldKind): number {
  return kind === 'fixed64' || kind === 'double' ? FIXED64 : LENGTH
}

function notProtobuf(): AppError {
  return new AppError('bad_body', 'the body is not the message of Protocol Buffers that its Content-Type says')
}
