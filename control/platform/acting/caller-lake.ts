import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { Actor } from './actor.ts'

export type LakeDeps = { readonly lake?: ((tenant: TenantId) => Reader) | undefined }

/** The lake as the caller's tenant sees it. Throws `unavailable` where there is none. */
export function lakeOf({ deps, actor }: { readonly deps: LakeDeps; readonly actor: Actor }): Reader {
  if (!deps.lake) throw new AppError('unavailable', 'no lake is configured here')
  return deps.lake(actor.tenantId)
}
