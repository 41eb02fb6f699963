import { pino } from 'pino'
import { decodeAvro } from '../../../schemas/avro.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import type { Driver } from '../../../stream/driver.ts'
import { relayOnce } from './relay.ts'

/** Relays waiting rows to no topic, with the owner's pool; returns the sequence of each row. */
export async function relayToNobody(pool: Postgres): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  const append: Driver['append'] = async (outputs) => {
    for (const { value } of outputs) {
      const change = decodeAvro<{ id: string; sequence: number }>('control-change', Buffer.concat([...value]))
      counts.set(change.id, change.sequence)
    }
  }
  const driver = { append, partitions: () => 1, bounds: async () => ({ first: 0, end: 0 }), compact: async () => 0 }
  while ((await relayOnce({ pool, driver, log: pino({ level: 'silent' }) })) > 0);
  return counts
}
