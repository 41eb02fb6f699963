import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Start time of a process, which distinguishes it from a later one with the same pid. Null when it is gone; a zombie
 * counts as gone, because in a container whose first process never reaps, a dead server stays listed for ever.
 */
export function processStamp(pid: number): string | null {
  if (process.platform !== 'linux') return stampByPs(pid)
  const stat = readOrNull(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The command name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state] = fields
  return state === 'Z' || state === 'X' ? null : (fields[19] ?? null)
}

/**
 * True when a live process has `dir` as its working directory, as a Postgres server and its children have their data
 * directory.
 */
export function standsIn(pid: number, dir: string): boolean {
  if (processStamp(pid) === null) return false
  if (process.platform !== 'linux') return ps(pid, 'command=').includes(dir)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dir
  } catch {
    // Another user's process, or it ended meanwhile: in both cases it is not our server.
    return false
  }
}

function stampByPs(pid: number): string | null {
  const line = ps(pid, 'state=,lstart=')
  return line === '' || line.startsWith('Z') ? null : line.slice(line.indexOf(' ')).trim()
}

function ps(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return '' // ps answers with status 1 when there is no such process
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
