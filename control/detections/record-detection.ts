/** A detection that something else made, an EDR or a program of the tenant's, recorded beside those of the rules. */
import { signalIdOf } from '../../pipeline/signal-id.ts'
import { invalid } from '../../platform/invalid-input.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { Signal } from '../../schemas/signal.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { type Detection, detectionById } from './signals.ts'

export type GivenDetection = Omit<Signal, 'signal_id' | 'tenant_id' | 'language' | 'received_ms'>

/** Takes signals into the lake, once a token. */
export type StoreSignals = (signals: readonly Signal[], token: string) => Promise<void>

/** Language of signals that no rule of this platform made. */
export const EXTERNAL = 'external'
/** As of events: what is older or further ahead comes from a clock that is not set. */
const OLDEST_MS = Date.UTC(2000, 0, 1)
const AHEAD_MS_MAX = 24 * 3_600_000

/** The same detection given again is the one that is there. Throws 422 for a time that cannot be. */
export async function recordDetection(
  reader: Reader,
  store: StoreSignals,
  tenant: TenantId,
  given: GivenDetection,
  nowMs: number,
): Promise<Detection> {
  const { time_ms: timeMs } = given
  if (timeMs < OLDEST_MS || timeMs > nowMs + AHEAD_MS_MAX) throw invalid('time', 'is out of range')
  const id = signalIdOf(EXTERNAL, tenant, JSON.stringify(given))
  const known = await detectionById(reader, id)
  if (known) return known
  const signal: Signal = { ...given, signal_id: id, tenant_id: tenant, language: EXTERNAL, received_ms: nowMs }
  await store([signal], `detection/${id}`)
  return shown(signal)
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
