import type { Metrics } from '../../platform/metrics.ts'
import type { InFlightBytes } from './in-flight.ts'

/** Labels come from the route table, the status codes and the closed set of faults, all of which are bounded. */
export type IngestMetrics = {
  /** Durably appended events, including those rejected at ingest: the ledger's `received`. */
  received(events: number, bytes: number): void
  rejected(faults: ReadonlyMap<string, number>): void
  answered(route: string, status: number, seconds: number): void
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

export function ingestMetrics(metrics: Metrics, inFlight: InFlightBytes): IngestMetrics {
  const events = metrics.counter('ingest_events_received_total', 'Events in batches that were stored and acknowledged')
  const bytes = metrics.counter('ingest_bytes_received_total', 'Decoded bytes of batches that were stored')
  const faults = metrics.counter('ingest_events_rejected_total', 'Events refused by ingest', ['reason'])
  const requests = metrics.counter('ingest_requests_total', 'Requests answered', ['route', 'status'])
  const time = metrics.histogram('ingest_request_seconds', 'From the headers to the answer', SECONDS, ['route'])
  metrics.observed('ingest_in_flight_bytes', 'Bytes held by requests that are not settled', () => inFlight.held)
  return {
    received(count, size) {
      events.inc(count)
      bytes.inc(size)
    },
    rejected(reasons) {
      for (const [reason, count] of reasons) faults.inc(count, { reason })
    },
    answered(route, status, seconds) {
      requests.inc(1, { route, status: String(status) })
      time.observe(seconds, { route })
    },
  }
}
