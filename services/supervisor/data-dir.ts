/** The data folder of an installation: one supervisor at a time, and no older build than the one that wrote it. */
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { lockFolder } from '../../platform/lock-folder.ts'

/** Raised when an older build could not read what this one writes. */
const LAYOUT_VERSION = 3

/** Makes and takes the folder; returns what gives it back. `data_dir_in_use` or `data_dir_newer` otherwise. */
export function takeDataDir(dir: string): () => void {
  // Others may enter but not list: the embedded Postgres runs as a user of its own when we are root.
  fs.mkdirSync(dir, { recursive: true, mode: 0o711 })
  const unlock = lockFolder(dir)
  try {
    checkVersion(path.join(dir, 'version.json'))
    return unlock
  } catch (error) {
    unlock()
    throw error
  }
}

function checkVersion(file: string): void {
  const write = () => fs.writeFileSync(file, JSON.stringify({ layout: LAYOUT_VERSION }))
  if (!fs.existsSync(file)) return write()
  const { layout } = JSON.parse(fs.readFileSync(file, 'utf8')) as { layout: number }
  if (layout > LAYOUT_VERSION) {
    throw new AppError(
      'data_dir_newer',
      `${path.dirname(file)} was written by a newer version (layout ${layout}, this build knows ${LAYOUT_VERSION})`,
    )
  }
  // From now on the older build, whose folder it was, cannot read all of it.
  if (layout < LAYOUT_VERSION) write()
}
