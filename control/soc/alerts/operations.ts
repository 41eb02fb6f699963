/** Operations of alerts; here who may have them, and the views of the queue that a person keeps. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, named, pageOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import { column, table } from '../../../stores/postgres/table.ts'
import { peopleSql } from '../../identity/accounts/index.ts'
import { type Actor, operationsOf } from '../../platform/acting/index.ts'
import { BULK_OPERATIONS } from './bulk-operations.ts'
import { LIST_OPERATIONS } from './list-operations.ts'
import { teamMetrics } from './metrics-operation.ts'
import { RECORD_OPERATIONS } from './record-operations.ts'
import { ALERT_VIEWS, alertViews, deleteAlertView, keepAlertView, VIEW_LIMITS } from './saved-views.ts'
import { VERDICT_OPERATIONS } from './verdict-operations.ts'

const operation = operationsOf<unknown>()
const ASSIGNEES_MAX = 10_000

const ASSIGNEES = table('Assignee', {
  id: column.uuid(),
  name: column.from('username', column.text()),
  organisation: column.orNull(
    column.text({ description: 'organisation of a delegate; null for a user of the tenant' }),
  ),
  is_active: column.bool({
    description: 'false: the user is deactivated or the delegation has ended, and no alert can be assigned',
  }),
})

const assignees = operation({
  name: 'alerts.assignees',
  summary: 'Possible owners of alerts: users of the tenant and delegates, by name',
  description: `Active ones first, users before delegates; at most ${ASSIGNEES_MAX.toLocaleString('en')}.`,
  permission: 'alerts:read',
  path: 'GET /alerts/assignees',
  query: Type.Object(pageQuery, closed),
  output: pageOf(ASSIGNEES.schema),
  async run({ tx }, page) {
    const sql = /* sql */ `
      SELECT ${ASSIGNEES.columns} FROM (${peopleSql('NULL')}) AS people
      ORDER BY is_active DESC, organisation IS NOT NULL, lower(username), id LIMIT $1`
    return pageOfList(await tx.many(ASSIGNEES.read, sql, [ASSIGNEES_MAX]), page, ({ id }) => id)
  },
})

/** Throws `forbidden` for programs, and for who works here under a delegation. */
function personOf({ kind, personId, delegationId }: Actor): string {
  if (kind !== 'user' || personId === null || delegationId !== null)
    throw new AppError('forbidden', 'views are kept by a person of this tenant')
  return personId
}

const views = operation({
  name: 'alerts.views',
  summary: 'Queue views of the caller',
  permission: 'alerts:read',
  ofPerson: true,
  path: 'GET /alert-views',
  query: Type.Object(pageQuery, closed),
  output: pageOf(ALERT_VIEWS.schema),
  run: async ({ tx, actor }, page) => pageOfList(await alertViews(tx, personOf(actor)), page, ({ id }) => id),
})

const keepView = operation({
  name: 'alerts.keep_view',
  summary: 'Save a view of the queue, replacing one of the same name',
  permission: 'alerts:read',
  ofPerson: true,
  audit: 'alert_view:kept',
  path: 'PUT /alert-views',
  body: named(
    'AlertViewPut',
    Type.Object(
      {
        name: plainText(VIEW_LIMITS.nameChars),
        query: plainText(VIEW_LIMITS.queryChars, 0),
        columns: Type.Array(plainText(VIEW_LIMITS.columnChars), { maxItems: VIEW_LIMITS.columns, uniqueItems: true }),
      },
      closed,
    ),
  ),
  output: ALERT_VIEWS.schema,
  async run({ tx, actor, note }, { name, query, columns }) {
    const view = await keepAlertView(tx, personOf(actor), { name, query, columns })
    note({ resource: 'alert_view', resourceId: view.id, changes: { name } })
    return view
  },
})

const removeView = operation({
  name: 'alerts.delete_view',
  summary: 'Delete a queue view of the caller',
  permission: 'alerts:read',
  ofPerson: true,
  audit: 'alert_view:deleted',
  removes: 'records',
  path: 'DELETE /alert-views/:id',
  async run({ tx, actor, note }, { id }) {
    note({ resource: 'alert_view', resourceId: id })
    if (!(await deleteAlertView(tx, personOf(actor), id))) throw new AppError('not_found', `no view ${id} of yours`)
  },
})

export const ALERT_OPERATIONS = [
  ...BULK_OPERATIONS,
  ...LIST_OPERATIONS,
  ...RECORD_OPERATIONS,
  ...VERDICT_OPERATIONS,
  ...[assignees, teamMetrics, views, keepView, removeView],
]
