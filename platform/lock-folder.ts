import fs from 'node:fs'
import path from 'node:path'
import { AppError } from './errors.ts'
import { processStamp } from './process-stamp.ts'

/**
 * Locks a folder for this process, and returns the function that unlocks it. Throws `data_dir_in_use` when a running
 * process holds it; takes over the lock of a killed one. The start time is stored beside the pid, because pids are
 * reused.
 *
 * Locks are numbered and only the highest counts. A process that takes a lock over creates the next number, which only
 * one of many can, instead of removing the lock that it found: by then that file may be the lock of a faster process.
 * The highest is never removed, so a process that comes late with an old number finds a higher one. Of any number of
 * concurrent processes exactly one holds the folder.
 */
export function lockFolder(folder: string): () => void {
  const me = `${process.pid} ${processStamp(process.pid)}`
  for (;;) {
    const newest = newestLock(folder)
    const owner = newest === null ? null : livingOwner(lockFile(folder, newest))
    if (owner !== null) {
      throw new AppError(
        'data_dir_in_use',
        `${folder} is in use by process ${owner}: stop that one, or use another folder`,
      )
    }
    const mine = (newest ?? 0) + 1
    if (!claim(folder, mine, me)) continue
    if (newestLock(folder) === mine) {
      for (const older of locksIn(folder)) if (older < mine) fs.rmSync(lockFile(folder, older), { force: true })
      return () => giveBack(lockFile(folder, mine))
    }
    fs.rmSync(lockFile(folder, mine), { force: true })
  }
}

const LOCK = /^lock(?:\.(\d+))?$/

/** An older build wrote a lock file without a number. */
function lockFile(folder: string, number: number): string {
  return path.join(folder, number === 0 ? 'lock' : `lock.${number}`)
}

function locksIn(folder: string): number[] {
  return fs.readdirSync(folder).flatMap((name) => {
    const found = LOCK.exec(name)
    return found ? [Number(found[1] ?? 0)] : []
  })
}

function newestLock(folder: string): number | null {
  const locks = locksIn(folder)
  return locks.length === 0 ? null : Math.max(...locks)
}

/**
 * Creates the lock by a hard link, so that the name appears with its content or not at all. Returns false when another
 * process was faster.
 */
function claim(folder: string, number: number, owner: string): boolean {
  const own = path.join(folder, `lock-${process.pid}.new`)
  try {
    fs.writeFileSync(own, owner, { mode: 0o600 })
    fs.linkSync(own, lockFile(folder, number))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    fs.rmSync(own, { force: true }) // also removes what a full disk left of the file
  }
}

/** Empties the file but keeps its name, which records the highest number. */
function giveBack(file: string): void {
  if (fs.existsSync(file)) fs.truncateSync(file)
}

/**
 * The pid of the running owner. Null when the lock was released, its process is gone, or it was replaced since it was
 * read.
 */
function livingOwner(file: string): number | null {
  const text = textOf(file)
  const [pid] = text.split(' ', 1)
  // On systems without /proc the stamp is a date, which contains spaces.
  return pid && text === `${pid} ${processStamp(Number(pid))}` ? Number(pid) : null
}

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
