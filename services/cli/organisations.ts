import {
  addTenant,
  createOrganisation,
  kindOf,
  type RecordOrganisation,
  removeTenant,
} from '../../control/identity/organisations/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import type { Config } from '../config.ts'
import { operatorAudit } from './operator-audit.ts'
import { withOwner } from './with-owner.ts'

export type OrganisationOptions = { name: string; home: string; kind: string }
export type MemberOptions = { name: string; tenant: string }

/** Prints the id of the organisation. */
export async function runCreateOrganisation({ name, home, kind }: OrganisationOptions): Promise<void> {
  const organisation = { name, kind: kindOf(kind), homeTenant: tenantId(home) }
  const made = await withOwner((pool, config) =>
    createOrganisation(pool, organisation, recorded(config, 'organisation:created', { kind })),
  )
  console.log(made.id)
}

export function runAddTenant({ name, tenant }: MemberOptions): Promise<void> {
  return withOwner((pool, config) =>
    addTenant(pool, name, tenantId(tenant), recorded(config, 'organisation:tenant_added', { tenant })),
  )
}

export function runRemoveTenant({ name, tenant }: MemberOptions): Promise<void> {
  return withOwner((pool, config) =>
    removeTenant(pool, name, tenantId(tenant), recorded(config, 'organisation:tenant_removed', { tenant })),
  )
}

export function recorded(
  config: Config,
  action: string,
  changes: Readonly<Record<string, string>>,
): RecordOrganisation {
  const record = operatorAudit(config)
  return (tx, { id, name }) =>
    record(tx, action, { resource: 'organisation', resourceId: id, changes: { ...changes, organisation: name } })
}
