/**
 * The text of a dead letter: the event behind the header lines that are needed to read it, where its form has any, so
 * that the letter is a complete body and can be replayed.
 *
 * bound   header lines of all letters of one body are at most `HEADERS_MAX` times the body; letters beyond it, and
 *         those whose header is too long for `row-header.ts`, have none
 */
import type { RowHeader } from '../../../connectors/formats/decoder.ts'
import { HEADER_LOST } from '../../../connectors/formats/row-header.ts'

/** @bound header lines in the dead letters of one body = {} times the body -> the letter has no header lines */
const HEADERS_MAX = 4

export class LetterTexts {
  readonly #body: Buffer
  readonly #header: RowHeader | null
  #headerBytes = 0

  /** `header` is that of `OpenBody`. */
  constructor(body: Buffer, header: RowHeader | null) {
    this.#body = body
    this.#header = header
  }

  /** Call it with ascending offsets, as the header requires. */
  of(start: number, end: number): Buffer {
    const event = this.#body.subarray(start, end)
    const header = this.#header?.(start) ?? ''
    if (header === '' || header === HEADER_LOST) return event
    const lines = Buffer.from(`${header}\n`)
    this.#headerBytes += lines.length
    return this.#headerBytes > HEADERS_MAX * this.#body.length ? event : Buffer.concat([lines, event])
  }
}
