/** Events that wait to be pushed, cut into batches: in memory, or as files in a folder (see `push-spool.ts`). */

/** `ndjson` has an object in each line, `txt` a line of text. */
export type LineKind = 'ndjson' | 'txt'

export type PushBatch = {
  /**
   * The same each time the batch is sent, also by another process: the server recognises by it events that it has
   * already.
   */
  readonly key: string
  readonly kind: LineKind
  readonly bytes: number
  readonly events: number
  content(): Uint8Array
}

export interface PushQueue {
  /** Bytes and events that are not settled yet. */
  readonly bytes: number
  readonly events: number
  /** The batch being filled; 0 bytes when there is none. */
  readonly openBytes: number
  readonly openEvents: number
  readonly openKind: LineKind | undefined
  /** The line ends with its line feed. Throws when it could not be kept: then nothing of it is. */
  append(kind: LineKind, line: Uint8Array): void
  /** Ends the batch that is filled, so that it can be sent. */
  seal(): void
  first(): PushBatch | undefined
  /** The first batch is settled. */
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
    // Memory holds nothing that another process could use.
  }
}
