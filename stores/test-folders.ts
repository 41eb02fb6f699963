import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a run for what its servers keep; it goes with the run (`test/global-setup.ts`). */
    serversDir: string
  }
}

/**
 * A new folder in `dir` with what `make` puts into an empty one, which it does once: from then on that is copied. It
 * must leave nobody who still writes there. Processes that come first at the same time each make their own: none waits
 * for another, which may be ended.
 */
export async function folderOf(dir: string, name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = mkdtempSync(`${join(dir, name)}-`)
  await fill(folder, dir, name, make)
  return folder
}

/** The same into an empty folder that is there. */
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
  // Node's own copy would not keep the account that owns it.
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
