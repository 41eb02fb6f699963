/**
 * Tells a request that is sent again, because its answer did not arrive, from one that repeats an earlier one. The key
 * that it gives is part of the identity of events that have neither an id nor a time (decision 0005).
 *
 * Of a request with the same bytes that was answered, the next one is a new request. Of one whose answer broke off, the
 * next one is that request. Of what this process has not seen, replicas are asked where they share a Redis; else an
 * earlier one may have come to a process that is gone: its key is that of the window it came in, and the pipeline looks
 * for it under the key of the window before as well.
 *
 * bound   `REQUESTS_MAX` requests in each of two windows; past it the older window is forgotten
 * loses   a repetition, within a window, of a request that a process answered which is gone
 */
import { randomUUID } from 'node:crypto'
import xxhash from 'xxhash-wasm'
import type { SharedRequests } from '../../stores/redis/redis-requests.ts'

const { h64, h64Raw } = await xxhash()

export const RESEND_WINDOW_MS = 600_000
const REQUESTS_MAX = 500_000
/** Requests whose answer broke off; past it the oldest are forgotten. */
const BROKEN_MAX = 20_000

export type RequestKeys = { readonly requestKey: string; readonly earlierKey: string }

export type OpenRequest = RequestKeys & {
  /** The answer was written whole to a connection that stood. */
  answered(): void
  /** It was not, or nobody knows; also later, when the connection turns out to have been broken. */
  broken(): void
}

export class RequestMemory {
  readonly #shared: SharedRequests | null
  /** Answered or under way, in this window and in the one before. */
  #known: [Set<bigint>, Set<bigint>] = [new Set(), new Set()]
  readonly #broken = new Map<bigint, { readonly keys: RequestKeys; readonly ms: number }>()
  #window = 0

  /** Without `shared` there is one replica, or senders keep to theirs. */
  constructor(shared: SharedRequests | null = null) {
    this.#shared = shared
  }

  /** `scope` is what makes two requests the same beside tenant and body: source, format, channel. */
  async open(tenant: string, scope: string, body: Buffer, nowMs: number): Promise<OpenRequest> {
    this.#turn(nowMs)
    const hash = h64Raw(body, h64(`${tenant}\0${scope}`))
    const keys = this.#ownKeysOf(hash, nowMs) ?? (await this.#sharedKeysOf(tenant, hash)) ?? this.#keysOfWindow(hash)
    this.#know(hash)
    const share = (state: string) => {
      // A replica that does not learn it takes a repetition for a resend, as after a crash.
      this.#shared?.put(tenant, nameOf(hash), state, 2 * RESEND_WINDOW_MS).catch(() => undefined)
    }
    return {
      ...keys,
      answered: () => {
        this.#broken.delete(hash)
        share(ANSWERED)
      },
      broken: () => {
        this.#keepBroken(hash, keys, nowMs)
        share(`${keys.requestKey} ${keys.earlierKey}`)
      },
    }
  }

  /** Null for a request that this process has not seen. */
  #ownKeysOf(hash: bigint, nowMs: number): RequestKeys | null {
    const broken = this.#broken.get(hash)
    if (broken !== undefined) {
      this.#broken.delete(hash)
      if (nowMs - broken.ms <= RESEND_WINDOW_MS) return broken.keys
    }
    return this.#known.some((requests) => requests.has(hash)) ? newKeys() : null
  }

  async #sharedKeysOf(tenant: string, hash: bigint): Promise<RequestKeys | null> {
    const state = (await this.#shared?.get(tenant, nameOf(hash)).catch(() => null)) ?? null
    if (state === null) return null
    if (state === ANSWERED) return newKeys()
    const [requestKey = '', earlierKey = ''] = state.split(' ')
    return { requestKey, earlierKey }
  }

  #keysOfWindow(hash: bigint): RequestKeys {
    const keyIn = (window: number) => `${nameOf(hash)}.${window}`
    return { requestKey: keyIn(this.#window), earlierKey: keyIn(this.#window - 1) }
  }

  #keepBroken(hash: bigint, keys: RequestKeys, ms: number): void {
    this.#broken.delete(hash)
    this.#broken.set(hash, { keys, ms })
    const [oldest] = this.#broken.keys()
    if (this.#broken.size > BROKEN_MAX && oldest !== undefined) this.#broken.delete(oldest)
  }

  #know(hash: bigint): void {
    const [current] = this.#known
    if (current.size >= REQUESTS_MAX) this.#known = [new Set([hash]), current]
    else current.add(hash)
  }

  #turn(nowMs: number): void {
    const window = Math.floor(nowMs / RESEND_WINDOW_MS)
    if (window === this.#window) return
    this.#known = window === this.#window + 1 ? [new Set(), this.#known[0]] : [new Set(), new Set()]
    this.#window = window
  }
}

const ANSWERED = 'answered'
const newKeys = (): RequestKeys => ({ requestKey: randomUUID(), earlierKey: '' })
const nameOf = (hash: bigint) => hash.toString(16)
