/** The streams that this process passes on: each has a place until its client's side is closed. */
import type { Writable } from 'node:stream'
import { AppError } from '../../../platform/errors.ts'
import type { RealtimeHop } from './connect-to-realtime.ts'

export type Place = {
  readonly hop: RealtimeHop
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
  /** Ends the stream; before the stream exists, aborts the pending request. */
  stop: () => void
}

export class PassedStreams {
  readonly #hop: RealtimeHop | undefined
  readonly #places = new Set<Place>()
  #isStopping = false

  constructor(hop: RealtimeHop | undefined) {
    this.#hop = hop
  }

  get size(): number {
    return this.#places.size
  }

  /** `client` is what closes when nothing of the stream is left there. Throws `unavailable` when there is no place. */
  open(client: Writable): Place {
    if (this.#hop === undefined)
      throw new AppError('unavailable', 'realtime streams are unavailable: REALTIME_BASE_URL is not set', {
        retryAfterSeconds: 3_600,
      })
    if (this.#isStopping || client.destroyed || this.#places.size >= this.#hop.streamsMax)
      throw new AppError('unavailable', 'this API proxies its maximum number of streams', { retryAfterSeconds: 5 })
    const gone = new AbortController()
    const place = { hop: this.#hop, signal: gone.signal, stop: () => gone.abort() }
    this.#places.add(place)
    client.once('close', () => {
      this.#places.delete(place)
      gone.abort()
    })
    return place
  }

  stop(): void {
    this.#isStopping = true
    for (const place of this.#places) place.stop()
  }
}
