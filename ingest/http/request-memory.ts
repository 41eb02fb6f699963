/**
 * Distinguishes a request that is sent again because its answer was lost from a new request with equal bytes. The key
 * that it returns is part of the identity of events that have neither an id nor a time (decision 0005).
 *
 * A copy of a request is open from before its events are appended until its answer was written to an intact connection.
 * The next request with the same bytes replaces a copy whose sender or process is gone; otherwise it is a new request.
 * Replicas keep open copies in a shared Redis. A single process keeps them in memory and writes them to a journal that
 * survives it. Where neither has the copy, as after a power cut, an earlier copy may have reached a process that is
 * gone: then the key is that of the window in which the request arrived, and the pipeline also looks for its events
 * under the key of the previous window.
 *
 * bound   `REQUESTS_MAX` requests in each of two windows, past it the older window is forgotten; `COPIES_MAX` copies of
 *         a tenant whose sender is gone, past it the oldest are forgotten
 * loses   a repetition within two windows of a request that neither memory nor journal has any more
 */
import { randomUUID } from 'node:crypto'
import xxhash from 'xxhash-wasm'
import type { SharedRequests } from '../../stores/redis/redis-requests.ts'

const { h64, h64Raw } = await xxhash()

export const RESEND_WINDOW_MS = 600_000
const REQUESTS_MAX = 500_000
const COPIES_MAX = 5_000

export type RequestKeys = { readonly requestKey: string; readonly earlierKey: string }

export type OpenRequest = RequestKeys & {
  /** The answer was completely written to an intact connection. */
  answered(): void
  /**
   * The answer was not written, or that is unknown; may also be called later, when the connection proves to have been
   * broken.
   */
  broken(): void
}

/** `opened` is written before the events of a copy are appended, `answered` after its answer was written. */
export type RequestNote = RequestKeys & {
  readonly kind: 'opened' | 'answered'
  readonly tenant: string
  readonly request: string
  readonly ms: number
}

/** A journal of requests that survives the process. */
export type RequestJournal = {
  /** Entries of the last two windows, oldest first. */
  read(): Iterable<RequestNote>
  write(note: RequestNote): void
}

/** A copy whose sender or process is gone. */
type LostCopy = { readonly keys: RequestKeys; readonly ms: number }

export type RequestMemoryDeps = {
  readonly shared?: SharedRequests | undefined
  readonly journal?: RequestJournal | undefined
}

export class RequestMemory {
  readonly #shared: SharedRequests | null
  readonly #journal: RequestJournal | null
  /** Requests that arrived in this window, and in the previous one. */
  #known: [Set<bigint>, Set<bigint>] = [new Set(), new Set()]
  /** Lost copies by tenant and request, oldest first. */
  readonly #lost = new Map<string, LostCopies>()
  #window = 0

  /** Without either there must be one replica, or each sender must keep to one. */
  constructor({ shared, journal }: RequestMemoryDeps = {}) {
    this.#shared = shared ?? null
    this.#journal = journal ?? null
    for (const note of this.#journal?.read() ?? []) this.#recall(note)
  }

  /** `scope` makes two requests comparable beside tenant and body: source, format, channel. */
  async open(tenant: string, scope: string, body: Buffer, nowMs: number): Promise<OpenRequest> {
    const hash = h64Raw(body, h64(`${tenant}\0${scope}`))
    const requestKey = await this.#shared?.open(tenant, nameOf(hash), randomUUID()).catch(() => null)
    return requestKey ? this.#openShared(tenant, hash, requestKey) : this.#openOwn(tenant, hash, nowMs)
  }

  #openShared(tenant: string, hash: bigint, requestKey: string): OpenRequest {
    const close = (state: 'answered' | 'broken') => {
      // A replica that does not learn of the close treats the copy as open until this process is gone.
      this.#shared?.close(tenant, nameOf(hash), requestKey, state).catch(() => undefined)
    }
    return openRequest({ requestKey, earlierKey: '' }, close)
  }

