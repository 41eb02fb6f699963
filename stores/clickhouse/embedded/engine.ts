import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Session } from 'chdb'
import { AppError } from '../../../platform/errors.ts'
import { quoteText } from '../quote.ts'
import { TENANT_SETTING } from '../tenant-policies.ts'
import type { EmbeddedConfig } from './config.ts'
import { engineArguments } from './engine-config.ts'
import { type JobEvents, type JobOutcome, Lane } from './lane.ts'
import type { Job } from './lane-messages.ts'
import { LanePool } from './lane-pool.ts'
import { StuckStatements } from './stuck-statements.ts'
import { Watch } from './watch.ts'

export type Work = {
  /** `control` is for statements that must run while every other lane is busy: KILL QUERY and liveness. */
  readonly kind: 'read' | 'write' | 'control'
  readonly mode: Job['mode']
  readonly prepare: readonly string[]
  readonly settings: Readonly<Record<string, string>>
  readonly sql: string
  readonly format: string
}

/** A query that spills to disk because it sorts or groups more than its memory holds takes at least this long. */
const SPILL_MS = 500

/** Interval for repeating KILL QUERY: the first one misses a query that is still being prepared. */
const KILL_EVERY_MS = 250

/** ClickHouse's engine on one folder: lanes by kind of work, and cancellation. */
export class Engine {
  readonly #pools: Record<Work['kind'], LanePool>
  /**
   * Runs no statement. Without it the process crashes at exit: the main thread must be the first to load the engine.
   */
  readonly #base: Session
  readonly #watch: Watch
  readonly #stuckReads: StuckStatements
  #lastId = 0

  private constructor(
    base: Session,
    pools: Record<Work['kind'], LanePool>,
    readLanes: number,
    end: (why: string) => void,
  ) {
    this.#base = base
    this.#pools = pools
    this.#stuckReads = new StuckStatements(readLanes, end)
    this.#watch = new Watch((sql) => this.text(sql), end)
  }

  /** Throws `data_dir_in_use` when another process has the folder. `end` as in `Watch`. */
  static async open(config: EmbeddedConfig, end: (why: string) => void): Promise<Engine> {
    const path = join(config.dataDir, 'engine')
    mkdirSync(path, { recursive: true })
    const args = engineArguments(config)
    const base = openSession(config.dataDir, path, args)
    crashForReal()
    const pool = (lanesMax: number) => new LanePool(() => new Lane({ path, args }), lanesMax, config.queueMax)
    const pools = { control: pool(1), read: pool(config.readLanes), write: pool(config.writeLanes) }
    const engine = new Engine(base, pools, config.readLanes, end)
    await engine.#watch.look()
    return engine
  }

  /** True when no statement runs or waits. */
  get isIdle(): boolean {
    return Object.values(this.#pools).every((pool) => pool.isIdle)
  }

  /**
   * Runs one statement; `signal` cancels it in any phase. The promise settles when the engine has released the
   * statement and everything it acknowledges is on disk.
   */
  async run(work: Work, events: JobEvents, signal?: AbortSignal): Promise<JobOutcome> {
    const startMs = performance.now()
    const id = ++this.#lastId
    const mark = `svc-job-${id}`
    const { mode, sql, format } = work
    const job = { id, prepare: prepareSql(work, mark), mode, sql, format }
    const pool = this.#pools[work.kind]
    const done = pool.run(job, events, work.settings[TENANT_SETTING])
    const stop = () => void (pool.cancel(id) && this.#killUntilDone(mark, done, work.kind === 'read'))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    const outcome = await done.finally(() => signal?.removeEventListener('abort', stop))
    const mayHaveWritten = work.kind === 'write' || (work.kind === 'read' && performance.now() - startMs > SPILL_MS)
    if (mayHaveWritten) await this.#watch.look()
    return outcome
  }

  /** For statements with a small result and SQL that contains no input. */
  async text(sql: string): Promise<string> {
    const parts: Uint8Array[] = []
    const work: Work = { kind: 'control', mode: 'write', prepare: [], settings: {}, sql, format: 'TabSeparated' }
    await this.run(work, { chunk: (bytes) => void parts.push(bytes) })
    return Buffer.concat(parts).toString()
  }

  async close(): Promise<void> {
    this.#watch.close()
    const lanes = Object.values(this.#pools).flatMap((pool) => pool.lanes)
    await Promise.all(lanes.map((lane) => lane.close()))
    this.#base.close()
  }

  async #killUntilDone(mark: string, done: Promise<unknown>, isRead: boolean): Promise<void> {
    let isDone = false
    const settled = done.then(
      () => (isDone = true),
      () => (isDone = true),
    )
    for (let times = 1; !isDone; times++) {
      await this.text(`KILL QUERY WHERE ${KILL_KEY} = ${quoteText(mark)} ASYNC`)
      await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, KILL_EVERY_MS))])
      if (isRead && !isDone) this.#stuckReads.cancelled(mark, times)
    }
    this.#stuckReads.ended(mark)
  }
}

/** The engine sets the query id itself, so a query is found by the first word of its `log_comment`. */
const KILL_KEY = `splitByChar(' ', Settings['log_comment'])[1]`

/** Puts all settings into one SET: after `readonly` a later SET could not change anything. */
function prepareSql(work: Work, mark: string): string {
  const { log_comment, ...settings } = work.settings
  const all = { ...settings, log_comment: log_comment ? `${mark} ${log_comment}` : mark }
  const assignments = Object.entries(all).map(([name, value]) => `${name} = ${quoteText(value)}`)
  return [...work.prepare, `SET ${assignments.join(', ')}`].join(';\n')
}

/**
 * Restores the default action of crash signals. The engine handles them to print a trace, but the library version then
 * hangs for good, so no supervisor would restart the process. Adding and removing a listener resets a signal's action.
 */
function crashForReal(): void {
  const ignore = () => {}
  for (const signal of CRASHES) process.on(signal, ignore).off(signal, ignore)
}

const CRASHES = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS'] as const

/**
 * Translates a failed open: the engine prints the reason only to stderr, so the holder's process id is read from the
 * folder's `status` file.
 */
function openSession(dataDir: string, path: string, args: string[]): Session {
  try {
    return new Session(path, { connectionArgs: args })
  } catch (error) {
    const holder = holderOf(path)
    if (holder === undefined) throw error
    throw new AppError('data_dir_in_use', `process ${holder} has ${dataDir} open`, { cause: error })
  }
}

function holderOf(path: string): number | undefined {
  const status = join(path, 'status')
  const text = existsSync(status) ? readFileSync(status, 'utf8') : ''
  const pid = Number(/^PID: (\d+)/m.exec(text)?.[1] ?? 0)
  if (pid === 0 || pid === process.pid) return undefined
  try {
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : undefined
  }
}
