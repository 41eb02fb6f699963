/**
 * A digest of what the file system says of files, which takes a fraction of the time of reading them. With an equal
 * stamp their contents are equal: every write changes the time of the inode, which no program can set.
 */
import { hash } from 'node:crypto'
import fs from 'node:fs'

/** A file that changed later than this may change once more without another time, on the coarsest file systems. */
const SETTLED_MS = 3_000

/** Null when a file cannot be looked at, or changed so lately that only its content is certain. */
export function stampOf(files: readonly string[], nowMs: number): string | null {
  const parts: string[] = []
  for (const file of files) {
    const found = statOf(file)
    if (found === null) return null
    const { dev, ino, size, mtimeMs, ctimeMs } = found
    if (Math.max(mtimeMs, ctimeMs) > nowMs - SETTLED_MS) return null
    parts.push(`${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs} ${file}`)
  }
  return hash('sha256', parts.join('\0'))
}

function statOf(file: string): fs.Stats | null {
  try {
    return fs.statSync(file)
  } catch {
    return null
  }
}
