/**
 * The engine's process. `--data DIR --port N`, further flags in `config.ts`. Says `{"ready":true,"port":N}` on stdout
 * once it answers, or `{"ready":false,"code":..,"detail":..}` and status 1 when it cannot. Ends on SIGTERM, SIGINT and
 * when its parent is gone, which it sees by its standard input: an orphan would keep the folder locked.
 */
import { chmodSync, fstatSync, mkdirSync, statSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../platform/errors.ts'
import { openLog } from '../../../platform/log.ts'
import { parseEmbeddedArgs } from './config.ts'
import { Engine } from './engine.ts'
import { ensurePassword } from './password.ts'
import { createFace } from './server.ts'
import { Spool } from './spool.ts'

/** Requests under way get this long to finish; a process that stops later is a process that hangs. */
const DRAIN_MS = 5_000
/** And a broken off query this long to end. */
const CANCEL_MS = 2_000
const log = openLog('clickhouse')

async function start(): Promise<void> {
  const config = parseEmbeddedArgs(process.argv.slice(2))
  closedFolder(config.dataDir)
  const engine = await Engine.open(config, endAtOnce)
  const spool = new Spool(config.dataDir, config.bodyMaxMb * 1_000_000)
  const face = createFace({ engine, spool, config, password: ensurePassword(config.dataDir) })
  await new Promise<void>((resolve, reject) => {
    face.once('error', (cause) => reject(notListening(config.port, cause)))
    face.listen(config.port, '127.0.0.1', resolve)
  })
  const stop = async (why: string) => {
    log.info({ why }, 'engine stops')
    await drain(face, engine)
    spool.close()
    // Closing under a running statement can hang for good; the engine keeps what it acknowledged when it is killed.
    if (!engine.isIdle) return void process.kill(process.pid, 'SIGKILL')
    await engine.close()
    process.exit(0)
  }
  onceAsked(stop)
  const { port } = face.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ ready: true, port })}\n`)
}

/** Nothing that was not answered counts, so a process that is killed loses nothing. */
function endAtOnce(why: string): void {
  log.fatal({ why }, 'the engine ends, and starts again from what is whole')
  process.kill(process.pid, 'SIGKILL')
}

/** The engine writes what everybody may read: only its owner gets as far. */
function closedFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700)
}

/** Lets requests under way finish, then breaks them off, which kills their queries. */
async function drain(face: Server, engine: Engine): Promise<void> {
  const closed = new Promise((resolve) => face.close(resolve))
  face.closeIdleConnections()
  await Promise.race([closed, delay(DRAIN_MS)])
  face.closeAllConnections()
  const deadline = Date.now() + CANCEL_MS
  while (!engine.isIdle && Date.now() < deadline) await delay(50)
}

function onceAsked(stop: (why: string) => Promise<void>): void {
  let isStopping = false
  const ask = (why: string) => {
    if (isStopping) return
    isStopping = true
    void stop(why)
  }
  process.once('SIGTERM', () => ask('SIGTERM'))
  process.once('SIGINT', () => ask('SIGINT'))
  process.once('disconnect', () => ask('parent gone'))
  // Started by hand or with no input at all there is no parent to watch.
  const input = fstatSync(0)
  if (!input.isFIFO() && !input.isSocket()) return
  process.stdin.on('end', () => ask('parent gone')).on('error', () => ask('parent gone'))
  process.stdin.resume()
}

function notListening(port: number, cause: Error): Error {
  if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') return cause
  return new AppError('port_taken', `port ${port} for the engine is taken`)
}

// A parent that is gone before the first line is told reads nothing any more; the end of our input says so too.
process.stdout.on('error', () => process.exit(1))

start().catch((error: unknown) => {
  const code = error instanceof AppError ? error.code : 'failed'
  const detail = error instanceof Error ? error.message : String(error)
  log.error({ code, ...(error instanceof AppError ? { detail } : { err: error }) }, 'engine did not start')
  process.stdout.write(`${JSON.stringify({ ready: false, code, detail })}\n`, () => process.exit(1))
})
