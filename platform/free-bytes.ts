import { statfsSync } from 'node:fs'

/** Bytes that this user may still write on the file system of the path. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
