/** The data folder of an installation: one supervisor at a time, and no older build than the one that wrote it. */
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { lockFolder } from '../../platform/lock-folder.ts'
import type { Log } from '../../platform/log.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { writeWhole } from '../../platform/write-file-atomic.ts'
import { waitForOrphans } from './orphans.ts'

/** Raised when an older build could not read what this one writes. */
const LAYOUT_VERSION = 6
const VERSION_FILE = 'version.json'

/**
 * Private to this user. When root runs svc, the embedded Postgres runs under another account that must traverse this
 * folder to its files; that account cannot list it.
 */
const MODE = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700

/**
 * Makes and takes the folder; resolves with what gives it back, once no process of an earlier instance runs on it. Throws
 * `data_dir_in_use`, `data_dir_newer`, `unavailable` when such a process does not end, or the reason of `signal`.
 */
export async function takeDataDir(dir: string, log: Log, signal?: AbortSignal): Promise<() => void> {
  const unlock = lockedFolder(dir)
  try {
    keepVersion(dir)
    keepPrivate(dir, log)
    await waitForOrphans(dir, log, { signal })
    return unlock
  } catch (error) {
    unlock()
    throw error
  }
}

function lockedFolder(dir: string): () => void {
  try {
    makeFolder(path.dirname(dir))
    makeFolder(dir, MODE)
    return lockFolder(dir)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('unavailable', `${dir} cannot be used as the data folder`, { cause })
  }
}

const STICKY = 0o1000

/** A folder of another user, or one that is shared on purpose like `/tmp`, keeps its mode, and a log line says so. */
function keepPrivate(dir: string, log: Log): void {
  const { mode, uid } = fs.statSync(dir)
  const wider = mode & 0o077 & ~MODE
  if (wider === 0) return
  const from = (mode & 0o777).toString(8)
  if (uid === process.getuid?.() && (mode & STICKY) === 0) {
    fs.chmodSync(dir, mode & 0o7777 & ~wider)
    log.warn({ dir, from, to: MODE.toString(8) }, 'other users could enter the data folder; removed their access')
  } else {
    log.warn({ dir, mode: from }, 'other users can enter the data folder; remove their access (chmod 700)')
  }
}

/** Throws `data_dir_newer` for a folder that a newer build wrote, and `bad_config` for one that does not say which. */
export function refuseNewerFolder(dir: string): number {
  const file = path.join(dir, VERSION_FILE)
  const layout = fs.existsSync(file) ? layoutIn(file) : 0
  if (layout <= LAYOUT_VERSION) return layout
  throw new AppError(
    'data_dir_newer',
    `${dir} was written by a newer version (layout ${layout}, this build knows ${LAYOUT_VERSION})`,
  )
}

function keepVersion(dir: string): void {
  const layout = refuseNewerFolder(dir)
  // From now on an older build, which may have created this folder, cannot read all of it.
  if (layout < LAYOUT_VERSION) writeVersion(path.join(dir, VERSION_FILE))
}

function layoutIn(file: string): number {
  const layout = /^\{"layout":(\d{1,9})\}\s*$/.exec(fs.readFileSync(file, 'utf8'))?.[1]
  if (layout === undefined) throw new AppError('bad_config', `${file} has no version, so the folder cannot be used`)
  return Number(layout)
}

/** A power cut must not leave a folder that nobody may open. */
function writeVersion(file: string): void {
  writeWhole(file, JSON.stringify({ layout: LAYOUT_VERSION }), 0o666)
}
