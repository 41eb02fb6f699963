import fs from 'node:fs'
import path from 'node:path'
import { AppError } from './errors.ts'

/**
 * Takes a folder for this process, and returns what gives it back. `data_dir_in_use` when a living process has it; the
 * lock of a killed one is taken over. The start time is kept beside the pid, because pids come round again.
 *
 * Locks are numbered and only the highest counts. Who takes one over makes the next, which one of many can, instead of
 * removing what he found: by then that may be the lock of somebody who was quicker. The highest is never removed, so
 * who comes late with an old number finds a higher one beside it. Of any number of processes at once, one has the folder.
 */
export function lockFolder(folder: string): () => void {
  const me = `${process.pid} ${startedAt(process.pid)}`
  for (;;) {
    const newest = newestLock(folder)
    const owner = newest === null ? null : livingOwner(lockFile(folder, newest))
    if (owner !== null) throw new AppError('data_dir_in_use', `${folder} is in use by process ${owner}`)
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

/** The one without a number is of a build that had no others. */
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

/** By a link: the name appears with its content or not at all. False when somebody was quicker. */
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
    fs.rmSync(own, { force: true }) // also what a full disk left of it
  }
}

/** The name stays: it says how far the numbers are. */
function giveBack(file: string): void {
  if (fs.existsSync(file)) fs.truncateSync(file)
}

/** Null when the lock is nobody's: given back, of a process that is gone, or replaced since it was seen. */
function livingOwner(file: string): number | null {
  const [pid, started] = textOf(file).split(' ')
  return pid && started && startedAt(Number(pid)) === started ? Number(pid) : null
}

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Field 22 of /proc/PID/stat (ticks since boot), or whether the process lives where there is no /proc. */
function startedAt(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[19] ?? 'unknown'
  } catch (error) {
    if (!fs.existsSync('/proc/self')) return isThere(pid) ? 'alive' : 'gone'
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return 'gone'
    throw error // out of file descriptors, say: that nothing could be read does not make the owner dead
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
