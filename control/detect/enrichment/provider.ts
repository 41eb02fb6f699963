/** The contract of a source of knowledge about entities. */
import type { TenantId } from '../../../platform/tenant.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Entity, EntityKind } from './entity.ts'

export type InTenant = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>
export type EnrichCall = { readonly tenant: TenantId; readonly inTenant: InTenant; readonly nowMs: number }
export type Data = Readonly<Record<string, unknown>>

export type Provider = {
  /** The provider's name in answers and in the cache. */
  readonly name: string
  readonly kinds: ReadonlySet<EntityKind>
  /** How long an answer may be cached; 0 queries the provider each time. */
  readonly keepMs: number
  /** Timeout of one query. */
  readonly timeoutMs: number
  /** Null: it knows nothing of the entity. Throws `AppError` when it could not check. */
  readonly ask: (call: EnrichCall, entity: Entity) => Promise<Data | null>
}
