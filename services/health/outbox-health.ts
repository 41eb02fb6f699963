/** Lag of the relays: on `/health`, and for Prometheus. */
import type { OutboxFigures } from '../../control/platform/broadcast/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Checks, Figures } from '../../platform/health.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** A row that waits longer shows that its relay does not work, here or on the replica with the lock. */
const WAITING_SECONDS_MAX = 30
const LOOK_MS = 5_000

type Outboxes = Readonly<Record<string, () => Promise<OutboxFigures>>>

export function watchOutboxes(
  outboxes: Outboxes,
  metrics: Metrics,
): { checks: Checks; figures: Figures; stop(): void } {
  const rows = metrics.gauge('svc_outbox_rows', 'outbox rows that are not in their topic yet', ['outbox'])
  const age = metrics.gauge('svc_outbox_oldest_seconds', 'age of the oldest outbox row', ['outbox'])
  const look = async () => {
    for (const [outbox, ask] of Object.entries(outboxes)) {
      const found = await ask()
      rows.set(found.rows, { outbox })
      age.set(found.oldestSeconds, { outbox })
    }
  }
  // A failed read shows in the health as a subsystem that is down.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS)
  const of = <T>(view: (figures: OutboxFigures) => T) =>
    Object.fromEntries(Object.entries(outboxes).map(([name, ask]) => [name, async () => view(await ask())]))
  return { checks: of(requireMoving), figures: of(viewOf), stop: () => clearInterval(timer) }
}

function requireMoving({ rows, oldestSeconds }: OutboxFigures): void {
  if (oldestSeconds <= WAITING_SECONDS_MAX) return
  throw new AppError('unavailable', `${rows} outbox rows wait, the oldest for ${Math.round(oldestSeconds)} s`)
}

function viewOf({ rows, oldestSeconds }: OutboxFigures) {
  return { waiting_rows: rows, oldest_seconds: oldestSeconds }
}
