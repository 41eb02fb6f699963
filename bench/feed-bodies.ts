/**
 * Bodies for load that must not wait for a file: a part of the corpus in memory, used round after round. Each round
 * uses another connector, so that nothing is a duplicate of the round before.
 */
import { countLines, openCorpus } from './corpus.ts'

export type Load = { readonly body: Buffer; readonly events: number; readonly round: number }

const MEMORY_BYTES = 64 << 20

export class FeedBodies {
  readonly corpus: string
  readonly #bodies: readonly { readonly body: Buffer; readonly events: number }[]
  #next = 0

  private constructor(corpus: string, bodies: readonly Buffer[]) {
    this.corpus = corpus
    this.#bodies = bodies.map((body) => ({ body, events: countLines(body) }))
  }

  /** Bodies of about `bodyBytes`, or of `eventsPerBody` lines each. */
  static async load(size: { readonly bodyBytes: number } | { readonly eventsPerBody: number }): Promise<FeedBodies> {
    const corpus = openCorpus()
    const bodies: Buffer[] = []
    let bytes = 0
    for await (const body of corpus.bodies('bodyBytes' in size ? size.bodyBytes : 1 << 20)) {
      for (const part of 'bodyBytes' in size ? [body] : byLines(body, size.eventsPerBody))
        bodies.push(Buffer.from(part))
      bytes += body.length
      if (bytes >= MEMORY_BYTES) break
    }
    return new FeedBodies(corpus.name, bodies)
  }

  get bytesPerEvent(): number {
    const events = this.#bodies.reduce((sum, body) => sum + body.events, 0)
    return Math.round(this.#bodies.reduce((sum, { body }) => sum + body.length, 0) / events)
  }

  next(): Load {
    const round = Math.floor(this.#next / this.#bodies.length)
    const load = this.#bodies[this.#next++ % this.#bodies.length]
    if (!load) throw new Error('the corpus is empty')
    return { ...load, round }
  }
}

/** Pieces with this many lines; a shorter rest at the end is left out, so that all bodies have the same size. */
function byLines(body: Buffer, lines: number): Buffer[] {
  const parts: Buffer[] = []
  for (let start = 0, at = 0, count = 0; ; count++) {
    if (count === lines) {
      parts.push(body.subarray(start, at))
      start = at
      count = 0
    }
    const end = body.indexOf(10, at)
    if (end < 0) return parts
    at = end + 1
  }
}
