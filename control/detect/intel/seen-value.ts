/** Looks up in events whether values of an indicator were ever seen; a lake that cannot answer gives its reason. */
import { Type } from 'typebox'
import type { MeantValue } from '../../../intel/meant-values.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Seen, seenValue, together } from '../../../query/seen-values.ts'
import { named, nullable, time } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { NO_LAKE } from '../../platform/acting/index.ts'

export type SeenDeps = { readonly lake?: ((tenant: TenantId) => Reader) | undefined; readonly log: Log }

export const seenSchema = named(
  'SeenValue',
  Type.Object({
    is_indexed: Type.Boolean({ description: 'false: no event column holds values of this kind' }),
    events: Type.Integer(),
    first_seen: nullable(time),
    last_seen: nullable(time),
    sources: Type.Array(Type.Object({ source: Type.String(), events: Type.Integer() })),
    indexed_from: nullable(Type.String({ description: 'first day of the index' })),
  }),
)

/** The values together. Returns the reason when the lake could not be queried. */
export async function seenOrWhy(
  deps: SeenDeps,
  tenant: TenantId,
  values: readonly MeantValue[],
): Promise<{ seen: Seen | null; reason: string | null }> {
  const { lake } = deps
  if (!lake) return { seen: null, reason: NO_LAKE }
  try {
    const seen = together(await Promise.all(values.map(({ kind, value }) => seenValue(lake(tenant), kind, value))))
    return { seen, reason: seen.isIndexed ? null : `values of type ${values[0]?.kind} are not indexed` }
  } catch (err) {
    deps.log.warn({ err, tenant }, 'cannot search the lake for an indicator value')
    return { seen: null, reason: 'the lake did not answer' }
  }
}
