/** Alerts on the wire: their schemas, and rows with the members that only an answer has. */
import { Type } from 'typebox'
import { attackName } from '../../../detections/attack/attack.ts'
import { named, nullable, oneOf, time, uuid } from '../../../schemas/wire.ts'
import type { Alert } from './alert.ts'
import type { AlertDetail } from './alert-detail.ts'
import type { Fusion } from './fused-row.ts'
import type { HistoryEntry } from './history-store.ts'
import type { Verdict } from './verdict-store.ts'
import { confidenceLabel, DISPOSITIONS, SEVERITIES, STATUSES, TRIAGE_VERDICTS } from './words.ts'

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
  external_id: nullable(
    Type.String({ description: 'id of the finding in the product that reported it; null: raised by rules only' }),
  ),
  external_url: nullable(Type.String({ description: 'URL of the finding in that product' })),
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
    oneOf(TRIAGE_VERDICTS, {
      description: 'verdict of automated triage, unchanged by later verdicts of people; null: not triaged',
    }),
  ),
  ai_confidence: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
    description: 'confidence of triage in its verdict, 0 to 1',
  }),
  confidence: Type.Union([Type.Integer(), Type.Null()], { description: '0 to 100; null: not measured' }),
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
    description: '0 to 100; null: not measured',
  }),
  signal_count: nullable(
    Type.Integer({ description: 'number of signals the alert is composed of; null: not composed of signals' }),
  ),
  event_count: nullable(Type.Integer({ description: 'number of events those signals name' })),
  rule_count: nullable(Type.Integer({ description: 'number of different rules among those signals' })),
  created_at: time,
  updated_at: time,
}
export const alertSchema = named('Alert', Type.Object(alertFields))

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export function shownAlert(alert: Alert) {
  return {
    ...alert,
    externalId: textIn(alert.metadata.external_id),
    externalUrl: textIn(alert.metadata.external_url),
    confidenceLabel: confidenceLabel(alert.confidence),
  }
}

const counts = Type.Record(Type.String(), Type.Integer())
export const facetsSchema = named(
  'AlertFacets',
  Type.Object(
    { total: Type.Integer(), by_severity: counts, by_status: counts, unresolved: Type.Integer() },
    { description: 'counts over all matches of the filter, not only this page' },
  ),
)

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

export function shownEntry({ at, changes, ...entry }: HistoryEntry) {
  const { fromStatus, toStatus, action } = entry
  const summary = toStatus === null ? action.replaceAll('_', ' ') : `${fromStatus} to ${toStatus}`
  return { ...entry, ts: at, summary, payload: changes }
}

export const verdictSchema = named(
  'Verdict',
  Type.Object({
    id: uuid,
    alert_id: uuid,
    original_verdict: nullable(Type.String({ description: 'previous verdict of people, otherwise that of triage' })),
    agent_verdict: nullable(Type.String({ description: 'verdict of triage at that time; null: not triaged' })),
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

export function shownVerdict({ at, ...verdict }: Verdict) {
  const { originalVerdict, agentVerdict } = verdict
  const ofTriage = agentVerdict === 'needs_review' ? null : agentVerdict
  return { ...verdict, originalVerdict: originalVerdict ?? ofTriage, decidedAt: at }
}

const evidenceSchema = Type.Object({
  order: Type.Integer({ minimum: 1 }),
  kind: Type.String({ description: 'signal' }),
  signal_id: uuid,
  rule_id: Type.String(),
  title: Type.String(),
  language: Type.String(),
  severity_id: Type.Integer({ description: 'OCSF: 1 informational to 5 critical' }),
  time,
  last_time: time,
  count: Type.Integer({ minimum: 1, description: 'number of signals of this rule on this host' }),
  event_uids: Type.Array(Type.String(), { description: 'some of the event ids, including the first and the last' }),
  host: Type.String(),
  user: Type.String(),
  src_ip: Type.String(),
  sources: texts,
  mitre_tactics: texts,
  mitre_techniques: texts,
  matched: Type.Array(Type.Object({ field: Type.String(), value: Type.String() })),
  why: Type.String({ description: 'reason why the signal counts and why it belongs to this story' }),
})

function shownEvidence(link: Fusion['evidence'][number]) {
  const { time_ms: timeMs, last_ms: lastMs, ip, tactics, techniques, ...same } = link
  return {
    ...same,
    ...{ time: new Date(timeMs), last_time: new Date(lastMs), src_ip: ip },
    ...{ mitre_tactics: tactics, mitre_techniques: techniques },
  }
}

const scoreSchema = Type.Object({
  risk: Type.Number({ description: '0 to 100: the probability times the impact' }),
  probability: Type.Number({ description: 'logistic function of the bias and what the features contribute' }),
  impact: Type.Number({ description: 'impact by severity' }),
  weights: Type.String({ description: '`shipped`, or the version of the tenant’s own weights' }),
  bias: Type.Number(),
  features: Type.Array(
    Type.Object({
      name: Type.String(),
      value: nullable(Type.Number({ description: '0 to 1; null: not known yet, and excluded from the score' })),
      weight: Type.Number(),
      contribution: Type.Number({ description: 'value times weight' }),
      why: Type.String(),
    }),
  ),
})

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
    evidence: Type.Array(evidenceSchema, {
      description: 'signals in order of time; empty when the alert is not composed of signals',
    }),
    evidence_omitted: Type.Integer({ description: 'number of signals left out of this list' }),
    score: nullable(scoreSchema),
    verdict: nullable(verdictSchema),
    raw_event: Type.Unknown({ description: 'event as stored, without secrets; null when there is none' }),
  }),
)

export function shownDetail({ alert, fusion, verdict, miniTimeline, ...detail }: AlertDetail) {
  return {
    ...shownAlert(alert),
    ...detail,
    attackNames: attackNames([...alert.mitreTactics, ...alert.mitreTechniques]),
    miniTimeline: miniTimeline.map(shownEntry),
    evidence: (fusion?.evidence ?? []).map(shownEvidence),
    evidenceOmitted: fusion?.evidence_omitted ?? 0,
    score: fusion?.score ?? null,
    verdict: verdict && shownVerdict(verdict),
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
