/** Senders that hold connections to the door and send next to nothing. One that is cut comes again. */
import { connect, type Socket } from 'node:net'

const SLOW_EVERY_MS = 1_000
/** Sent at once by those that send a body, of what they announced. */
const BEGUN_BYTES = 100_000
const ANNOUNCED_BYTES = 10_000_000

export class SlowSenders {
  readonly #port: number
  readonly #token: string
  readonly #sockets = new Set<Socket>()
  readonly #timer: NodeJS.Timeout
  #isOver = false

  /** A third of them says nothing, a third does not end its headers, a third its body, which has a good credential. */
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
