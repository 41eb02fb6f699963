import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

const TENANT_STATUSES = ['active', 'suspended'] as const
export type TenantStatus = (typeof TENANT_STATUSES)[number]

/**
 * Bounds of one tenant's pushes: sustained rates, and the burst after a pause.
 * @bound requests of a tenant = {0001-tenants.sql requests_per_second}/s, burst {0001-tenants.sql requests_burst}; `svc
 * tenants` changes both -> 429 with Retry-After
 * @bound events of a tenant = {0001-tenants.sql events_per_second}/s, burst {0001-tenants.sql events_burst}; `svc tenants`
 * changes both -> 429 with Retry-After; 413 for a batch larger than the burst
 */
const LIMITS = tableInCamelCase('IngestLimits', {
  events_per_second: column.int(),
  events_burst: column.int(),
  requests_per_second: column.int(),
  requests_burst: column.int(),
})
export type IngestLimits = RowOf<typeof LIMITS>

export const TENANTS = tableInCamelCase('StoredTenant', {
  id: column.tenant(),
  name: column.text(),
  status: column.word(TENANT_STATUSES),
  /** Share of a partition in relation to the other tenants', 1 to 1000. */
  weight: column.int(),
  limits: column.derived<IngestLimits>(Type.Unknown(), (row) => LIMITS.read(row)),
  /** The version in which its events are returned; they are stored in the version of this build. */
  ocsf_version: column.text(),
  created_at: column.time(),
})
export type Tenant = RowOf<typeof TENANTS>
export const TENANT_COLUMNS = `${TENANTS.columns}, ${LIMITS.columns}`

/**
 * The part of a tenant that stages and ingest know: the document of control kind `tenant`, whose id is the tenant's.
 */
export type TenantDocument = Pick<Tenant, 'status' | 'weight' | 'limits' | 'ocsfVersion'>

export function documentOf({ status, weight, limits, ocsfVersion }: Tenant): TenantDocument {
  return { status, weight, limits, ocsfVersion }
}

/** Throws `bad_request` for any other word. */
export function statusOf(word: string): TenantStatus {
  if (word === 'active' || word === 'suspended') return word
  throw new AppError('bad_request', 'a tenant is active or suspended')
}

const INT_MAX = 2 ** 31 - 1

/**
 * Requires whole numbers from 1 to `max` and throws `bad_request` otherwise, with a clearer text than the table's
 * constraint.
 */
export function checkCounts(counts: Readonly<Record<string, number | undefined>>, max = INT_MAX): void {
  for (const [name, count] of Object.entries(counts))
    if (count !== undefined && !(Number.isInteger(count) && count >= 1 && count <= max))
      throw new AppError('bad_request', `${name} is a whole number from 1 to ${max}`)
}
