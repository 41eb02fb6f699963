/** Routes of a tenant's own settings. */
import { Type } from 'typebox'
import { ownTenant, pinOcsfVersion } from '../../../control/tenants/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { OCSF_VERSION, ocsfVersions } from '../../../schemas/ocsf/dictionary.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import type { Routes } from '../api-app.ts'

const pinSchema = named(
  'OcsfVersion',
  Type.Object({
    version: Type.String({ description: 'in which events are given out' }),
    stored_as: Type.String({ description: 'in which they are stored; the same for every tenant' }),
    available: Type.Array(Type.String()),
  }),
)
const pinBody = named(
  'OcsfVersionPut',
  Type.Object(
    { version: Type.String({ minLength: 5, maxLength: 11, pattern: '^[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}$' }) },
    { additionalProperties: false },
  ),
)
const limitsSchema = named(
  'TenantLimits',
  Type.Object({
    events_per_second: Type.Integer({ description: 'sustained' }),
    events_burst: Type.Integer({ description: 'at once after a pause; a larger batch is never taken' }),
    requests_per_second: Type.Integer(),
    requests_burst: Type.Integer(),
    weight: Type.Integer({
      description: 'share of a partition in relation to other tenants',
      minimum: 1,
      maximum: 1000,
    }),
  }),
)
const tags = ['tenants']
const pinOf = (version: string) => ({ version, stored_as: OCSF_VERSION, available: [...ocsfVersions()] })

export const tenantRoutes: Routes = (app, deps) => {
  app.get(
    '/tenants/me/limits',
    {
      config: { permission: 'settings:read' },
      schema: {
        tags,
        summary: 'What the tenant may push',
        description: 'Set by whoever runs the platform: `svc tenants limits`.',
        response: { 200: limitsSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const tenant = await ownTenant(tx)
        if (!tenant) throw new AppError('not_found', 'no such tenant')
        const { eventsPerSecond, eventsBurst, requestsPerSecond, requestsBurst } = tenant.limits
        const ofEvents = { events_per_second: eventsPerSecond, events_burst: eventsBurst }
        const ofRequests = { requests_per_second: requestsPerSecond, requests_burst: requestsBurst }
        return { ...ofEvents, ...ofRequests, weight: tenant.weight }
      }),
  )

  app.get(
    '/tenants/me/ocsf-version',
    {
      config: { permission: 'settings:read' },
      schema: { tags, summary: 'The version of OCSF in which events are given out', response: { 200: pinSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const tenant = await ownTenant(tx)
        if (!tenant) throw new AppError('not_found', 'no such tenant')
        return pinOf(tenant.ocsfVersion)
      }),
  )

  app.put(
    '/tenants/me/ocsf-version',
    {
      config: { permission: 'settings:write', audit: 'tenant:ocsf_version_pinned' },
      schema: { tags, summary: 'Pin the version of OCSF', body: pinBody, response: { 200: pinSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { from, to } = await pinOcsfVersion(tx, request.body.version)
        note({ resource: 'tenant', resourceId: tx.tenantId, changes: { ocsf_version: { from, to } } })
        return pinOf(to)
      }),
  )
}
