import { DEPTH_MAX, EVENT_BYTES_MAX } from '../../connectors/formats/framing.ts'

const MIB = 1024 * 1024

export type IngestLimits = {
  /** Size of a body on the wire, in bytes. */
  readonly bodyBytesMax: number
  /** Size of a body after decompression: it becomes one record, and every backbone accepts records of this size. */
  readonly decodedBytesMax: number
  /**
   * Size of a batch as appended: envelopes with several events are split, and each event gets a copy of the envelope's
   * fields.
   */
  readonly batchBytesMax: number
  readonly eventBytesMax: number
  /** Events in one batch. */
  readonly eventsMax: number
  /** Nesting of a JSON batch around its events, and of a document. */
  readonly depthMax: number
  /** Size of an envelope without its events. */
  readonly headBytesMax: number
  readonly k8sBytesMax: number
  /** Limit of the inbox routes, both on the wire and decompressed. */
  readonly inboxBytesMax: number
  /**
   * Bytes held by all requests together, from the first byte read to the end of the append; a single tenant may hold
   * half.
   */
  readonly inFlightBytesMax: number
  readonly connectionsMax: number
  /** Time for a whole request to arrive. */
  readonly requestTimeoutMs: number
  readonly headersTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  /** Interval at which connections are checked against the two timeouts above. */
  readonly timeoutCheckMs: number
  readonly appendTimeoutMs: number
  /** Time for the credential store, the buckets and each health check to answer. */
  readonly lookupTimeoutMs: number
  /** After an early answer, time to read and discard what the sender still sends. */
  readonly lingerMs: number
  /** Time that `close` waits for open requests. */
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

/** Number of errors listed in a reply; beyond it one more line gives their total. */
export const ERRORS_LISTED_MAX = 100
