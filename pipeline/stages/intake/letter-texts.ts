/**
 * The text of a dead letter: the event behind the header lines that it is read by, where its form has any, so that the
 * letter is a body by itself and can be replayed.
 *
 * bound   header lines of the letters of one body are together at most `HEADERS_MAX` times the body; letters past it,
 *         and those whose header is too long for `row-header.ts`, go without theirs
 */
import type { RowHeader } from '../../../connectors/formats/decoder.ts'
import { HEADER_LOST } from '../../../connectors/formats/row-header.ts'

const HEADERS_MAX = 4

export class LetterTexts {
  readonly #body: Buffer
  readonly #header: RowHeader | null
  #headerBytes = 0

  /** `header` as `OpenBody` has it. */
  constructor(body: Buffer, header: RowHeader | null) {
    this.#body = body
    this.#header = header
  }

  /** Asked in ascending order, as the header is. */
  of(start: number, end: number): Buffer {
    const event = this.#body.subarray(start, end)
    const header = this.#header?.(start) ?? ''
    if (header === '' || header === HEADER_LOST) return event
    const lines = Buffer.from(`${header}\n`)
    this.#headerBytes += lines.length
    return this.#headerBytes > HEADERS_MAX * this.#body.length ? event : Buffer.concat([lines, event])
  }
}
