/** Lanes side by side: one in this thread, the others in threads of their own. */
import { setImmediate as immediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Plans } from './evaluation.ts'
import { type Lane, openLane } from './lane.ts'
import type { ChunkResult, LaneTask } from './lane-task.ts'
import type { FromLane, ToLane } from './lane-worker.ts'

/** Each lane has all tables of the rules, some hundred megabytes with thousands of them. */
export const THREADS_MAX = 64

export type LaneEvents = {
  /** Chunks come in any order. */
  readonly onResult: (result: ChunkResult) => void
  /** Every lane that meets the fault reports it. */
  readonly onFault: (rule: number, reason: string) => void
}

export type Lanes = {
  /** Resolves when every lane has compiled the rules. Called once. */
  load(task: LaneTask): Promise<void>
  /** Cached form of the task's rules; null when nothing is cached. */
  plans(): Plans | null
  newTables(): Uint8Array | null
  /** Resolves when no chunk is left; rejects when a lane breaks. */
  run(): Promise<void>
  close(): Promise<void>
}

/** Other threads are started now, so that they load their code while the rules are read. */
export function startLanes(threads: number, events: LaneEvents): Lanes {
  const workers = Array.from({ length: threads - 1 }, () => workerLane(events))
  let here: Lane | null = null
  return {
    async load(task) {
      const ready = Promise.all(workers.map((lane) => lane.ask({ kind: 'task', task }, 'ready')))
      ready.catch(() => undefined) // Awaited below, once this thread is ready itself.
      here = await openLane(task, (rule, error) => events.onFault(rule, error.message))
      await ready
    },
    plans: () => here?.plans() ?? null,
    newTables: () => here?.newTables() ?? null,
    async run() {
      const done = Promise.all(workers.map((lane) => lane.ask({ kind: 'go' }, 'done')))
      done.catch(() => undefined)
      while (here?.runNext(events.onResult)) if (threads > 1) await immediate() // The others' results are heard meanwhile.
      await done
    },
    close: async () => void (await Promise.all(workers.map((lane) => lane.close()))),
  }
}

function workerLane({ onResult, onFault }: LaneEvents) {
  const worker = new Worker(new URL('./lane-worker.ts', import.meta.url))
  const broken = Promise.withResolvers<never>()
  worker.on('error', broken.reject)
  broken.promise.catch(() => undefined) // The next request rejects with it.
  let answered: (kind: 'ready' | 'done') => void = () => undefined
  worker.on('message', (message: FromLane) => {
    if (message.kind === 'result') onResult(message.result)
    else if (message.kind === 'fault') onFault(message.rule, message.reason)
    else answered(message.kind)
  })
  return {
    ask(message: ToLane, answer: 'ready' | 'done'): Promise<void> {
      const answerCame = new Promise<void>((resolve) => {
        answered = (kind) => kind === answer && resolve()
      })
      worker.postMessage(message)
      return Promise.race([answerCame, broken.promise])
    },
    close: () => worker.terminate(),
  }
}
