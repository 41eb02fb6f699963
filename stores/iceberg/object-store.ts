/** The place for files of the archive: a folder of this machine, or a bucket. Path segments are separated by `/`. */
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../platform/errors.ts'

export type ByteRange = { readonly first: number; readonly last: number }

export type ObjectStore = {
  /** True when objects are files of this machine, which `local` returns without a copy. */
  readonly isLocal: boolean
  /** Resolves when the object is complete and durable under its path; an object never changes afterwards. */
  put(path: string, from: Buffer | { readonly file: string }): Promise<void>
  /** Throws `not_found`. */
  read(path: string): Promise<Buffer>
  /** Both ends included. */
  stream(path: string, range?: ByteRange): Promise<Readable>
  /** Null when there is none. */
  size(path: string): Promise<number | null>
  /** A file of this machine with the object's bytes, for engines that read files; call `dispose` after use. */
  local(path: string, folder: string): Promise<{ readonly file: string; dispose(): Promise<void> }>
  remove(path: string): Promise<void>
  /** Everything below a folder, in no particular order. */
  list(folder: string): AsyncIterable<Listed>
}

/** `changedMs`: when it was put, Unix milliseconds. */
export type Listed = { readonly path: string; readonly changedMs: number }

/** Allowed paths of the archive: they cannot leave the folder, and need no encoding in a URL. */
const PATH = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/

export const isObjectPath = (path: string): boolean => path.length <= 512 && PATH.test(path)

export function localStore(folder: string): ObjectStore {
  const at = (path: string) => {
    if (!isObjectPath(path)) throw new AppError('bad_request', 'not the path of an object')
    return join(folder, path)
  }
  return {
    isLocal: true,
    async put(path, from) {
      const whole = at(path)
      const partial = `${whole}.part`
      await mkdir(dirname(whole), { recursive: true })
      if (Buffer.isBuffer(from)) await pipeline([from], createWriteStream(partial))
      else await copyFile(from.file, partial)
      await sync(partial)
      await rename(partial, whole)
      await sync(dirname(whole))
    },
    read: async (path) => readFile(at(path)).catch(asMissing),
    async stream(path, range) {
      await stat(at(path)).catch(asMissing)
      return createReadStream(at(path), range === undefined ? {} : { start: range.first, end: range.last })
    },
    size: async (path) => stat(at(path)).then(({ size }) => size, isMissing),
    async local(path) {
      await stat(at(path)).catch(asMissing)
      return { file: at(path), dispose: async () => {} }
    },
    remove: async (path) => rm(at(path), { force: true }),
    async *list(below) {
      const entries = await readdir(at(below), { recursive: true, withFileTypes: true }).catch(asEmpty)
      for (const entry of entries.filter((one) => one.isFile())) {
        const whole = join(entry.parentPath, entry.name)
        const found = await stat(whole).catch(isMissing)
        if (found !== null) yield { path: relative(folder, whole).split(sep).join('/'), changedMs: found.mtimeMs }
      }
    },
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function asEmpty(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

function isMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function asMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new AppError('not_found', 'the archive has no such file', { cause: error }) : error
}
