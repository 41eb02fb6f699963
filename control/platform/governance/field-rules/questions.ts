/**
 * Queries that would reveal a hidden field: a caller who may not see a value must not find records by it either,
 * because the answer, and even its length, reveals the value. Queries over events of the lake are checked where they
 * are parsed (`event-questions.ts`), filters by alerts' entities in their list.
 */
import { AppError } from '../../../../platform/errors.ts'
import type { RuledResource } from './field-rule.ts'
import type { HiddenFields } from './hidden-fields.ts'

/** The resource of a question, and by parameter the first members of the fields that it asks for. */
export type FieldQuestion = {
  readonly resource: RuledResource
  readonly members: Readonly<Record<string, readonly string[]>>
  /** Parameters that name an entity of events and alerts, or search what repeats these: any rule about them closes these. */
  readonly ofEntities?: readonly string[]
}

const ENTITY = ['entity', 'entity_id', 'value']
const ALERTS: FieldQuestion = {
  resource: 'alert',
  members: {
    severity: ['severity', 'priority'],
    status: ['status'],
    disposition: ['disposition'],
    has_verdict: ['disposition'],
    category: ['category'],
    min_confidence: ['confidence'],
    confidence_label: ['confidence', 'confidence_label'],
    tags: ['tags'],
    assignee: ['assigned_to_id', 'assigned_to'],
    assigned_to_me: ['assigned_to_id', 'assigned_to'],
    rule: ['rule_id'],
    source: ['connector_id', 'connector_type', 'source'],
    tactic: ['mitre_tactics'],
    technique: ['mitre_techniques'],
    event_from: ['event_time', 'first_seen', 'last_seen'],
    event_until: ['event_time', 'first_seen', 'last_seen'],
    sort: ['priority', 'severity', 'risk_score', 'confidence'],
  },
}
const CASES: FieldQuestion = {
  resource: 'case',
  members: {
    severity: ['severity'],
    status: ['status'],
    assignee_id: ['assignee_id', 'assigned_to_id'],
    assignee: ['assignee_id', 'assigned_to_id'],
    assigned_to_me: ['assignee_id', 'assigned_to_id'],
    unassigned: ['assignee_id', 'assigned_to_id'],
    queue_id: ['queue_id'],
    case_type: ['case_type'],
    tags: ['tags'],
    sla_breached: ['sla_breached', 'clocks'],
    search: ['title', 'description', 'summary', 'number'],
  },
  ofEntities: ['search'],
}
const AUDIT: FieldQuestion = {
  resource: 'audit',
  members: {
    action: ['action'],
    resource: ['resource'],
    resource_id: ['resource_id'],
    actor_id: ['actor_id', 'actor'],
    search: ['action', 'resource', 'resource_id', 'actor_id', 'actor', 'actor_email', 'changes'],
  },
}
const ANOMALIES: FieldQuestion = {
  resource: 'anomaly',
  members: {
    entity_id: ENTITY,
    entity_type: ['entity_type'],
    metric: ['metric_name', 'metric'],
    min_z_score: ['z_score'],
    min_severity: ['severity'],
  },
  ofEntities: ['entity_id'],
}
const RISK: FieldQuestion = {
  resource: 'entity_risk',
  members: { entity: ENTITY, entity_type: ['entity_type'] },
  ofEntities: ['entity'],
}

/** By route of the API and by field of the query interface. */
const QUESTIONS: Readonly<Record<string, FieldQuestion>> = {
  '/api/v1/alerts': ALERTS,
  '/api/v1/alerts/facets': ALERTS,
  '/api/v1/alerts/queue': { resource: 'alert', members: { owner: ['assigned_to_id', 'assigned_to'] } },
  '/api/v1/exports/alerts': ALERTS,
  '/api/v1/cases': CASES,
  '/api/v1/exports/cases': CASES,
  '/api/v1/sla/events': { resource: 'case', members: { severity: ['severity'] } },
  '/api/v1/audit': AUDIT,
  '/api/v1/audit-log': AUDIT,
  '/api/v1/exports/audit': AUDIT,
  '/api/v1/audit/export': AUDIT,
  '/api/v1/ueba/anomalies': ANOMALIES,
  '/api/v1/ueba/baselines': ANOMALIES,
  '/api/v1/ueba/baselines/:entity_id': ANOMALIES,
  '/api/v1/ueba/resets': ANOMALIES,
  '/api/v1/entity-risk': RISK,
  '/api/v1/entity-risk/:entity': RISK,
  '/api/v1/detections': {
    resource: 'detection',
    members: { rule_id: ['rule_id'], severity_min: ['severity', 'severity_id'] },
  },
  '/api/v1/detections/stats': { resource: 'detection', members: { rule_id: ['rule_id'] } },
  '/api/v1/honeytokens': { resource: 'honeytoken', members: { status: ['status'] } },
  '/api/v1/investigations': { resource: 'investigation', members: { status: ['status'] } },
  '/api/v1/actions': { resource: 'response_action', members: { status: ['status'] } },
  '/api/v1/approvals': { resource: 'approval', members: { status: ['status'], risk_level: ['risk_level'] } },
  '/api/v1/dead-letters': { resource: 'event', members: { source: ['source'], reason: ['reason'] } },
  '/api/v1/intel/iocs': {
    resource: 'indicator',
    members: { ioc_type: ['ioc_type'], severity: ['severity'], is_active: ['is_active'] },
  },
  '/api/v1/intel/enrich': { resource: 'indicator', members: { indicators: ['value'] } },
  '/api/v1/intel/check': { resource: 'indicator', members: { values: ['value'] } },
  alerts: ALERTS,
  cases: { ...CASES, members: { ...CASES.members, assigneeId: ['assignee_id', 'assigned_to_id'] } },
  uebaAnomalies: {
    resource: 'anomaly',
    members: { entityId: ['entityId', ...ENTITY], minZScore: ['zScore', 'z_score'] },
    ofEntities: ['entityId'],
  },
  honeytokens: { resource: 'honeytoken', members: { status: ['status'] } },
}

/** Resources of which `ofEntities` may name a value. */
const HAVE_ENTITIES: readonly RuledResource[] = ['event', 'alert']

/** Throws `forbidden` for a parameter that asks for a field that is hidden. */
export function refuseQuestion(place: string, params: Readonly<Record<string, unknown>>, hidden: HiddenFields): void {
  if (hidden.size === 0 || !Object.hasOwn(QUESTIONS, place)) return
  const { resource, members, ofEntities = [] } = QUESTIONS[place] as FieldQuestion
  const closed = new Set((hidden.get(resource) ?? []).map(({ path: [first = ''] }) => first))
  const hidesEntities = HAVE_ENTITIES.some((one) => hidden.has(one))
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    const isClosed = (members[name] ?? []).some((member) => closed.has(member))
    if (!isClosed && !(hidesEntities && ofEntities.includes(name))) continue
    throw new AppError(
      'forbidden',
      `field rules hide fields of ${resource.replaceAll('_', ' ')} records from you that ${name} asks for`,
    )
  }
}
