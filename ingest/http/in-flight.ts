import { AppError } from '../../platform/errors.ts'

/**
 * Limits the bytes that all requests hold together. At the limit a request is refused with 503, so that memory does not
 * grow; nothing of it was acknowledged. A tenant may hold at most as many bytes as are left: a single tenant gets half,
 * two get a third each, and another tenant always finds room.
 */
export class InFlightBytes {
  readonly bytesMax: number
  /** Tenants that hold bytes: never more than there are requests. */
  readonly #byTenant = new Map<string, number>()
  #held = 0

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  get held(): number {
    return this.#held
  }

  hold(tenant: string): Hold {
    return new Hold(this, tenant)
  }

  /** Throws `unavailable` when the tenant could not hold this many more bytes now. */
  expect(tenant: string, bytes: number): void {
    const mine = this.#byTenant.get(tenant) ?? 0
    if (mine + bytes <= this.bytesMax - this.#held - bytes) return
    throw new AppError('unavailable', 'too many bytes are being received at once; send again', { retryAfterSeconds: 2 })
  }

  change(tenant: string, bytes: number): void {
    if (bytes > 0) this.expect(tenant, bytes)
    const mine = (this.#byTenant.get(tenant) ?? 0) + bytes
    if (mine > 0) this.#byTenant.set(tenant, mine)
    else this.#byTenant.delete(tenant)
    this.#held += bytes
  }
}

/** The bytes that one request holds. */
export class Hold {
  readonly #all: InFlightBytes
  readonly #tenant: string
  #bytes = 0
  #until: Promise<unknown> | undefined
  #whenFree: (() => void) | undefined

  constructor(all: InFlightBytes, tenant: string) {
    this.#all = all
    this.#tenant = tenant
  }

  /** Throws `unavailable` when this many more bytes could not be held now. */
  expect(bytes: number): void {
    this.#all.expect(this.#tenant, bytes)
  }

  add(bytes: number): void {
    this.#all.change(this.#tenant, bytes)
    this.#bytes += bytes
  }

  /** Keeps the bytes counted until `work` settles, also when the request is answered before. */
  keepUntil(work: Promise<unknown>): void {
    this.#until = work
  }

  /** `call` runs once, when the bytes are released. */
  whenFree(call: () => void): void {
    this.#whenFree = call
  }

  release(): void {
    const free = () => {
      this.#all.change(this.#tenant, -this.#bytes)
      this.#bytes = 0
      this.#whenFree?.()
      this.#whenFree = undefined
    }
    if (this.#until) this.#until.then(free, free)
    else free()
  }
}
