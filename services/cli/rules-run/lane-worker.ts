/** The thread of a lane: compiles the rules when it receives its task, and runs on the start message. */
import { enableCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { Lane } from './lane.ts'
import type { ChunkResult, LaneTask } from './lane-task.ts'

export type ToLane = { readonly kind: 'task'; readonly task: LaneTask } | { readonly kind: 'go' }
export type FromLane =
  | { readonly kind: 'ready' | 'done' }
  | { readonly kind: 'result'; readonly result: ChunkResult }
  | { readonly kind: 'fault'; readonly rule: number; readonly reason: string }

enableCompileCache() // each thread has its own cache, and only for modules imported after this
const { openLane } = await import('./lane.ts')

const port = parentPort
if (port === null) throw new Error('a lane is a worker thread')
const say = (message: FromLane) => port.postMessage(message)
let lane: Lane | null = null

port.on('message', async (message: ToLane) => {
  if (message.kind === 'task') {
    lane = await openLane(message.task, (rule, error) => say({ kind: 'fault', rule, reason: error.message }))
    say({ kind: 'ready' })
    return
  }
  while (lane?.runNext((result) => say({ kind: 'result', result })));
  say({ kind: 'done' })
})
