import { partitionOf } from '../../../platform/hash.ts'
import type { Worker } from '../../../platform/workers.ts'
import { type EntityChange, encodeEntityChange } from '../../../schemas/entity-change.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import { type Postgres, withOperator } from '../../../stores/postgres/pool.ts'
import type { Driver, Output } from '../../../stream/driver.ts'
import { assignSequences, type OutboxFigures, outboxFigures, relayWorker } from '../broadcast/index.ts'
import { ENTITY_CHANGES, markAppended, notAppended } from './entity-changes.ts'

export type ChangeRelayDeps = {
  /** Signs in as the owner: the relay reads the rows of all tenants. */
  readonly pool: Postgres
  readonly driver: Pick<Driver, 'append' | 'partitions'>
  readonly pollMs?: number
}

const BATCH = 500
/** There is no notification, so this interval is most of a change's delay. */
const POLL_MS = 150
const LOCK = 5_461_285
const REASON = 'relay of changes'

/**
 * Appends changes of alerts and other entities to `svc.alerts.fused`. A tenant's records are in one partition and their
 * sequences rise. After a crash between an append and its confirmation, the same records are appended again with the
 * same sequences, which readers have passed and ignore: nothing is lost, and nothing takes effect twice.
 */
export function changeRelayWorkers(deps: ChangeRelayDeps): Worker[] {
  const { pool, pollMs = POLL_MS } = deps
  const work = { begin: async () => {}, once: () => relayChangesOnce(deps) }
  return [relayWorker({ pool, name: 'change relay', lock: LOCK, channel: null, pollMs, ...work })]
}

/** Relays one batch. Returns the number of records appended; 0 when nothing waits. Must not run concurrently. */
export async function relayChangesOnce({ pool, driver }: ChangeRelayDeps): Promise<number> {
  const changes = await withOperator(pool, REASON, async (tx) => {
    await assignSequences(tx, ENTITY_CHANGES, BATCH)
    return notAppended(tx, BATCH)
  })
  const last = changes.at(-1)
  if (!last) return 0
  const partitions = driver.partitions(TOPICS.entityChanges.name)
  await driver.append(changes.map((change) => outputOf(change, partitions)))
  await withOperator(pool, REASON, (tx) => markAppended(tx, last.sequence))
  return changes.length
}

/** Changes that have not reached the topic yet. */
export function changesWaiting(pool: Postgres): Promise<OutboxFigures> {
  return withOperator(pool, REASON, (tx) => outboxFigures(tx, ENTITY_CHANGES))
}

function outputOf(change: EntityChange, partitions: number): Output {
  return {
    topic: TOPICS.entityChanges.name,
    partition: partitionOf(change.tenant_id, partitions),
    timestampMs: change.at_ms,
    key: change.tenant_id,
    value: [encodeEntityChange(change)],
  }
}
