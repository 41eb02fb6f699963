/** Operations of retention. */
import { Type } from 'typebox'
import { pageOfList } from '../../../../platform/paging.ts'
import { closed, named, nullable, pageOf, pageQuery } from '../../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../acting/index.ts'
import { putRetention, RETENTION, RETENTION_RUNS, retentionOf, retentionRuns } from './retention.ts'

const operation = operationsOf<unknown>()
const days = (least: number) => Type.Optional(nullable(Type.Integer({ minimum: least, maximum: 3650 })))

const get = operation({
  name: 'retention.get',
  summary: 'How long the tenant keeps its records, by class',
  permission: 'settings:read',
  path: 'GET /governance/retention',
  output: RETENTION.schema,
  run: ({ tx }) => retentionOf(tx),
})

const put = operation({
  name: 'retention.put',
  summary: 'Set how long the tenant keeps its records, by class',
  description:
    'A class that is absent or null is kept as the installation keeps it. The lake is never shorter than 400 days. The audit log is kept for good, because its entries are chained. A legal hold goes before all of it.',
  permission: 'settings:write',
  audit: 'retention:changed',
  path: 'PUT /governance/retention',
  body: named(
    'TenantRetentionPut',
    Type.Object({ raw_events_days: days(400), archive_days: days(400), alerts_days: days(1) }, closed),
  ),
  output: RETENTION.schema,
  async run({ tx, actor, note }, { raw_events_days = null, archive_days = null, alerts_days = null }) {
    const retention = { raw_events_days, archive_days, alerts_days }
    await putRetention(tx, retention, idOf(actor))
    note({ resource: 'retention', changes: retention })
    return retention
  },
})

const list = operation({
  name: 'retention.runs',
  summary: 'What runs of retention removed and left, by class, and the hold that refused, newest first',
  description:
    'The engine keeps its own retention for tenants without a legal hold and without days of their own: these have no runs.',
  permission: 'settings:read',
  path: 'GET /governance/retention/runs',
  query: Type.Object(pageQuery, closed),
  output: pageOf(RETENTION_RUNS.schema),
  run: async ({ tx }, page) => pageOfList(await retentionRuns(tx), page, ({ id }) => id),
})

export const RETENTION_OPERATIONS = [get, put, list]
