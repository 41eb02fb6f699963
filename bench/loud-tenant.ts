/**
 * The loud tenant of `fairness`, in a thread of its own: with an event loop and connections apart from those that
 * measure the quiet ones, what they see of it went through the door.
 */
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { FeedBodies } from './feed-bodies.ts'
import { openLoop } from './open-loop.ts'
import { type Pushed, pushOne } from './pusher.ts'

export type Load =
  | { readonly kind: 'rate'; readonly batchesPerSecond: number; readonly eventsPerBody: number }
  | { readonly kind: 'whatever_is_taken'; readonly parallel: number; readonly bodyBytes: number }

type Task = { readonly url: string; readonly token: string; readonly load: Load; readonly seconds: number }

/** Pushes for `seconds`; how many events were taken. */
export async function pushLoud(task: Task): Promise<number> {
  const worker = new Worker(new URL(import.meta.url), { workerData: task })
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error))
  const [events] = await Promise.race([once(worker, 'message'), failed])
  await worker.terminate()
  return events as number
}

async function push({ url, token, load, seconds }: Task): Promise<number> {
  const pushed: Pushed = { events: 0, refusals: 0, latenciesMs: [] }
  const bodies = await FeedBodies.load(load.kind === 'rate' ? { eventsPerBody: load.eventsPerBody } : load)
  const one = () => {
    const { body, round } = bodies.next()
    return pushOne(body, { url, token, connector: `${load.kind}-${round}` }, pushed)
  }
  if (load.kind === 'rate') await openLoop(load.batchesPerSecond, seconds, one)
  else await Promise.all(Array.from({ length: load.parallel }, () => untilStopped(seconds, one)))
  return pushed.events
}

async function untilStopped(seconds: number, one: () => Promise<void>): Promise<void> {
  const untilMs = performance.now() + seconds * 1000
  while (performance.now() < untilMs) await one()
}

if (!isMainThread) parentPort?.postMessage(await push(workerData as Task))
