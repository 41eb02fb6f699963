import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Account } from './account.ts'
import { clusterDir, SERVER_ENV } from './cluster.ts'
import { type Keeper, startKeeper } from './keeper.ts'
import { placeOf } from './place.ts'

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }
export type Server = {
  readonly pid: number
  /** The id that our server reports, to detect another database that was on the port before. */
  readonly instance: string
  readonly exited: Promise<Exit>
  isAlive(): boolean
  /** The end of its log; complete when it never came up. */
  lastWords(): Promise<string>
}

/**
 * Longest wait for the start, a bound against a hang: after a crash the server first replays its log, and a busy machine
 * takes several times as long for it.
 */
const READY_MS = 600_000
const SAY_EVERY_MS = 30_000
/** Longer than a busy machine takes to accept a connection. */
const CONNECT_MS = 10_000
const LAST_WORDS_LINES = 20

/**
 * These are the defaults of Postgres, set explicitly because every acknowledgement depends on them. No socket file, no
 * statements in the log.
 */
const SETTINGS = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'log_min_error_statement=panic']

export function spawnServer(dataDir: string, bin: string, account: Account | null, port: number, log: Log): Server {
  const place = placeOf(clusterDir(dataDir), account)
  const keeper = startKeeper()
  const instance = randomUUID()
  const settings = [...SETTINGS, `svc.instance=${instance}`]
  const args = [
    '-D',
    place.path,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    '',
    ...settings.flatMap((s) => ['-c', s]),
  ]
  const stdio = ['ignore', 'ignore', 'pipe', ...(place.fd === null ? [] : [place.fd])] as const
  // Detached: Ctrl-C reaches only the starter, which drains its own work before it stops the database.
  const options = { ...account, cwd: '/', env: SERVER_ENV, detached: true, stdio: [...stdio] }
  const child = spawn(join(bin, 'postgres'), args, options)
  place.close()
  if (child.pid === undefined) throw new AppError('bad_config', 'the database server could not be run')
  keeper.watch(child.pid)
  return { pid: child.pid, instance, ...watched(child, keeper, log) }
}

function watched(child: ChildProcess, keeper: Keeper, log: Log): Omit<Server, 'pid' | 'instance'> {
  const lines: string[] = []
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.push(line) > LAST_WORDS_LINES) lines.shift()
      log.debug({ postgres: line })
    })
  let alive = true
  const exited = new Promise<Exit>((resolve) => {
    child.on('exit', (code, signal) => {
      alive = false
      keeper.dismiss()
      resolve({ code, signal })
    })
  })
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const lastWords = async () => {
    if (!alive) await closed
    return lines.join('\n')
  }
  return { exited, isAlive: () => alive, lastWords }
}

/** True when it answers, false when it ended instead. */
export async function answers(server: Server, superuserUrl: string, log: Log): Promise<boolean> {
  const startedAt = performance.now()
  let sayAt = SAY_EVERY_MS
  for (; server.isAlive(); await delay(25)) {
    if (await connects(superuserUrl, server.instance)) return true
    const passedMs = performance.now() - startedAt
    if (passedMs > READY_MS) {
      const lastWords = await server.lastWords()
      throw new AppError(
        'unavailable',
        `the database did not answer within ${READY_MS / 1000} s. Its log: ${lastWords}`,
      )
    }
    if (passedMs < sayAt) continue
    sayAt += SAY_EVERY_MS
    log.warn({ database_pid: server.pid, seconds: Math.round(passedMs / 1000) }, 'postgres is not ready yet')
  }
  return false
}

/**
 * While it starts, the server refuses connections in several ways; and another server may hold the port while ours is
 * about to give up.
 */
async function connects(url: string, instance: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => undefined) // a connection cut during the start counts as a refusal
  try {
    await client.connect()
    const { rows } = await client.query<{ is: string }>(`SELECT current_setting('svc.instance', true) AS is`)
    return rows[0]?.is === instance
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
