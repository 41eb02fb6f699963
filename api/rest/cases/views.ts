/** API views of cases and their schemas. */
import { type Static, Type } from 'typebox'
import { SEVERITIES } from '../../../control/soc/alerts/index.ts'
import {
  CASE_ACTOR_KINDS,
  CASE_STATUSES,
  type Case,
  type CaseDetail,
  type CaseFacets,
  type CaseMove,
  type Clock,
  caseNumber,
  clocksOf,
  type Moved,
  OBSERVABLE_KINDS,
} from '../../../control/soc/cases/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { oneOf } from '../alerts/inputs.ts'
import { nullable, time, uuid } from '../views.ts'

const nullableText = nullable(Type.String())
const nullableTime = nullable(time)
const texts = Type.Array(Type.String())
const members = Type.Record(Type.String(), Type.Unknown())
const iso = (at: Date | null) => at?.toISOString() ?? null

const clock = named(
  'SlaClock',
  Type.Object({
    due_at: nullableTime,
    met_at: nullableTime,
    state: oneOf(['no_target', 'running', 'met', 'breached'] as const),
    remaining_seconds: nullable(Type.Integer({ description: 'negative once it is past; null when it does not run' })),
    reason: nullable(Type.String({ description: 'why there is no target' })),
  }),
)
const fanout = Type.Object({
  connector_id: Type.String(),
  connector_type: nullableText,
  connector_name: nullableText,
  status: oneOf(['ok', 'error', 'unsupported', 'skipped'] as const),
  external_id: nullableText,
  external_url: nullableText,
  external_status: nullableText,
  error: nullableText,
})

const caseFields = {
  id: uuid,
  tenant_id: Type.String(),
  case_number: Type.String({ description: 'INC-001; by itself in every tenant, without gaps' }),
  title: Type.String(),
  description: nullableText,
  severity: oneOf(SEVERITIES),
  status: oneOf(CASE_STATUSES),
  case_type: nullableText,
  tags: texts,
  mitre_techniques: texts,
  compliance_frameworks: texts,
  custom_fields: members,
  assignee_id: nullable(uuid),
  queue_id: nullable(uuid),
  sla_policy_id: nullable(uuid),
  created_by: Type.String(),
  opened_at: time,
  triaged_at: nullableTime,
  acknowledged_at: nullableTime,
  resolved_at: nullableTime,
  closed_at: nullableTime,
  ack_due_at: nullableTime,
  resolve_due_at: nullableTime,
  close_due_at: nullableTime,
  sla: Type.Object({ ack: clock, resolve: clock, close: clock }),
  escalation_level: Type.Integer(),
  reopen_count: Type.Integer(),
  merged_into_id: nullable(uuid),
  fanout_results: Type.Array(fanout),
  created_at: time,
  updated_at: time,
}
export const caseSchema = named('Case', Type.Object(caseFields))

export function caseView(found: Case, nowMs: number): Static<typeof caseSchema> {
  const clocks = clocksOf(found, nowMs)
  return {
    id: found.id,
    tenant_id: found.tenantId,
    case_number: caseNumber(found.number),
    title: found.title,
    description: found.description,
    severity: found.severity,
    status: found.status,
    case_type: found.caseType,
    tags: [...found.tags],
    mitre_techniques: [...found.mitreTechniques],
    compliance_frameworks: [...found.complianceFrameworks],
    custom_fields: { ...found.customFields },
    assignee_id: found.assigneeId,
    queue_id: found.queueId,
    sla_policy_id: found.slaPolicyId,
    created_by: found.createdBy,
    opened_at: found.openedAt.toISOString(),
    triaged_at: iso(found.acknowledgedAt),
    acknowledged_at: iso(found.acknowledgedAt),
    resolved_at: iso(found.resolvedAt),
    closed_at: iso(found.closedAt),
    ack_due_at: iso(found.ackDueAt),
    resolve_due_at: iso(found.resolveDueAt),
    close_due_at: iso(found.closeDueAt),
    sla: {
      ack: clockView(clocks.ack, nowMs),
      resolve: clockView(clocks.resolve, nowMs),
      close: clockView(clocks.close, nowMs),
    },
    escalation_level: found.escalationLevel,
    reopen_count: found.reopenCount,
    merged_into_id: found.mergedIntoId,
    fanout_results: found.fanoutResults.map((result) => ({ ...result })),
    created_at: found.createdAt.toISOString(),
    updated_at: found.updatedAt.toISOString(),
  }
}

