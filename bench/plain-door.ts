/**
 * Measures `fairness` for a minimal HTTP server, alone and beside two busy loops in the place of the stages and the
 * lake: it shows how much of the loud tenant's effect on others is caused by the machine.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { benchConfig } from './config.ts'
import { BATCH_EVENTS, LOUD, NORMAL, QUIET_TENANTS, WARM_SECONDS } from './fairness-load.ts'
import { FeedBodies } from './feed-bodies.ts'
import { LoudTenant } from './loud-tenant.ts'
import { inMs, openLoop } from './open-loop.ts'
import { type Push, type Pushed, pushOne } from './pusher.ts'

const CHILD = new URL('./plain-door-child.ts', import.meta.url).pathname
const LOOPS = 2

export async function benchPlainDoor(): Promise<Record<string, unknown>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-bench-'))
  const door = fork(CHILD, [path.join(folder, 'log')])
  const loops: Worker[] = []
  let loud: LoudTenant | null = null
  try {
    const [url] = (await Promise.race([once(door, 'message'), ended(door)])) as [string]
    const bodies = await FeedBodies.load({ eventsPerBody: BATCH_EVENTS })
    const tenant = (loud = await LoudTenant.open({ url, token: 'none', eventsPerBatch: BATCH_EVENTS }))
    const { seconds } = benchConfig()
    const phase = async (forSeconds: number, isLoud: boolean) => {
      const pushing = isLoud ? tenant.push({ load: LOUD, seconds: forSeconds }) : 0
      const [ackMs] = await Promise.all([pushQuiet(bodies, url, forSeconds), pushing])
      return inMs(ackMs)
    }
    const phases = async () => ({ alone: await phase(seconds, false), loud_100x: await phase(seconds, true) })
    await phase(WARM_SECONDS, true)
    const idle = await phases()
    for (let i = 0; i < LOOPS; i++) loops.push(new Worker('for (;;);', { eval: true }))
    const busy = await phases()
    return { corpus: bodies.corpus, beside_nothing_ack_ms: idle, beside_two_busy_loops_ack_ms: busy }
  } finally {
    await Promise.all([loud?.close(), ...loops.map((loop) => loop.terminate())])
    door.kill()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function ended(door: ChildProcess): Promise<never> {
  await once(door, 'exit')
  throw new Error('the door ended')
}

async function pushQuiet(bodies: FeedBodies, url: string, seconds: number): Promise<readonly number[]> {
  const target: Push = { url, token: 'none', connector: 'quiet' }
  const pushed: Pushed = { events: 0, refusals: 0, latenciesMs: [] }
  const ackMs: number[] = []
  await openLoop(NORMAL * QUIET_TENANTS, seconds, async (_, dueMs) => {
    await pushOne(bodies.next().body, target, pushed)
    ackMs.push(performance.now() - dueMs)
  })
  return ackMs
}
