/** Operations of data residency. */
import { Type } from 'typebox'
import { invalid } from '../../../../platform/invalid-input.ts'
import { closed, named, nullable, plainText } from '../../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../acting/index.ts'
import { GOVERNANCE_LIMITS } from '../limits.ts'
import { putResidency, RESIDENCY, residencyOf, VIOLATIONS, violationsPage } from './residency.ts'

const operation = operationsOf<unknown>()
const region = plainText(60)
const HOST = /^(?:here|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?|[0-9a-f:]+)$/

const get = operation({
  name: 'residency.get',
  summary: 'Data region of the tenant',
  permission: 'settings:read',
  path: 'GET /governance/residency',
  output: RESIDENCY.schema,
  run: ({ tx }) => residencyOf(tx),
})

const put = operation({
  name: 'residency.put',
  summary: 'Set the region of the tenant and of destinations, and whether other regions are refused',
  description:
    'When enforced, operations are allowed only in the region of the tenant: another region, a destination without a region and a tenant without one are refused. Operations outside the region are recorded in either case. Operations with a region are archive, export, federated, feed, mail (the mail server and the domain of the receiver), model, phone, push, sandbox, tool_server and webhook (also steps of playbooks, response executors, tickets and chat).',
  permission: 'settings:write',
  audit: 'residency:changed',
  path: 'PUT /governance/residency',
  body: named(
    'TenantResidencyPut',
    Type.Object(
      {
        data_region: nullable(region),
        residency_enforced: Type.Optional(Type.Boolean({ default: false })),
        destinations: Type.Optional(
          Type.Record(Type.String({ maxLength: 253 }), region, { maxProperties: GOVERNANCE_LIMITS.destinations }),
        ),
      },
      closed,
    ),
  ),
  output: RESIDENCY.schema,
  async run({ tx, actor, note }, { data_region, residency_enforced = false, destinations = {} }) {
    const wrong = Object.keys(destinations).find((host) => !HOST.test(host))
    if (wrong !== undefined) throw invalid('destinations', `${wrong.slice(0, 100)} is no host name in lower case`)
    const residency = { data_region, residency_enforced, destinations }
    await putResidency(tx, residency, idOf(actor))
    note({ resource: 'residency', changes: residency })
    return residency
  },
})

const list = operation.page({
  name: 'residency.violations',
  summary: 'Operations that left the region of the tenant, or were refused, newest first',
  permission: 'settings:read',
  path: 'GET /governance/residency/violations',
  item: VIOLATIONS.schema,
  run: ({ tx }, _, { rows, after }) => violationsPage(tx, rows, after),
})

export const RESIDENCY_OPERATIONS = [get, put, list]
