/**
 * Finds the records in an answer of the API, by the names of its schemas and of its members, and applies field rules to
 * each.
 */
import type { TSchema } from 'typebox'
import type { Copies } from './copies.ts'
import type { RuledResource } from './field-rule.ts'
import type { HiddenFields } from './hidden-fields.ts'
import { showRecord } from './show-record.ts'
import { type Members, scrub, withhold } from './withhold.ts'

/** Names of schemas of the API, and of types of the query interface. */
export const SHOWN_AS: Readonly<Record<string, RuledResource>> = {
  Alert: 'alert',
  AlertDetail: 'alert',
  QueuedAlert: 'alert',
  UebaAnomaly: 'anomaly',
  UebaAnomalyDetail: 'anomaly',
  Approval: 'approval',
  AuditEntry: 'audit',
  AuditEvent: 'audit',
  Case: 'case',
  CaseDetail: 'case',
  CaseSummary: 'case',
  CasePostMortem: 'case',
  SimilarCase: 'case',
  SlaEvent: 'case',
  CaseTask: 'case_task',
  CaseComment: 'comment',
  Comment: 'comment',
  Detection: 'detection',
  EntityRisk: 'entity_risk',
  EntityRiskDetail: 'entity_risk',
  ReportEntity: 'entity_risk',
  FoundEvent: 'event',
  StoredEvent: 'event',
  ProcessStart: 'event',
  DeadLetter: 'event',
  HuntHit: 'event',
  FederatedRow: 'event',
  Honeytoken: 'honeytoken',
  HoneytokenEvent: 'honeytoken_event',
  Ioc: 'indicator',
  InvestigationRun: 'investigation',
  LedgerEntry: 'ledger_entry',
  LedgerEntryDetail: 'ledger_entry',
  InvestigationStep: 'ledger_entry',
  CaseObservable: 'observable',
  PhishingSubmission: 'phishing_submission',
  PlaybookRun: 'playbook_run',
  PlaybookRunDetail: 'playbook_run',
  ResponseAction: 'response_action',
  CaseTimelineEvent: 'timeline_event',
  TimelineEvent: 'timeline_event',
  User: 'user',
  Me: 'user',
}

/** Counts of records by a field: by schema, its members and the field that each counts by. */
export const COUNTED_AS: Readonly<Record<string, readonly [RuledResource, Readonly<Record<string, string>>]>> = {
  AlertFacets: ['alert', { by_severity: 'severity', by_status: 'status', unresolved: 'status' }],
  AlertStats: [
    'alert',
    {
      by_disposition: 'disposition',
      undecided: 'disposition',
      unassigned: 'assigned_to_id',
      resolved: 'status',
      mean_seconds_to_resolve: 'status',
    },
  ],
  TeamMetricsOfSpan: ['alert', { by_severity: 'severity', by_verdict: 'disposition', resolved: 'status' }],
  TeamMetricsOfStep: ['alert', { by_severity: 'severity', by_verdict: 'disposition', resolved: 'status' }],
  RuleNoise: [
    'alert',
    { true_positive: 'disposition', noise: 'disposition', undecided: 'disposition', alerts: 'rule_id' },
  ],
  ReportAlerts: ['alert', { by_severity: 'severity', by_verdict: 'disposition', undecided: 'disposition' }],
  CaseFacets: ['case', { by_severity: 'severity', by_status: 'status', unresolved: 'status' }],
  DetectionStats: ['detection', { by_severity: 'severity_id', by_rule: 'rule_id', by_cost: 'rule_id' }],
  HoneytokenStats: ['honeytoken', { by_status: 'status', by_type: 'token_type' }],
  UebaStats: ['anomaly', { anomalies_24h_by_severity: 'severity' }],
}

