/** Declares the regions of a tenant's data, and judges operations by them. */
import { Type } from 'typebox'
import type { Placed, Position } from '../../../../platform/paging.ts'
import { placed } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'

/** Operations that may take data of a tenant to another place. */
export const REGION_OPERATIONS = [
  'archive',
  'export',
  'federated',
  'feed',
  'mail',
  'model',
  'phone',
  'push',
  'sandbox',
  'tool_server',
  'webhook',
] as const
export type RegionOperation = (typeof REGION_OPERATIONS)[number]

/** The name under which `destinations` has this installation itself. */
export const HERE = 'here'

export const RESIDENCY = table('TenantResidency', {
  data_region: column.orNull(column.text({ description: 'null: no region declared' })),
  residency_enforced: column.bool({ description: 'false: nothing is refused' }),
  destinations: column.json<Readonly<Record<string, string>>>(
    Type.Record(Type.String(), Type.String(), {
      description: 'regions by host name; a domain includes its subdomains; `here` is this installation',
    }),
  ),
})
export type Residency = RowOf<typeof RESIDENCY>
export const NO_RESIDENCY: Residency = { data_region: null, residency_enforced: false, destinations: {} }

export const VIOLATIONS = table('ResidencyViolation', {
  id: column.uuid(),
  operation: column.text(),
  destination: column.text(),
  expected_region: column.orNull(column.text()),
  actual_region: column.orNull(column.text()),
  detail: column.text(),
  refused: column.bool(),
  occurred_at: column.time(),
})
export type ResidencyViolation = RowOf<typeof VIOLATIONS>

export async function residencyOf(tx: TenantTx): Promise<Residency> {
  const sql = /* sql */ `SELECT ${RESIDENCY.columns} FROM tenant_residency`
  return (await tx.maybeOne(RESIDENCY.read, sql)) ?? NO_RESIDENCY
}

export async function putResidency(tx: TenantTx, residency: Residency, by: string): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO tenant_residency (data_region, residency_enforced, destinations, updated_by) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id) DO UPDATE SET data_region = excluded.data_region,
      residency_enforced = excluded.residency_enforced, destinations = excluded.destinations,
      updated_by = excluded.updated_by, updated_at = clock_timestamp()`
  const { data_region, residency_enforced, destinations } = residency
  await tx.run(sql, [data_region, residency_enforced, JSON.stringify(destinations), by])
}

/** Newest first. */
export function violationsPage(
  tx: TenantTx,
  limit: number,
  after: Position | null,
): Promise<Placed<ResidencyViolation>[]> {
  const sql = /* sql */ `
    SELECT ${VIOLATIONS.columns}, occurred_at::text AS position FROM residency_violations
    WHERE ($1::timestamptz IS NULL OR (occurred_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY occurred_at DESC, id DESC LIMIT $3`
  return tx.many(placed(VIOLATIONS.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

type Violation = Pick<
  ResidencyViolation,
  'operation' | 'destination' | 'expected_region' | 'actual_region' | 'detail' | 'refused'
>

export async function insertViolation(tx: TenantTx, violation: Violation): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO residency_violations (operation, destination, expected_region, actual_region, detail, refused)
    VALUES ($1, $2, $3, $4, $5, $6)`
  const { operation, destination, expected_region, actual_region, detail, refused } = violation
  await tx.run(sql, [
    operation,
    destination.slice(0, 300),
    expected_region,
    actual_region,
    detail.slice(0, 500),
    refused,
  ])
}

/** The region declared for a host: its own, or that of the nearest parent domain. Null when none is declared. */
export function regionOf({ destinations }: Residency, host: string): string | null {
  const labels = host.toLowerCase().split('.')
  for (let at = 0; at < labels.length; at++) {
    const region = destinations[labels.slice(at).join('.')]
    if (region !== undefined) return region
  }
  return null
}

/** Reason why an operation would take data outside the tenant's regions; null when it would not. */
export function violationOf(residency: Residency, destination: string): string | null {
  const { data_region: own } = residency
  const actual = regionOf(residency, destination)
  if (own === null) return 'the tenant declares no region'
  const place = destination === HERE ? 'this installation (`here` of destinations)' : destination
  if (actual === null) return `no region is declared for ${place}`
  return actual === own ? null : `${place} is in ${actual}, and the data of the tenant stays in ${own}`
}
