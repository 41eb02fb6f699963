/** The part of a file that was read and is not sent yet. */
import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../../platform/errors.ts'

const MIB = 2 ** 20
const READ_BYTES = MIB
/**
 * Largest event of a file, in bytes; a file with a larger one cannot be sent.
 * @bound one event of `svc send` -> an error
 */
export const WINDOW_BYTES_MAX = 64 * MIB

export class FileWindow {
  bytes: Buffer = Buffer.alloc(0)
  /** True when nothing comes behind `bytes`. */
  isEnd = false
  readonly #name: string
  readonly #handle: FileHandle

  constructor(name: string, handle: FileHandle) {
    this.#name = name
    this.#handle = handle
  }

  /** Doubles the window, so that an event of any size is copied few times. Throws `too_large`. */
  async grow(): Promise<void> {
    const wanted = Math.min(Math.max(READ_BYTES, this.bytes.length), WINDOW_BYTES_MAX - this.bytes.length)
    if (wanted === 0)
      throw new AppError('too_large', `${this.#name}: an event is longer than ${WINDOW_BYTES_MAX} bytes`)
    const more = Buffer.allocUnsafe(wanted)
    let size = 0
    while (size < wanted && !this.isEnd) {
      const { bytesRead } = await readable(this.#name, this.#handle.read(more, size, wanted - size))
      size += bytesRead
      this.isEnd = bytesRead === 0
    }
    this.bytes = Buffer.concat([this.bytes, more.subarray(0, size)])
  }

  drop(bytes: number): void {
    this.bytes = this.bytes.subarray(bytes)
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

/** Throws `bad_request` for a path that cannot be read as a file. */
export async function openWindow(name: string): Promise<FileWindow> {
  return new FileWindow(name, await readable(name, open(name)))
}

async function readable<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new AppError('bad_request', `${name} cannot be read: ${(cause as Error).message}`, { cause })
  }
}
