import { Worker } from 'node:worker_threads'
import { assert } from '../../../platform/assert.ts'
import type { FromLane, Job, LaneData, ToLane } from './lane-messages.ts'

export type JobOutcome = { readonly rows?: number; readonly bytes?: number }

/** Callbacks of a running job. `chunk` may return a promise: the engine waits for it, at most two chunks ahead. */
export type JobEvents = { chunk(bytes: Uint8Array): void | Promise<void> }

/** The engine's own text of an error, as a server would send it as the body. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
}

type Running = {
  readonly id: number
  readonly events: JobEvents
  resolve(outcome: JobOutcome): void
  reject(error: unknown): void
  /** The error that the receiver of the chunks threw. */
  refusal?: unknown
}

/** One thread of the engine: one statement at a time. */
export class Lane {
  #worker: Worker
  #running: Running | undefined
  #closed: () => void = () => {}

  constructor(data: LaneData) {
    this.#worker = new Worker(new URL('./lane-worker.ts', import.meta.url), { workerData: data })
    this.#worker.on('message', (message: FromLane) => {
      if (message.kind === 'closed') this.#closed()
      else this.#receive(message)
    })
    // Rethrown in the main thread: a broken lane leaves the engine in an unknown state, so the process must end.
    this.#worker.on('error', (error) => {
      throw error
    })
  }

  get isFree(): boolean {
    return this.#running === undefined
  }

  run(job: Job, events: JobEvents): Promise<JobOutcome> {
    assert(this.isFree, 'a lane runs one job at a time')
    return new Promise((resolve, reject) => {
      this.#running = { id: job.id, events, resolve, reject }
      this.#say({ kind: 'run', job })
    })
  }

  /** Stops the job between two chunks. KILL QUERY on another lane ends the computation itself. */
  cancel(id: number): void {
    if (this.#running?.id === id) this.#say({ kind: 'cancel', id })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve
      this.#say({ kind: 'close' })
    })
  }

  #say(message: ToLane): void {
    this.#worker.postMessage(message)
  }

  #receive(message: Extract<FromLane, { id: number }>): void {
    const running = this.#running
    assert(running?.id === message.id, 'a message of a lane is about its running job')
    if (message.kind === 'chunk') return void this.#passOn(running, message.bytes)
    this.#running = undefined
    if (running.refusal !== undefined) running.reject(running.refusal)
    else if (message.kind === 'failed') running.reject(new EngineError(message.message))
    else running.resolve(message)
  }

  async #passOn(running: Running, bytes: Uint8Array): Promise<void> {
    try {
      await running.events.chunk(bytes)
      this.#say({ kind: 'pull', id: running.id })
    } catch (error) {
      running.refusal = error
      this.cancel(running.id)
    }
  }
}
