/**
 * Files of one user that can be computed again at any time. A file counts only if it is complete, was written under its
 * present name, and no other user could have written it; any other file is ignored. Several processes may read and
 * write at once; the last writer's file stays. The content is data that its reader parses, never code.
 */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

export const CACHE_LIMITS = {
  fileBytes: 64 * 1024 ** 2,
  /**
   * @bound files in a user's cache (`SVC_CACHE_DIR`); bytes of all; bytes of one = {}; {bytes}; {fileBytes} -> the files
   * that were not used for longest are deleted; the same; the file is not cached
   */
  files: 32,
  bytes: 256 * 1024 ** 2,
  /** Age at which an unfinished file is removed. */
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

  /** Creates the folder if needed. Null when it cannot be used, or when another user may write to it. */
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

  /** Null when there is no such file, or it cannot be trusted. `name` is a word and a digest: `rules-0a1b...`. */
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

  /**
   * Returns false when the file was not kept because it is too large or the disk refuses it. Removes the least recently
   * used files.
   */
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
      fs.futimesSync(file, new Date(), new Date()) // Marks it as used, so that others are removed first.
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

/** Includes the name, so that a file renamed to another name is not accepted. */
function digestOf(name: string, body: Buffer): Buffer {
  return createHash('sha256').update(name).update(body).digest()
}
