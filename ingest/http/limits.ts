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
  /** @bound body as sent -> 413 */
  bodyBytesMax: 16 * MIB,
  /** @bound body, decoded -> 413 */
  decodedBytesMax: 16 * MIB,
  /** @bound a batch after its envelopes are removed -> 413 */
  batchBytesMax: 16 * MIB + 64 * 1024,
  /** @bound an event -> the event is rejected, the others are accepted */
  eventBytesMax: EVENT_BYTES_MAX,
  /** @bound events in a batch -> 413 */
  eventsMax: 50_000,
  depthMax: DEPTH_MAX,
  /** @bound envelope without its events -> 413 */
  headBytesMax: 64 * 1024,
  k8sBytesMax: 16 * MIB,
  /** @bound body of an inbox, as sent and decoded; a mail -> 413 */
  inboxBytesMax: 10 * MIB,
  /** @bound bytes held by all requests; a tenant may hold as many as it leaves free -> 503, Retry-After 2 */
  inFlightBytesMax: 256 * MIB,
  /**
   * @bound connections to each of ingest service, API and console = {}, or half of the files that the process may open
   * -> the oldest connection without a credential, from the address with most of these, is closed
   * (`svc_connections_cut_total`)
   */
  connectionsMax: 10_000,
  /** @bound duration of a request -> 408 */
  requestTimeoutMs: 120_000,
  /** @bound time until the headers of a request are there -> 408 */
  headersTimeoutMs: 15_000,
  keepAliveTimeoutMs: 65_000,
  timeoutCheckMs: 5_000,
  /** @bound time of an append to the log -> 503 */
  appendTimeoutMs: 30_000,
  /** @bound time of a credential lookup -> 503 */
  lookupTimeoutMs: 3_000,
  lingerMs: 5_000,
  drainMs: 8_000,
}

/** Number of errors listed in a reply; beyond it one more line gives their total. */
export const ERRORS_LISTED_MAX = 100
