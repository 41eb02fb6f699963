/**
 * The characters of a text as numbers in an array. Reading a character from the array takes a nanosecond, whatever kind
 * of string the text is; reading it from the string takes several times as long. Copying the whole text costs less than
 * reading a tenth of it from the string.
 */

/** Size of the array that is reused, in characters; a longer text gets an array of its own. */
const KEPT = 1 << 18
const BACKSLASH = 0x5c
/** Characters read one by one before the engine's own search, which is slow to start and then fast. */
const NEAR = 48
/** Zeros behind the last character, so that code that looks a few characters ahead need not check for the end. */
export const ZEROS = 24

const startsWith = String.prototype.startsWith

export class TextCodes {
  // This assumes a little-endian machine (x64, arm64), where an array of 16-bit numbers is UTF-16 LE in memory.
  readonly #bytes = Buffer.alloc(2 * (KEPT + ZEROS))
  readonly #kept = new Uint16Array(this.#bytes.buffer, this.#bytes.byteOffset, KEPT + ZEROS)
  #codes: Uint16Array = this.#kept
  #text = ''
  /** The first backslash at or behind `#slashFrom`. */
  #slash = -1
  #slashFrom = 0

  /**
   * Codes of the text, followed by `ZEROS` zeros; anything further belongs to other texts. Valid until the next call.
   */
  of(text: string): Uint16Array {
    // One function finds the separator of pairs and another reads the pairs, both with the same text.
    if (text === this.#text) return this.#codes
    const { length } = text
    this.#text = text
    this.#slash = -1
    this.#slashFrom = 0
    this.#codes = this.#kept
    if (length > KEPT) return (this.#codes = ownCodes(text))
    this.#bytes.ucs2Write(text, 0, 2 * length)
    for (let at = length; at < length + ZEROS; at++) this.#kept[at] = 0
    return this.#kept
  }

  /** Index of the first character with a code at or behind `from`; -1 for none. */
  next(code: number, from: number): number {
    const codes = this.#codes
    const { length } = this.#text
    const near = Math.min(length, from + NEAR)
    for (let at = from; at < near; at++) if (codes[at] === code) return at
    return near >= length ? -1 : this.#text.indexOf(String.fromCharCode(code), near)
  }

  /** Like `next`, without characters behind an odd number of backslashes, counted from `from`. */
  closing(code: number, from: number): number {
    let at = this.next(code, from)
    while (at !== -1 && this.#codes[at - 1] === BACKSLASH && this.#isEscaped(at, from)) at = this.next(code, at + 1)
    return at
  }

  #isEscaped(at: number, low: number): boolean {
    let before = at - 1
    while (before >= low && this.#codes[before] === BACKSLASH) before--
    return (at - before) % 2 === 0
  }

  /** True when a range holds a backslash. With ascending ranges each character is read once. */
  hasBackslash(start: number, end: number): boolean {
    if (start < this.#slashFrom || this.#slash < start) {
      const found = this.#text.indexOf('\\', start)
      this.#slash = found === -1 ? this.#text.length : found
      this.#slashFrom = start
    }
    return this.#slash < end
  }

  /** Like `next`, or the end of the text. */
  endBefore(code: number, from: number): number {
    const at = this.next(code, from)
    return at === -1 ? this.#text.length : at
  }

  /** True when the text holds another text at an index. */
  has(text: string, at: number): boolean {
    return startsWith.call(this.#text, text, at)
  }
}

function ownCodes(text: string): Uint16Array {
  const bytes = Buffer.alloc(2 * (text.length + ZEROS))
  bytes.ucs2Write(text, 0, 2 * text.length)
  return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length + ZEROS)
}

/** 1 at the ASCII codes that match a pattern. Codes above ASCII are never set. */
export function codesOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))
}

/** True for an ASCII letter, in either case. */
export function isLetter(code: number): boolean {
  return (code | 32) >= 0x61 && (code | 32) <= 0x7a
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Codes of the current line: its header, structured data and pairs are read in turn from one copy. */
export const lineCodes = new TextCodes()

/** Codes of the message, or of the part of it, that a source is reading. */
export const wordCodes = new TextCodes()