function clockView({ dueAt, metAt, state, reason }: Clock, nowMs: number): Static<typeof clock> {
  const runs = dueAt !== null && metAt === null
  const remaining_seconds = runs ? Math.floor((dueAt.getTime() - nowMs) / 1000) : null
  return { due_at: iso(dueAt), met_at: iso(metAt), state, remaining_seconds, reason }
}

const counts = Type.Record(Type.String(), Type.Integer())
export const facetsSchema = named(
  'CaseFacets',
  Type.Object(
    { total: Type.Integer(), by_severity: counts, by_status: counts, unresolved: Type.Integer() },
    { description: 'over everything that the filter lets through, not the page' },
  ),
)

export function facetsView({ total, bySeverity, byStatus, unresolved }: CaseFacets): Static<typeof facetsSchema> {
  return { total, by_severity: { ...bySeverity }, by_status: { ...byStatus }, unresolved }
}

export const detailSchema = named(
  'CaseDetail',
  Type.Object({
    ...caseFields,
    counts: Type.Object({
      alerts: Type.Integer(),
      comments: Type.Integer(),
      tasks: Type.Integer(),
      tasks_done: Type.Integer(),
      attachments: Type.Integer(),
      minutes_spent: Type.Integer(),
    }),
    observable_graph: Type.Object({
      nodes: Type.Array(Type.Object({ id: Type.String(), kind: oneOf(OBSERVABLE_KINDS), value: Type.String() })),
      edges: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
      left_out: Type.Integer({ description: 'nodes beyond 500; of alerts the newest 200 are looked at' }),
    }),
    evidence_chain: Type.Array(
      Type.Object({ alert_id: uuid, title: Type.String(), severity: oneOf(SEVERITIES), first_seen: time }),
    ),
    escalations: Type.Array(Type.Object({ step: Type.Integer(), notify: Type.String(), due_at: time, taken_at: time })),
  }),
)

export function detailView(detail: CaseDetail, nowMs: number): Static<typeof detailSchema> {
  const { tasksDone, minutesSpent, ...counted } = detail.counts
  return {
    ...caseView(detail.case, nowMs),
    counts: { ...counted, tasks_done: tasksDone, minutes_spent: minutesSpent },
    observable_graph: {
      nodes: detail.graph.nodes.map((node) => ({ ...node })),
      edges: detail.graph.edges.map((edge) => ({ ...edge })),
      left_out: detail.graph.leftOut,
    },
    evidence_chain: detail.evidence.map(({ id, title, severity, firstSeen }) => ({
      ...{ alert_id: id, title, severity, first_seen: firstSeen.toISOString() },
    })),
    escalations: detail.escalations.map(({ step, notify, dueAt, takenAt }) => ({
      ...{ step, notify, due_at: dueAt.toISOString(), taken_at: takenAt.toISOString() },
    })),
  }
}

const actorKind = oneOf(CASE_ACTOR_KINDS)
export const moveSchema = named(
  'CaseMove',
  Type.Object({
    id: uuid,
    kind: oneOf(['merge', 'split', 'move'] as const),
    from_case_id: uuid,
    to_case_id: uuid,
    alert_count: Type.Integer(),
    alert_ids: Type.Array(uuid, { description: 'what went along, and goes back when it is taken back' }),
    reason: nullableText,
    actor_id: Type.String(),
    actor_kind: actorKind,
    created_at: time,
    undone_at: nullableTime,
    undone_by: nullableText,
  }),
)

export function moveView(move: CaseMove): Static<typeof moveSchema> {
  return {
    id: move.id,
    kind: move.kind,
    from_case_id: move.fromCaseId,
    to_case_id: move.toCaseId,
    alert_count: move.alertIds.length,
    alert_ids: [...move.alertIds],
    reason: move.reason,
    actor_id: move.actorId,
    actor_kind: move.actorKind,
    created_at: move.at.toISOString(),
    undone_at: iso(move.undoneAt),
    undone_by: move.undoneBy,
  }
}

export const movedSchema = named('CaseMoved', Type.Object({ move: moveSchema, from: caseSchema, to: caseSchema }))

export function movedView({ move, from, to }: Moved, nowMs: number): Static<typeof movedSchema> {
  return { move: moveView(move), from: caseView(from, nowMs), to: caseView(to, nowMs) }
}
