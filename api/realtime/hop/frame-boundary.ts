/**
 * Tracks where frames of a WebSocket server end (RFC 6455, 5.2) as the bytes pass: only between two frames may the API
 * insert a close frame of its own. A server does not mask, and no payload is kept.
 */
const OPCODE_CLOSE = 0x8
const HEADER_BYTES_MAX = 10

export class FrameBoundary {
  readonly #header = Buffer.alloc(HEADER_BYTES_MAX)
  #headerBytes = 0
  /** Bytes left of the payload that is passing. */
  #bytesLeft = 0
  #hasClosed = false

  /** True when a close frame may be inserted: the last frame is complete, and the server has not sent a close frame. */
  get mayClose(): boolean {
    return this.#headerBytes === 0 && this.#bytesLeft === 0 && !this.#hasClosed
  }

  pass(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#bytesLeft > 0) {
        const length = Math.min(this.#bytesLeft, chunk.length - at)
        this.#bytesLeft -= length
        at += length
      } else this.#takeHeader(chunk.readUInt8(at++))
    }
  }

  #takeHeader(byte: number): void {
    this.#headerBytes = this.#header.writeUInt8(byte, this.#headerBytes)
    if (this.#headerBytes < headerLength(this.#header, this.#headerBytes)) return
    this.#headerBytes = 0
    this.#bytesLeft = payloadLength(this.#header)
    this.#hasClosed ||= (this.#header.readUInt8(0) & 0xf) === OPCODE_CLOSE
  }
}

/** Length in bytes of a header of which `known` bytes were read. */
function headerLength(header: Buffer, known: number): number {
  const short = known < 2 ? 0 : header.readUInt8(1) & 0x7f
  return short === 127 ? 10 : short === 126 ? 4 : 2
}

function payloadLength(header: Buffer): number {
  const short = header.readUInt8(1) & 0x7f
  if (short === 127) return Number(header.readBigUInt64BE(2))
  return short === 126 ? header.readUInt16BE(2) : short
}

/** A close frame of a server with a code and a reason of at most 123 ASCII characters. */
export function closeFrame(code: number, reason: string): Buffer {
  const frame = Buffer.from([0x80 | OPCODE_CLOSE, 2 + reason.length, code >> 8, code & 0xff])
  return Buffer.concat([frame, Buffer.from(reason, 'latin1')])
}
