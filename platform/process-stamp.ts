import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

/**
 * Start time of a process, which distinguishes it from a later one with the same pid: ticks since boot, or the date where
 * there is no /proc. Null when the process is gone. A zombie counts as gone, because in a container whose first process
 * never reaps, a dead process stays listed for ever. Throws when the process cannot be examined, for example without a
 * free file descriptor: that does not prove that it is dead.
 */
export function processStamp(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command name is in parentheses and may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    return state === 'Z' || state === 'X' ? null : (fields[19] ?? null)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ESRCH') throw error
    return fs.existsSync('/proc/self') ? null : stampByPs(pid)
  }
}

function stampByPs(pid: number): string | null {
  const line = ps(pid, 'state=,lstart=')
  return line === '' || line.startsWith('Z') ? null : line.slice(line.indexOf(' ')).trim()
}

/** The columns of `ps` for one process; empty when it is gone. */
export function ps(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return '' // ps answers with status 1 when there is no such process
  }
}
