/**
 * Background work of a process. A worker repeats one turn until the process stops: at once while there is more to do,
 * otherwise after a pause, and after failures with growing pauses. Its runs, failures and last success are metrics. A
 * worker that has only failed for ten minutes counts as a subsystem that is down.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from './errors.ts'
import type { Checks, Figures } from './health.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { pauseAfter } from './pause-after.ts'

export type Turn = {
  /** Aborts when the process stops: a long turn ends early, and another process continues its work. */
  readonly stop: AbortSignal
  /** A turn that lasts for hours, such as one that holds a lock, calls this each time a part of it succeeded. */
  readonly succeeded: () => void
}

export type Worker = {
  /** Name for operators, such as `playbook runs`: label of the metrics, and name in health checks and logs. */
  readonly name: string
  /** Pause after a turn that found no more work, and after the first failure. */
  readonly everyMs: number
  /** Does one piece of the work. Returns true when more is waiting, which is then done at once. */
  readonly once: (turn: Turn) => Promise<boolean>
  /**
   * Number of concurrent turns in this process; 1 when absent. While there is nothing to do, only one of them polls.
   */
  readonly atOnce?: number
  /** Age in seconds of the oldest waiting piece of work, null when none waits. Called for metrics and health checks. */
  readonly oldestSeconds?: () => Promise<number | null>
}

export type WorkerState = {
  readonly name: string
  readonly runs: number
  readonly failures: number
  readonly lastSuccessAt: Date | null
  /** Time since which every turn has failed; null while the worker succeeds. */
  readonly failingSince: Date | null
  readonly lastError: string | null
}

export type RunningWorkers = {
  /** One check for each worker, named `worker: NAME`. */
  readonly checks: Checks
  /** Figures of the workers that report how long their work waits. */
  readonly figures: Figures
  states(): readonly WorkerState[]
  /** Resolves when `stop` has aborted and the last turn has ended. */
  readonly ended: Promise<void>
}

export type WorkerOptions = {
  readonly log: Log
  readonly metrics: Metrics
  readonly stop: AbortSignal
  readonly nowMs?: () => number
  /** Between 0 and 1; spreads the pauses of replicas that fail together. */
  readonly random?: () => number
  /** Resolves after `ms`, or when `stop` aborts. */
  readonly pause?: (ms: number, stop: AbortSignal) => Promise<void>
}

/** A worker that only fails for this long makes the service unhealthy. */
export const FAILING_MS_MAX = 600_000
/** Interval at which the waiting time is read. */
const WAITING_EVERY_MS = 15_000
/** Largest random share of a pause. */
const JITTER = 0.2

/** Starts the workers. An error of a turn never escapes: it is logged and counted, and the turn is repeated. */
export function runWorkers(workers: readonly Worker[], options: WorkerOptions): RunningWorkers {
  const { metrics, nowMs = Date.now } = options
  const counters = countersIn(metrics)
  const records = workers.map((worker) => ({ worker, record: newRecord(worker.name) }))
  const loops = records.flatMap(({ worker, record }) => {
    const { atOnce = 1 } = worker
    const crew = new Crew(atOnce, options)
    return Array.from({ length: atOnce }, () => repeat(worker, record, crew, counters, options))
  })
  const waiting = workers.flatMap(({ name, oldestSeconds }) =>
    oldestSeconds === undefined ? [] : [{ name, oldestSeconds }],
  )
  if (waiting.length > 0) loops.push(watchWaiting(waiting, counters, options))
  return {
    checks: Object.fromEntries(
      records.map(({ record }) => [`worker: ${record.name}`, async () => requireWorking(record, nowMs())]),
    ),
    figures: Object.fromEntries(
      waiting.map(({ name, oldestSeconds }) => [
        `worker: ${name}`,
        async () => ({ oldest_waiting_seconds: (await oldestSeconds()) ?? 0 }),
      ]),
    ),
    states: () => records.map(({ record }) => stateOf(record)),
    ended: Promise.all(loops).then(() => undefined),
  }
}

/** For tests: runs turns of each worker, one after another, until none has more to do. Throws a turn's error. */
export async function drainAll(workers: readonly Worker[], stop: AbortSignal = new AbortController().signal) {
  for (let isMore = true; isMore; ) {
    isMore = false
    for (const { once } of workers) while (await once({ stop, succeeded: () => {} })) isMore = true
  }
}

type History = {
  readonly name: string
  runs: number
  failures: number
  lastSuccessMs: number | null
  failingSinceMs: number | null
  lastError: string | null
}

const newRecord = (name: string): History => {
  return { name, runs: 0, failures: 0, lastSuccessMs: null, failingSinceMs: null, lastError: null }
}

type Counters = ReturnType<typeof newCounters>

/** One set of counters for all workers of a process, also when they are started in several places. */
const counted = new WeakMap<Metrics, Counters>()

function countersIn(metrics: Metrics): Counters {
  const counters = counted.get(metrics) ?? newCounters(metrics)
  counted.set(metrics, counters)
  return counters
}

