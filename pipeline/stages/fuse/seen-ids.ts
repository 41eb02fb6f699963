/**
 * Ids of processed signals, to recognise repeats: the newest ones, in chunks that are stored separately. 52 bits of an
 * id are kept; among as many ids as are held, two collide about once in 30 million.
 */
import { assert } from '../../../platform/assert.ts'

export const CHUNK = 1024
const HEAD_BYTES = 16

export class SeenIds {
  readonly #known = new Set<number>()
  /** Index in the ring for the next id. */
  #next = 0
  readonly #ring: Float64Array
  readonly #dirty = new Set<number>()

  constructor(chunks: number) {
    assert(chunks >= 2, 'one chunk is overwritten while the others keep their ids')
    this.#ring = new Float64Array(chunks * CHUNK)
  }

  /** Returns false when the id was already present. */
  add(signalId: string): boolean {
    const id = numberOf(signalId)
    if (this.#known.has(id)) return false
    const at = this.#next % this.#ring.length
    const oldest = this.#ring[at] as number
    if (oldest !== 0) this.#known.delete(oldest)
    this.#ring[at] = id
    this.#known.add(id)
    this.#next++
    this.#dirty.add(Math.floor(at / CHUNK))
    return true
  }

  /** Stores the clock with the newest chunk, also when it advanced without a new id. */
  touch(): void {
    if (this.#next > 0) this.#dirty.add(Math.floor(((this.#next - 1) % this.#ring.length) / CHUNK))
  }

  /** The chunks that changed since the last call, in stored form. */
  flush(clock: number): { readonly chunk: number; readonly payload: Buffer }[] {
    const changed = [...this.#dirty].map((chunk) => {
      const ids = this.#ring.subarray(chunk * CHUNK, (chunk + 1) * CHUNK)
      const used = ids.indexOf(0) < 0 ? CHUNK : ids.indexOf(0)
      const payload = Buffer.alloc(HEAD_BYTES + used * 8)
      payload.writeDoubleLE(clock, 0)
      payload.writeDoubleLE(this.#next, 8)
      for (let i = 0; i < used; i++) payload.writeDoubleLE(ids[i] as number, HEAD_BYTES + i * 8)
      return { chunk, payload }
    })
    this.#dirty.clear()
    return changed
  }

  /** Restores a chunk and returns the clock that was stored with it. */
  restore(chunk: number, payload: Buffer): number {
    this.#next = Math.max(this.#next, payload.readDoubleLE(8))
    const first = chunk * CHUNK
    if (first >= this.#ring.length) return payload.readDoubleLE(0)
    for (let at = HEAD_BYTES, i = first; at < payload.length; at += 8, i++) {
      const id = payload.readDoubleLE(at)
      this.#ring[i] = id
      this.#known.add(id)
    }
    return payload.readDoubleLE(0)
  }

  get size(): number {
    return this.#known.size
  }
}

/** Signal ids are digests, so any of their digits serve. Never returns 0. */
function numberOf(signalId: string): number {
  const high = Number.parseInt(signalId.slice(0, 8), 16)
  const low = Number.parseInt(signalId.slice(-5), 16)
  return Number.isNaN(high + low) ? numberOfText(signalId) : high * 2 ** 20 + low + 1
}

function numberOfText(text: string): number {
  let hash = 7
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) % 2 ** 45
  return hash + 1
}
