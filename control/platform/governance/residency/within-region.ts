/**
 * Checks residency before data of a tenant is sent: a destination outside its region is recorded in a separate
 * transaction, and refused when residency is enforced.
 */
import type { Egress, FindPlace } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { insertViolation, type RegionOperation, regionOf, residencyOf, violationOf } from './residency.ts'

/** Code of the cause of a refusal. */
export const REFUSED = 'ERESIDENCY'

type InTenant = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>

/** `destination` is a host name, or `here`. Throws `forbidden`. */
export async function requireRegion(
  inTenant: InTenant,
  operation: RegionOperation,
  destination: string,
): Promise<void> {
  const refusal = await inTenant(async (tx) => {
    const residency = await residencyOf(tx)
    // Without a declared region nothing is known to leave one; only enforcement asks for a declaration.
    if (residency.data_region === null && !residency.residency_enforced) return null
    const detail = violationOf(residency, destination)
    if (detail === null) return null
    const { data_region: expected_region, residency_enforced: refused } = residency
    const actual_region = regionOf(residency, destination)
    await insertViolation(tx, { operation, destination, expected_region, actual_region, detail, refused })
    return refused ? detail : null
  })
  // The cause has a code as a socket that was not opened has: the request was not sent.
  if (refusal !== null)
    throw new AppError('forbidden', `residency refuses this ${operation}: ${refusal}`, { cause: { code: REFUSED } })
}

/** The way out of one tenant's operation. */
export function withinRegion(inTenant: InTenant, egress: Egress, operation: RegionOperation): Egress {
  return async (request) => {
    const { hostname } = URL.canParse(request.url) ? new URL(request.url) : { hostname: request.url }
    await requireRegion(inTenant, operation, hostname)
    return egress(request)
  }
}

/** The way to a server that speaks another protocol than HTTP, such as one of mail. */
export function placesWithinRegion(inTenant: InTenant, findPlace: FindPlace, operation: RegionOperation): FindPlace {
  return async (host, port) => {
    await requireRegion(inTenant, operation, host)
    return findPlace(host, port)
  }
}

/** A mail ends where its receiver's mailbox is. Throws `forbidden`. */
export async function requireReceiverRegion(inTenant: InTenant, address: string): Promise<void> {
  await requireRegion(inTenant, 'mail', address.slice(address.lastIndexOf('@') + 1).toLowerCase())
}
