/** Schemas of what callers send about cases, and how it is read. */
import { type Static, Type } from 'typebox'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import { timeOf } from '../../../platform/time-of.ts'
import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { closed, named, nullable, oneOf, pageQueryOf, plainText, sent, uuid } from '../../../schemas/wire.ts'
import type { Actor } from '../../platform/acting/index.ts'
import { list, reasonText, SEVERITIES, tagList, wordList, words } from '../alerts/index.ts'
import { ALERTS_AT_ONCE } from './link-alerts.ts'
import { CASE_TITLE_MIN } from './open-case.ts'
import type { CaseFilter } from './query-cases.ts'
import { caseText } from './wire.ts'
import { CASE_STATUSES } from './words.ts'

export const alertIds = Type.Array(uuid, { minItems: 1, maxItems: ALERTS_AT_ONCE })
const title = plainText(300, CASE_TITLE_MIN)
const assignee = Type.Optional(nullable(uuid))

const details = {
  description: Type.Optional(caseText),
  case_type: Type.Optional(nullable(plainText(64))),
  tags: Type.Optional(tagList),
  queue_id: Type.Optional(nullable(uuid)),
  mitre_techniques: Type.Optional(
    Type.Array(Type.String({ pattern: TECHNIQUE_ID.source }), { maxItems: 100, uniqueItems: true }),
  ),
  compliance_frameworks: Type.Optional(Type.Array(plainText(64), { maxItems: 30, uniqueItems: true })),
  custom_fields: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), { maxProperties: 50 })),
}

/** Members of a case that another operation makes: a split. */
export const newCaseMembers = { title, severity: Type.Optional(oneOf(SEVERITIES)), ...details, assignee_id: assignee }

export const createBody = sent('CaseCreate', {
  title: Type.Optional(title),
  ...details,
  severity: Type.Optional(oneOf(SEVERITIES)),
  assignee_id: assignee,
  assignee,
  alert_ids: Type.Optional(Type.Array(uuid, { maxItems: ALERTS_AT_ONCE })),
  push_to_connector_ids: Type.Optional(Type.Array(plainText(200), { maxItems: 20, uniqueItems: true })),
  template_id: Type.Optional(uuid),
})

const patchMembers = {
  title: Type.Optional(title),
  ...details,
  severity: Type.Optional(oneOf(SEVERITIES)),
  status: Type.Optional(oneOf(CASE_STATUSES)),
  assignee_id: assignee,
  assignee,
  reason: Type.Optional(reasonText),
}
export const patchBody = named('CasePatch', Type.Object(patchMembers, { ...closed, minProperties: 1 }))

type Assigned = { readonly assignee_id?: string | null; readonly assignee?: string | null }

/** Members as the use cases spell them. `assignee` is another name of `assignee_id`, not a second one. */
export function membersOf<B extends Assigned>({ assignee_id, assignee, ...members }: B) {
  if (assignee !== undefined && assignee_id !== undefined)
    throw invalid('assignee', 'is assignee_id by another name: send one of them')
  return { ...camelMembers(members), assigneeId: assignee_id === undefined ? assignee : assignee_id }
}

export const listQuery = pageQueryOf({
  status: words(CASE_STATUSES),
  severity: words(SEVERITIES),
  assignee_id: Type.Optional(uuid),
  assigned_to_me: Type.Optional(Type.Boolean()),
  unassigned: Type.Optional(Type.Boolean()),
  queue_id: Type.Optional(uuid),
  case_type: Type.Optional(plainText(64)),
  tags: Type.Optional(Type.String({ maxLength: 2000, description: 'cases that have all of these tags' })),
  search: Type.Optional(plainText(200)),
  sla_breached: Type.Optional(Type.Boolean({ description: 'one of the three clocks is past its due time' })),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'opened at this time or later' })),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'opened before this time' })),
  merged: Type.Optional(
    Type.Boolean({ description: 'cases that were merged into others, which are in no other list' }),
  ),
})

export function filterOf(query: Static<typeof listQuery>, { personId: me }: Actor, nowMs: number): CaseFilter {
  if (query.assigned_to_me && me === null)
    throw new InvalidInput({ loc: ['query', 'assigned_to_me'], msg: 'is for people', type: 'value_error' })
  return {
    statuses: wordList(query.status, 'status', CASE_STATUSES),
    severities: wordList(query.severity, 'severity', SEVERITIES),
    assigneeId: query.assigned_to_me ? (me ?? undefined) : query.assignee_id,
    isUnassigned: query.unassigned,
    queueId: query.queue_id,
    caseType: query.case_type,
    tags: list(query.tags, 'tags'),
    search: query.search,
    breachedAt: query.sla_breached ? new Date(nowMs) : undefined,
    from: query.from === undefined ? undefined : timeOf(query.from, 'query', 'from'),
    until: query.until === undefined ? undefined : timeOf(query.until, 'query', 'until'),
    isMerged: query.merged,
  }
}
