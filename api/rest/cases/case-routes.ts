import { type Static, Type } from 'typebox'
import type { Principal } from '../../../control/identity/accounts/index.ts'
import { SEVERITIES } from '../../../control/soc/alerts/index.ts'
import {
  CASE_STATUSES,
  type CaseFilter,
  type CaseInput,
  type CasePatch,
  caseActorOf,
  caseDetail,
  caseFacets,
  casesPage,
  changeCase,
  closeCase,
  openCase,
  openFromTemplate,
  reopenCase,
} from '../../../control/soc/cases/index.ts'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { pageQuery } from '../../../schemas/wire.ts'
import { once } from '../../plugins/idempotency.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, list, oneOf, plainText, timeOf, wordList } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, uuid } from '../views.ts'
import { caseParams, createBody, patchBody, caseTags as tags } from './inputs.ts'
import { caseSchema, caseView, detailSchema, detailView, facetsSchema, facetsView } from './views.ts'

const words = (of: readonly string[]) =>
  Type.Optional(Type.String({ maxLength: 200, description: `of ${of.join(', ')}` }))
const listQuery = Type.Object(
  {
    ...pageQuery,
    status: words(CASE_STATUSES),
    severity: words(SEVERITIES),
    assignee_id: Type.Optional(uuid),
    assigned_to_me: Type.Optional(Type.Boolean()),
    unassigned: Type.Optional(Type.Boolean()),
    queue_id: Type.Optional(uuid),
    case_type: Type.Optional(plainText(64)),
    tags: Type.Optional(Type.String({ maxLength: 2000, description: 'cases that have all of these' })),
    search: Type.Optional(plainText(200)),
    sla_breached: Type.Optional(Type.Boolean({ description: 'one of the three clocks is past its due time' })),
    from: Type.Optional(Type.String({ maxLength: 40, description: 'opened at this time or later' })),
    until: Type.Optional(Type.String({ maxLength: 40, description: 'opened before this time' })),
    merged: Type.Optional(
      Type.Boolean({ description: 'those that were merged into others, which are in no other list' }),
    ),
  },
  closed,
)
const listSchema = named(
  'CasePage',
  Type.Object({ items: Type.Array(caseSchema), next_cursor: Type.Optional(Type.String()), facets: facetsSchema }),
)
const reopenBody = named(
  'CaseReopen',
  Type.Object({ reason: plainText(2000, 8), status: Type.Optional(oneOf(['open', 'in_progress'] as const)) }, closed),
)
const assignBody = named('CaseAssign', Type.Object({ assignee_id: nullable(uuid) }, closed))

export const caseRoutes: Routes = (app, deps) => {
  app.get(
    '/cases',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Cases, newest first, with facets over all that the filter lets through',
        querystring: listQuery,
        response: { 200: listSchema },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const nowMs = deps.nowMs()
      const filter = filterOf(request.query, principalOf(request), nowMs)
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) => {
        const [rows, facets] = await Promise.all([casesPage(tx, filter, limit + 1, after), caseFacets(tx, filter)])
        return { ...pageOfPlaced(rows, limit, (one) => caseView(one, nowMs)), facets: facetsView(facets) }
      })
    },
  )

  app.post(
    '/cases',
    {
      config: { permission: 'cases:write', audit: 'case:created', idempotent: true },
      schema: { tags, summary: 'Open a case, also from alerts', body: createBody, response: { 201: caseSchema } },
    },
    async (request, reply) => {
      const { body } = request
      const view = await tenantWork(deps, request, (tx, note) =>
        once(tx, request, note, async () => {
          const nowMs = deps.nowMs()
          const actor = caseActorOf(principalOf(request))
          const opened =
            body.template_id === undefined
              ? await openCase(tx, actor, inputOf(body), nowMs)
              : await openFromTemplate(tx, actor, body.template_id, givenOf(body), nowMs)
          const view = caseView(opened, nowMs)
          note({ resource: 'case', resourceId: view.id, changes: { case_number: view.case_number, ...body } })
          return view
        }),
      )
      return reply.code(201).send(view)
    },
  )

  app.get(
    '/cases/:id',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'One case with its clocks, observables and evidence',
        params: caseParams,
        response: { 200: detailSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => detailView(await caseDetail(tx, request.params.id), deps.nowMs())),
  )

  app.patch(
    '/cases/:id',
    {
      config: { permission: 'cases:write', audit: 'case:updated' },
      schema: {
        tags,
        summary: 'Change a case; another severity or queue gives it the targets of their policies',
        params: caseParams,
        body: patchBody,
        response: { 200: caseSchema },
      },
    },
    (request) => {
      const patch = patchOf(request.body)
      return tenantWork(deps, request, async (tx, note) => {
        const nowMs = deps.nowMs()
        const changed = await changeCase(tx, caseActorOf(principalOf(request)), request.params.id, patch, nowMs)
        note({ resource: 'case', resourceId: changed.id, changes: request.body })
        return caseView(changed, nowMs)
      })
    },
  )

  app.delete(
    '/cases/:id',
    {
      config: { permission: 'cases:delete', audit: 'case:closed', removes: 'mark' },
      schema: {
        tags,
        summary: 'Close a case; it stays, with everything that was done',
        params: caseParams,
        response: { 200: caseSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const nowMs = deps.nowMs()
        const shut = await closeCase(tx, caseActorOf(principalOf(request)), request.params.id, null, nowMs)
        note({ resource: 'case', resourceId: shut.id })
        return caseView(shut, nowMs)
      }),
  )

  app.post(
    '/cases/:id/reopen',
    {
      config: { permission: 'cases:write', audit: 'case:reopened' },
      schema: {
        tags,
        summary: 'Take a resolved or closed case up again',
        params: caseParams,
        body: reopenBody,
        response: { 200: caseSchema },
      },
    },
    (request) => {
      const { reason, status = 'in_progress' } = request.body
      return tenantWork(deps, request, async (tx, note) => {
        const nowMs = deps.nowMs()
        const actor = caseActorOf(principalOf(request))
        const reopened = await reopenCase(tx, actor, request.params.id, { reason, status }, nowMs)
        note({ resource: 'case', resourceId: reopened.id, changes: { reason, status } })
        return caseView(reopened, nowMs)
      })
    },
  )

  app.post(
    '/cases/:id/assign',
    {
      config: { permission: 'cases:write', audit: 'case:assigned' },
      schema: {
        tags,
        summary: 'Give a case to a user of the tenant; null releases',
        params: caseParams,
        body: assignBody,
        response: { 200: caseSchema },
      },
    },
    (request) => {
      const { assignee_id: assigneeId } = request.body
      return tenantWork(deps, request, async (tx, note) => {
        const nowMs = deps.nowMs()
        const actor = caseActorOf(principalOf(request))
        const assigned = await changeCase(tx, actor, request.params.id, { assigneeId }, nowMs)
        note({ resource: 'case', resourceId: assigned.id, changes: request.body })
        return caseView(assigned, nowMs)
      })
    },
  )
}

