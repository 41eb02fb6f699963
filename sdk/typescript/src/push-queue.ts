/** Events that wait to be pushed, in batches: in memory, or as files in a folder (see `push-spool.ts`). */

/** `ndjson` has an object on each line, `txt` a line of text. */
export type LineKind = 'ndjson' | 'txt'

export type PushBatch = {
  /** The same for each attempt, also in another process: with it the server recognises events that it already has. */
  readonly key: string
  readonly kind: LineKind
  readonly bytes: number
  readonly events: number
  content(): Uint8Array
}

export interface PushQueue {
  /** Bytes and events that are not settled. */
  readonly bytes: number
  readonly events: number
  /** Size of the open batch; 0 if there is none. */
  readonly openBytes: number
  readonly openEvents: number
  readonly openKind: LineKind | undefined
  /** `line` includes its line feed. Throws if the line could not be stored; then no part of it is stored. */
  append(kind: LineKind, line: Uint8Array): void
  /** Closes the open batch, so that it can be sent. */
  seal(): void
  first(): PushBatch | undefined
  /** Marks the first batch as settled. */
  settle(): void
  close(): void
}

export function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export class MemoryQueue implements PushQueue {
  bytes = 0
  events = 0
  openBytes = 0
  openKind: LineKind | undefined
  #open: Uint8Array[] = []
  readonly #sealed: PushBatch[] = []

  get openEvents(): number {
    return this.#open.length
  }

  append(kind: LineKind, line: Uint8Array): void {
    this.openKind = kind
    this.#open.push(line)
    this.openBytes += line.length
    this.bytes += line.length
    this.events++
  }

  seal(): void {
    if (this.openKind === undefined) return
    const content = joined(this.#open, this.openBytes)
    const { openBytes: bytes, openEvents: events, openKind: kind } = this
    this.#sealed.push({ key: crypto.randomUUID(), kind, bytes, events, content: () => content })
    this.#open = []
    this.openBytes = 0
    this.openKind = undefined
  }

  first(): PushBatch | undefined {
    return this.#sealed[0]
  }

  settle(): void {
    const settled = this.#sealed.shift()
    this.bytes -= settled?.bytes ?? 0
    this.events -= settled?.events ?? 0
  }

  close(): void {
    // Memory needs no lock, because no other process can use it.
  }
}
