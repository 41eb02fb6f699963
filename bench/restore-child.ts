/** One run of the process under test in `restore.ts`: `write DIR KEYS` ends by SIGKILL, `read DIR KEYS` prints JSON. */

import { DedupeMemory, STORE } from '../pipeline/stages/intake/dedupe/dedupe-memory.ts'
import { TOPICS } from '../schemas/topics.ts'
import type { Ownership } from '../stream/driver.ts'
import { EmbeddedDriver } from '../stream/embedded/driver.ts'
import { usageOf } from './processes.ts'

const SOURCES = 8
const KEYS_PER_COMMIT = 3500
const PARTITION = 0
const topic = TOPICS.securityEvents.name
const group = { group: 'intake', topics: [topic], stores: [STORE] }

const [what, dir = '', keysText] = process.argv.slice(2)
const keys = Number(keysText)
const startedAt = performance.now()
const driver = await EmbeddedDriver.open({ dir, writes: ['pipeline'] })
await driver.join(group, what === 'write' ? write : read, new AbortController().signal)
await driver.close()

async function write(ownership: Ownership): Promise<void> {
  const memory = new DedupeMemory()
  for (let done = 0; done < keys; ) {
    const until = Math.min(keys, done + KEYS_PER_COMMIT)
    for (; done < until; done++) memory.of(sourceOf(done)).add(uidOf(done))
    const changes = memory.flush().map((change) => ({ ...change, partition: PARTITION }))
    await ownership.commit({ outputs: [], changes, positions: [{ topic, partition: PARTITION, offset: done }] })
  }
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {}) // the signal may take a moment
}

async function read(ownership: Ownership): Promise<void> {
  const memory = new DedupeMemory()
  const slots: { slot: string; payload: Buffer }[] = []
  for await (const slot of ownership.restore(STORE, PARTITION)) slots.push(slot)
  memory.restore(slots)
  const restoreMs = performance.now() - startedAt
  const { keys: restored, bytes } = memory.stats()
  let unknown = 0
  for (let i = 0; i < keys; i++) if (memory.of(sourceOf(i)).add(uidOf(i))) unknown++
  const peakRssMb = Math.round(usageOf(process.pid).peakRssMb)
  console.log(
    JSON.stringify({ keys: restored, unknown, restore_ms: restoreMs, state_bytes: bytes, peak_rss_mb: peakRssMb }),
  )
}

function sourceOf(nth: number): string {
  return `bench/source-${nth % SOURCES}`
}

/** Spread over the table like hashes. */
function uidOf(nth: number): Uint32Array {
  return Uint32Array.of(Math.imul(nth + 1, 0x9e37_79b1), Math.imul(nth + 1, 0x85eb_ca6b), nth, 0)
}
