import { statfsSync } from 'node:fs'

/** What this user may still write where the path is. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
