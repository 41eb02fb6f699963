import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { processStamp } from '../../../platform/process-stamp.ts'
import { clusterDir } from './cluster.ts'
import { standsIn } from './processes.ts'

const FAST_STOP_MS = 20_000
const HARD_STOP_MS = 5_000

/**
 * Refuses a data directory whose starter is alive, and writes our own pid into it. Postgres' own lock decides between
 * simultaneous starters.
 */
export function claimDataDir(dataDir: string): void {
  const path = join(dataDir, 'starter')
  const [pid = '', stamp = ''] = existsSync(path) ? readFileSync(path, 'utf8').split(' ') : []
  if (stamp !== '' && processStamp(Number(pid)) === stamp)
    throw new AppError('data_dir_in_use', `process ${pid} runs the database in ${dataDir}`)
  writeFileSync(path, `${process.pid} ${processStamp(process.pid)}`, { mode: 0o600 })
}

export function releaseDataDir(dataDir: string): void {
  rmSync(join(dataDir, 'starter'), { force: true })
}

/**
 * Stops the server that a killed starter left behind, and removes a `postmaster.pid` whose process id now belongs to
 * another program: Postgres would take that program for a running server and refuse to start.
 */
export async function stopOrphan(dataDir: string, log: Log): Promise<void> {
  const lockFile = join(clusterDir(dataDir), 'postmaster.pid')
  if (!existsSync(lockFile)) return
  const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10)
  if (!Number.isInteger(pid) || !standsIn(pid, realpathSync(clusterDir(dataDir)))) {
    rmSync(lockFile, { force: true })
    return
  }
  log.warn({ database_pid: pid }, 'stopping a postgres server that outlived its starter')
  await endProcess(pid, () => processStamp(pid) !== null)
}

/** Fast shutdown, then immediate (recovers at the next start), then kill; used for every stop of a server. */
export async function endProcess(pid: number, isAlive: () => boolean): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', HARD_STOP_MS],
    ['SIGKILL', HARD_STOP_MS],
  ] as const) {
    signalIfThere(pid, signal)
    for (const end = Date.now() + waitMs; isAlive() && Date.now() < end; ) await delay(20)
    if (!isAlive()) return
  }
  throw new AppError('unavailable', `the database server ${pid} does not end`)
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
