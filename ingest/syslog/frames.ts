/**
 * Splits a syslog stream into messages: each preceded by its length (octet counting), or ended by a line end. A length
 * is digits, a space and the `<` of the message. Any other line that begins with digits, such as one with a date in
 * front, is a plain line, unless its sender counts octets. Source: RFC 6587, section 3.4; RFC 5425, section 4.3.
 */

/** @bound a syslog message -> the message is cut */
export const MESSAGE_BYTES_MAX = 64 * 1024
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const LT = 0x3c
const [ZERO, ONE, NINE] = [0x30, 0x31, 0x39]
const LENGTH_DIGITS_MAX = 6
const COUNT = /^[1-9]\d{0,5} (?=<)/

export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)
  /** True when the last message had a length. */
  #isCounting = false
  /** Number of messages that exceeded the limit and were cut. */
  cut = 0
  /** The reason why the stream cannot be read further; null while it can. */
  fault: string | null = null

  /**
   * Returns the messages that are complete now. After invalid framing no later message can be found: `fault` gives the
   * reason, and the last message is what was received of it.
   */
  read(chunk: Buffer): Buffer[] {
    if (this.fault !== null) return []
    let at = 0
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const messages: Buffer[] = []
    while (this.fault === null) {
      while (at < bytes.length && isTrailer(bytes[at])) at++
      const first = bytes[at]
      if (first === undefined) break
      const next = first >= ONE && first <= NINE ? this.#digits(bytes, at) : this.#line(bytes, at)
      if (next === null) break
      if (next.message.length > 0) messages.push(next.message)
      at = next.end
    }
    this.#rest = Buffer.from(bytes.subarray(at))
    return messages
  }

  /** Returns the last message: a line without an end, or the received part of a message whose sender disconnected. */
  end(): Buffer[] {
    const rest = this.#rest
    this.#rest = Buffer.alloc(0)
    const [count = ''] = COUNT.exec(rest.toString('latin1', 0, LENGTH_DIGITS_MAX + 2)) ?? []
    const message = trimmed(rest.subarray(count.length))
    const isCountAlone = this.#isCounting && /^\d* ?$/.test(message.toString('latin1'))
    return message.length === 0 || isCountAlone ? [] : [message]
  }

  /** Reads a message with a length, or a line that begins with digits. */
  #digits(bytes: Buffer, at: number): { message: Buffer; end: number } | null {
    let end = at
    while (end < bytes.length && end - at <= LENGTH_DIGITS_MAX && isDigit(bytes[end])) end++
    const isCut = end - at <= LENGTH_DIGITS_MAX && (end === bytes.length || end + 1 === bytes.length)
    if (isCut && (end === bytes.length || bytes[end] === SPACE)) return null
    if (bytes[end] !== SPACE || bytes[end + 1] !== LT) {
      if (this.#isCounting) return this.#noFrame(bytes, at, 'a message begins with neither its length nor <')
      return this.#line(bytes, at)
    }
    const length = Number(bytes.toString('latin1', at, end))
    const from = end + 1
    if (length > MESSAGE_BYTES_MAX)
      return this.#noFrame(bytes, from, `a message has ${length} bytes, at most ${MESSAGE_BYTES_MAX} are taken`)
    if (bytes.length < from + length) return null
    this.#isCounting = true
    return { message: trimmed(bytes.subarray(from, from + length)), end: from + length }
  }

  #noFrame(bytes: Buffer, at: number, fault: string): { message: Buffer; end: number } {
    this.fault = fault
    return { message: trimmed(bytes.subarray(at, at + MESSAGE_BYTES_MAX)), end: bytes.length }
  }

  #line(bytes: Buffer, at: number): { message: Buffer; end: number } | null {
    this.#isCounting = false
    const lineEnd = bytes.indexOf(LF, at)
    if (lineEnd >= 0 && lineEnd - at <= MESSAGE_BYTES_MAX)
      return { message: trimmed(bytes.subarray(at, lineEnd)), end: lineEnd + 1 }
    if (lineEnd < 0 && bytes.length - at <= MESSAGE_BYTES_MAX) return null
    this.cut++
    return { message: bytes.subarray(at, at + MESSAGE_BYTES_MAX), end: at + MESSAGE_BYTES_MAX }
  }
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= NINE

const isTrailer = (byte: number | undefined) => byte === LF || byte === CR || byte === 0

/** Removes the line ends and NULs that senders append to a message. */
export function trimmed(message: Buffer): Buffer {
  let end = message.length
  while (end > 0 && isTrailer(message[end - 1])) end--
  return Buffer.from(message.subarray(0, end))
}
