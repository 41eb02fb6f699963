/**
 * The processes of an instance, recorded in its data folder. A killed supervisor leaves them behind; each ends by itself,
 * but until then it holds ports, logs and the lake.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { processStamp } from '../../platform/process-stamp.ts'

const FOLDER = 'children'
/**
 * A process with roles gives its open work ten seconds and the engine seven; on a machine with far more to run than it
 * has cores, each second takes several.
 */
const WAIT_MS = 60_000
const LOOK_MS = 100

type Orphan = { readonly child: string; readonly pid: number }

/** Records a process as soon as it exists. A full disk does not prevent its start; it is only not waited for then. */
export function noteChild(dir: string, child: string, pid: number, log: Log): void {
  try {
    fs.mkdirSync(path.join(dir, FOLDER), { recursive: true, mode: 0o700 })
    fs.writeFileSync(path.join(dir, FOLDER, child), `${pid} ${processStamp(pid)}`, { mode: 0o600 })
  } catch (err) {
    log.warn({ err, child }, 'cannot record the process id of a child')
  }
}

/** Removes the records; called when every child has ended. */
export function forgetChildren(dir: string): void {
  fs.rmSync(path.join(dir, FOLDER), { recursive: true, force: true })
}

/**
 * Resolves when no recorded process runs any more; the caller holds the lock of the folder, so the supervisor of those is
 * gone. Throws `unavailable` with the processes that are still there after `waitMs`, or the reason of `signal`.
 */
export async function waitForOrphans(
  dir: string,
  log: Log,
  { waitMs = WAIT_MS, signal }: { waitMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const giveUpAt = performance.now() + waitMs
  const reported = new Set<number>()
  for (let left = orphansIn(dir); left.length > 0; left = orphansIn(dir)) {
    for (const orphan of left) {
      if (!reported.has(orphan.pid)) log.warn({ ...orphan, dir }, 'waiting for processes of a killed instance to exit')
      reported.add(orphan.pid)
    }
    if (performance.now() >= giveUpAt) throw stillThere(dir, left, waitMs)
    await delay(LOOK_MS, undefined, { signal }).catch(() => signal?.throwIfAborted())
  }
  if (reported.size > 0) log.info({ dir }, 'the processes of the killed instance have exited')
}

function orphansIn(dir: string): Orphan[] {
  const folder = path.join(dir, FOLDER)
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder).flatMap((child) => {
    const text = fs.readFileSync(path.join(folder, child), 'utf8')
    const pid = Number.parseInt(text, 10)
    return pid > 0 && text === `${pid} ${processStamp(pid)}` ? [{ child, pid }] : []
  })
}

function stillThere(dir: string, left: readonly Orphan[], waitMs: number): AppError {
  const names = left.map(({ child, pid }) => `${child} (process ${pid})`).join(', ')
  const pids = left.map(({ pid }) => pid).join(' ')
  return new AppError(
    'unavailable',
    `${dir} is still in use by ${names}, left by an instance that was killed; waited ${waitMs / 1000} s for the end. ` +
      `End it with: kill -9 ${pids} (nothing that was acknowledged is lost), then start again`,
  )
}
