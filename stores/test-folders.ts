import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a test run for data of its servers; removed with the run (`test/global-setup.ts`). */
    serversDir: string
  }
}

/**
 * A new folder in `dir`, copied from one that `make` has filled; `make` runs only once. No process may still write to
 * the folder when `make` returns. Processes that start at the same time each make their own: none waits for another,
 * which may be killed.
 */
export async function folderOf(dir: string, name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = mkdtempSync(`${join(dir, name)}-`)
  await fill(folder, dir, name, make)
  return folder
}

/** The same into an existing empty folder. */
export async function fill(
  folder: string,
  dir: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const made = join(dir, name)
  if (!existsSync(made)) {
    const fresh = mkdtempSync(`${made}-new-`)
    await make(fresh)
    renameUnlessThere(fresh, made)
  }
  // Node's own copy would not keep the files' owner.
  const copied = spawnSync('cp', ['-a', `${made}/.`, folder], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(`${made} could not be copied: ${copied.stderr || copied.error}`)
}

function renameUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
    rmSync(from, { recursive: true })
  }
}
