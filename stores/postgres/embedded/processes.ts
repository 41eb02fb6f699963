import { readlinkSync } from 'node:fs'
import { processStamp, ps } from '../../../platform/process-stamp.ts'

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
