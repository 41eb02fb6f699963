import { DEPTH_MAX, EVENT_BYTES_MAX } from '../../connectors/formats/framing.ts'

const MIB = 1024 * 1024

export type IngestLimits = {
  /** Size of a body as it comes over the wire. */
  readonly bodyBytesMax: number
  /**
   * Size of a body after its Content-Encoding is undone: it is one record, and every backbone takes records of this
   * size.
   */
  readonly decodedBytesMax: number
  /**
   * Size of a batch as it is appended: envelopes that carry events are taken apart, and each copies what is around it.
   */
  readonly batchBytesMax: number
  readonly eventBytesMax: number
  /** In one batch. */
  readonly eventsMax: number
  /** Nesting of a JSON batch around its events, and of a document. */
  readonly depthMax: number
  /** Size of an envelope without its events. */
  readonly headBytesMax: number
  readonly k8sBytesMax: number
  /** Wire and decoded, of the inbox routes. */
  readonly inboxBytesMax: number
  /** Held by all requests together, from the first byte read to the end of the append; by one tenant, half of it. */
  readonly inFlightBytesMax: number
  readonly connectionsMax: number
  /** For a whole request to arrive. */
  readonly requestTimeoutMs: number
  readonly headersTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  /** How often connections are checked against the two timeouts above. */
  readonly timeoutCheckMs: number
  readonly appendTimeoutMs: number
  /** For the credential store, the buckets and each health check to answer. */
  readonly lookupTimeoutMs: number
  /** How long an early answer waits for a sender that goes on sending. */
  readonly lingerMs: number
  /** Open requests that `close` waits for. */
  readonly drainMs: number
}

export const INGEST_LIMITS: IngestLimits = {
  bodyBytesMax: 16 * MIB,
  decodedBytesMax: 16 * MIB,
  batchBytesMax: 16 * MIB + 64 * 1024,
  eventBytesMax: EVENT_BYTES_MAX,
  eventsMax: 50_000,
  depthMax: DEPTH_MAX,
  headBytesMax: 64 * 1024,
  k8sBytesMax: 16 * MIB,
  inboxBytesMax: 10 * MIB,
  inFlightBytesMax: 256 * MIB,
  connectionsMax: 10_000,
  requestTimeoutMs: 120_000,
  headersTimeoutMs: 15_000,
  keepAliveTimeoutMs: 65_000,
  timeoutCheckMs: 5_000,
  appendTimeoutMs: 30_000,
  lookupTimeoutMs: 3_000,
  lingerMs: 5_000,
  drainMs: 8_000,
}

/** Errors listed in a reply; past it one more line says how many there are. */
export const ERRORS_LISTED_MAX = 100