function filterOf(query: Static<typeof listQuery>, { userId: me }: Principal, nowMs: number): CaseFilter {
  if (query.assigned_to_me && me === null)
    throw new InvalidInput({
      loc: ['query', 'assigned_to_me'],
      msg: 'is for people',
      type: 'value_error',
    })
  return {
    statuses: wordList(query.status, 'status', CASE_STATUSES),
    severities: wordList(query.severity, 'severity', SEVERITIES),
    assigneeId: query.assigned_to_me ? (me ?? undefined) : query.assignee_id,
    isUnassigned: query.unassigned,
    queueId: query.queue_id,
    caseType: query.case_type,
    tags: list(query.tags, 'tags'),
    search: query.search,
    breachedAt: query.sla_breached ? new Date(nowMs) : undefined,
    from: query.from === undefined ? undefined : timeOf(query.from, 'query', 'from'),
    until: query.until === undefined ? undefined : timeOf(query.until, 'query', 'until'),
    isMerged: query.merged,
  }
}

type Assigned = { readonly assignee_id?: string | null; readonly assignee?: string | null }

/** `assignee` is another name of `assignee_id`, not a second one. */
function assigneeOf({ assignee_id, assignee }: Assigned): string | null | undefined {
  if (assignee !== undefined && assignee_id !== undefined)
    throw invalid('assignee', 'is assignee_id by another name: send one of them')
  return assignee_id === undefined ? assignee : assignee_id
}

type Details = Omit<Static<typeof patchBody>, 'status' | 'reason' | 'assignee' | 'assignee_id'>

export function detailsOf(body: Details) {
  return {
    title: body.title,
    severity: body.severity,
    description: body.description,
    caseType: body.case_type,
    tags: body.tags,
    queueId: body.queue_id,
    mitreTechniques: body.mitre_techniques,
    complianceFrameworks: body.compliance_frameworks,
    customFields: body.custom_fields,
  }
}

function patchOf(body: Static<typeof patchBody>): CasePatch {
  return { ...detailsOf(body), status: body.status, reason: body.reason, assigneeId: assigneeOf(body) }
}

function inputOf(body: Static<typeof createBody>): CaseInput {
  const { title, severity = 'medium', ...given } = givenOf(body)
  if (title === undefined) throw invalid('title', 'is needed', 'required')
  return { ...given, title, severity }
}

function givenOf(body: Static<typeof createBody>) {
  return {
    ...detailsOf(body),
    assigneeId: assigneeOf(body),
    alertIds: body.alert_ids,
    pushToConnectorIds: body.push_to_connector_ids,
  }
}
