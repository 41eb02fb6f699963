/**
 * Checks that the alerts of a run with crashes, repeats and rebalances equal those that the definition gives for the
 * run's signals.
 */

import { referenceAlerts } from '../../pipeline/stages/fuse/testing.ts'
import { decodeSignals } from '../../schemas/signal.ts'
import { isTimeMarks } from '../../schemas/time-marks.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { SimulatedBackbone } from '../../stream/simulated/backbone.ts'
import type { SimulatedAlerts } from './alerts.ts'
import { compare } from './compare.ts'
import { FUSE } from './node.ts'

export function checkAlerts(backbone: SimulatedBackbone, alerts: SimulatedAlerts, fail: (text: string) => void): void {
  const partitions = Array.from({ length: backbone.partitions(TOPICS.signals.name) }, (_, partition) => partition)
  const topic = TOPICS.signals.name
  const signals = partitions.flatMap((partition) =>
    backbone
      .partition({ topic, partition })
      .records.flatMap(({ value }) => (isTimeMarks(value) ? [] : decodeSignals(value))),
  )
  const byTenant = Map.groupBy(signals, ({ tenant_id }) => tenant_id)
  for (const tenant of new Set([...byTenant.keys(), ...alerts.tenants])) {
    const expected = referenceAlerts(byTenant.get(tenant) ?? [], FUSE)
    const linesOf = (found: Map<string, string>) => [...found].map(([id, document]) => `${id} ${document}`)
    compare(`alerts of ${tenant}`, linesOf(alerts.of(tenant)), linesOf(expected), fail)
  }
}
