/** Lag of the audit log's chain: on `/health` of the chainer, and for Prometheus. */
import { AppError } from '../../platform/errors.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** Bound as for a row of an outbox; an entry is chained within half a second while a chainer works. */
const UNCHAINED_SECONDS_MAX = 30
const LOOK_MS = 5_000

type Backlog = { readonly oldest_unchained_seconds: number }

export type WatchedBacklog = {
  /** Rejects with `unavailable` when an entry waits too long, because then no chainer works on any replica. */
  check(): Promise<void>
  figures(): Promise<Backlog>
  stop(): void
}

export function watchBacklog(ask: () => Promise<Backlog>, metrics: Metrics): WatchedBacklog {
  const age = metrics.gauge('svc_audit_oldest_unchained_seconds', 'age of the oldest entry without a place in a chain')
  const look = async () => age.set((await ask()).oldest_unchained_seconds)
  // A failed read shows in the health as a subsystem that is down.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS)
  return {
    async check() {
      const { oldest_unchained_seconds: seconds } = await ask()
      if (seconds > UNCHAINED_SECONDS_MAX)
        throw new AppError('unavailable', `the oldest entry of the audit log has waited for ${seconds} s`)
    },
    figures: ask,
    stop: () => clearInterval(timer),
  }
}
