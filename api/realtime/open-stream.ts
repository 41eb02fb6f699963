/** Starts the stream of an admitted request, for WebSocket and Server-Sent Events alike. */
import { partitionOf } from '../../platform/hash.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { EntityChange } from '../../schemas/entity-change.ts'
import type { Admitted } from './admit.ts'
import { openCursor, sealCursor } from './cursor.ts'
import { connectedFrame, type Frame, resetFrame } from './frames.ts'
import type { Hub } from './hub.ts'
import type { RealtimeLimits } from './limits.ts'
import type { RecentChanges } from './recent-changes.ts'
import { type Outlet, Stream } from './stream.ts'

export type Streams = {
  readonly recent: RecentChanges
  readonly partitions: number
  readonly hub: Hub
  readonly sealer: Sealer
  readonly frameOf: (type: string, change: EntityChange) => Frame
  readonly limits: RealtimeLimits
  readonly nowMs: () => number
}

/** A cursor of the tenant at the end of what this process has read. */
export function endCursor(
  { recent, partitions, sealer }: Pick<Streams, 'recent' | 'partitions' | 'sealer'>,
  tenant: TenantId,
): string {
  return sealCursor(sealer, tenant, recent.last(partitionOf(tenant, partitions)))
}

/**
 * Sends `connected`, then the changes since the cursor, or `reset` when these are no longer kept, then new changes. It
 * runs synchronously, so no change falls in between.
 */
export function openStream(
  streams: Streams,
  { bearer, channels, hidden, expiresMs, channel, cursor }: Admitted,
  outlet: Outlet,
): Stream {
  const { recent, hub, frameOf, limits, nowMs } = streams
  const { tenant } = bearer
  const lane = recent.lane(tenant)
  const end = endCursor(streams, tenant)
  const resumed = cursor === null ? null : resumedFrom(streams, tenant, cursor)
  const from = typeof resumed === 'number' ? lane.after(resumed) : lane.end
  const { pendingBytesMax } = limits
  const stream = new Stream({ bearer, channels, hidden, lane, from, pendingBytesMax, outlet, frameOf }, nowMs())
  hub.add(stream, expiresMs)
  stream.send(connectedFrame(tenant, channel, typeof resumed === 'number' && cursor !== null ? cursor : end))
  if (typeof resumed === 'string') stream.send(resetFrame(resumed, end))
  stream.pump()
  return stream
}

function resumedFrom({ recent, partitions, sealer }: Streams, tenant: TenantId, cursor: string) {
  const sequence = openCursor(sealer, tenant, cursor)
  if (sequence === null) return 'unknown_cursor'
  return recent.covers(tenant, partitionOf(tenant, partitions), sequence) ? sequence : 'too_old'
}
