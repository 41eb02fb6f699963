import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { AppError, ERROR_CODES, type ErrorCode } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { NODE_FLAGS } from '../../../platform/node-flags.ts'
import { childEnv, type EmbeddedConfig, embeddedArgs } from './config.ts'
import { embeddedUrl } from './password.ts'

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type EmbeddedClickhouse = {
  /** With credentials, for `openClickhouse`. */
  readonly url: string
  readonly pid: number
  readonly exited: Promise<Exit>
  /** Resolves when the process has ended. */
  stop(): Promise<void>
}

export type StartOptions = Partial<EmbeddedConfig> & {
  readonly dataDir: string
  readonly port: number
  readonly log: Log
  /**
   * Interval of the log line "not ready yet": the engine first reads every part of the lake, however many there are.
   */
  readonly sayEveryMs?: number
  /** Called with the pid as soon as the process exists. */
  readonly spawned?: (pid: number) => void
}

const SAY_EVERY_MS = 30_000
/**
 * A process that is still alive this long after SIGTERM is killed; the engine keeps what it acknowledged.
 * @bound time to stop the engine -> the process is killed, and resumes from its last commit
 */
const STOP_MS = 9_000

/**
 * Starts the engine's process, which ends with this process. Throws `data_dir_in_use`, or an error with the reason that
 * the engine gave.
 */
export async function startEmbeddedClickhouse(options: StartOptions): Promise<EmbeddedClickhouse> {
  const { log, sayEveryMs = SAY_EVERY_MS, spawned, ...config } = options
  const main = new URL('./main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [...NODE_FLAGS, main, ...embeddedArgs(config)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // In a process group of its own: Ctrl+C reaches only the starter, which then stops the engine.
    detached: true,
    env: childEnv(),
  })
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })
  if (child.pid !== undefined) spawned?.(child.pid)
  // Writing to an ended process raises an error on the pipe; `exited` already reports the exit.
  child.stdin.on('error', () => {})
  const startedAt = performance.now()
  const saying = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    log.warn({ engine_pid: child.pid, seconds }, 'clickhouse engine is not ready yet')
  }, sayEveryMs)
  const port = await firstLine(child, exited).finally(() => clearInterval(saying))
  log.info({ engine_pid: child.pid, port }, 'clickhouse engine is ready')
  return { url: embeddedUrl(config.dataDir, port), pid: child.pid ?? 0, exited, stop: () => stop(child, exited) }
}

async function firstLine(child: ChildProcess, exited: Promise<Exit>): Promise<number> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const lineRead = new Promise<string>((resolve) => lines.once('line', resolve))
  const line = await Promise.race([lineRead, exited.then(() => undefined)])
  const report =
    line === undefined
      ? undefined
      : (JSON.parse(line) as { ready: boolean; port?: number; code?: string; detail?: string })
  if (report?.ready && report.port !== undefined) return report.port
  const { code, signal } = await exited
  const detail = report?.detail ?? `the engine ended with ${signal ?? code} before it was ready`
  throw new AppError(isErrorCode(report?.code) ? report.code : 'unavailable', detail)
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && code in ERROR_CODES
}

async function stop(child: ChildProcess, exited: Promise<Exit>): Promise<void> {
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exited
  clearTimeout(kill)
}
