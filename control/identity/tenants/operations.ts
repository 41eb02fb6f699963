/** Operations of a tenant's own settings. */
import { Type } from 'typebox'
import { requireFound } from '../../../platform/errors.ts'
import { OCSF_VERSION, ocsfVersions } from '../../../schemas/ocsf/dictionary.ts'
import { named, sent } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { pinOcsfVersion } from './change-tenant.ts'
import type { Tenant } from './tenant.ts'
import { ownTenant } from './tenant-store.ts'

const operation = operationsOf<unknown>()

const pinSchema = named(
  'OcsfVersion',
  Type.Object({
    version: Type.String({ description: 'OCSF version of events in answers' }),
    stored_as: Type.String({ description: 'OCSF version of stored events, the same for every tenant' }),
    available: Type.Array(Type.String()),
  }),
)
const pinOf = (version: string) => ({ version, stored_as: OCSF_VERSION, available: ocsfVersions() })

const limits = operation({
  name: 'tenants.limits',
  summary: 'Ingest limits of the tenant',
  description: 'Set by the operator of the platform with `svc tenants limits`.',
  permission: 'settings:read',
  path: 'GET /tenants/me/limits',
  output: named(
    'TenantLimits',
    Type.Object({
      events_per_second: Type.Integer({ description: 'sustained events per second' }),
      events_burst: Type.Integer({
        description: 'events accepted at once after a pause; larger batches are always rejected',
      }),
      requests_per_second: Type.Integer(),
      requests_burst: Type.Integer(),
      weight: Type.Integer({
        description: 'relative share of a partition among tenants',
        minimum: 1,
        maximum: 1000,
      }),
    }),
  ),
  async run({ tx }) {
    const { limits, weight } = await requireOwn(tx)
    return { ...limits, weight }
  },
})

const ocsfVersion = operation({
  name: 'tenants.ocsf_version',
  summary: 'OCSF version of events in answers',
  permission: 'settings:read',
  path: 'GET /tenants/me/ocsf-version',
  output: pinSchema,
  run: async ({ tx }) => pinOf((await requireOwn(tx)).ocsfVersion),
})

const pin = operation({
  name: 'tenants.pin_ocsf_version',
  summary: 'Set the OCSF version of events in answers',
  permission: 'settings:write',
  audit: 'tenant:ocsf_version_pinned',
  path: 'PUT /tenants/me/ocsf-version',
  body: sent('OcsfVersionPut', {
    version: Type.String({ minLength: 5, maxLength: 11, pattern: '^[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}$' }),
  }),
  output: pinSchema,
  async run({ tx, note }, { version }) {
    const { from, to } = await pinOcsfVersion(tx, version)
    note({ resource: 'tenant', resourceId: tx.tenantId, changes: { ocsf_version: { from, to } } })
    return pinOf(to)
  },
})

export const TENANT_OPERATIONS = [limits, ocsfVersion, pin]

async function requireOwn(tx: TenantTx): Promise<Tenant> {
  return requireFound(await ownTenant(tx), 'tenant')
}
