/**
 * Files of one user that can be made anew at any time. A file counts only if it is whole, has the name under which it was
 * written, and nobody else could have written it: everything else is as if it were not there. Several processes may read
 * and write at once; the last writer's file stays. What is kept is data that its reader parses, never code.
 */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

export const CACHE_LIMITS = {
  fileBytes: 64 * 1024 ** 2,
  files: 32,
  bytes: 256 * 1024 ** 2,
  /** Age at which a file that was never finished is removed. */
  unfinishedMs: 3_600_000,
} as const

const NAME = /^[a-z]+-[0-9a-f]{64}$/
const UNFINISHED = '.new'
const DIGEST_BYTES = 32
const WRITABLE_BY_OTHERS = 0o022
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants

export class PrivateCache {
  readonly #dir: string
  readonly #user: number

  private constructor(dir: string, user: number) {
    this.#dir = dir
    this.#user = user
  }

  /** Makes the folder if it is missing. Null when it cannot be used, or when another user may write there. */
  static open(dir: string): PrivateCache | null {
    const user = process.getuid?.()
    if (user === undefined || !path.isAbsolute(dir)) return null
    try {
      fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
      const found = fs.lstatSync(dir)
      return found.isDirectory() && isPrivate(found, user) ? new PrivateCache(dir, user) : null
    } catch {
      return null
    }
  }

  /** Null when there is no such file, or it is not to be trusted. `name` is a word and a digest: `rules-0a1b...`. */
  read(name: string): Buffer | null {
    try {
      const bytes = this.#bytesOf(name)
      if (bytes === null || bytes.length < DIGEST_BYTES) return null
      const body = bytes.subarray(DIGEST_BYTES)
      return digestOf(name, body).equals(bytes.subarray(0, DIGEST_BYTES)) ? body : null
    } catch {
      return null
    }
  }

  /** False when it was not kept: it is too large, or the disk refuses it. Removes files that were not used for longest. */
  write(name: string, body: Buffer): boolean {
    if (!NAME.test(name) || body.length + DIGEST_BYTES > CACHE_LIMITS.fileBytes) return false
    const file = path.join(this.#dir, name)
    const unfinished = `${file}.${randomUUID()}${UNFINISHED}`
    try {
      fs.writeFileSync(unfinished, Buffer.concat([digestOf(name, body), body]), { mode: 0o600, flag: 'wx' })
      fs.renameSync(unfinished, file)
      this.#prune(name)
      return true
    } catch {
      fs.rmSync(unfinished, { force: true })
      return false
    }
  }

  #bytesOf(name: string): Buffer | null {
    if (!NAME.test(name)) return null
    const file = fs.openSync(path.join(this.#dir, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const found = fs.fstatSync(file)
      if (!found.isFile() || !isPrivate(found, this.#user) || found.size > CACHE_LIMITS.fileBytes) return null
      fs.futimesSync(file, new Date(), new Date()) // It was used: others go before it.
      return fs.readFileSync(file)
    } finally {
      fs.closeSync(file)
    }
  }

  #prune(written: string): void {
    const now = Date.now()
    const known: { readonly file: string; readonly size: number; readonly usedMs: number }[] = []
    for (const entry of fs.readdirSync(this.#dir)) {
      const isFinished = NAME.test(entry)
      if (entry === written || (!isFinished && !entry.endsWith(UNFINISHED))) continue
      const file = path.join(this.#dir, entry)
      const stat = fs.lstatSync(file, { throwIfNoEntry: false })
      if (stat === undefined) continue
      if (isFinished) known.push({ file, size: stat.size, usedMs: stat.mtimeMs })
      else if (now - stat.mtimeMs > CACHE_LIMITS.unfinishedMs) fs.rmSync(file, { force: true })
    }
    let [files, bytes] = [1, fs.statSync(path.join(this.#dir, written)).size]
    for (const { file, size } of known.sort((a, b) => b.usedMs - a.usedMs)) {
      files++
      bytes += size
      if (files > CACHE_LIMITS.files || bytes > CACHE_LIMITS.bytes) fs.rmSync(file, { force: true })
    }
  }
}

function isPrivate({ uid, mode }: fs.Stats, user: number): boolean {
  return uid === user && (mode & WRITABLE_BY_OTHERS) === 0
}

/** Over the name too, so that a file under the name of another is none. */
function digestOf(name: string, body: Buffer): Buffer {
  return createHash('sha256').update(name).update(body).digest()
}
