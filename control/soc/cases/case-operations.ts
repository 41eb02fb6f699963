/** Operations of cases: the list, the record, its alerts, similar ones, and the export of all. */
import { type Static, Type } from 'typebox'
import { joinedCursor, refusedCursor } from '../../../platform/cursor.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { timeOf } from '../../../platform/time-of.ts'
import { named, nullable, oneOf, pageQueryOf, plainText, sent, uuid } from '../../../schemas/wire.ts'
import { type Call, operationsOf } from '../../platform/acting/index.ts'
import { HERE, requireRegion } from '../../platform/governance/index.ts'
import { alertSchema, alertsOfCase, shownAlert } from '../alerts/index.ts'
import { caseNumber } from './case.ts'
import { caseActor } from './case-actor.ts'
import { caseDetail } from './case-detail.ts'
import { alertIds, createBody, filterOf, listQuery, membersOf, patchBody } from './case-inputs.ts'
import { caseSchema, detailSchema, facetsSchema, shownCase, shownDetail } from './case-wire.ts'
import { changeCase, closeCase, reopenCase } from './change-case.ts'
import { changedCases, type ExportPosition } from './export-cases.ts'
import { lockedCase } from './find-case.ts'
import { linkAlerts, unlinkAlerts } from './link-alerts.ts'
import { openCase } from './open-case.ts'
import { ofCase } from './pages.ts'
import { caseFacets, casesPage } from './query-cases.ts'
import { similarCases } from './similar.ts'
import { openFromTemplate } from './templates.ts'
import { caseParams } from './wire.ts'

const operation = operationsOf<unknown>()

const list = operation({
  name: 'cases.list',
  summary: 'Cases, newest first, with facets over all matching cases',
  permission: 'cases:read',
  path: 'GET /cases',
  query: listQuery,
  output: named(
    'CasePage',
    Type.Object({ items: Type.Array(caseSchema), next_cursor: Type.Optional(Type.String()), facets: facetsSchema }),
  ),
  async run({ tx, actor, nowMs }, query) {
    const filter = filterOf(query, actor, nowMs)
    const after = positionOf(query.cursor)
    const [rows, facets] = await Promise.all([casesPage(tx, filter, query.limit + 1, after), caseFacets(tx, filter)])
    return { ...pageOfPlaced(rows, query.limit, (one) => shownCase(one, nowMs)), facets }
  },
})

const open = operation({
  name: 'cases.open',
  summary: 'Open a case, also from alerts',
  permission: 'cases:write',
  audit: 'case:created',
  idempotent: true,
  path: 'POST /cases',
  status: 201,
  body: createBody,
  output: caseSchema,
  async run({ tx, note, actor, nowMs }, body) {
    const opened = await opening(body, { tx, actor, nowMs })
    note({ resource: 'case', resourceId: opened.id, changes: { case_number: caseNumber(opened.number), ...body } })
    return shownCase(opened, nowMs)
  },
})

type Opening = Pick<Call<unknown>, 'tx' | 'actor' | 'nowMs'>

function opening({ template_id, ...body }: Static<typeof createBody>, { tx, actor, nowMs }: Opening) {
  const members = membersOf(body)
  if (template_id !== undefined) return openFromTemplate(tx, caseActor(actor), template_id, members, nowMs)
  const { title, severity = 'medium', ...others } = members
  if (title === undefined) throw invalid('title', 'is needed', 'required')
  return openCase(tx, caseActor(actor), { ...others, title, severity }, nowMs)
}

const get = operation({
  name: 'cases.get',
  summary: 'One case with its clocks, observables and evidence',
  permission: 'cases:read',
  path: 'GET /cases/:id',
  params: caseParams,
  output: detailSchema,
  run: async ({ tx, nowMs }, { id }) => shownDetail(await caseDetail(tx, id), nowMs),
})

const change = operation({
  name: 'cases.update',
  summary: 'Change a case; another severity or queue applies the targets of their policies',
  permission: 'cases:write',
  audit: 'case:updated',
  path: 'PATCH /cases/:id',
  params: caseParams,
  body: patchBody,
  output: caseSchema,
  async run({ tx, note, actor, nowMs }, { id, ...body }) {
    const changed = await changeCase(tx, caseActor(actor), id, membersOf(body), nowMs)
    note({ resource: 'case', resourceId: changed.id, changes: body })
    return shownCase(changed, nowMs)
  },
})

const close = operation({
  name: 'cases.close',
  summary: 'Close a case; it is kept with its history',
  permission: 'cases:delete',
  audit: 'case:closed',
  removes: 'mark',
  path: 'DELETE /cases/:id',
  params: caseParams,
  output: caseSchema,
  async run({ tx, note, actor, nowMs }, { id }) {
    const { case: closed, isNew } = await closeCase(tx, caseActor(actor), id, null, nowMs)
    note(isNew ? { resource: 'case', resourceId: closed.id } : null)
    return shownCase(closed, nowMs)
  },
})

const reopen = operation({
  name: 'cases.reopen',
  summary: 'Reopen a resolved or closed case',
  permission: 'cases:write',
  audit: 'case:reopened',
  path: 'POST /cases/:id/reopen',
  params: caseParams,
  body: sent('CaseReopen', {
    reason: plainText(2000, 8),
    status: Type.Optional(oneOf(['open', 'in_progress'] as const)),
  }),
  output: caseSchema,
  async run({ tx, note, actor, nowMs }, { id, reason, status = 'in_progress' }) {
    const reopened = await reopenCase(tx, caseActor(actor), id, { reason, status }, nowMs)
    note({ resource: 'case', resourceId: reopened.id, changes: { reason, status } })
    return shownCase(reopened, nowMs)
  },
})

