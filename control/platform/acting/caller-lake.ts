import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { Actor } from './actor.ts'

export type LakeDeps = { readonly lake?: ((tenant: TenantId) => Reader) | undefined }

/** Reason of an unknown figure in an installation without a lake. */
export const NO_LAKE = 'no lake is configured here'
export const noLake = () => new AppError('unavailable', NO_LAKE)

/** The lake as the caller's tenant sees it. Throws `unavailable` where there is none. */
export function lakeOf({ deps, actor }: { readonly deps: LakeDeps; readonly actor: Actor }): Reader {
  if (!deps.lake) throw noLake()
  return deps.lake(actor.tenantId)
}
