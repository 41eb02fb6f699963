/** Operations of frameworks, of the tenant's status in them, and of evidence. */
import { Type } from 'typebox'
import { refusedCursor } from '../../../platform/cursor.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery, plainText, uuid } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { operationsOf, requesterOf } from '../acting/index.ts'
import { complianceDashboard } from './dashboard.ts'
import { dashboardSchema, dashboardView, NOT_MEASURED, noteOf } from './dashboard-view.ts'
import { attachEvidence, DECISIONS, EVIDENCE_KINDS, evidencePage, reviewEvidence } from './evidence.ts'
import { evidenceSchema, evidenceView } from './evidence-view.ts'
import { FRAMEWORKS, frameworkById } from './frameworks/catalogue.ts'
import { MEASURE_IDS } from './measures/measure.ts'

type Deps = {
  readonly log: Log
  readonly retentionDays?: number | undefined
  readonly lake?: ((tenant: TenantId) => Reader) | undefined
}

const operation = operationsOf<Deps>()

const frameworkId = plainText(40)
const frameworkSchema = named(
  'ComplianceFramework',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    version: Type.String(),
    scope: Type.String({ description: 'part of the framework that svc covers' }),
    controls: Type.Integer(),
  }),
)
const controlSchema = named(
  'ComplianceControl',
  Type.Object({
    framework: Type.String(),
    control_id: Type.String({ description: 'id of the control in the framework' }),
    title: Type.String({ description: 'short description in our own words; the publisher holds the official text' }),
    measures: Type.Array(oneOf(MEASURE_IDS), {
      description: 'measures of this control; with none, only evidence counts',
    }),
    note: nullable(Type.String({ description: NOT_MEASURED })),
  }),
)
const frameworks = operation.list({
  name: 'compliance.frameworks',
  summary: 'Supported frameworks',
  permission: 'reports:read',
  path: 'GET /compliance/frameworks',
  item: frameworkSchema,
  run: async () => FRAMEWORKS.map(({ controls, ...framework }) => ({ ...framework, controls: controls.length })),
})

const controls = operation.list({
  name: 'compliance.controls',
  summary: 'Controls of one framework, or of all',
  permission: 'reports:read',
  path: 'GET /compliance/controls',
  filters: { framework: Type.Optional(frameworkId) },
  item: controlSchema,
  async run(_, { framework }) {
    const wanted = framework === undefined ? FRAMEWORKS : [frameworkById(framework)]
    return wanted.flatMap((one) =>
      one.controls.map(({ id, ...control }) => ({
        ...control,
        framework: one.id,
        controlId: id,
        note: noteOf(control),
      })),
    )
  },
  keyOf: ({ framework, controlId }) => `${framework} ${controlId}`,
})

const dashboard = operation.outside({
  name: 'compliance.dashboard',
  summary: 'Compliance status of the tenant in a framework, evaluated now',
  description:
    'A measure without data is unknown, and counts neither for nor against. Evidence cannot override a failed measure.',
  permission: 'reports:read',
  path: 'GET /compliance/dashboard/:framework',
  params: Type.Object({ framework: frameworkId }),
  output: dashboardSchema,
  async run({ actor, nowMs, deps, read: inTenant }, { framework }) {
    const { retentionDays = null, lake, log } = deps
    const reader = lake?.(actor.tenantId) ?? null
    return dashboardView(await complianceDashboard({ inTenant, reader, retentionDays, nowMs, log }, framework), nowMs)
  },
})

const evidence = operation({
  name: 'compliance.evidence',
  summary: 'Evidence, newest first',
  permission: 'reports:read',
  path: 'GET /compliance/evidence',
  query: Type.Object(
    { ...pageQuery, framework: Type.Optional(frameworkId), control_id: Type.Optional(plainText(40)) },
    closed,
  ),
  output: pageOf(evidenceSchema),
  async run({ tx }, { limit, cursor, framework, control_id: controlId }) {
    const rows = await evidencePage(tx, { framework, controlId }, limit + 1, seqOf(cursor))
    const items = rows.slice(0, limit).map(evidenceView)
    const last = items.at(-1)
    return rows.length > limit && last ? { items, next_cursor: String(last.seq) } : { items }
  },
})

const attach = operation({
  name: 'compliance.attach_evidence',
  summary: 'Attach evidence to a control',
  description: 'Evidence cannot be changed or removed. Another person reviews it.',
  permission: 'reports:write',
  audit: 'compliance:evidence_attached',
  path: 'POST /compliance/evidence',
  status: 201,
  body: named(
    'ComplianceEvidenceCreate',
    Type.Object(
      {
        framework: frameworkId,
        control_id: plainText(40),
        evidence_kind: oneOf(EVIDENCE_KINDS),
        summary: plainText(2000, 5),
        link: Type.Optional(plainText(2000)),
        digest: Type.Optional(
          Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the document behind the link' }),
        ),
        raw_payload: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        case_id: Type.Optional(uuid),
      },
      closed,
    ),
  ),
  output: evidenceSchema,
  async run({ tx, actor, note, nowMs }, { framework, control_id: controlId, evidence_kind: kind, summary, ...rest }) {
    const { link = null, digest = null, raw_payload: payload = null, case_id: caseId = null } = rest
    const { by: collectedBy, person: collectedByPerson } = requesterOf(actor)
    const input = { framework, controlId, kind, summary, link, digest, payload, caseId, collectedBy, collectedByPerson }
    const attached = await attachEvidence(tx, input, nowMs)
    const changes = { framework, control_id: controlId, payload_hash: attached.payloadHash }
    note({ resource: 'compliance_evidence', resourceId: attached.id, changes })
    return evidenceView(attached)
  },
})

const review = operation({
  name: 'compliance.review_evidence',
  summary: 'Accept or reject evidence attached by another person',
  permission: 'reports:write',
  audit: 'compliance:evidence_reviewed',
  path: 'POST /compliance/evidence/:evidence_id/review',
  body: named(
    'ComplianceEvidenceReview',
    Type.Object({ decision: oneOf(DECISIONS), note: Type.Optional(plainText(2000)) }, closed),
  ),
  output: evidenceSchema,
  async run({ tx, actor, note, nowMs }, { evidence_id: id, decision, note: remark = null }) {
    const reviewed = await reviewEvidence(tx, id, actor, { decision, note: remark }, nowMs)
    note({ resource: 'compliance_evidence', resourceId: id, changes: { decision } })
    return evidenceView(reviewed)
  },
})

export const FRAMEWORK_OPERATIONS = [frameworks, controls, dashboard, evidence, attach, review]

/** The position of the last row that was shown. Throws 422. */
function seqOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor)
  throw refusedCursor()
}
