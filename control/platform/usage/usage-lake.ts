import type { TenantId } from '../../../platform/tenant.ts'
import type { Reader, ReadLimits } from '../../../stores/clickhouse/tenant-reader.ts'

export type UsageDeps = { readonly lake?: ((tenant: TenantId, limits?: ReadLimits) => Reader) | undefined }

/** Limits of one statement over the lake. */
const LIMITS = { timeoutSeconds: 20, memoryMb: 500, rowsMax: 1000 }

/** Null where no lake is configured. */
export function usageLake({ lake }: UsageDeps, tenant: TenantId): Reader | null {
  return lake?.(tenant, LIMITS) ?? null
}
