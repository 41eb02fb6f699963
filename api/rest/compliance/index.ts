/** Frameworks, how the tenant stands in them, and evidence. */

import { Type } from 'typebox'
import { requesterOf } from '../../../control/platform/acting/index.ts'
import {
  attachEvidence,
  complianceDashboard,
  evidencePage,
  FRAMEWORKS,
  frameworkById,
  reviewEvidence,
} from '../../../control/platform/compliance/index.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { uuid } from '../views.ts'
import {
  controlSchema,
  dashboardSchema,
  dashboardView,
  evidenceBody,
  evidenceSchema,
  evidenceView,
  frameworkId,
  frameworkSchema,
  reviewBody,
  tags,
} from './views.ts'

const frameworksQuery = Type.Object(pageQuery, closed)
const controlsQuery = Type.Object({ ...pageQuery, framework: Type.Optional(frameworkId) }, closed)
const evidenceQuery = Type.Object(
  { ...pageQuery, framework: Type.Optional(frameworkId), control_id: Type.Optional(plainText(40)) },
  closed,
)

export const complianceRoutes: Routes = (app, deps) => {
  app.get(
    '/compliance/frameworks',
    {
      config: { permission: 'reports:read' },
      schema: {
        ...{ tags, summary: 'Frameworks that are known', querystring: frameworksQuery },
        response: { 200: pageOf(frameworkSchema) },
      },
    },
    async (request) => {
      const view = ({ id, name, version, scope, controls }: (typeof FRAMEWORKS)[number]) => {
        return { id, name, version, scope, controls: controls.length }
      }
      return pageOfList([...FRAMEWORKS], request.query, ({ id }) => id, view)
    },
  )

  app.get(
    '/compliance/controls',
    {
      config: { permission: 'reports:read' },
      schema: {
        ...{ tags, summary: 'Controls of one framework, or of all', querystring: controlsQuery },
        response: { 200: pageOf(controlSchema) },
      },
    },
    async (request) => {
      const { framework } = request.query
      const wanted = framework === undefined ? FRAMEWORKS : [frameworkById(framework)]
      const all = wanted.flatMap((one) => one.controls.map((control) => ({ ...control, framework: one.id })))
      const view = ({ framework: of, id, title, measures }: (typeof all)[number]) => {
        return { framework: of, control_id: id, title, measures: [...measures] }
      }
      return pageOfList(all, request.query, ({ framework: of, id }) => `${of} ${id}`, view)
    },
  )

  app.get(
    '/compliance/dashboard/:framework',
    {
      config: { permission: 'reports:read' },
      schema: {
        ...{ tags, summary: 'How the tenant stands in a framework, measured now' },
        ...{ params: Type.Object({ framework: frameworkId }), response: { 200: dashboardSchema } },
        description:
          'What cannot be seen from here is unknown, and counts neither for nor against. Evidence does not undo what is measured to fail.',
      },
    },
    async (request) => {
      const { retentionDays = null, lake, log } = deps
      const nowMs = deps.nowMs()
      const reader = lake?.(principalOf(request).tenantId) ?? null
      const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => tenantWork(deps, request, work)
      const { framework } = request.params
      return dashboardView(await complianceDashboard({ inTenant, reader, retentionDays, nowMs, log }, framework), nowMs)
    },
  )

  app.get(
    '/compliance/evidence',
    {
      config: { permission: 'reports:read' },
      schema: {
        ...{ tags, summary: 'Evidence, newest first', querystring: evidenceQuery },
        response: { 200: pageOf(evidenceSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { limit, cursor, framework, control_id: controlId } = request.query
        const rows = await evidencePage(tx, { framework, controlId }, limit + 1, seqOf(cursor))
        const shown = rows.slice(0, limit)
        const last = shown.at(-1)
        const items = shown.map(evidenceView)
        return rows.length > limit && last ? { items, next_cursor: String(last.seq) } : { items }
      }),
  )

  app.post(
    '/compliance/evidence',
    {
      config: { permission: 'reports:write', audit: 'compliance:evidence_attached' },
      schema: {
        ...{ tags, summary: 'Attach evidence to a control', body: evidenceBody, response: { 201: evidenceSchema } },
        description: 'It is never changed and never taken away. Somebody else reviews it.',
      },
    },
    async (request, reply) => {
      const { framework, control_id: controlId, evidence_kind: kind, summary, ...rest } = request.body
      const { link = null, digest = null, raw_payload: payload = null, case_id: caseId = null } = rest
      const { by: collectedBy, person: collectedByPerson } = requesterOf(requestActor(request))
      const attached = { collectedBy, collectedByPerson }
      const made = await tenantWork(deps, request, async (tx, note) => {
        const input = { framework, controlId, kind, summary, link, digest, payload, caseId, ...attached }
        const evidence = await attachEvidence(tx, input, deps.nowMs())
        const changes = { framework, control_id: controlId, payload_hash: evidence.payloadHash }
        note({ resource: 'compliance_evidence', resourceId: evidence.id, changes })
        return evidence
      })
      return reply.code(201).send(evidenceView(made))
    },
  )

  app.post(
    '/compliance/evidence/:evidence_id/review',
    {
      config: { permission: 'reports:write', audit: 'compliance:evidence_reviewed' },
      schema: {
        ...{ tags, summary: 'Accept or reject evidence that somebody else attached' },
        ...{ params: Type.Object({ evidence_id: uuid }), body: reviewBody, response: { 200: evidenceSchema } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { evidence_id: id } = request.params
        const { decision, note: said = null } = request.body
        const reviewed = await reviewEvidence(tx, id, requestActor(request), { decision, note: said }, deps.nowMs())
        note({ resource: 'compliance_evidence', resourceId: id, changes: { decision } })
        return evidenceView(reviewed)
      }),
  )
}

/** The position of the last row that was shown. Throws 422. */
function seqOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor)
  throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
}