/** Members that hold records wherever they stand, in answers that no schema describes to the end. */
const BY_MEMBER: Readonly<Record<string, RuledResource>> = {
  alert: 'alert',
  alerts: 'alert',
  case: 'case',
  cases: 'case',
  event: 'event',
  events: 'event',
  processes: 'event',
  matches: 'indicator',
  observables: 'observable',
  comments: 'comment',
  tasks: 'case_task',
  timeline: 'timeline_event',
}
/** Resource of an audit log entry's `changes`, by the kind that the entry is about. */
const AUDITED: Readonly<Record<string, RuledResource>> = { ...BY_MEMBER, user: 'user', approval: 'approval' }

const DEPTH_MAX = 64

type Schema = {
  readonly title?: string
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}

/**
 * Changes `answer`. Every record of which something was withheld names it in `withheld_fields`; all names together are
 * answered as `resource.field`.
 */
export function showAnswer(
  schema: TSchema | undefined,
  answer: unknown,
  hidden: HiddenFields,
  copies: Copies = new Map(),
): readonly string[] {
  const named = new Set<string>()
  const show: Visit = (resource, record) => {
    const withheld = [...showRecord(resource, record, hidden), ...ofAudited(resource, record, hidden)]
    if (withheld.length === 0) return
    record.withheld_fields = withheld
    for (const name of withheld) named.add(`${resource}.${name}`)
  }
  const count = (title: string, record: Members) => {
    for (const name of hideCounts(title, record, hidden)) named.add(name)
  }
  const place = { schemas: schema === undefined ? [] : [schema as Schema], resource: undefined }
  walk(place, answer, { show, count }, 0)
  scrub(answer, copies)
  return [...named].sort()
}

type Visit = (resource: RuledResource, record: Members) => void
type Visitor = { readonly show: Visit; readonly count: (title: string, record: Members) => void }
type Place = { readonly schemas: readonly Schema[]; readonly resource: RuledResource | undefined }

/** Visits the parts of a record before the record. */
function walk(place: Place, value: unknown, visitor: Visitor, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return
  const schemas = place.schemas.flatMap(branchesOf)
  if (Array.isArray(value)) {
    const items = schemas.flatMap(({ items }) => (items === undefined ? [] : [items as Schema]))
    for (const one of value) walk({ schemas: items, resource: place.resource }, one, visitor, depth + 1)
    return
  }
  const record = value as Members
  for (const [name, member] of Object.entries(record)) {
    const known = schemas.flatMap(({ properties }) => {
      const schema = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
      return schema === undefined ? [] : [schema as Schema]
    })
    walk({ schemas: known, resource: BY_MEMBER[name] }, member, visitor, depth + 1)
  }
  const resource =
    schemas.map(({ title }) => SHOWN_AS[title ?? '']).find((found) => found !== undefined) ?? place.resource
  if (resource !== undefined) visitor.show(resource, record)
  for (const { title = '' } of schemas) visitor.count(title, record)
}

/** A count by a hidden field tells the field of the one record that a filter leaves. */
function hideCounts(title: string, record: Members, hidden: HiddenFields): readonly string[] {
  if (!Object.hasOwn(COUNTED_AS, title)) return []
  const [resource, members] = COUNTED_AS[title] as (typeof COUNTED_AS)[string]
  const fields = Object.entries(members).flatMap(([member, counted]) =>
    (hidden.get(resource) ?? [])
      .filter(({ path: [first] }) => first === counted)
      .map(({ treatment }) => ({
        name: `${resource}.${counted}`,
        path: [member],
        treatment: treatment === 'omit' ? treatment : ('redact' as const),
      })),
  )
  return withhold(record, fields)
}

function branchesOf(schema: Schema): readonly Schema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap((branch) => branchesOf(branch as Schema))
}

function ofAudited(resource: RuledResource, record: Members, hidden: HiddenFields): readonly string[] {
  const about = resource === 'audit' ? AUDITED[String(record.resource)] : undefined
  const { changes } = record
  if (about === undefined || typeof changes !== 'object' || changes === null) return []
  return showRecord(about, changes as Members, hidden).map((name) => `changes.${name}`)
}
