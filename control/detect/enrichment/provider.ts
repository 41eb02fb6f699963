/** The contract of a source of knowledge about entities. */
import type { TenantId } from '../../../platform/tenant.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Entity, EntityKind } from './entity.ts'

export type InTenant = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>
export type EnrichCall = { readonly tenant: TenantId; readonly inTenant: InTenant; readonly nowMs: number }
export type Data = Readonly<Record<string, unknown>>

export type Provider = {
  /** Stands in answers and in the cache. */
  readonly name: string
  readonly kinds: ReadonlySet<EntityKind>
  /** How long an answer holds; 0 for what is asked each time. */
  readonly keepMs: number
  /** How long it is waited for. */
  readonly timeoutMs: number
  /** Null: it knows nothing of the entity. Throws `AppError` when it could not check. */
  readonly ask: (call: EnrichCall, entity: Entity) => Promise<Data | null>
}
