/** Filters of alerts as callers send them, for the list, its facets and exports. */
import { type Static, type TObject, Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { timeOf } from '../../../platform/time-of.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { plainText } from '../../../schemas/wire.ts'
import type { Actor } from '../../platform/acting/index.ts'
import { SEARCH_MAX } from './alert-text.ts'
import { type AlertFilter, FACET_KINDS, type FacetKind } from './query-alerts.ts'
import { list, names, wordList, words } from './wire.ts'
import { DISPOSITIONS, SEVERITIES, STATUSES } from './words.ts'

const values = (of: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 4000, pattern: '^[^\\u0000]*$', description: of }))
export const alertFilterMembers = {
  severity: words(SEVERITIES),
  status: words(STATUSES),
  disposition: words(DISPOSITIONS),
  category: Type.Optional(plainText(64)),
  assigned_to_me: Type.Optional(Type.Boolean()),
  search: Type.Optional(plainText(SEARCH_MAX)),
  min_confidence: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  confidence_label: Type.Optional(Type.String({ maxLength: 20, description: 'low, medium or high' })),
  tags: Type.Optional(Type.String({ maxLength: 2000, description: 'alerts that have all of these tags' })),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'created at this time or later' })),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'created before this time' })),
  event_from: Type.Optional(
    Type.String({ maxLength: 40, description: 'whose event, or the earliest of several, was at this time or later' }),
  ),
  event_until: Type.Optional(Type.String({ maxLength: 40, description: 'whose event was before this time' })),
  host: values(
    'alerts that name one of these hosts, ignoring case; values are separated by commas, here and in the following parameters, and a comma within a name is written \\,',
  ),
  user: values('alerts that name one of these users'),
  ip: values('alerts that name one of these addresses'),
  tactic: values('with one of these tactics, such as TA0002'),
  technique: values('with one of these techniques, such as T1059.001'),
  rule: values('alerts of one of these rules, by id'),
  source: values('alerts from one of these connector types'),
  assignee: Type.Optional(
    Type.String({ maxLength: 1200, description: 'ids of users, me, and nobody, separated by commas' }),
  ),
  has_verdict: Type.Optional(Type.Boolean({ description: 'whether a person has set a verdict' })),
}

type ListQuery = Static<TObject<typeof alertFilterMembers>>
type Asker = Pick<Actor, 'hidden' | 'personId'>

/** Facets and list parameters that a field rule on alerts or events may hide. */
const OF_ENTITIES: readonly string[] = ['host', 'user', 'ip', 'search'] satisfies (keyof ListQuery)[]

/** Members of an alert whose values these facets count. */
const COUNTED_MEMBERS: Readonly<Partial<Record<FacetKind, readonly string[]>>> = {
  tactic: ['mitre_tactics'],
  technique: ['mitre_techniques'],
  rule: ['rule_id'],
  source: ['connector_type'],
}

function hidesEntities({ hidden }: Asker): boolean {
  return hidden.has('alert') || hidden.has('event')
}

/**
 * Leaves out facets of entities for a caller with a hidden field of them. Throws `forbidden` when the request names
 * such a facet.
 */
export function shownKinds(asker: Asker, kinds: readonly FacetKind[], areNamed: boolean): readonly FacetKind[] {
  if (!hidesEntities(asker)) return kinds
  const closed = new Set((asker.hidden.get('alert') ?? []).map(({ path: [first = ''] }) => first))
  const isClosed = (kind: FacetKind) => (COUNTED_MEMBERS[kind] ?? []).some((member) => closed.has(member))
  const shown = kinds.filter((kind) => !OF_ENTITIES.includes(kind) && !isClosed(kind))
  if (areNamed && shown.length < kinds.length) throw hiddenFrom('counted')
  return shown
}

function hiddenFrom(what: string): AppError {
  return new AppError('forbidden', `field rules hide fields of alerts from you, so that their values cannot be ${what}`)
}

/** Throws 422, and `forbidden` for a question that would answer with a hidden value. */
export function alertFilterOf(query: ListQuery, asker: Asker): AlertFilter {
  if (hidesEntities(asker) && OF_ENTITIES.some((name) => query[name as keyof ListQuery] !== undefined))
    throw hiddenFrom('asked for')
  const { personId: me } = asker
  if (query.assigned_to_me && me === null)
    throw new InvalidInput({ loc: ['query', 'assigned_to_me'], msg: 'is for people', type: 'value_error' })
  const timeIn = (name: 'from' | 'until' | 'event_from' | 'event_until') =>
    query[name] === undefined ? undefined : timeOf(query[name], 'query', name)
  return {
    severities: wordList(query.severity, 'severity', SEVERITIES),
    statuses: wordList(query.status, 'status', STATUSES),
    dispositions: wordList(query.disposition, 'disposition', DISPOSITIONS),
    category: query.category,
    assignedToId: query.assigned_to_me ? (me ?? undefined) : undefined,
    search: query.search,
    minConfidence: query.min_confidence,
    confidenceLabel: query.confidence_label,
    tags: list(query.tags, 'tags'),
    ...{ from: timeIn('from'), until: timeIn('until') },
    ...{ eventFrom: timeIn('event_from'), eventUntil: timeIn('event_until') },
    facets: Object.fromEntries(FACET_KINDS.map((kind) => [kind, names(query[kind], kind)])),
    assignees: list(query.assignee, 'assignee')?.map((one) => assigneeOf(one, me)),
    hasVerdict: query.has_verdict,
  }
}

/** Reads an assignee; null for `nobody`. Throws 422. */
function assigneeOf(word: string, me: string | null): string | null {
  if (word === 'nobody') return null
  const id = word === 'me' ? me : word
  if (id !== null && isUuid(id)) return id
  throw new InvalidInput({ loc: ['query', 'assignee'], msg: 'is of ids of users, me, and nobody', type: 'value_error' })
}
