import fs from 'node:fs'
import path from 'node:path'
import { AppError } from './errors.ts'

/**
 * Takes a folder for this process, and returns what gives it back. `data_dir_in_use` when a living process has it; the
 * lock of a killed one is taken over. The start time is kept beside the pid, because pids come round again.
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, 'lock')
  const mine = `${process.pid} ${startedAt(process.pid)}`
  for (;;) {
    try {
      claim(file, mine)
      return () => fs.rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = readOwner(file)
    if (owner && startedAt(owner.pid) === owner.startedAt) {
      throw new AppError('data_dir_in_use', `${folder} is in use by process ${owner.pid}`)
    }
    fs.rmSync(file, { force: true })
  }
}

/** By a link: the name appears with its content or not at all. */
function claim(file: string, owner: string): void {
  const own = `${file}.${process.pid}`
  try {
    fs.writeFileSync(own, owner, { mode: 0o600 })
    fs.linkSync(own, file)
  } finally {
    fs.rmSync(own, { force: true }) // also what a full disk left of it
  }
}

function readOwner(file: string): { pid: number; startedAt: string } | null {
  const [pid, started] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(' ') : []
  return pid && started ? { pid: Number(pid), startedAt: started } : null
}

/** Field 22 of /proc/PID/stat (ticks since boot), or whether the process lives where there is no /proc. */
function startedAt(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[19] ?? 'unknown'
  } catch {
    try {
      process.kill(pid, 0)
      return fs.existsSync('/proc/self') ? 'gone' : 'alive'
    } catch {
      return 'gone'
    }
  }
}
