import { AppError } from '../../../platform/errors.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { int, type Row, text, time } from '../../../stores/postgres/columns.ts'

export type TenantStatus = 'active' | 'suspended'

/**
 * Bounds of one tenant's pushes: sustained rates, and the burst after a pause.
 * @bound requests of a tenant = {0001-tenants.sql requests_per_second}/s, burst {0001-tenants.sql requests_burst}; `svc
 * tenants` changes both -> 429 with Retry-After
 * @bound events of a tenant = {0001-tenants.sql events_per_second}/s, burst {0001-tenants.sql events_burst}; `svc tenants`
 * changes both -> 429 with Retry-After; 413 for a batch larger than the burst
 */
export type IngestLimits = {
  readonly eventsPerSecond: number
  readonly eventsBurst: number
  readonly requestsPerSecond: number
  readonly requestsBurst: number
}

export type Tenant = {
  readonly id: TenantId
  readonly name: string
  readonly status: TenantStatus
  /** Share of a partition in relation to the other tenants', 1 to 1000. */
  readonly weight: number
  readonly limits: IngestLimits
  /** The version in which its events are returned; they are stored in the version of this build. */
  readonly ocsfVersion: string
  readonly createdAt: Date
}

/**
 * The part of a tenant that stages and ingest know: the document of control kind `tenant`, whose id is the tenant's.
 */
export type TenantDocument = Pick<Tenant, 'status' | 'weight' | 'limits' | 'ocsfVersion'>

export function documentOf({ status, weight, limits, ocsfVersion }: Tenant): TenantDocument {
  return { status, weight, limits, ocsfVersion }
}

/** Read by hand, because the ingest service reads tenants and must not load what `table` needs: 23 MB. */
export function toTenant(row: Row): Tenant {
  return {
    id: tenantId(text(row, 'id')),
    name: text(row, 'name'),
    status: statusOf(text(row, 'status')),
    weight: int(row, 'weight'),
    limits: {
      eventsPerSecond: int(row, 'events_per_second'),
      eventsBurst: int(row, 'events_burst'),
      requestsPerSecond: int(row, 'requests_per_second'),
      requestsBurst: int(row, 'requests_burst'),
    },
    ocsfVersion: text(row, 'ocsf_version'),
    createdAt: time(row, 'created_at'),
  }
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
