/** The member that `crash.long.ts` kills: copies each record with its sequence number, which it keeps as state. */
import { openLog } from '../../platform/log.ts'
import type { Ownership, TopicPartition } from '../driver.ts'
import { openKafkaDriver } from './driver.ts'

const [brokers = '', namespace = ''] = process.argv.slice(2)
const driver = await openKafkaDriver({
  brokers,
  namespace,
  instance: 'child',
  sessionMs: 6_000,
  waitsMax: 2,
  log: openLog('crash-child'),
})
const input = 'security.events'

async function copy(ownership: Ownership, tp: TopicPartition): Promise<void> {
  let count = 0
  for await (const { payload } of ownership.restore('counts', tp.partition)) count = Number(payload.toString())
  const cursor = await ownership.cursor(tp, await ownership.committed(tp))
  const commits: Promise<void>[] = []
  while (!ownership.lost.aborted) {
    const records = await cursor.read(700, 100)
    const last = records.at(-1)
    if (last === undefined) continue
    const outputs = records.map((record) => ({
      topic: 'svc.normalized_events',
      partition: tp.partition % driver.partitions('svc.normalized_events'),
      timestampMs: record.timestampMs,
      key: record.key,
      value: [record.value, Buffer.from(` is ${++count}`)],
    }))
    const changes = [{ store: 'counts', partition: tp.partition, slot: 'n', payload: Buffer.from(`${count}`) }]
    commits.push(ownership.commit({ outputs, changes, positions: [{ ...tp, offset: last.offset + 1 }] }))
    // Two commits in flight, so that a kill also meets one that waits.
    if (commits.length >= 2) await commits.shift()
  }
  await Promise.all(commits)
}

await driver.join(
  { group: 'crash', topics: [input], stores: ['counts'] },
  async (ownership) => {
    const results = await Promise.allSettled(ownership.partitions.map((tp) => copy(ownership, tp)))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  },
  new AbortController().signal,
)
