import { AppError } from '../../platform/errors.ts'

/**
 * The bytes that all requests hold together. At the maximum a request is sent away with 503 rather than let memory
 * grow; nothing of it was acknowledged.
 */
export class InFlightBytes {
  readonly bytesMax: number
  #held = 0

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  get held(): number {
    return this.#held
  }

  hold(): Hold {
    return new Hold((bytes) => this.#change(bytes))
  }

  /** Throws `unavailable` when so many more bytes could not be held now. */
  expect(bytes: number): void {
    if (this.#held + bytes <= this.bytesMax) return
    throw new AppError('unavailable', 'too many bytes are being received at once; send again', { retryAfterSeconds: 2 })
  }

  #change(bytes: number): void {
    if (bytes > 0) this.expect(bytes)
    this.#held += bytes
  }
}

/** What one request holds. */
export class Hold {
  readonly #change: (bytes: number) => void
  #bytes = 0
  #until: Promise<unknown> | undefined
  #whenFree: (() => void) | undefined

  constructor(change: (bytes: number) => void) {
    this.#change = change
  }

  add(bytes: number): void {
    this.#change(bytes)
    this.#bytes += bytes
  }

  /** The bytes are in use until `work` settles, also when the request is answered before. */
  keepUntil(work: Promise<unknown>): void {
    this.#until = work
  }

  /** Called once, when nobody uses the bytes any more. */
  whenFree(call: () => void): void {
    this.#whenFree = call
  }

  release(): void {
    const free = () => {
      this.#change(-this.#bytes)
      this.#bytes = 0
      this.#whenFree?.()
      this.#whenFree = undefined
    }
    if (this.#until) this.#until.then(free, free)
    else free()
  }
}
