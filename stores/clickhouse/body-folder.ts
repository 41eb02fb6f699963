import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, realpathSync, rmSync, statfsSync, statSync, writevSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY_ROOT = '/dev/shm'

/** Where bodies of the engine on this data folder are held in memory. Readable by its user alone. */
export function bodyFolder(dataDir: string): string {
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)
  return join(MEMORY_ROOT, `svc-clickhouse-${name}`)
}

/** True when twice the bytes would still fit: other bodies may be on their way. */
export function hasMemoryFor(bytes: number): boolean {
  if (process.platform !== 'linux' || !statSync(MEMORY_ROOT, { throwIfNoEntry: false })) return false
  const { bavail, bsize } = statfsSync(MEMORY_ROOT)
  return bavail * bsize > bytes * 2
}

/** The header that names a body in the folder instead of carrying it. */
export const BODY_FILE_HEADER = 'x-svc-body-file'
export const BODY_FILE_NAME = /^handover-\d+-\d+$/

let lastId = 0

/** Leaves a body for the engine and returns its name; undefined when the folder or the room is not there. */
export function leaveBody(folder: string, parts: readonly Uint8Array[]): string | undefined {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  if (!statSync(folder, { throwIfNoEntry: false }) || !hasMemoryFor(bytes)) return undefined
  const name = `handover-${process.pid}-${++lastId}`
  try {
    writeParts(join(folder, name), parts)
    return name
  } catch (error) {
    rmSync(join(folder, name), { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return undefined
    throw error
  }
}

/** For a body that the engine was not told of, or did not take. */
export function takeBack(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true })
}

function writeParts(path: string, parts: readonly Uint8Array[]): void {
  // A name of a process that ended may come again with its number; its body is nobody's.
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW, 0o600)
  try {
    let rest = parts.filter((part) => part.length > 0)
    while (rest.length > 0) rest = after(rest, writevSync(fd, rest.slice(0, 1000)))
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
