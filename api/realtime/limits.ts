/** Every bound of the realtime service, and what happens at it. */
export type RealtimeLimits = {
  /** Open streams of this process; past it 503. */
  readonly streamsMax: number
  /** Maximum open streams of one tenant, so that no tenant uses all; above it the answer is 503. */
  readonly tenantStreamsMax: number
  /** Connections a minute from one address; past it close code 1008 or 429. */
  readonly connectsPerMinute: number
  /** Wrong internal tokens a minute from one address; past it 429. */
  readonly wrongTokensPerMinute: number
  /** Maximum bytes of a frame from a client, which has no reason to send any; above it close code 1009. */
  readonly frameBytesMax: number
  /** Frames and pings a minute from a client; past it close code 1008. */
  readonly framesPerMinute: number
  /** Maximum bytes written to a connection and not yet sent; above it the stream pauses at its position. */
  readonly pendingBytesMax: number
  /** Alerts of all tenants kept to resume from, and their bytes; past it the tenant with most forgets its oldest. */
  readonly recentMax: number
  readonly recentBytesMax: number
  readonly heartbeatMs: number
  /** Maximum time for which a stream continues after its session ended or its permission was removed. */
  readonly recheckMs: number
  /** How long a stream continues while its session cannot be checked. */
  readonly uncheckedMsMax: number
}

export const REALTIME_LIMITS: RealtimeLimits = {
  /** @bound realtime streams of a process -> 503 */
  streamsMax: 2_000,
  /** @bound realtime streams of a tenant -> 503 */
  tenantStreamsMax: 500,
  /** @bound realtime connections from one address = {} a minute -> close code 1008, or 429 */
  connectsPerMinute: 20,
  /** @bound wrong internal tokens from one address in a minute -> 429 */
  wrongTokensPerMinute: 200,
  /** @bound a frame from a realtime client -> close code 1009 */
  frameBytesMax: 1_024,
  /** @bound frames and pings from a realtime client = {} a minute -> close code 1008 */
  framesPerMinute: 60,
  /** @bound bytes that wait for a slow realtime client -> the stream pauses at its position */
  pendingBytesMax: 64 * 1024,
  recentMax: 20_000,
  /**
   * @bound alerts of all tenants kept to resume a stream from = {recentMax}, {} -> the tenant with most forgets its
   * oldest
   */
  recentBytesMax: 32 << 20,
  heartbeatMs: 30_000,
  recheckMs: 10_000,
  uncheckedMsMax: 60_000,
}
