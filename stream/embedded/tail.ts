/**
 * Tells readers in other processes how far a log is durable, through a small file: the pair (segment, bytes) is written
 * twice, so a half-written pair is detected. Readers never read beyond it, so they never see data that a power cut can
 * lose.
 */
import fs from 'node:fs'
import path from 'node:path'

export type Tail = { readonly segment: number; readonly bytes: number }

const BYTES = 32

export function tailFile(folder: string): string {
  return path.join(folder, 'tail')
}

export class TailWriter {
  readonly #fd: number
  readonly #buffer = Buffer.alloc(BYTES)

  constructor(file: string) {
    this.#fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600)
  }

  write(tail: Tail): void {
    for (const at of [0, 16]) {
      this.#buffer.writeDoubleLE(tail.segment, at)
      this.#buffer.writeDoubleLE(tail.bytes, at + 8)
    }
    fs.writeSync(this.#fd, this.#buffer, 0, BYTES, 0)
  }

  close(): void {
    fs.closeSync(this.#fd)
  }
}

/** Returns null while the log does not exist. */
export function readTail(file: string): Tail | null {
  const reader = new TailReader(file)
  try {
    return reader.read()
  } finally {
    reader.close()
  }
}

/** Keeps the file open: it is written in place, never replaced, and read hundreds of times a second. */
class TailReader {
  readonly #file: string
  readonly #buffer = Buffer.alloc(BYTES)
  #fd = -1

  constructor(file: string) {
    this.#file = file
  }

  read(): Tail | null {
    const bytes = this.#buffer
    if (!this.#open() || fs.readSync(this.#fd, bytes, 0, BYTES, 0) < BYTES) return null
    const [segment, length] = [bytes.readDoubleLE(0), bytes.readDoubleLE(8)]
    const isWhole = segment === bytes.readDoubleLE(16) && length === bytes.readDoubleLE(24)
    return isWhole ? { segment, bytes: length } : null
  }

  close(): void {
    if (this.#fd >= 0) fs.closeSync(this.#fd)
    this.#fd = -1
  }

  #open(): boolean {
    if (this.#fd >= 0) return true
    try {
      this.#fd = fs.openSync(this.#file, 'r')
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }
}

const POLL_MS_MIN = 2
const POLL_MS_MAX = 16
/** Poll interval while the kernel notifies of writes: for file systems that do not report writes of other machines. */
const POLL_MS_NOTIFIED = 100

type Waiting = { readonly wake: () => void; readonly isOthers: () => boolean }

/**
 * Wakes the waiting readers of one log in this process when its tail moves. The kernel notifies of writes; where it
 * cannot, one poll serves all readers, which slows down while nothing happens and stops while no reader waits.
 */
export class TailWatch {
  #tail: Tail | null = null
  #firstTail: Tail | null = null
  readonly #reader: TailReader
  readonly #waiting = new Set<Waiting>()
  readonly #notified: Notified
  #timer: NodeJS.Timeout | undefined
  #pollMs = POLL_MS_MIN

  constructor(folder: string) {
    this.#reader = new TailReader(tailFile(folder))
    this.#notified = new Notified(folder, () => this.look())
    this.look()
  }

  /** The durable end at the last read of the file. */
  get tail(): Tail | null {
    return this.#tail
  }

  /** The first tail that this process read. */
  get firstTail(): Tail | null {
    return this.#firstTail
  }

  /** Reads the file again; returns true when the tail moved. */
  look(): boolean {
    const tail = this.#reader.read()
    if (!tail || (tail.segment === this.#tail?.segment && tail.bytes === this.#tail.bytes)) return false
    this.#moved(tail)
    return true
  }

  #moved(tail: Tail): void {
    this.#tail = tail
    this.#firstTail ??= tail
    this.#pollMs = POLL_MS_MIN
    for (const waiting of [...this.#waiting]) if (!waiting.isOthers()) waiting.wake()
  }

  /**
   * Resolves when the tail differs from `seen`, or after `waitMs`. `isOthers` returns true when the new frames hold
   * nothing for this reader, which then keeps waiting.
   */
  wait(waitMs: number, seen: Tail | null, isOthers: () => boolean = () => false): Promise<void> {
    if (this.#tail !== seen) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timeout)
        this.#waiting.delete(waiting)
        resolve()
      }
      const waiting = { wake, isOthers }
      const timeout = setTimeout(wake, waitMs)
      this.#waiting.add(waiting)
      this.#poll()
    })
  }

  close(): void {
    for (const { wake } of [...this.#waiting]) wake()
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#notified.close()
    this.#reader.close()
  }

  #poll(): void {
    if (this.#timer) return
    const isNotified = this.#notified.open()
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        if (!this.look()) this.#pollMs = Math.min(POLL_MS_MAX, this.#pollMs * 2)
        if (this.#waiting.size > 0) this.#poll()
      },
      isNotified ? POLL_MS_NOTIFIED : this.#pollMs,
    )
  }
}

/** Kernel notifications of writes to the tail file, once it exists. */
class Notified {
  readonly #file: string
  readonly #wake: () => void
  #watcher: fs.FSWatcher | undefined
  #isClosed = false

  constructor(folder: string, wake: () => void) {
    this.#file = tailFile(folder)
    this.#wake = wake
  }

  /** Returns false while the file does not exist, and when the system has no more watches. */
  open(): boolean {
    if (this.#watcher || this.#isClosed) return this.#watcher !== undefined
    try {
      this.#watcher = fs.watch(this.#file, { persistent: false }, this.#wake)
      this.#watcher.on('error', () => this.close())
      this.#wake() // for writes before the watch began
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.close()
      return false
    }
  }

  /** Closes the watch; it cannot be opened again. */
  close(): void {
    this.#isClosed = true
    this.#watcher?.close()
    this.#watcher = undefined
  }
}
