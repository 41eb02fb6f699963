/** API views of alerts and their schemas. */
import { type Static, Type } from 'typebox'
import {
  type Alert,
  type AlertDetail,
  confidenceLabel,
  DISPOSITIONS,
  type Facets,
  type HistoryEntry,
  SEVERITIES,
  STATUSES,
  TRIAGE_VERDICTS,
  type Verdict,
} from '../../../control/soc/alerts/index.ts'
import { attackName } from '../../../detections/attack/attack.ts'
import { named } from '../../plugins/named-schemas.ts'
import { nullable, time, uuid } from '../views.ts'
import { evidenceSchema, evidenceView, scoreSchema, scoreView } from './evidence-views.ts'
import { oneOf } from './inputs.ts'

const texts = Type.Array(Type.String())
const nullableText = nullable(Type.String())
const nullableTime = nullable(time)
const members = Type.Record(Type.String(), Type.Unknown())

export const alertFields = {
  id: uuid,
  tenant_id: Type.String(),
  title: Type.String(),
  description: nullableText,
  severity: oneOf(SEVERITIES),
  status: oneOf(STATUSES),
  priority: Type.Integer({ minimum: 0, maximum: 100 }),
  category: nullableText,
  rule_id: nullableText,
  connector_id: nullableText,
  connector_type: nullableText,
  external_id: nullable(Type.String({ description: 'of the product that judged it; null: nobody but rules did' })),
  external_url: nullable(Type.String({ description: 'its page there' })),
  mitre_tactics: texts,
  mitre_techniques: texts,
  affected_ips: texts,
  affected_hosts: texts,
  affected_users: texts,
  tags: texts,
  ai_score: nullable(Type.Number()),
  ai_summary: nullableText,
  ai_recommendations: texts,
  ai_verdict: nullable(
    oneOf(TRIAGE_VERDICTS, { description: 'of triage, whatever people decided since; null: it was not triaged' }),
  ),
  ai_confidence: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
    description: '0 to 1: how sure triage is of its verdict',
  }),
  confidence: Type.Union([Type.Integer(), Type.Null()], { description: '0 to 100; null: nobody measured it' }),
  confidence_label: nullable(
    oneOf(['low', 'medium', 'high'] as const, { description: 'medium from 40, high from 70' }),
  ),
  confidence_rationale: texts,
  disposition: nullable(oneOf(DISPOSITIONS)),
  assigned_to_id: nullable(uuid),
  case_id: nullable(uuid),
  event_time: nullableTime,
  first_seen: time,
  last_seen: time,
  snoozed_until: nullableTime,
  snoozed_by_id: nullable(uuid),
  resolved_at: nullableTime,
  metadata: members,
  risk_score: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
    description: '0 to 100; null: nobody measured it',
  }),
  signal_count: nullable(Type.Integer({ description: 'signals that it is made of; null: it is not made of signals' })),
  event_count: nullable(Type.Integer({ description: 'events that those signals name' })),
  rule_count: nullable(Type.Integer({ description: 'different rules among them' })),
  created_at: time,
  updated_at: time,
}
export const alertSchema = named('Alert', Type.Object(alertFields))

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export function alertView(alert: Alert): Static<typeof alertSchema> {
  return {
    id: alert.id,
    tenant_id: alert.tenantId,
    title: alert.title,
    description: alert.description,
    severity: alert.severity,
    status: alert.status,
    priority: alert.priority,
    category: alert.category,
    rule_id: alert.ruleId,
    connector_id: alert.connectorId,
    connector_type: alert.connectorType,
    external_id: textIn(alert.metadata.external_id),
    external_url: textIn(alert.metadata.external_url),
    mitre_tactics: [...alert.mitreTactics],
    mitre_techniques: [...alert.mitreTechniques],
    affected_ips: [...alert.affectedIps],
    affected_hosts: [...alert.affectedHosts],
    affected_users: [...alert.affectedUsers],
    tags: [...alert.tags],
    ai_score: alert.aiScore,
    ai_summary: alert.aiSummary,
    ai_recommendations: [...alert.aiRecommendations],
    ai_verdict: alert.aiVerdict,
    ai_confidence: alert.aiConfidence,
    confidence: alert.confidence,
    confidence_label: confidenceLabel(alert.confidence),
    confidence_rationale: [...alert.confidenceRationale],
    disposition: alert.disposition,
    assigned_to_id: alert.assignedToId,
    case_id: alert.caseId,
    event_time: alert.eventTime?.toISOString() ?? null,
    first_seen: alert.firstSeen.toISOString(),
    last_seen: alert.lastSeen.toISOString(),
    snoozed_until: alert.snoozedUntil?.toISOString() ?? null,
    snoozed_by_id: alert.snoozedById,
    resolved_at: alert.resolvedAt?.toISOString() ?? null,
    metadata: { ...alert.metadata },
    risk_score: alert.riskScore,
    signal_count: alert.signalCount,
    event_count: alert.eventCount,
    rule_count: alert.ruleCount,
    created_at: alert.createdAt.toISOString(),
    updated_at: alert.updatedAt.toISOString(),
  }
}