const assign = operation({
  name: 'cases.assign',
  summary: 'Assign a case to a user of the tenant; null unassigns it',
  permission: 'cases:write',
  audit: 'case:assigned',
  path: 'POST /cases/:id/assign',
  params: caseParams,
  body: sent('CaseAssign', { assignee_id: nullable(uuid) }),
  output: caseSchema,
  async run({ tx, note, actor, nowMs }, { id, assignee_id }) {
    const assigned = await changeCase(tx, caseActor(actor), id, { assigneeId: assignee_id }, nowMs)
    note({ resource: 'case', resourceId: assigned.id, changes: { assignee_id } })
    return shownCase(assigned, nowMs)
  },
})

const listAlerts = operation.page({
  name: 'cases.alerts',
  summary: 'Alerts of a case, newest first',
  permission: 'cases:read',
  path: 'GET /cases/:id/alerts',
  params: caseParams,
  item: alertSchema,
  pageName: 'CaseAlertPage',
  run: ofCase(alertsOfCase, () => null, shownAlert),
})

const alertsBody = sent('CaseAlerts', { alert_ids: alertIds })

function linking(work: typeof linkAlerts) {
  return async ({ tx, note, actor, nowMs }: Call<unknown>, body: { id: string; alert_ids: string[] }) => {
    const found = await lockedCase(tx, body.id)
    note({ resource: 'case', resourceId: found.id, changes: { alert_ids: body.alert_ids } })
    return shownCase(await work(tx, caseActor(actor), found, body.alert_ids, nowMs), nowMs)
  }
}

const link = operation({
  name: 'cases.link_alerts',
  summary: 'Link alerts to a case',
  permission: 'cases:write',
  audit: 'case:alerts_linked',
  path: 'POST /cases/:id/alerts',
  params: caseParams,
  body: alertsBody,
  output: caseSchema,
  run: linking(linkAlerts),
})

const unlink = operation({
  name: 'cases.unlink_alerts',
  summary: 'Unlink alerts from a case',
  permission: 'cases:write',
  audit: 'case:alerts_unlinked',
  path: 'POST /cases/:id/alerts/unlink',
  params: caseParams,
  body: alertsBody,
  output: caseSchema,
  run: linking(unlinkAlerts),
})

const similar = operation.list({
  name: 'cases.similar',
  summary: 'Similar cases among the newest 2,000, by shared techniques, observables or tags, most similar first',
  permission: 'cases:read',
  path: 'GET /cases/:id/similar',
  params: caseParams,
  item: named(
    'SimilarCase',
    Type.Object({
      case: caseSchema,
      score: Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'similarity, 0 to 1: shared features as a fraction of all features of both cases',
      }),
      shared: Type.Array(Type.String({ description: 'technique:T1078, host:web-7, tag:phish' })),
    }),
  ),
  run: async ({ tx, nowMs }, { id }) =>
    (await similarCases(tx, id)).map((one) => ({ ...one, case: shownCase(one.case, nowMs) })),
  keyOf: (one) => one.case.id,
})

const exportAll = operation.outside({
  name: 'cases.export',
  summary:
    'Cases in the order of their last change, including merged ones; next_cursor while there is more, resume_cursor for later changes',
  permission: 'cases:read',
  path: 'GET /cases/export',
  query: pageQueryOf({ updated_since: Type.Optional(Type.String({ maxLength: 40 })) }),
  output: named(
    'CaseExport',
    Type.Object({
      items: Type.Array(caseSchema),
      next_cursor: Type.Optional(Type.String({ description: 'cursor of the next page; absent on the last page' })),
      resume_cursor: Type.Optional(
        Type.String({ description: 'end of this page: a later export with it returns the changes since then' }),
      ),
      has_more: Type.Boolean(),
    }),
  ),
  async run({ read, nowMs }, { limit, cursor, updated_since: since }) {
    await requireRegion(read, 'export', HERE)
    const from = since === undefined ? null : timeOf(since, 'query', 'updated_since')
    const rows = await read((tx) => changedCases(tx, from, limit + 1, exportPosition(cursor)))
    const shown = rows.slice(0, limit)
    const end = shown.at(-1)?.position
    const last = end === undefined ? cursor : joinedCursor(end)
    const hasMore = rows.length > limit
    return {
      items: shown.map(({ item }) => shownCase(item, nowMs)),
      has_more: hasMore,
      ...(last === undefined ? {} : { resume_cursor: last }),
      ...(last !== undefined && hasMore ? { next_cursor: last } : {}),
    }
  },
})

const POSITION = /^(\d{1,19})\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Throws 422. */
function exportPosition(cursor: string | undefined): ExportPosition | null {
  if (cursor === undefined) return null
  const [, transaction, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (transaction !== undefined && id !== undefined) return [transaction, id]
  throw refusedCursor()
}

export const RECORD_OPERATIONS = [
  ...[list, open, get, change, close, reopen, assign],
  ...[listAlerts, link, unlink, similar, exportAll],
]
