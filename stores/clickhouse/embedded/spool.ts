import { close, lstatSync, mkdirSync, openSync, rmSync, write, writeSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { AppError } from '../../../platform/errors.ts'
import { BODY_FILE_NAME, bodyFolder, hasMemoryFor, isNoRoom } from '../body-folder.ts'

/** A body in a file. The caller must call `remove` in every case, also after an error. */
export type Spooled = { readonly path: string; readonly bytes: number; remove(): void }

/** After a body did not fit in memory, bodies go to disk for this long. The sender repeats the failed one. */
const REFUSED_MS = 60_000

/**
 * Holds insert bodies as files while the engine reads them: a file is the engine's only input that it never parses as
 * SQL. The files are in memory (`/dev/shm`) while that has room for the body twice, otherwise in the data folder.
 */
export class Spool {
  readonly #disk: string
  readonly #memory: string
  readonly #bodyMax: number
  #bytesHeld = 0
  #lastId = 0
  /** Time of the last failure in memory. Needed because free space includes space that a quota then refuses. */
  #refusedMs = Number.NEGATIVE_INFINITY

  /**
   * Call this only after the engine opened: its lock proves that no other process owns the files here, which are
   * removed.
   */
  constructor(dataDir: string, bodyMaxBytes: number) {
    this.#disk = join(dataDir, 'tmp')
    this.#memory = bodyFolder(dataDir)
    this.#bodyMax = bodyMaxBytes
    for (const folder of [this.#disk, this.#memory]) rmSync(folder, { recursive: true, force: true })
    mkdirSync(this.#disk, { recursive: true })
    if (hasMemoryFor(0)) mkdirSync(this.#memory, { recursive: true, mode: 0o700 })
  }

  /** Call it when the process ends. */
  close(): void {
    rmSync(this.#memory, { recursive: true, force: true })
  }

  /**
   * Throws `too_large` when one body exceeds its limit, and `unavailable` when all bodies together exceed twice that
   * limit.
   */
  async write(body: Readable, expectedBytes: number): Promise<Spooled> {
    const folder = this.#folder(expectedBytes)
    const path = join(folder, `body-${++this.#lastId}`)
    let bytes = 0
    const readBytes = (length: number) => {
      bytes += length
      this.#bytesHeld += length
      if (bytes > this.#bodyMax) throw new AppError('too_large', `an insert body is at most ${this.#bodyMax} bytes`)
      const isFull = this.#bytesHeld > this.#bodyMax * 2
      if (isFull) throw new AppError('unavailable', 'too many insert bodies are being read', { retryAfterSeconds: 1 })
    }
    const remove = () => {
      this.#bytesHeld -= bytes
      bytes = 0
      rmSync(path, { force: true })
    }
    try {
      await pipeline(body, fileWriter(path, folder === this.#memory, readBytes))
      return { path, bytes, remove }
    } catch (error) {
      remove()
      if (folder === this.#memory && isNoRoom(error)) this.#refusedMs = performance.now()
      throw error
    }
  }

  #folder(expectedBytes: number): string {
    if (performance.now() - this.#refusedMs < REFUSED_MS) return this.#disk
    return hasMemoryFor(expectedBytes || this.#bodyMax) ? this.#memory : this.#disk
  }

  /**
   * Uses a body that the sender's process left in the folder; the file stays the sender's. Throws `bad_request` when
   * there is none.
   */
  adopt(name: string): Spooled {
    const path = join(this.#memory, name)
    const found = BODY_FILE_NAME.test(name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined
    if (!found?.isFile()) throw new AppError('bad_request', 'there is no body of that name')
    return { path, bytes: found.size, remove: () => {} }
  }
}

/** The body of a request without its content encoding. */
export function decodedBody(request: IncomingMessage): Readable {
  const encoding = String(request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity' || encoding === '') return request
  const decoder = encoding === 'gzip' ? createGunzip() : encoding === 'zstd' ? createZstdDecompress() : undefined
  if (!decoder) throw new AppError('unsupported_media', `content encoding ${JSON.stringify(encoding)} is not supported`)
  // A connection that breaks must not look like the end of the data.
  request.on('error', (error) => decoder.destroy(error))
  request.on('aborted', () => decoder.destroy(new Error('the client went away')))
  decoder.on('error', () => request.unpipe(decoder))
  return request.pipe(decoder)
}

/**
 * In memory a write copies 64 KB synchronously, which is cheaper than a thread; on disk it is asynchronous, because it
 * may block.
 */
function fileWriter(path: string, isMemory: boolean, reserve: (bytes: number) => void): Writable {
  const fd = openSync(path, 'wx', 0o600)
  return new Writable({
    highWaterMark: 1 << 20,
    write(chunk: Buffer, _encoding, done) {
      try {
        reserve(chunk.length)
        if (isMemory) writeAll(fd, chunk)
      } catch (error) {
        return done(error as Error)
      }
      if (isMemory) done()
      else writeLater(fd, chunk, done)
    },
    destroy(error, done) {
      close(fd, (failed) => done(error ?? failed))
    },
  })
}

function writeAll(fd: number, chunk: Buffer): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at)
}

function writeLater(fd: number, chunk: Buffer, done: (error?: Error | null) => void): void {
  write(fd, chunk, (error, written) => {
    if (error || written === chunk.length) done(error)
    else writeLater(fd, chunk.subarray(written), done)
  })
}
