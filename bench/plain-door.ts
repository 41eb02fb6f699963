/**
 * What `fairness` would show of a door that does the least there is, beside nothing else and beside two busy loops in
 * place of the stages and the lake: how much of what the loud tenant does to the others is the machine's.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { benchConfig } from './config.ts'
import { FeedBodies } from './feed-bodies.ts'
import { LoudTenant } from './loud-tenant.ts'
import { inMs, openLoop } from './open-loop.ts'
import { type Push, type Pushed, pushOne } from './pusher.ts'

const CHILD = new URL('./plain-door-child.ts', import.meta.url).pathname
/** As in `fairness`: requests a second of all quiet tenants together, of the loud one, and events in each. */
const QUIET = 100
const LOUD = 500
const EVENTS = 20
const WARM_SECONDS = 5
const LOOPS = 2

export async function benchPlainDoor(): Promise<Record<string, unknown>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-bench-'))
  const door = fork(CHILD, [path.join(folder, 'log')])
  try {
    const [url] = (await once(door, 'message')) as [string]
    const bodies = await FeedBodies.load({ eventsPerBody: EVENTS })
    const loud = await LoudTenant.open({ url, token: 'none', eventsPerBatch: EVENTS })
    const { seconds } = benchConfig()
    const phase = async (forSeconds: number, isLoud: boolean) => {
      const load = { kind: 'rate', batchesPerSecond: LOUD } as const
      const pushing = isLoud ? loud.push({ load, seconds: forSeconds }) : 0
      const [ackMs] = await Promise.all([pushQuiet(bodies, url, forSeconds), pushing])
      return inMs(ackMs)
    }
    const phases = async () => ({ alone: await phase(seconds, false), loud_100x: await phase(seconds, true) })
    await phase(WARM_SECONDS, true)
    const idle = await phases()
    const loops = Array.from({ length: LOOPS }, () => new Worker('for (;;);', { eval: true }))
    const busy = await phases()
    await Promise.all([loud.close(), ...loops.map((loop) => loop.terminate())])
    return { corpus: bodies.corpus, beside_nothing_ack_ms: idle, beside_two_busy_loops_ack_ms: busy }
  } finally {
    door.kill()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function pushQuiet(bodies: FeedBodies, url: string, seconds: number): Promise<readonly number[]> {
  const target: Push = { url, token: 'none', connector: 'quiet' }
  const pushed: Pushed = { events: 0, refusals: 0, latenciesMs: [] }
  const ackMs: number[] = []
  await openLoop(QUIET, seconds, async (_, dueMs) => {
    await pushOne(bodies.next().body, target, pushed)
    ackMs.push(performance.now() - dueMs)
  })
  return ackMs
}
