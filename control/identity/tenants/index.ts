/** Tenants: their creation, status, limits and settings. */
export {
  changeLimits,
  changeStatus,
  type LimitsChange,
  setTenantLimits,
  setTenantOcsfVersion,
  setTenantStatus,
} from './change-tenant.ts'
export { createTenant, ensureTenant } from './create-tenant.ts'
export { eachTenant, forgetOlder, tenantByIdOrSlug, tenantExists } from './find-tenant.ts'
export type { IngestLimits, Tenant, TenantDocument, TenantStatus } from './tenant.ts'
export { ownTenant } from './tenant-store.ts'
