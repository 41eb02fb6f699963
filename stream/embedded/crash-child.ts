/**
 * The process that `crash.test.ts` kills: appends and commits numbered records as fast as it can, and prints which were
 * acknowledged.
 */
import fs from 'node:fs'
import { EmbeddedDriver } from './driver.ts'
import { record } from './testing-records.ts'

const [dir = ''] = process.argv.slice(2)
const limits = { segmentBytes: 20_000, frameBytes: 1 << 21, pendingBytesMax: 1 << 20 }
const driver = await EmbeddedDriver.open({ dir, writes: ['ingest', 'pipeline'], limits })
const [input, output] = ['security.events', 'svc.normalized_events']

async function append(): Promise<void> {
  let { end: n } = await driver.bounds({ topic: input, partition: 0 })
  for (; ; n++) {
    await driver.append([record(`${n} ${'.'.repeat((n * 31) % 700)}`, input)])
    fs.writeSync(1, `appended ${n}\n`)
  }
}

/** Each commit carries an output, a slot and a position with the same number. */
const work = driver.join(
  { group: 'g', topics: [input], stores: ['counts'] },
  async (ownership) => {
    let n = await ownership.committed({ topic: input, partition: 0 })
    for (; ; n++) {
      await ownership.commit({
        outputs: [record(`${n}`, output)],
        changes: [{ store: 'counts', partition: 0, slot: 'n', payload: Buffer.from(`${n}`) }],
        positions: [{ topic: input, partition: 0, offset: n + 1 }],
      })
      fs.writeSync(1, `committed ${n}\n`)
    }
  },
  new AbortController().signal,
)
await Promise.all([append(), work])
