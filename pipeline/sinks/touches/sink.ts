/**
 * touches: signals of decoys go to where touches are kept, a tenant's of a range in one write. Other signals pass.
 *
 * loses   nothing: while the store is away the range is tried again and the lag grows
 */
import { HONEYTOKEN_RULE } from '../../../schemas/honeytoken-signal.ts'
import { decodeSignals, type Signal } from '../../../schemas/signal.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../../stream/driver.ts'
import type { Sink } from '../../../stream/run-sink.ts'

export type TouchesPort = {
  /** A signal that is written again changes nothing. Rejects when the store may take them later. */
  write(tenant: string, signals: readonly Signal[]): Promise<void>
}

/** Most records have none, and are not decoded for it. */
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
