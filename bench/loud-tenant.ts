/**
 * The loud tenant of `fairness`, in a thread of its own: its event loop and connections are separate from those that
 * measure the quiet tenants, so its effect on them comes only through ingest.
 */
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { FeedBodies } from './feed-bodies.ts'
import { openLoop } from './open-loop.ts'
import { type Pushed, pushOne } from './pusher.ts'

export type Load =
  | { readonly kind: 'rate'; readonly batchesPerSecond: number }
  | { readonly kind: 'whatever_is_taken'; readonly parallel: number }

type Target = { readonly url: string; readonly token: string; readonly eventsPerBatch: number }
type Task = { readonly load: Load; readonly seconds: number }

const LARGE_BYTES = 1 << 20

export class LoudTenant {
  readonly #worker: Worker

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  /** Resolves when its bodies are in memory. */
  static async open(target: Target): Promise<LoudTenant> {
    const tenant = new LoudTenant(new Worker(new URL(import.meta.url), { workerData: target }))
    await tenant.#answer()
    return tenant
  }

  /** Resolves with the number of accepted events. */
  push(task: Task): Promise<number> {
    this.#worker.postMessage(task)
    return this.#answer()
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  /** `once` rejects when the thread fails. */
  async #answer(): Promise<number> {
    return (await once(this.#worker, 'message'))[0] as number
  }
}

async function serve({ url, token, eventsPerBatch }: Target): Promise<void> {
  const bodies = {
    rate: await FeedBodies.load({ eventsPerBody: eventsPerBatch }),
    whatever_is_taken: await FeedBodies.load({ bodyBytes: LARGE_BYTES }),
  }
  parentPort?.on('message', async ({ load, seconds }: Task) => {
    const pushed: Pushed = { events: 0, refusals: 0, latenciesMs: [] }
    const one = () => {
      const { body, round } = bodies[load.kind].next()
      return pushOne(body, { url, token, connector: `${load.kind}-${round}` }, pushed)
    }
    if (load.kind === 'rate') await openLoop(load.batchesPerSecond, seconds, one)
    else await Promise.all(Array.from({ length: load.parallel }, () => untilStopped(seconds, one)))
    parentPort?.postMessage(pushed.events)
  })
  parentPort?.postMessage(0)
}

async function untilStopped(seconds: number, one: () => Promise<void>): Promise<void> {
  const untilMs = performance.now() + seconds * 1000
  while (performance.now() < untilMs) await one()
}

if (!isMainThread) await serve(workerData as Target)
