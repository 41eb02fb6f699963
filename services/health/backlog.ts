/** Counts events that are acknowledged and not yet read by intake: only the backbone knows this part of the ledger. */

import { INTAKE } from '../../pipeline/topology.ts'
import type { Backlog } from '../../query/ledger.ts'
import { decodeEventBatch } from '../../schemas/event-batch.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Driver } from '../../stream/driver.ts'

const READ_BYTES = 8 << 20

export async function backlogOf(driver: Driver): Promise<Backlog> {
  const counts = new Map<string, { tenant_id: string; source: string; events: number }>()
  for (let partition = 0; partition < driver.partitions(TOPICS.securityEvents.name); partition++) {
    await addPartition(driver, partition, counts)
  }
  return [...counts.values()]
}

async function addPartition(
  driver: Driver,
  partition: number,
  counts: Map<string, { tenant_id: string; source: string; events: number }>,
): Promise<void> {
  const tp = { topic: TOPICS.securityEvents.name, partition }
  const { end } = await driver.bounds(tp)
  const from = await driver.groupPosition(INTAKE.name, tp)
  if (from >= end) return
  const cursor = await driver.reader(tp, from)
  try {
    while (cursor.position() < end) {
      for (const record of await cursor.read(READ_BYTES, 1000)) {
        if (record.offset >= end) continue
        const { tenantId, connectorId, events } = decodeEventBatch(record.value)
        const key = `${tenantId}\0${connectorId}`
        const count = counts.get(key) ?? { tenant_id: tenantId, source: connectorId, events: 0 }
        count.events += events
        counts.set(key, count)
      }
    }
  } finally {
    await cursor.close()
  }
}
