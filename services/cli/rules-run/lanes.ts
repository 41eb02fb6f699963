/** Several lanes side by side, or one in this thread. */
import { Worker } from 'node:worker_threads'
import { type ChunkResult, type LaneTask, openLane } from './lane.ts'
import type { FromLane, ToLane } from './lane-worker.ts'

/** Each lane has all tables of the rules, some hundred megabytes with thousands of them. */
export const THREADS_MAX = 64

export type LaneEvents = {
  /** Chunks come in any order. */
  readonly onResult: (result: ChunkResult) => void
  /** Every lane that meets the fault says so. */
  readonly onFault: (rule: number, reason: string) => void
}

export type Lanes = {
  /** Resolves when every lane has compiled the rules. Asked for once. */
  load(task: LaneTask): Promise<void>
  /** Resolves when no chunk is left; rejects when a lane breaks. */
  run(): Promise<void>
  close(): Promise<void>
}

/** More threads than one are started now, so that they load their code while the rules are read. */
export function startLanes(threads: number, events: LaneEvents): Lanes {
  return threads === 1 ? laneHere(events) : lanesOfWorkers(threads, events)
}

function laneHere({ onResult, onFault }: LaneEvents): Lanes {
  let run: (() => void) | null = null
  return {
    async load(task) {
      const lane = openLane(task, (rule, error) => onFault(rule, error.message))
      run = () => lane.run(onResult)
    },
    run: async () => run?.(),
    close: async () => undefined,
  }
}

function lanesOfWorkers(threads: number, events: LaneEvents): Lanes {
  const lanes = Array.from({ length: threads }, () => workerLane(events))
  return {
    load: async (task) => void (await Promise.all(lanes.map((lane) => lane.ask({ kind: 'task', task }, 'ready')))),
    run: async () => void (await Promise.all(lanes.map((lane) => lane.ask({ kind: 'go' }, 'done')))),
    close: async () => void (await Promise.all(lanes.map((lane) => lane.close()))),
  }
}

function workerLane({ onResult, onFault }: LaneEvents) {
  const worker = new Worker(new URL('./lane-worker.ts', import.meta.url))
  const broken = Promise.withResolvers<never>()
  worker.on('error', broken.reject)
  broken.promise.catch(() => undefined) // Whoever asks hears of it; an error between two questions waits for the next.
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
