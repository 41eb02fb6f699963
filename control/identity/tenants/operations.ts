/** Operations of a tenant's own settings. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
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
    version: Type.String({ description: 'in which events are given out' }),
    stored_as: Type.String({ description: 'in which they are stored; the same for every tenant' }),
    available: Type.Array(Type.String()),
  }),
)
const pinOf = (version: string) => ({ version, stored_as: OCSF_VERSION, available: ocsfVersions() })

const limits = operation({
  name: 'tenants.limits',
  summary: 'What the tenant may push',
  description: 'Set by the operator of the platform with `svc tenants limits`.',
  permission: 'settings:read',
  path: 'GET /tenants/me/limits',
  output: named(
    'TenantLimits',
    Type.Object({
      events_per_second: Type.Integer({ description: 'sustained' }),
      events_burst: Type.Integer({ description: 'accepted at once after a pause; a larger batch is always refused' }),
      requests_per_second: Type.Integer(),
      requests_burst: Type.Integer(),
      weight: Type.Integer({
        description: 'share of a partition in relation to other tenants',
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
  summary: 'The version of OCSF in which events are given out',
  permission: 'settings:read',
  path: 'GET /tenants/me/ocsf-version',
  output: pinSchema,
  run: async ({ tx }) => pinOf((await requireOwn(tx)).ocsfVersion),
})

const pin = operation({
  name: 'tenants.pin_ocsf_version',
  summary: 'Pin the version of OCSF',
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
  const tenant = await ownTenant(tx)
  if (!tenant) throw new AppError('not_found', 'no such tenant')
  return tenant
}
