/** Cases on the wire: their schemas, and rows with the members that only an answer has. */
import { Type } from 'typebox'
import { named, nullable, oneOf, time, uuid } from '../../../schemas/wire.ts'
import { SEVERITIES } from '../alerts/index.ts'
import { type Case, caseNumber } from './case.ts'
import { CASE_ACTOR_KINDS } from './case-actor.ts'
import type { CaseDetail } from './case-detail.ts'
import { type Clock, clocksOf } from './clocks/clock.ts'
import type { CaseMove } from './move-store.ts'
import type { Moved } from './moves.ts'
import { CASE_STATUSES, OBSERVABLE_KINDS } from './words.ts'

const nullableText = nullable(Type.String())
const nullableTime = nullable(time)
const texts = Type.Array(Type.String())
const members = Type.Record(Type.String(), Type.Unknown())

const clock = named(
  'SlaClock',
  Type.Object({
    due_at: nullableTime,
    met_at: nullableTime,
    state: oneOf(['no_target', 'running', 'met', 'breached'] as const),
    remaining_seconds: nullable(
      Type.Integer({ description: 'negative after the due time; null: the clock is not running' }),
    ),
    reason: nullable(Type.String({ description: 'reason why there is no target' })),
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
  case_number: Type.String({ description: 'such as INC-001; numbered per tenant, without gaps' }),
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

export function shownCase(found: Case, nowMs: number) {
  const { ack, resolve, close } = clocksOf(found, nowMs)
  return {
    ...found,
    caseNumber: caseNumber(found.number),
    triagedAt: found.acknowledgedAt,
    sla: { ack: shownClock(ack, nowMs), resolve: shownClock(resolve, nowMs), close: shownClock(close, nowMs) },
  }
}

function shownClock(clock: Clock, nowMs: number) {
  const { dueAt, metAt } = clock
  const runs = dueAt !== null && metAt === null
  return { ...clock, remainingSeconds: runs ? Math.floor((dueAt.getTime() - nowMs) / 1000) : null }
}

const counts = Type.Record(Type.String(), Type.Integer())
export const facetsSchema = named(
  'CaseFacets',
  Type.Object(
    { total: Type.Integer(), by_severity: counts, by_status: counts, unresolved: Type.Integer() },
    { description: 'counts over all matches of the filter, not only this page' },
  ),
)

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
      left_out: Type.Integer({ description: 'number of nodes beyond 500; only the newest 200 alerts are included' }),
    }),
    evidence_chain: Type.Array(
      Type.Object({ alert_id: uuid, title: Type.String(), severity: oneOf(SEVERITIES), first_seen: time }),
    ),
    escalations: Type.Array(Type.Object({ step: Type.Integer(), notify: Type.String(), due_at: time, taken_at: time })),
  }),
)

export function shownDetail({ case: found, counts, graph, evidence, escalations }: CaseDetail, nowMs: number) {
  const evidenceChain = evidence.map((alert) => ({ ...alert, alertId: alert.id }))
  return { ...shownCase(found, nowMs), counts, observableGraph: graph, evidenceChain, escalations }
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
    alert_ids: Type.Array(uuid, { description: 'alerts that moved along, and return when the move is undone' }),
    reason: nullableText,
    actor_id: Type.String(),
    actor_kind: actorKind,
    created_at: time,
    undone_at: nullableTime,
    undone_by: nullableText,
  }),
)

export function shownMove({ at, ...move }: CaseMove) {
  return { ...move, alertCount: move.alertIds.length, createdAt: at }
}

export const movedSchema = named('CaseMoved', Type.Object({ move: moveSchema, from: caseSchema, to: caseSchema }))

export function shownMoved({ move, from, to }: Moved, nowMs: number) {
  return { move: shownMove(move), from: shownCase(from, nowMs), to: shownCase(to, nowMs) }
}
