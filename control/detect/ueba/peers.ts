/**
 * Peers that an entity is compared with: its department where a directory names one, or else entities that behave
 * alike.
 */
import { Type } from 'typebox'
import {
  ALIKE_BY,
  alikeOf,
  PEER_STATES,
  PEERS_MIN,
  type PeerFigures,
  peerFigures,
  peerScore,
} from '../../../query/peers.ts'
import type { Reset } from '../../../query/ueba.ts'
import type { EntityType } from '../../../schemas/entity-observation.ts'
import { named, nullable, oneOf } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { departmentOf } from './departments.ts'

export const entityType = oneOf(['user', 'host', 'ip', 'domain'] as const)
const SHOWN_MAX = 20

export const peerGroupSchema = named(
  'UebaPeerGroup',
  Type.Object({
    entity_type: entityType,
    kind: oneOf(['department', 'hosts', 'users'] as const, {
      description: 'members of one department, or entities with similar hosts or users',
    }),
    name: nullable(Type.String({ description: 'name of the department' })),
    size: Type.Integer(),
    members: Type.Array(Type.String(), { description: `at most ${SHOWN_MAX} of them` }),
  }),
)
export const peerSchema = named(
  'UebaPeer',
  Type.Object({
    state: oneOf(PEER_STATES, {
      description: `learning: fewer than ${PEERS_MIN} peers have a baseline that is ready; stale: they had`,
    }),
    members: Type.Integer({ description: 'peers with a baseline that is ready' }),
    median: nullable(Type.Number({ description: 'median of the means of the peers; null: not known yet' })),
    z_score: nullable(
      Type.Number({ description: 'modified z-score (Iglewicz and Hoaglin, 1993); null: nothing to compare with' }),
    ),
  }),
)

export type PeerGroup = {
  readonly type: EntityType
  readonly kind: 'department' | 'hosts' | 'users'
  readonly name: string | null
  readonly members: readonly string[]
  readonly figures: ReadonlyMap<string, PeerFigures>
}

type PeerQuery = {
  readonly reader: Reader
  readonly type: EntityType
  readonly entity: string
  readonly resets: readonly Reset[]
  readonly nowMs: number
  readonly inTenant: <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>
}

/** The peers of an entity; null where it has none. */
export async function peersOf({ reader, type, entity, resets, nowMs, inTenant }: PeerQuery): Promise<PeerGroup | null> {
  const department = type === 'user' ? await inTenant((tx) => departmentOf(tx, entity)) : null
  const group =
    department && department.members.length > 0
      ? { kind: 'department' as const, name: department.name, members: department.members }
      : type === 'domain'
        ? null
        : { kind: ALIKE_BY[type], name: null, members: await alikeOf(reader, type, entity, nowMs) }
  if (group === null || group.members.length === 0) return null
  return { type, ...group, figures: await peerFigures(reader, type, group.members, resets, nowMs) }
}

export function peerGroupView({ type, kind, name, members }: PeerGroup) {
  return { entityType: type, kind, name, size: members.length, members: members.slice(0, SHOWN_MAX) }
}

/** Compares `value` with the peers' values; the state is `learning` for a metric that no peer has. */
export function peerView(group: PeerGroup | null, metric: string, value: number) {
  if (group === null) return null
  const figures = group.figures.get(metric)
  if (!figures) return { state: 'learning' as const, members: 0, median: null, zScore: null }
  const { state, members, median } = figures
  return { state, members, median, zScore: peerScore(value, figures) }
}
