/**
 * touches: writes signals of decoys (honeytokens) into the store of touches, a tenant's of a range in one write. Skips
 * other signals.
 *
 * loses   nothing: while the store is unavailable the range is tried again and the lag grows
 */
import { HONEYTOKEN_RULE } from '../../../schemas/honeytoken-signal.ts'
import { decodeSignals, type Signal } from '../../../schemas/signal.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../../stream/driver.ts'
import type { Sink } from '../../../stream/run-sink.ts'

export type TouchesPort = {
  /** Writing a signal again changes nothing. Rejects when the store is unavailable and the write must be repeated. */
  write(tenant: string, signals: readonly Signal[]): Promise<void>
}

/** Bytes that a record with a decoy's signal contains: most records have none and are not decoded. */
const MARK = Buffer.from(HONEYTOKEN_RULE.idOf(''))

export function touchesSink(port: TouchesPort): Sink {
  return {
    name: 'touches',
    inputs: [TOPICS.signals.name],
    weigh: (record) => Math.max(1, touchesIn(record).length),
    isAwaited: ({ value }) => value.includes(MARK),
    async write(records) {
      const touches = records.flatMap(touchesIn)
      for (const [tenant, own] of Map.groupBy(touches, ({ tenant_id }) => tenant_id)) await port.write(tenant, own)
      return []
    },
  }
}

function touchesIn({ value }: LogRecord): readonly Signal[] {
  if (!value.includes(MARK)) return []
  return decodeSignals(value).filter(({ rule_id }) => HONEYTOKEN_RULE.honeytokenOf(rule_id) !== null)
}
