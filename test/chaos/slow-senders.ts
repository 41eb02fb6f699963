/**
 * Senders that hold connections to ingest and send next to nothing. A sender whose connection is cut connects again.
 */
import { connect, type Socket } from 'node:net'

const SLOW_EVERY_MS = 1_000
/** Bytes that a sender of a body sends at once, of the length that it announced. */
const BEGUN_BYTES = 100_000
const ANNOUNCED_BYTES = 10_000_000

export class SlowSenders {
  readonly #port: number
  readonly #token: string
  readonly #sockets = new Set<Socket>()
  readonly #timer: NodeJS.Timeout
  #isOver = false

  /**
   * A third of them sends nothing, a third never ends its headers, and a third never ends its body, with a valid
   * credential.
   */
  constructor(url: string, token: string, count: number) {
    this.#port = Number(new URL(url).port)
    this.#token = token
    for (let i = 0; i < count; i++) this.#open(i % 3)
    this.#timer = setInterval(() => {
      for (const socket of this.#sockets) if (socket.bytesWritten > 0) socket.write('x')
    }, SLOW_EVERY_MS)
  }

  end(): void {
    this.#isOver = true
    clearInterval(this.#timer)
    for (const socket of this.#sockets) socket.destroy()
  }

  #open(kind: number): void {
    const socket = connect(this.#port, '127.0.0.1')
    if (kind > 0) socket.write(this.#begun(kind === 2))
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (!this.#isOver) setTimeout(() => this.#isOver || this.#open(kind), SLOW_EVERY_MS)
    })
    socket.resume()
  }

  #begun(withBody: boolean): string {
    const head = [
      'POST /v1/ingest?connector_id=slow&source_format=json HTTP/1.1',
      'Host: door',
      `Authorization: Bearer ${this.#token}`,
      'Content-Type: application/x-ndjson',
      `Content-Length: ${ANNOUNCED_BYTES}`,
      'X-Slow: ',
    ].join('\r\n')
    return withBody ? `${head}\r\n\r\n${'x'.repeat(BEGUN_BYTES)}` : head
  }
}
