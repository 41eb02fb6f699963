/** Records of `svc.normalized_events` as intake writes them, for tests. */
import { tenantId } from '../../platform/tenant.ts'
import { encodeEventBatch } from '../../schemas/event-batch.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { intakeStage } from '../stages/intake/stage.ts'

export type Pushed = { readonly tenant: string; readonly format?: string; readonly body: string }

export const RECEIVED_MS = Date.UTC(2026, 2, 1)

/** Encodes one record value with all the batches. */
export function normalized(...pushed: readonly Pushed[]): Buffer {
  const task = intakeStage({ partitions: 1, eventBytesMax: 1 << 20 }).open(0)
  for (const [offset, { tenant, format = 'auto', body }] of pushed.entries()) {
    const header = { tenantId: tenantId(tenant), connectorId: 'edr', connectorType: 'test', requestId: String(offset) }
    const batch = { ...header, sourceFormat: format, receivedMs: RECEIVED_MS, framing: 'lines', events: 1 } as const
    const value = Buffer.concat(encodeEventBatch(batch, Buffer.from(body)))
    task.step({ topic: TOPICS.securityEvents.name, partition: 0, offset, timestampMs: RECEIVED_MS, key: '', value })
  }
  const outputs = task.flush().outputs.filter(({ topic }) => topic === TOPICS.normalizedEvents.name)
  return Buffer.concat(outputs.flatMap(({ value }) => value))
}
