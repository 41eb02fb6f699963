/** Every bound of the realtime service, and what happens at it. */
export type RealtimeLimits = {
  /** Open streams of this process; past it 503. */
  readonly streamsMax: number
  /** Open streams of one tenant, so that none takes all; past it 503. */
  readonly tenantStreamsMax: number
  /** Connections a minute from one address; past it close code 1008 or 429. */
  readonly connectsPerMinute: number
  /** Wrong internal tokens a minute from one address; past it 429. */
  readonly wrongTokensPerMinute: number
  /** Bytes of a frame from a client, who has nothing to say; past it close code 1009. */
  readonly frameBytesMax: number
  /** Frames and pings a minute from a client; past it close code 1008. */
  readonly framesPerMinute: number
  /** Handed to a connection and not yet to the network; past it the stream waits where it is. */
  readonly pendingBytesMax: number
  /** Alerts of all tenants kept to resume from, and their bytes; past it the tenant with most forgets its oldest. */
  readonly recentMax: number
  readonly recentBytesMax: number
  readonly heartbeatMs: number
  /** How long a session that ended, or a right that was taken away, still gets frames at most. */
  readonly recheckMs: number
  /** Time that a stream goes on while its session cannot be checked. */
  readonly uncheckedMsMax: number
}

export const REALTIME_LIMITS: RealtimeLimits = {
  streamsMax: 2_000,
  tenantStreamsMax: 500,
  connectsPerMinute: 20,
  wrongTokensPerMinute: 200,
  frameBytesMax: 1_024,
  framesPerMinute: 60,
  pendingBytesMax: 64 * 1024,
  recentMax: 20_000,
  recentBytesMax: 32 << 20,
  heartbeatMs: 30_000,
  recheckMs: 10_000,
  uncheckedMsMax: 60_000,
}
