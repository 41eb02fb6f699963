/** Records a detection of another product (an EDR, a tenant's program) beside those of svc's rules. */

import { EXTERNAL } from '../../../detections/tenant/stops-in-lake.ts'
import { signalIdOf } from '../../../pipeline/signal-id.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { recordedDocument, SIGNAL_RECORDED } from '../../../schemas/recorded-signal.ts'
import type { Signal } from '../../../schemas/signal.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { publishChanges } from '../../platform/acting/index.ts'
import { type Detection, detectionById } from './signals.ts'

type DetectionInput = Omit<Signal, 'signal_id' | 'tenant_id' | 'language' | 'received_ms'>

/** Language of signals that no rule of this platform made. */
/** The same bounds as for events: a time outside comes from a wrong clock. */
const OLDEST_MS = Date.UTC(2000, 0, 1)
const AHEAD_MS_MAX = 24 * 3_600_000

/** Rule ids of svc's own signals: decoys, stopped rules, findings, indicators and anomalies. */
const OWN_RULES = /^(?:honeytoken:|finding:|intel:|ueba\/|svc-)/

/** A detection to record. `isKnown`: it was recorded before, and `detection` is the stored one. */
type NewDetection = { readonly detection: Detection; readonly signal: Signal; readonly isKnown: boolean }

/** Throws 422 for a time that cannot be, and for the name of a rule that only this product uses. */
export async function newDetection(
  reader: Reader,
  tenant: TenantId,
  detection: DetectionInput,
  nowMs: number,
): Promise<NewDetection> {
  const { time_ms: timeMs } = detection
  if (timeMs < OLDEST_MS || timeMs > nowMs + AHEAD_MS_MAX) throw invalid('time', 'is out of range')
  if (OWN_RULES.test(detection.rule_id)) throw invalid('rule_id', 'begins as rules of this product do')
  const id = signalIdOf(EXTERNAL, tenant, JSON.stringify(detection))
  const signal: Signal = { ...detection, signal_id: id, tenant_id: tenant, language: EXTERNAL, received_ms: nowMs }
  const known = await detectionById(reader, id)
  return { detection: known ?? shown(signal), signal, isKnown: known !== null }
}

/** Writes the signal to the outbox, and so to fusion and the lake, in the transaction of its audit entry. */
export async function recordDetection(tx: TenantTx, { signal, isKnown }: NewDetection): Promise<void> {
  if (!isKnown) await publishChanges(tx, SIGNAL_RECORDED, [recordedDocument(signal)])
}

function shown({ signal_id, tenant_id: _, time_ms, received_ms, src_ip, ...same }: Signal): Detection {
  return {
    ...same,
    id: signal_id,
    time: new Date(time_ms).toISOString(),
    ingest_time: new Date(received_ms).toISOString(),
    src_ip: src_ip === '' ? null : src_ip,
  }
}
