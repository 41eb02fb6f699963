import fs from 'node:fs'
import path from 'node:path'

/** With the folders above it. Node's own way of that never returns where the kernel makes no folders (`/proc`). */
export function makeFolder(dir: string, mode = 0o777): void {
  if (isFolder(dir)) return
  makeFolder(path.dirname(dir), mode)
  try {
    fs.mkdirSync(dir, { mode })
  } catch (error) {
    if (!isFolder(dir)) throw error // otherwise somebody was quicker
  }
}

function isFolder(dir: string): boolean {
  return fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false
}
