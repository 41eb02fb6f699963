/**
 * One lane: a thread that runs one statement at a time. It is a thread because the engine plans a query, and runs its
 * scalar subqueries, inside the call that starts it; in the main thread that would stop every other request.
 *
 * Each job gets a session of its own (0.3 ms), so nothing a statement sets outlives it, as over HTTP to a server. The
 * thread lives as long as the process: the engine hangs when a thread that used it ends.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { Session } from 'chdb'
import { assert } from '../../../platform/assert.ts'
import { collectGarbage } from '../../../platform/collect-garbage.ts'
import type { FromLane, Job, LaneData, ToLane } from './lane-messages.ts'

const { path, args } = workerData as LaneData
const port = parentPort
assert(port, 'a lane is a worker thread')

/** Chunks that were sent and not yet passed on; two keep both the engine and the socket busy. */
const CHUNKS_AHEAD = 2

let wake: () => void = () => {}
let running: { id: number; ahead: number; isCancelled: boolean } | undefined

function say(message: FromLane, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer)
}

/** Keeps the lane's engine loaded between jobs. */
const base = new Session(path, { connectionArgs: args })

collectGarbage()

port.on('message', (message: ToLane) => {
  if (message.kind === 'run') void runJob(message.job)
  else if (message.kind === 'close') close()
  else if (running?.id === message.id) {
    if (message.kind === 'pull') running.ahead -= 1
    else running.isCancelled = true
    wake()
  }
})

function close(): void {
  base.close()
  say({ kind: 'closed' })
}

async function runJob(job: Job): Promise<void> {
  assert(!running, 'a lane runs one job at a time')
  const state = { id: job.id, ahead: 0, isCancelled: false }
  running = state
  const session = new Session(path, { connectionArgs: args })
  let outcome: FromLane
  try {
    if (job.prepare) await session.queryAsync(job.prepare)
    outcome = await execute(session, job, state)
  } catch (error) {
    outcome = { kind: 'failed', id: job.id, message: error instanceof Error ? error.message : String(error) }
  }
  session.close()
  running = undefined
  say(outcome)
}

async function execute(session: Session, job: Job, state: { ahead: number; isCancelled: boolean }): Promise<FromLane> {
  const stream = openStream(session, job)
  if (!stream) return runWhole(session, job)
  for await (const chunk of stream) {
    if (state.isCancelled) break
    if (chunk.numBytes > 0) sendBytes(job.id, chunk.raw(), state)
    while (state.ahead >= CHUNKS_AHEAD && !state.isCancelled) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { kind: 'done', id: job.id }
}

/**
 * Opens the statement as a stream; returns undefined for one that must run whole. The same call refuses a second
 * statement in the text: it parses the text as one statement, and only then reports that it cannot stream it. A SELECT
 * of mode `whole` is therefore opened as EXPLAIN AST, which cannot be streamed, only to have it parsed.
 */
function openStream(session: Session, job: Job) {
  try {
    const stream = session.queryStream(job.mode === 'whole' ? `EXPLAIN AST ${job.sql}` : job.sql, {
      format: job.format,
    })
    assert(job.mode !== 'whole', 'an EXPLAIN is no stream')
    return stream
  } catch (error) {
    const isWhole = error instanceof Error && error.message.includes('Streaming query is not supported for query')
    if (isWhole) return undefined
    throw error
  }
}

async function runWhole(session: Session, job: Job): Promise<FromLane> {
  const result = await session.queryAsync(job.sql, { format: job.format })
  const bytes = result.bytes()
  if (bytes.length > 0) sendBytes(job.id, bytes, { ahead: 0 })
  return { kind: 'done', id: job.id, rows: result.rowsRead, bytes: result.bytesRead }
}

/** Copies the bytes before the transfer: the engine's buffer belongs to the addon. */
function sendBytes(id: number, bytes: Uint8Array, state: { ahead: number }): void {
  const copy = new Uint8Array(bytes)
  state.ahead += 1
  say({ kind: 'chunk', id, bytes: copy }, [copy.buffer])
}
