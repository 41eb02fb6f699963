/** The data folder of an installation: one supervisor at a time, and no older build than the one that wrote it. */
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { lockFolder } from '../../platform/lock-folder.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { writeWhole } from '../../platform/write-whole.ts'

/** Raised when an older build could not read what this one writes. */
const LAYOUT_VERSION = 5

/** Makes and takes the folder; returns what gives it back. `data_dir_in_use` or `data_dir_newer` otherwise. */
export function takeDataDir(dir: string): () => void {
  const unlock = lockedFolder(dir)
  try {
    checkVersion(path.join(dir, 'version.json'))
    return unlock
  } catch (error) {
    unlock()
    throw error
  }
}

function lockedFolder(dir: string): () => void {
  try {
    // Others may enter but not list: the embedded Postgres runs as a user of its own when we are root.
    makeFolder(dir, 0o711)
    return lockFolder(dir)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('unavailable', `${dir} cannot be used as the data folder`, { cause })
  }
}

function checkVersion(file: string): void {
  const layout = fs.existsSync(file) ? layoutIn(file) : 0
  if (layout > LAYOUT_VERSION) {
    throw new AppError(
      'data_dir_newer',
      `${path.dirname(file)} was written by a newer version (layout ${layout}, this build knows ${LAYOUT_VERSION})`,
    )
  }
  // From now on an older build, whose folder it may have been, cannot read all of it.
  if (layout < LAYOUT_VERSION) writeVersion(file)
}

function layoutIn(file: string): number {
  const layout = /^\{"layout":(\d{1,9})\}\s*$/.exec(fs.readFileSync(file, 'utf8'))?.[1]
  if (layout === undefined) throw new AppError('bad_config', `${file} does not say which version wrote the folder`)
  return Number(layout)
}

/** A power cut must not leave a folder that nobody may open. */
function writeVersion(file: string): void {
  writeWhole(file, JSON.stringify({ layout: LAYOUT_VERSION }), 0o666)
}
