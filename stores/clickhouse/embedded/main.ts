/**
 * The engine's process: `--data DIR --port N`, further flags in `config.ts`. Prints `{"ready":true,"port":N}` to stdout
 * once it answers, or `{"ready":false,"code":..,"detail":..}` and exits with status 1 when it cannot start. Ends on
 * SIGTERM, SIGINT and when its parent is gone, which it notices by the end of its standard input: an orphan would keep
 * the folder locked.
 */
import { chmodSync, fstatSync, mkdirSync, statSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { collectGarbage, GARBAGE_LIMITS } from '../../../platform/collect-garbage.ts'
import { AppError } from '../../../platform/errors.ts'
import { openLog } from '../../../platform/log.ts'
import { portHolder } from '../../../platform/port-holder.ts'
import { parseEmbeddedArgs } from './config.ts'
import { Engine } from './engine.ts'
import { ensurePassword } from './password.ts'
import { createFace } from './server.ts'
import { Spool } from './spool.ts'

/** Requests in progress get this long to finish; without a limit one of them could keep the process alive for ever. */
const DRAIN_MS = 5_000
/** Cancelled queries get this much longer to end. */
const CANCEL_MS = 2_000
const PARENT_GONE = 'parent gone'
const log = openLog('clickhouse')

async function start(): Promise<void> {
  const config = parseEmbeddedArgs(process.argv.slice(2))
  closedFolder(config.dataDir)
  // Nothing was acknowledged yet; a signal has its default action until the engine is open.
  let parentGone = (): void => {
    process.kill(process.pid, 'SIGKILL')
  }
  onParentGone(() => parentGone())
  const engine = await Engine.open(config, endAtOnce)
  const spool = new Spool(config.dataDir, config.bodyMaxMb * 1_000_000)
  const face = createFace({ engine, spool, config, password: ensurePassword(config.dataDir) })
  await new Promise<void>((resolve, reject) => {
    face.once('error', (cause) => reject(notListening(config.port, cause)))
    face.listen(config.port, '127.0.0.1', resolve)
  })
  const stop = once(async (why) => {
    log.info({ why }, 'clickhouse engine is stopping')
    await drain(face, engine)
    spool.close()
    // Closing the engine under a running statement can hang for good, and nobody would kill an orphan that hangs. SIGKILL
    // is safe: the engine keeps what it acknowledged.
    if (!engine.isIdle || why === PARENT_GONE) return void process.kill(process.pid, 'SIGKILL')
    await engine.close()
    process.exit(0)
  })
  parentGone = () => stop(PARENT_GONE)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal))
  const { port } = face.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ ready: true, port })}\n`)
  collectGarbage()
  setTimeout(() => void giveBackStart(engine), GARBAGE_LIMITS.afterStartMs).unref()
}

/**
 * Reading the parts of the lake and migrating it frees tens of megabytes, which the allocator would keep for ten minutes
 * (`KEEP_MEMORY`).
 */
async function giveBackStart(engine: Engine): Promise<void> {
  await engine.text('SYSTEM JEMALLOC PURGE').catch((err) => log.warn({ err }, 'cannot release memory after the start'))
}

/** Kills the process without a drain: requests without an answer are not acknowledged, so nothing is lost. */
function endAtOnce(why: string): void {
  log.fatal({ why }, 'clickhouse engine exits to recover: a restart drops incomplete parts')
  process.kill(process.pid, 'SIGKILL')
}

/** Restricts the folder to its owner: the engine creates its files readable by everybody. */
function closedFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700)
}

/** Lets requests in progress finish for `DRAIN_MS`, then closes their connections, which kills their queries. */
async function drain(face: Server, engine: Engine): Promise<void> {
  const closed = new Promise((resolve) => face.close(resolve))
  face.closeIdleConnections()
  await Promise.race([closed, delay(DRAIN_MS)])
  face.closeAllConnections()
  const deadline = Date.now() + CANCEL_MS
  while (!engine.isIdle && Date.now() < deadline) await delay(50)
}

/** The first caller decides; later calls do nothing. */
function once(stop: (why: string) => Promise<void>): (why: string) => void {
  let isStopping = false
  return (why) => {
    if (isStopping) return
    isStopping = true
    void stop(why)
  }
}

/** The end of the input is reported also when the parent ended before this is called. */
function onParentGone(isGone: () => void): void {
  process.once('disconnect', isGone)
  // When started by hand or without an input, there is no parent to watch.
  const input = fstatSync(0)
  if (!input.isFIFO() && !input.isSocket()) return
  process.stdin.on('end', isGone).on('error', isGone)
  process.stdin.resume()
}

function notListening(port: number, cause: Error): Error {
  if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') return cause
  return new AppError('port_taken', `port ${port} for the engine is taken: ${portHolder(port)}`)
}

// The parent may be gone before it reads the first line; the end of our input reports that too.
process.stdout.on('error', () => process.exit(1))

start().catch((error: unknown) => {
  const code = error instanceof AppError ? error.code : 'failed'
  const detail = error instanceof Error ? error.message : String(error)
  log.error({ code, ...(error instanceof AppError ? { detail } : { err: error }) }, 'clickhouse engine did not start')
  process.stdout.write(`${JSON.stringify({ ready: false, code, detail })}\n`, () => process.exit(1))
})