function newCounters(metrics: Metrics) {
  const of = ['worker']
  return {
    runs: metrics.counter('svc_worker_runs_total', 'turns of background work that ended well', of),
    failures: metrics.counter('svc_worker_failures_total', 'turns of background work that failed', of),
    lastSuccess: metrics.gauge('svc_worker_last_success_seconds', 'when a turn last ended well, in Unix time', of),
    oldest: metrics.gauge('svc_worker_oldest_seconds', 'age of the oldest piece of work that waits', of),
  }
}

async function repeat(
  worker: Worker,
  record: History,
  crew: Crew,
  counters: Counters,
  options: WorkerOptions,
): Promise<void> {
  const { log, stop, nowMs = Date.now, random = Math.random, pause = pauseFor } = options
  const labels = { worker: worker.name }
  let failures = 0
  const succeeded = () => {
    failures = 0
    record.runs++
    record.lastSuccessMs = nowMs()
    record.failingSinceMs = null
    record.lastError = null
    counters.runs.inc(1, labels)
    counters.lastSuccess.set(Math.round(record.lastSuccessMs / 1000), labels)
  }
  while (!stop.aborted) {
    try {
      const isMore = await crew.during(() => worker.once({ stop, succeeded }))
      succeeded()
      if (isMore) {
        crew.wakeAll()
        continue
      }
    } catch (err) {
      // A turn that is aborted may end with an error, which is no failure of the work.
      if (stop.aborted) return
      failures++
      record.failures++
      record.failingSinceMs ??= nowMs()
      record.lastError = err instanceof Error ? err.message : String(err)
      counters.failures.inc(1, labels)
      log.warn({ err, worker: worker.name }, `background work failed, retrying: ${worker.name}`)
    }
    if (failures === 0) await crew.rest(worker.everyMs)
    else {
      crew.wakeOne() // Work on which this turn failed need not fail for another one.
      await pause(pauseAfter(failures, worker.everyMs) * (1 + JITTER * random()), stop)
    }
  }
}

/** A turn that lasts longer than this has found work; most turns find none within a few milliseconds. */
const FOUND_MS = 50

/**
 * The concurrent turns of one worker. If all of them polled for work, an idle process would query the database dozens
 * of times a second for nothing: so only one polls, and the others sleep until there is more.
 */
class Crew {
  readonly #isAlone: boolean
  readonly #pause: (ms: number, stop: AbortSignal) => Promise<void>
  readonly #stop: AbortSignal
  #isWatched = false
  /** Ends the pause of the polling turn. */
  #look = new AbortController()
  #asleep: (() => void)[] = []

  constructor(atOnce: number, { pause = pauseFor, stop }: WorkerOptions) {
    this.#isAlone = atOnce === 1
    this.#pause = pause
    this.#stop = stop
    if (!this.#isAlone) stop.addEventListener('abort', () => this.wakeAll(), { once: true })
  }

  /** While one turn works for longer than `FOUND_MS`, another one is woken to poll. */
  async during<T>(turn: () => Promise<T>): Promise<T> {
    if (this.#asleep.length === 0) return turn()
    const timer = setTimeout(() => this.wakeOne(), FOUND_MS)
    try {
      return await turn()
    } finally {
      clearTimeout(timer)
    }
  }

  /** Waits until it is time to poll, or until a turn found work for several. */
  async rest(ms: number): Promise<void> {
    if (this.#isAlone) return this.#pause(ms, this.#stop)
    if (this.#stop.aborted) return
    if (this.#isWatched) return new Promise((resolve) => void this.#asleep.push(resolve))
    this.#isWatched = true
    this.#look = new AbortController()
    await this.#pause(ms, this.#look.signal)
    this.#isWatched = false
  }

  /** Wakes no turn while one is resting and will poll. */
  wakeOne(): void {
    if (!this.#isWatched) this.#asleep.shift()?.()
  }

  wakeAll(): void {
    this.#look.abort()
    for (const wake of this.#asleep.splice(0)) wake()
  }
}

const pauseFor = (ms: number, stop: AbortSignal) => delay(ms, undefined, { signal: stop }).catch(() => {})

type Waiting = Required<Pick<Worker, 'name' | 'oldestSeconds'>>

/** A figure that cannot be read keeps its last value: the worker itself fails too, and logs the reason. */
async function watchWaiting(workers: readonly Waiting[], { oldest }: Counters, { stop }: WorkerOptions): Promise<void> {
  while (!stop.aborted) {
    for (const { name, oldestSeconds } of workers) {
      const seconds = await oldestSeconds().catch(() => undefined)
      if (seconds !== undefined) oldest.set(seconds ?? 0, { worker: name })
    }
    await pauseFor(WAITING_EVERY_MS, stop)
  }
}

function requireWorking({ name, failingSinceMs, lastError }: History, nowMs: number): void {
  if (failingSinceMs === null || nowMs - failingSinceMs < FAILING_MS_MAX) return
  const minutes = Math.floor((nowMs - failingSinceMs) / 60_000)
  throw new AppError('unavailable', `${name}: every turn has failed for ${minutes} minutes: ${lastError}`)
}

function stateOf({ name, runs, failures, lastSuccessMs, failingSinceMs, lastError }: History): WorkerState {
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms))
  return { name, runs, failures, lastError, lastSuccessAt: dateOf(lastSuccessMs), failingSince: dateOf(failingSinceMs) }
}
