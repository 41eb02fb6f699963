/**
 * Background work of a process. A worker repeats one turn until the process stops: at once while there is more to do,
 * otherwise after a pause, and after a failure later and later. Its runs, failures and last success are metrics, and a
 * worker that has done nothing but fail for ten minutes is a subsystem that is down.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from './errors.ts'
import type { Checks, Figures } from './health.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { pauseAfter } from './pause-after.ts'

export type Turn = {
  /** Aborts when the process stops: a long turn ends early, and what it began is taken up by another process. */
  readonly stop: AbortSignal
  /** A turn that lasts for hours, as one that holds a lock does, calls it each time that a part of it went well. */
  readonly succeeded: () => void
}

export type Worker = {
  /** Words of an operator, such as `playbook runs`: label of the metrics, name in the health and in the log. */
  readonly name: string
  /** Pause after a turn that left nothing to do, and after the first failure. */
  readonly everyMs: number
  /** Does one piece of the work. True when more waits, which is then done at once. */
  readonly once: (turn: Turn) => Promise<boolean>
  /** Turns at the same time in this process; 1 when absent. While there is nothing to do, one of them looks for work. */
  readonly atOnce?: number
  /** Age in seconds of the oldest piece of work that waits, null when none does. Read when metrics or health are. */
  readonly oldestSeconds?: () => Promise<number | null>
}

export type WorkerState = {
  readonly name: string
  readonly runs: number
  readonly failures: number
  readonly lastSuccessAt: Date | null
  /** Null while it works: since when every turn has failed. */
  readonly failingSince: Date | null
  readonly lastError: string | null
}

export type RunningWorkers = {
  /** One for each worker, named `worker: NAME`. */
  readonly checks: Checks
  /** Figures of the workers that know how long their work waits. */
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

/** Nothing but failures for so long makes the service unhealthy. */
export const FAILING_MS_MAX = 600_000
/** Between looks at how long work waits. */
const WAITING_EVERY_MS = 15_000
/** Largest part of a pause that chance adds. */
const JITTER = 0.2

/** Starts them. No failure of a turn gets out: it is logged, counted, and the turn is tried again. */
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

/** For tests: turns of each worker, one after the other, until none of them has more to do. A failure is thrown. */
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

/** A process that runs workers in several places has one set of counters for all of them. */
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
      // A turn that was told to stop ends as it can, which is no failure of the work.
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
      crew.wakeOne() // what failed for this one need not fail for the work of another
      await pause(pauseAfter(failures, worker.everyMs) * (1 + JITTER * random()), stop)
    }
  }
}

/** A turn that lasts longer has found work, and most find none within a few milliseconds. */
const FOUND_MS = 50

/**
 * The turns of one worker that run at the same time. When all of them looked for work at its pace, an idle process would ask
 * the database dozens of times a second for nothing: one of those that rest looks, and the others sleep until there is more.
 */
class Crew {
  readonly #isAlone: boolean
  readonly #pause: (ms: number, stop: AbortSignal) => Promise<void>
  readonly #stop: AbortSignal
  #isWatched = false
  /** Ends the pause of the one that looks. */
  #look = new AbortController()
  #asleep: (() => void)[] = []

  constructor(atOnce: number, { pause = pauseFor, stop }: WorkerOptions) {
    this.#isAlone = atOnce === 1
    this.#pause = pause
    this.#stop = stop
    if (!this.#isAlone) stop.addEventListener('abort', () => this.wakeAll(), { once: true })
  }

  /** While one is at work, another looks for more. */
  async during<T>(turn: () => Promise<T>): Promise<T> {
    if (this.#asleep.length === 0) return turn()
    const timer = setTimeout(() => this.wakeOne(), FOUND_MS)
    try {
      return await turn()
    } finally {
      clearTimeout(timer)
    }
  }

  /** Until it is time to look, or somebody found work for several. */
  async rest(ms: number): Promise<void> {
    if (this.#isAlone) return this.#pause(ms, this.#stop)
    if (this.#stop.aborted) return
    if (this.#isWatched) return new Promise((resolve) => void this.#asleep.push(resolve))
    this.#isWatched = true
    this.#look = new AbortController()
    await this.#pause(ms, this.#look.signal)
    this.#isWatched = false
  }

  /** Nobody needs to be woken while one of them rests and will look. */
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

/** A figure that cannot be read keeps its last value: the worker itself fails too, and says why. */
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
