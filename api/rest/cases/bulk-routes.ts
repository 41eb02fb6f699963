/** Routes of one change of many cases, of similar cases, and of the export of all cases. */

import { type Static, Type } from 'typebox'
import { SEVERITIES } from '../../../control/soc/alerts/index.ts'
import {
  BULK_CASES_MAX,
  CASE_STATUSES,
  caseActorOf,
  changedCases,
  confirmBulk,
  type ExportPosition,
  offerBulk,
  similarCases,
} from '../../../control/soc/cases/index.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, reason, tagList, timeOf } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'
import { caseParams, caseTags as tags } from './inputs.ts'
import { caseSchema, caseView } from './views.ts'

const caseIds = Type.Array(uuid, { minItems: 1, maxItems: BULK_CASES_MAX, uniqueItems: true })
const change = Type.Object(
  {
    status: Type.Optional(oneOf(CASE_STATUSES)),
    reason: Type.Optional(reason),
    severity: Type.Optional(oneOf(SEVERITIES)),
    assignee_id: Type.Optional(nullable(uuid)),
    queue_id: Type.Optional(nullable(uuid)),
    add_tags: Type.Optional(tagList),
  },
  { ...closed, minProperties: 1 },
)
const offerBody = named('CaseBulkPreview', Type.Object({ case_ids: caseIds, change }, closed))
const offerSchema = named(
  'CaseBulkOffer',
  Type.Object({
    confirmation_token: Type.String({ description: 'confirms exactly these cases, once, by whoever asked' }),
    case_ids: Type.Array(uuid),
    count: Type.Integer(),
    expires_at: time,
  }),
)
const confirmBody = named(
  'CaseBulkConfirm',
  Type.Object({ confirmation_token: Type.String({ minLength: 1, maxLength: 100 }), case_ids: caseIds }, closed),
)
const resultSchema = named(
  'CaseBulkResult',
  Type.Object({
    results: Type.Array(Type.Object({ case_id: uuid, case_number: Type.String(), error: nullable(Type.String()) })),
    changed: Type.Integer(),
    refused: Type.Integer(),
  }),
)
const similarSchema = named(
  'SimilarCase',
  Type.Object({
    case: caseSchema,
    score: Type.Number({ minimum: 0, maximum: 1, description: 'what both have, as a part of what either has' }),
    shared: Type.Array(Type.String({ description: 'technique:T1078, host:web-7, tag:phish' })),
  }),
)
const exportSchema = named(
  'CaseExport',
  Type.Object({
    items: Type.Array(caseSchema),
    next_cursor: Type.Optional(Type.String({ description: 'of the next page; absent at the end' })),
    resume_cursor: Type.Optional(
      Type.String({ description: 'where this page ends: asked with it later, the export has what changed since' }),
    ),
    has_more: Type.Boolean(),
  }),
)

export const bulkRoutes: Routes = (app, deps) => {
  app.post(
    '/cases/bulk/preview',
    {
      config: { permission: 'cases:write' },
      schema: {
        tags,
        summary: 'Which cases a change would be of, and the token that confirms exactly these',
        body: offerBody,
        response: { 200: offerSchema },
      },
    },
    (request) => {
      const { case_ids: ids, change } = request.body
      return tenantWork(deps, request, async (tx) => {
        const changes = {
          ...{ status: change.status, reason: change.reason, severity: change.severity, addTags: change.add_tags },
          ...{ assigneeId: change.assignee_id, queueId: change.queue_id },
        }
        const offer = await offerBulk(tx, caseActorOf(principalOf(request)), ids, changes, deps.nowMs())
        return {
          confirmation_token: offer.token,
          case_ids: [...offer.caseIds],
          count: offer.caseIds.length,
          expires_at: offer.expiresAt.toISOString(),
        }
      })
    },
  )

  app.post(
    '/cases/bulk',
    {
      config: { permission: 'cases:write', audit: 'case:bulk_changed' },
      schema: {
        tags,
        summary: 'Do what was shown to exactly the cases that were shown; each says what became of it',
        body: confirmBody,
        response: { 200: resultSchema },
      },
    },
    (request) => {
      const { confirmation_token: token, case_ids: ids } = request.body
      return tenantWork(deps, request, async (tx, note) => {
        const actor = caseActorOf(principalOf(request))
        const results = await confirmBulk(tx, actor, { token, caseIds: ids }, deps.nowMs())
        const refused = results.filter(({ error }) => error !== null).length
        note({ resource: 'case', changes: { case_ids: ids, refused } })
        return {
          results: results.map(({ caseId, caseNumber, error }) => ({
            ...{ case_id: caseId, case_number: caseNumber, error },
          })),
          ...{ changed: results.length - refused, refused },
        }
      })
    },
  )

  app.get(
    '/cases/:id/similar',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Of the 2,000 newest cases those that share techniques, observables or tags, most alike first',
        params: caseParams,
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(similarSchema) },
      },
    },
    (request) => {
      const nowMs = deps.nowMs()
      return tenantWork(deps, request, async (tx) =>
        pageOfList(
          await similarCases(tx, request.params.id),
          request.query,
          (one) => one.case.id,
          (one) => ({ case: caseView(one.case, nowMs), score: one.score, shared: [...one.shared] }),
        ),
      )
    },
  )

  app.get(
    '/cases/export',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary:
          'Cases in the order of their last change, merged ones too; next_cursor while there is more, resume_cursor for what changes later',
        querystring: Type.Object(
          { ...pageQuery, updated_since: Type.Optional(Type.String({ maxLength: 40 })) },
          closed,
        ),
        response: { 200: exportSchema },
      },
    },
    (request) => {
      const { limit, cursor, updated_since: since } = request.query
      const from = since === undefined ? null : timeOf(since, 'query', 'updated_since')
      const after = exportPosition(cursor)
      const nowMs = deps.nowMs()
      return tenantWork(deps, request, async (tx) => {
        const rows = await changedCases(tx, from, limit + 1, after)
        const shown = rows.slice(0, limit)
        const next = shown.at(-1)?.position
        const answer: Static<typeof exportSchema> = {
          items: shown.map(({ item }) => caseView(item, nowMs)),
          has_more: rows.length > limit,
        }
        const last = next === undefined ? cursor : Buffer.from(next.join('|')).toString('base64url')
        if (last === undefined) return answer
        return { ...answer, resume_cursor: last, ...(answer.has_more ? { next_cursor: last } : {}) }
      })
    },
  )
}

const POSITION = /^(\d{1,19})\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Throws 422. */
function exportPosition(cursor: string | undefined): ExportPosition | null {
  if (cursor === undefined) return null
  const [, transaction, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (transaction !== undefined && id !== undefined) return [transaction, id]
  throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
}