const counts = Type.Record(Type.String(), Type.Integer())
export const facetsSchema = named(
  'AlertFacets',
  Type.Object(
    { total: Type.Integer(), by_severity: counts, by_status: counts, unresolved: Type.Integer() },
    { description: 'over everything that the filter lets through, not the page' },
  ),
)

export function facetsView({ total, bySeverity, byStatus, unresolved }: Facets): Static<typeof facetsSchema> {
  return { total, by_severity: { ...bySeverity }, by_status: { ...byStatus }, unresolved }
}

export const historySchema = named(
  'AlertHistoryEntry',
  Type.Object({
    id: uuid,
    ts: time,
    kind: Type.String({ description: 'status_change or audit' }),
    action: Type.String(),
    summary: Type.String(),
    from_status: nullableText,
    to_status: nullableText,
    actor_id: Type.String(),
    actor_kind: Type.String({ description: 'human or automation' }),
    reason: nullableText,
    payload: members,
  }),
)

export function historyView(entry: HistoryEntry): Static<typeof historySchema> {
  const { fromStatus: from, toStatus: to } = entry
  return {
    id: entry.id,
    ts: entry.at.toISOString(),
    kind: entry.kind,
    action: entry.action,
    summary: to === null ? entry.action.replaceAll('_', ' ') : `${from} to ${to}`,
    from_status: from,
    to_status: to,
    actor_id: entry.actorId,
    actor_kind: entry.actorKind,
    reason: entry.reason,
    payload: { ...entry.changes },
  }
}

export const verdictSchema = named(
  'Verdict',
  Type.Object({
    id: uuid,
    alert_id: uuid,
    original_verdict: nullable(
      Type.String({ description: 'of people before this one; where nobody had decided, that of triage' }),
    ),
    agent_verdict: nullable(Type.String({ description: 'of triage at that time; null: it was not triaged' })),
    corrected_verdict: Type.String(),
    reason: Type.String(),
    reason_code: Type.String(),
    decided_by_id: Type.String(),
    decided_by_kind: Type.String(),
    copied_from_id: nullable(uuid),
    decided_at: time,
    undone_at: nullable(time),
  }),
)

export function verdictView(verdict: Verdict): Static<typeof verdictSchema> {
  return {
    id: verdict.id,
    alert_id: verdict.alertId,
    original_verdict:
      verdict.originalVerdict ?? (verdict.agentVerdict === 'needs_review' ? null : verdict.agentVerdict),
    agent_verdict: verdict.agentVerdict,
    corrected_verdict: verdict.correctedVerdict,
    reason: verdict.reason,
    reason_code: verdict.reasonCode,
    decided_by_id: verdict.decidedById,
    decided_by_kind: verdict.decidedByKind,
    copied_from_id: verdict.copiedFromId,
    decided_at: verdict.at.toISOString(),
    undone_at: verdict.undoneAt?.toISOString() ?? null,
  }
}

export const detailSchema = named(
  'AlertDetail',
  Type.Object({
    ...alertFields,
    narrative: Type.String(),
    related_entities: Type.Array(
      Type.Object({
        group: Type.String({ description: 'principal, network, workflow or tenant' }),
        kind: Type.String(),
        value: Type.String(),
        label: Type.String(),
        pivot: nullableText,
      }),
    ),
    mini_timeline: Type.Array(historySchema, { maxItems: 6 }),
    recommended_actions: Type.Array(
      Type.Object({
        priority: Type.Integer({ minimum: 1 }),
        action: Type.String(),
        rationale: Type.String(),
        risk: oneOf(['low', 'medium', 'high'] as const),
      }),
    ),
    attack_names: Type.Record(Type.String(), Type.String(), {
      description: 'names of its techniques and tactics by id',
    }),
    evidence: Type.Array(evidenceSchema, { description: 'in order; empty when it is not made of signals' }),
    evidence_omitted: Type.Integer({ description: 'links of the chain beyond those that are shown' }),
    score: nullable(scoreSchema),
    verdict: nullable(verdictSchema),
    raw_event: Type.Unknown({ description: 'as it was stored, secrets taken out; null when there is none' }),
  }),
)

export function detailView(detail: AlertDetail): Static<typeof detailSchema> {
  return {
    ...alertView(detail.alert),
    narrative: detail.narrative,
    related_entities: detail.relatedEntities.map((entity) => ({ ...entity })),
    mini_timeline: detail.miniTimeline.map(historyView),
    recommended_actions: detail.recommendedActions.map((action) => ({ ...action })),
    attack_names: attackNames([...detail.alert.mitreTactics, ...detail.alert.mitreTechniques]),
    evidence: (detail.fusion?.evidence ?? []).map(evidenceView),
    evidence_omitted: detail.fusion?.evidence_omitted ?? 0,
    score: detail.fusion === null ? null : scoreView(detail.fusion.score),
    verdict: detail.verdict === null ? null : verdictView(detail.verdict),
    raw_event: detail.rawEvent,
  }
}

function attackNames(ids: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {}
  for (const id of ids) {
    const name = attackName(id)
    if (name !== null) named[id] = name
  }
  return named
}
