import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync, realpathSync, rmSync, statfsSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { AppError } from '../../../platform/errors.ts'

const MEMORY_ROOT = '/dev/shm'

/** A body on disk; `remove` must be called, whatever happened. */
export type Spooled = { readonly path: string; readonly bytes: number; remove(): void }

/**
 * Holds insert bodies as files while the engine reads them: the engine's only way in that takes data as data. In
 * memory (`/dev/shm`) while that has room for the body twice, otherwise in the data folder.
 */
export class Spool {
  readonly #disk: string
  readonly #memory: string
  readonly #bodyMax: number
  #bytesHeld = 0
  #lastId = 0

  /** Only with the engine open: its lock is what says that files found here are nobody's. */
  constructor(dataDir: string, bodyMaxBytes: number) {
    const real = realpathSync(dataDir)
    this.#disk = join(dataDir, 'tmp')
    this.#memory = join(MEMORY_ROOT, `svc-clickhouse-${createHash('sha256').update(real).digest('hex').slice(0, 16)}`)
    this.#bodyMax = bodyMaxBytes
    for (const folder of [this.#disk, this.#memory]) rmSync(folder, { recursive: true, force: true })
    mkdirSync(this.#disk, { recursive: true })
  }

  /** For the end of the process. */
  close(): void {
    rmSync(this.#memory, { recursive: true, force: true })
  }

  /** Throws `too_large` past the bound of one body and `unavailable` past twice that for all bodies together. */
  async write(body: Readable, expectedBytes: number): Promise<Spooled> {
    const path = join(this.#folder(expectedBytes), `body-${++this.#lastId}`)
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      this.#bytesHeld += chunk.length
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
      await pipeline(
        body,
        counter(count),
        createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: 1 << 20 }),
      )
      return { path, bytes, remove }
    } catch (error) {
      remove()
      throw error
    }
  }

  #folder(expectedBytes: number): string {
    if (!hasRoom(expectedBytes || this.#bodyMax)) return this.#disk
    mkdirSync(this.#memory, { recursive: true, mode: 0o700 })
    return this.#memory
  }

  /** Files that exist now; none is left once every request has been answered. */
  files(): string[] {
    const inFolder = (folder: string) => (statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [])
    return [...inFolder(this.#disk), ...inFolder(this.#memory)]
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

function counter(count: (chunk: Buffer) => void): Transform {
  return new Transform({
    readableHighWaterMark: 1 << 20,
    writableHighWaterMark: 1 << 20,
    transform(chunk: Buffer, _encoding, done) {
      try {
        count(chunk)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

function hasRoom(bytes: number): boolean {
  if (process.platform !== 'linux' || !statSync(MEMORY_ROOT, { throwIfNoEntry: false })) return false
  const { bavail, bsize } = statfsSync(MEMORY_ROOT)
  return bavail * bsize > bytes * 2
}