  #openOwn(tenant: string, hash: bigint, nowMs: number): OpenRequest {
    this.#turn(nowMs)
    const isKnown = this.#known.some((requests) => requests.has(hash))
    const keys = this.#lost.get(tenant)?.removeOldest(hash, nowMs) ?? (isKnown ? newKeys() : this.#keysOfWindow(hash))
    this.#know(hash)
    const note = { ...keys, tenant, request: nameOf(hash), ms: nowMs }
    this.#journal?.write({ kind: 'opened', ...note })
    return openRequest(keys, (state) => {
      if (state === 'broken') return this.#lostOf(tenant).add(hash, { keys, ms: nowMs })
      this.#lost.get(tenant)?.forget(hash, keys.requestKey)
      this.#journal?.write({ kind: 'answered', ...note })
    })
  }

  /** The process that opened it is gone: an unanswered copy waits for its resend. */
  #recall({ kind, tenant, request, ms, requestKey, earlierKey }: RequestNote): void {
    this.#turn(ms)
    const hash = BigInt(`0x${request}`)
    this.#know(hash)
    if (kind === 'answered') this.#lost.get(tenant)?.forget(hash, requestKey)
    else this.#lostOf(tenant).add(hash, { keys: { requestKey, earlierKey }, ms })
  }

  #lostOf(tenant: string): LostCopies {
    const copies = this.#lost.get(tenant) ?? new LostCopies()
    this.#lost.set(tenant, copies)
    return copies
  }

  #keysOfWindow(hash: bigint): RequestKeys {
    const keyIn = (window: number) => `${nameOf(hash)}.${window}`
    return { requestKey: keyIn(this.#window), earlierKey: keyIn(this.#window - 1) }
  }

  #know(hash: bigint): void {
    const [current] = this.#known
    if (current.size >= REQUESTS_MAX) this.#known = [new Set([hash]), current]
    else current.add(hash)
  }

  /** When the clock is set back, nothing is forgotten. */
  #turn(nowMs: number): void {
    const window = Math.floor(nowMs / RESEND_WINDOW_MS)
    if (window <= this.#window) return
    this.#known = window === this.#window + 1 ? [new Set(), this.#known[0]] : [new Set(), new Set()]
    this.#window = window
  }
}

/** Copies of a tenant's requests, in the order in which they were opened. */
class LostCopies {
  readonly #byRequest = new Map<bigint, Map<string, LostCopy>>()
  #size = 0

  add(hash: bigint, copy: LostCopy): void {
    this.forget(hash, copy.keys.requestKey)
    const copies = this.#byRequest.get(hash) ?? new Map<string, LostCopy>()
    // Moves it to the end: the first entry is the request that was not used for longest.
    this.#byRequest.delete(hash)
    this.#byRequest.set(hash, copies.set(copy.keys.requestKey, copy))
    if (++this.#size > COPIES_MAX) this.#forgetOldest()
  }

  /** Removes and returns the oldest copy of the request; null when none is young enough. */
  removeOldest(hash: bigint, nowMs: number): RequestKeys | null {
    for (const { keys, ms } of [...(this.#byRequest.get(hash)?.values() ?? [])]) {
      this.forget(hash, keys.requestKey)
      if (nowMs - ms <= RESEND_WINDOW_MS) return keys
    }
    return null
  }

  forget(hash: bigint, requestKey: string): void {
    const copies = this.#byRequest.get(hash)
    if (!copies?.delete(requestKey)) return
    this.#size--
    if (copies.size === 0) this.#byRequest.delete(hash)
  }

  #forgetOldest(): void {
    const [[hash, copies] = []] = this.#byRequest
    const [requestKey] = copies?.keys() ?? []
    if (hash !== undefined && requestKey !== undefined) this.forget(hash, requestKey)
  }
}

/** Another request may have replaced a broken one: later calls then change nothing. */
function openRequest(keys: RequestKeys, close: (state: 'answered' | 'broken') => void): OpenRequest {
  let isBroken = false
  return {
    ...keys,
    answered() {
      if (!isBroken) close('answered')
    },
    broken() {
      if (!isBroken) close('broken')
      isBroken = true
    },
  }
}

const newKeys = (): RequestKeys => ({ requestKey: randomUUID(), earlierKey: '' })
const nameOf = (hash: bigint) => hash.toString(16)
