import { createHash } from 'node:crypto'
import { closeSync, constants, ftruncateSync, openSync, realpathSync, rmSync, statSync, writevSync } from 'node:fs'
import { join } from 'node:path'
import { freeBytes } from '../../platform/free-bytes.ts'

const MEMORY_ROOT = '/dev/shm'

/**
 * Folder in memory (`/dev/shm`) for insert bodies of the engine that runs on this data folder. Only its own user can
 * read it.
 */
export function bodyFolder(dataDir: string): string {
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)
  return join(MEMORY_ROOT, `svc-clickhouse-${name}`)
}

/** True when twice the bytes would still fit: other bodies may be on their way. */
export function hasMemoryFor(bytes: number): boolean {
  if (process.platform !== 'linux' || !statSync(MEMORY_ROOT, { throwIfNoEntry: false })) return false
  return freeBytes(MEMORY_ROOT) > bytes * 2
}

/** The header that names a body in the folder instead of carrying it. */
export const BODY_FILE_HEADER = 'x-svc-body-file'
export const BODY_FILE_NAME = /^handover-\d+-\d+$/

/**
 * Files that the engine has read and that may be overwritten: reusing a page of memory is cheaper than a new one, which
 * the kernel must zero first. They are removed when nothing was inserted for a while.
 */
const SPARES_MAX = 2
const SPARE_MS = 10_000
/** Smaller files are not reused: writing a small body over a large file would free the large file's memory again. */
const SPARE_BYTES_MIN = 1 << 20
const spares = new Map<string, string[]>()
let lastId = 0
let idle: NodeJS.Timeout | undefined

/**
 * Writes a body into the folder for the engine and returns its name; undefined when the folder is missing or has no
 * space.
 */
export function leaveBody(folder: string, parts: readonly Uint8Array[]): string | undefined {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  if (!statSync(folder, { throwIfNoEntry: false }) || !hasMemoryFor(bytes)) return undefined
  const spare = bytes < SPARE_BYTES_MIN ? undefined : spares.get(folder)?.pop()
  const name = spare ?? `handover-${process.pid}-${++lastId}`
  try {
    writeParts(join(folder, name), parts, bytes)
    return name
  } catch (error) {
    takeBack(folder, name)
    if (isNoRoom(error)) return undefined
    throw error
  }
}

/** True when the file system is full, or this user's quota is used up. */
export function isNoRoom(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Removes a body that was never announced to the engine, or that the engine may still be reading. */
export function takeBack(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true })
}

/** Keeps the file of a body that the engine has read completely, to overwrite it with a later body. */
export function reuseBody(folder: string, name: string): void {
  const names = spares.get(folder) ?? []
  spares.set(folder, names)
  const bytes = statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  if (names.length >= SPARES_MAX || bytes < SPARE_BYTES_MIN) return takeBack(folder, name)
  names.push(name)
  clearTimeout(idle)
  idle = setTimeout(dropSpares, SPARE_MS).unref()
}

function dropSpares(): void {
  for (const [folder, names] of spares) for (const name of names.splice(0)) takeBack(folder, name)
}

function writeParts(path: string, parts: readonly Uint8Array[], bytes: number): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  try {
    let rest = parts.filter((part) => part.length > 0)
    while (rest.length > 0) rest = after(rest, writevSync(fd, rest.slice(0, 1000)))
    ftruncateSync(fd, bytes)
  } finally {
    closeSync(fd)
  }
}

function after(parts: readonly Uint8Array[], written: number): Uint8Array[] {
  let left = written
  const at = parts.findIndex((part) => {
    if (left < part.length) return true
    left -= part.length
    return false
  })
  const [first, ...others] = at === -1 ? [] : parts.slice(at)
  return first ? [first.subarray(left), ...others] : []
}
