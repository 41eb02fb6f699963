/** API views of compliance and their schemas. */
import { type Static, Type } from 'typebox'
import {
  CONTROL_STATES,
  type Dashboard,
  DECISIONS,
  EVIDENCE_KINDS,
  EVIDENCE_STATES,
  type Evidence,
  type JudgedControl,
  MEASURE_IDS,
  MEASURE_STATES,
} from '../../../control/platform/compliance/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import { nullable, time, uuid } from '../views.ts'

export const tags = ['compliance']
export const frameworkId = plainText(40)

export const frameworkSchema = named(
  'ComplianceFramework',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    version: Type.String(),
    scope: Type.String({ description: 'which part of it is here' }),
    controls: Type.Integer(),
  }),
)
export const controlSchema = named(
  'ComplianceControl',
  Type.Object({
    framework: Type.String(),
    control_id: Type.String({ description: 'as the framework numbers it' }),
    title: Type.String({ description: 'in our own words; its text is with its publisher' }),
    measures: Type.Array(oneOf(MEASURE_IDS), { description: 'what is measured of it; none: evidence alone counts' }),
  }),
)

const hex = Type.String({ pattern: '^[0-9a-f]{64}$' })
export const evidenceSchema = named(
  'ComplianceEvidence',
  Type.Object({
    id: uuid,
    seq: Type.Integer(),
    framework: Type.String(),
    control_id: Type.String(),
    evidence_kind: oneOf(EVIDENCE_KINDS),
    summary: Type.String(),
    link: nullable(Type.String()),
    digest: nullable(hex),
    raw_payload: nullable(Type.Record(Type.String(), Type.Unknown())),
    case_id: nullable(uuid),
    payload_hash: hex,
    prev_hash: hex,
    collected_at: time,
    collected_by: Type.String(),
    status: oneOf(EVIDENCE_STATES),
    reviewed_by: nullable(Type.String()),
    reviewed_at: nullable(time),
    review_note: nullable(Type.String()),
  }),
)
export const evidenceBody = named(
  'ComplianceEvidenceCreate',
  Type.Object(
    {
      framework: frameworkId,
      control_id: plainText(40),
      evidence_kind: oneOf(EVIDENCE_KINDS),
      summary: plainText(2000, 5),
      link: Type.Optional(plainText(2000)),
      digest: Type.Optional(
        Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of what the link leads to' }),
      ),
      raw_payload: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      case_id: Type.Optional(uuid),
    },
    closed,
  ),
)
export const reviewBody = named(
  'ComplianceEvidenceReview',
  Type.Object({ decision: oneOf(DECISIONS), note: Type.Optional(plainText(2000)) }, closed),
)

export function evidenceView(of: Evidence): Static<typeof evidenceSchema> {
  return {
    ...{ id: of.id, seq: of.seq, framework: of.framework, control_id: of.controlId, evidence_kind: of.kind },
    ...{ summary: of.summary, link: of.link, digest: of.digest, raw_payload: of.payload && { ...of.payload } },
    ...{ case_id: of.caseId, payload_hash: of.payloadHash, prev_hash: of.prevHash, collected_by: of.collectedBy },
    ...{ collected_at: of.collectedAt.toISOString(), status: of.state, reviewed_by: of.reviewedBy },
    ...{ reviewed_at: of.reviewedAt?.toISOString() ?? null, review_note: of.reviewNote },
  }
}

export const dashboardSchema = named(
  'ComplianceDashboard',
  Type.Object({
    framework: Type.String(),
    name: Type.String(),
    version: Type.String(),
    overall_score: nullable(
      Type.Number({ description: 'passing among passing and failing, 0 to 100; null while nothing is known' }),
    ),
    controls_passing: Type.Integer(),
    controls_failing: Type.Integer(),
    controls_in_review: Type.Integer(),
    controls_unknown: Type.Integer(),
    evidence_intact: Type.Boolean({ description: 'no record of evidence was changed or taken away' }),
    last_updated: time,
    controls: Type.Array(
      Type.Object({
        control_id: Type.String(),
        title: Type.String(),
        status: oneOf(CONTROL_STATES),
        measures: Type.Array(
          Type.Object({ id: oneOf(MEASURE_IDS), status: oneOf(MEASURE_STATES), detail: Type.String() }),
        ),
        evidence: nullable(
          Type.Object({ id: uuid, summary: Type.String(), status: oneOf(EVIDENCE_STATES), collected_at: time }),
        ),
      }),
    ),
  }),
)

export function dashboardView({ framework, controls, score, evidenceFault }: Dashboard, nowMs: number) {
  const count = (state: JudgedControl['state']) => controls.filter((control) => control.state === state).length
  const view: Static<typeof dashboardSchema> = {
    ...{ framework: framework.id, name: framework.name, version: framework.version },
    overall_score: score === null ? null : Math.round(score * 10) / 10,
    ...{ controls_passing: count('passing'), controls_failing: count('failing') },
    ...{ controls_in_review: count('in_review'), controls_unknown: count('unknown') },
    ...{ evidence_intact: evidenceFault === null, last_updated: new Date(nowMs).toISOString() },
    controls: controls.map(controlView),
  }
  return view
}

function controlView({ id, title, state, measured, evidence }: JudgedControl) {
  return {
    ...{ control_id: id, title, status: state },
    measures: measured.map((one) => ({ id: one.id, status: one.state, detail: one.detail })),
    evidence: evidence && {
      ...{ id: evidence.id, summary: evidence.summary, status: evidence.state },
      collected_at: evidence.collectedAt.toISOString(),
    },
  }
}
