import fs from 'node:fs'
import path from 'node:path'

/**
 * Creates a folder and its parents. Node's own recursive mkdir never returns where the kernel refuses new folders
 * (`/proc`).
 */
export function makeFolder(dir: string, mode = 0o777): void {
  if (isFolder(dir)) return
  makeFolder(path.dirname(dir), mode)
  try {
    fs.mkdirSync(dir, { mode })
  } catch (error) {
    if (!isFolder(dir)) throw error // otherwise another process created it first
  }
}

function isFolder(dir: string): boolean {
  return fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false
}
