/** Operations of retention. */
import { Type } from 'typebox'
import { closed, named, nullable } from '../../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../acting/index.ts'
import { putRetention, RETENTION, RETENTION_RUNS, retentionOf, retentionRunsPage } from './retention.ts'

const operation = operationsOf<unknown>()
const days = (least: number) => Type.Optional(nullable(Type.Integer({ minimum: least, maximum: 3650 })))

const get = operation({
  name: 'retention.get',
  summary: 'Retention periods of the tenant, by class of records',
  permission: 'settings:read',
  path: 'GET /governance/retention',
  output: RETENTION.schema,
  run: ({ tx }) => retentionOf(tx),
})

const put = operation({
  name: 'retention.put',
  summary: 'Set the retention periods of the tenant, by class of records',
  description:
    'A class that is absent or null uses the period of the installation. The lake keeps at least 400 days. The audit log is kept indefinitely, because its entries are chained. A legal hold takes precedence over every period.',
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

const list = operation.page({
  name: 'retention.runs',
  summary:
    'Retention runs with the records removed and left, by class, and the hold that prevented a removal, newest first',
  description:
    'Tenants without a legal hold and without periods of their own have no runs: the database engine applies the retention of the installation.',
  permission: 'settings:read',
  path: 'GET /governance/retention/runs',
  item: RETENTION_RUNS.schema,
  run: ({ tx }, _, { rows, after }) => retentionRunsPage(tx, rows, after),
})

export const RETENTION_OPERATIONS = [get, put, list]
