/**
 * The last piece of a log that was read, shared by all cursors of a thread: they follow the same end and read the same
 * frames, so one read serves them all. A read costs a thread switch, however small it is.
 *
 * bound   one window, and those that cursors still use; values are copied out of it, so none outlives its readers
 */
import { readAt } from './files.ts'

/** Bytes of a durable part of a segment, which never change. */
export type Window = { readonly segment: number; readonly at: number; readonly bytes: Buffer }

type Wanted = {
  readonly segment: number
  readonly at: number
  readonly bytes: number
  /** Number of bytes to read when a read is needed. */
  readonly bytesAhead: number
}

export const NO_WINDOW: Window = { segment: -1, at: 0, bytes: Buffer.alloc(0) }

export class LogWindow {
  #last = NO_WINDOW
  #reading: (Wanted & { readonly window: Promise<Window | null> }) | null = null

  /** Returns a window that holds the wanted bytes, as far as the file has them. `fd` must be that of the segment. */
  async of(fd: number, wanted: Wanted): Promise<Window> {
    if (holds(this.#last, wanted)) return this.#last
    const reading = this.#reading
    if (reading && isPartOf(wanted, reading)) {
      const window = await reading.window
      if (window && holds(window, wanted)) return window
    }
    return this.#read(fd, wanted)
  }

  async #read(fd: number, wanted: Wanted): Promise<Window> {
    const { segment, at, bytes, bytesAhead } = wanted
    const read = readAt(fd, Math.max(bytes, bytesAhead), at).then((found) => ({ segment, at, bytes: found }))
    // A cursor that waits for this read starts its own when it fails.
    this.#reading = { ...wanted, window: read.catch(() => null) }
    this.#last = await read
    return this.#last
  }
}

export function holds(window: Window, { segment, at, bytes }: Omit<Wanted, 'bytesAhead'>): boolean {
  return window.segment === segment && at >= window.at && at + bytes <= window.at + window.bytes.length
}

function isPartOf(wanted: Wanted, reading: Wanted): boolean {
  const end = reading.at + Math.max(reading.bytes, reading.bytesAhead)
  return wanted.segment === reading.segment && wanted.at >= reading.at && wanted.at + wanted.bytes <= end
}
