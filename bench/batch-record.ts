/** A pushed body as intake reads it from the backbone. */

import { tenantId } from '../platform/tenant.ts'
import { encodeEventBatch } from '../schemas/event-batch.ts'
import { TOPICS } from '../schemas/topics.ts'
import type { LogRecord } from '../stream/driver.ts'
import { benchConfig } from './config.ts'
import { countLines } from './corpus.ts'

const TENANT = tenantId('bench')

export function batchRecord(body: Buffer, connectorId: string, offset: number): LogRecord {
  const timestampMs = Date.now()
  const header = {
    tenantId: TENANT,
    connectorId,
    connectorType: 'bench',
    sourceFormat: benchConfig().format,
    requestId: String(offset),
    receivedMs: timestampMs,
    framing: 'lines' as const,
    events: countLines(body),
  }
  const value = Buffer.concat(encodeEventBatch(header, body))
  return {
    topic: TOPICS.securityEvents.name,
    partition: 0,
    offset,
    timestampMs,
    key: `${TENANT}/${connectorId}`,
    value,
  }
}
