import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { AppError } from '../../../platform/errors.ts'
import { failureOf, sendFailure } from './http-errors.ts'
import type { JobOutcome } from './lane.ts'

/**
 * Largest result that is held in memory when the client wants it complete before the status line (`wait_end_of_query`).
 */
const BUFFERED_MAX_BYTES = 64 * 1024 * 1024

/**
 * One HTTP answer. The headers are sent with the first chunk, so an error before it still sets the status. A later
 * error is reported as a ClickHouse server does: a tagged block at the end of the body, then the connection is cut.
 */
export class Answer {
  readonly #response: ServerResponse
  readonly #isBuffered: boolean
  readonly #isGzip: boolean
  readonly #tag = randomBytes(8).toString('hex')
  #held: Uint8Array[] = []
  #heldBytes = 0
  #sink: Writable | undefined

  constructor(response: ServerResponse, options: { isBuffered: boolean; isGzip: boolean }) {
    this.#response = response
    this.#isBuffered = options.isBuffered
    this.#isGzip = options.isGzip
  }

  async chunk(bytes: Uint8Array): Promise<void> {
    if (!this.#isBuffered) return this.#send(bytes)
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes <= BUFFERED_MAX_BYTES) return
    this.#held = []
    throw new AppError('too_large', `a result that is waited for is at most ${BUFFERED_MAX_BYTES} bytes`)
  }

  /**
   * The summary counts the rows that an insert received, including those that deduplication drops, as a server does.
   */
  async end(outcome: JobOutcome, isInsert: boolean): Promise<void> {
    if (isInsert && outcome.rows !== undefined) {
      const [rows, bytes] = [`${outcome.rows}`, `${outcome.bytes}`]
      const summary = { read_rows: rows, read_bytes: bytes, written_rows: rows, written_bytes: bytes }
      this.#response.setHeader('X-ClickHouse-Summary', JSON.stringify(summary))
    }
    for (const bytes of this.#held) await this.#send(bytes)
    this.#open().end()
  }

  fail(error: unknown): void {
    const failure = failureOf(error)
    if (!this.#sink) {
      sendFailure(this.#response, failure)
      return
    }
    if (this.#sink !== this.#response) {
      this.#response.destroy()
      return
    }
    const length = Buffer.byteLength(failure.message) + 1
    const block = `\r\n__exception__\r\n${this.#tag}\r\n${failure.message}\n${length} ${this.#tag}\r\n__exception__\r\n`
    this.#sink.write(block, () => this.#response.destroy())
  }

  async #send(bytes: Uint8Array): Promise<void> {
    const sink = this.#open()
    if (sink.destroyed) throw new Error('the client went away')
    if (sink.write(bytes)) return
    await drained(sink, this.#response)
  }

  #open(): Writable {
    if (this.#sink) return this.#sink
    this.#response.setHeader('X-ClickHouse-Exception-Tag', this.#tag)
    this.#sink = this.#isGzip ? this.#gzip() : this.#response
    return this.#sink
  }

  #gzip(): Writable {
    this.#response.setHeader('Content-Encoding', 'gzip')
    const gzip = createGzip({ level: 1 })
    gzip.on('data', (bytes: Uint8Array) => {
      if (!this.#response.write(bytes)) {
        gzip.pause()
        this.#response.once('drain', () => gzip.resume())
      }
    })
    gzip.once('end', () => this.#response.end())
    return gzip
  }
}

/** Resolves also when the connection is gone, because then nothing drains any more. */
function drained(sink: Writable, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      sink.off('drain', done)
      response.off('close', done)
      resolve()
    }
    sink.on('drain', done)
    response.on('close', done)
  })
}
