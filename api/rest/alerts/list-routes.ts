import { type Static, Type } from 'typebox'
import type { Principal } from '../../../control/identity/accounts/index.ts'
import {
  ALERT_SORTS,
  type AlertFilter,
  type AlertOrder,
  type AlertPosition,
  type AlertSort,
  type AlertStats,
  alertStats,
  type CountedFacets,
  countFacets,
  createAlert,
  DISPOSITIONS,
  FACET_ALERTS_MAX,
  FACET_KINDS,
  FACET_VALUES_MAX,
  type FacetKind,
  isKeyOf,
  isTooDeep,
  type PlacedAlert,
  pageWithFacets,
  QUEUE_PERIODS,
  type QueuePeriod,
  redact,
  SEARCH_MAX,
  SEVERITIES,
  STATUSES,
} from '../../../control/soc/alerts/index.ts'
import { slaConfigs } from '../../../control/soc/cases/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import { cursorOf, isTime, positionOf } from '../../../platform/paging.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { pageQuery } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { once } from '../../plugins/idempotency.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, uuid } from '../views.ts'
import { closed, createBody, list, names, oneOf, plainText, tags, timeOf, wordList } from './inputs.ts'
import { alertSchema, alertView, facetsSchema, facetsView } from './views.ts'

const words = (of: readonly string[]) =>
  Type.Optional(Type.String({ maxLength: 200, description: `of ${of.join(', ')}` }))
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
  tags: Type.Optional(Type.String({ maxLength: 2000, description: 'alerts that have all of these' })),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'made at this time or later' })),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'made before this time' })),
  event_from: Type.Optional(
    Type.String({ maxLength: 40, description: 'whose event, or the first of several, was at this time or later' }),
  ),
  event_until: Type.Optional(Type.String({ maxLength: 40, description: 'whose event was before this time' })),
  host: values(
    'that name one of these hosts, in any case; with commas between them, as all of the following, a comma of a name as \\,',
  ),
  user: values('that name one of these users'),
  ip: values('that name one of these addresses'),
  tactic: values('with one of these tactics, such as TA0002'),
  technique: values('with one of these techniques, such as T1059.001'),
  rule: values('of one of these rules, by id'),
  source: values('of one of these connector types'),
  assignee: Type.Optional(
    Type.String({ maxLength: 1200, description: 'ids of users, me, and nobody, with commas between them' }),
  ),
  has_verdict: Type.Optional(Type.Boolean({ description: 'whether a person has decided it' })),
}
const listQuery = Type.Object(
  {
    ...pageQuery,
    ...alertFilterMembers,
    sort: Type.Optional(
      oneOf(ALERT_SORTS, {
        description:
          'newest without it. event: by when it happened, or the first event of several; sla: what is due to be resolved first, without a target last',
      }),
    ),
  },
  closed,
)
const facetQuery = Type.Object(
  {
    ...alertFilterMembers,
    fields: Type.Optional(Type.String({ maxLength: 200, description: `of ${FACET_KINDS.join(', ')}; all without it` })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FACET_VALUES_MAX, default: 10 })),
  },
  closed,
)
const facetValuesSchema = named(
  'AlertFacetValues',
  Type.Object({
    facets: Type.Array(
      Type.Object({
        field: oneOf(FACET_KINDS),
        values: Type.Array(
          Type.Object({ value: Type.String(), name: nullable(Type.String()), alerts: Type.Integer() }),
          {
            description: 'those of most alerts first',
          },
        ),
        distinct: Type.Integer({ description: 'values there are' }),
      }),
    ),
    assignees: Type.Array(Type.Object({ assigned_to_id: nullable(uuid), alerts: Type.Integer() }), {
      description: 'null: nobody has them',
    }),
    alerts: Type.Integer({ description: 'that were counted' }),
    is_whole: Type.Boolean({ description: `false: only the newest ${FACET_ALERTS_MAX.toLocaleString('en')} were` }),
  }),
)
const listSchema = named(
  'AlertPage',
  Type.Object({
    items: Type.Array(alertSchema),
    next_cursor: Type.Optional(Type.String()),
    facets: facetsSchema,
  }),
)
export const period = oneOf(Object.keys(QUEUE_PERIODS) as QueuePeriod[])
const counts = Type.Record(Type.String(), Type.Integer())
const statsSchema = named(
  'AlertStats',
  Type.Object({
    period,
    facets: facetsSchema,
    by_disposition: counts,
    undecided: Type.Integer({ description: 'without a disposition' }),
    unassigned: Type.Integer({ description: 'unresolved and nobody has it' }),
    resolved: Type.Integer(),
    mean_seconds_to_resolve: nullable(Type.Integer()),
    not_measured: Type.Record(Type.String(), Type.String(), { description: 'what has no value, and why' }),
  }),
)

export const listRoutes: Routes = (app, deps) => {
  app.get(
    '/alerts',
    {
      config: { permission: 'alerts:read' },
      schema: {
        tags,
        summary: 'Alerts, newest first or in another order, with facets over all that the filter lets through',
        querystring: listQuery,
        response: { 200: listSchema },
      },
    },
    (request) => {
      const { limit, cursor, sort = 'newest' } = request.query
      const filter = filterOf(request.query, principalOf(request))
      const after = alertPositionOf(cursor, sort)
      return tenantWork(deps, request, async (tx) => {
        const order = await orderOf(tx, sort)
        const { rows, facets } = await pageWithFacets(tx, filter, order, limit + 1, after)
        return { ...page(rows, limit, sort), facets: facetsView(facets) }
      })
    },
  )

  app.get(
    '/alerts/facets',
    {
      config: { permission: 'alerts:read' },
      schema: {
        tags,
        summary: 'Hosts, users, rules and others that the alerts of a filter have, with counts',
        description: 'Takes the filters of `GET /alerts`, and counts what each value would leave.',
        querystring: facetQuery,
        response: { 200: facetValuesSchema },
      },
    },
    (request) => {
      const { fields, limit = 10, ...query } = request.query
      const kinds = wordList(fields, 'fields', FACET_KINDS) ?? FACET_KINDS
      const filter = filterOf(query, principalOf(request))
      const shown = shownKinds(principalOf(request), kinds, fields !== undefined)
      return tenantWork(deps, request, async (tx) =>
        countedView(await countFacets(tx, filter, [...new Set(shown)], limit)),
      )
    },
  )

  app.post(
    '/alerts',
    {
      config: { permission: 'alerts:write', audit: 'alert:created', takesEvents: true, idempotent: true },
      // This runs before anything walks the body: text of a nested value is made by recursion.
      preValidation: async ({ body }) => {
        if (isTooDeep(body)) throw invalid('raw_event', 'is nested too deep', 'depth')
      },
      schema: { tags, summary: 'Raise an alert', body: createBody, response: { 201: alertSchema } },
    },
    async (request, reply) => {
      const { body } = request
      const view = await tenantWork(deps, request, (tx, note) =>
        once(tx, request, note, async () => {
          const alert = await createAlert(tx, inputOf(body), deps.nowMs())
          note({ resource: 'alert', resourceId: alert.id, changes: { title: alert.title, severity: alert.severity } })
          return alertView(alert)
        }),
      )
      return reply.code(201).send(view)
    },
  )

  app.get(
    '/alerts/stats',
    {
      config: { permission: 'alerts:read' },
      schema: {
        tags,
        summary: 'Aggregates over the alerts made in a period',
        querystring: Type.Object({ period: Type.Optional(period) }, closed),
        response: { 200: statsSchema },
      },
    },
    (request) => {
      const period: QueuePeriod = request.query.period ?? '30d'
      return tenantWork(deps, request, async (tx) => statsView(period, await alertStats(tx, period, deps.nowMs())))
    },
  )
}

function statsView(period: QueuePeriod, stats: AlertStats): Static<typeof statsSchema> {
  const { facets, byDisposition, meanSecondsToResolve, ...counted } = stats
  const not_measured: Record<string, string> = {}
  if (meanSecondsToResolve === null) not_measured.mean_seconds_to_resolve = 'no alert made in the period is resolved'
  return {
    ...{ period, facets: facetsView(facets), by_disposition: { ...byDisposition }, ...counted },
    mean_seconds_to_resolve: meanSecondsToResolve,
    not_measured,
  }
}

function countedView({ facets, assignees, counted, isWhole }: CountedFacets): Static<typeof facetValuesSchema> {
  return {
    facets: facets.map(({ kind, values, distinct }) => ({ field: kind, values: [...values], distinct })),
    assignees: assignees.map(({ assigneeId, alerts }) => ({ assigned_to_id: assigneeId, alerts })),
    ...{ alerts: counted, is_whole: isWhole },
  }
}

async function orderOf(tx: TenantTx, sort: AlertSort): Promise<AlertOrder> {
  if (sort !== 'sla') return { sort, targets: [] }
  const configs = await slaConfigs(tx)
  const minutesOf = (word: string) => configs.find(({ severity }) => severity === word)?.mttrTarget ?? null
  return { sort, targets: SEVERITIES.map(minutesOf) }
}

/** A cursor of another order has no meaning in this one. */
function page(rows: readonly PlacedAlert[], limit: number, sort: AlertSort) {
  const items = rows.slice(0, limit).map(({ item }) => alertView(item))
  const last = rows.length > limit ? rows[limit - 1]?.position : undefined
  if (last === undefined) return { items }
  const [, ...place] = last
  const next = sort === 'newest' ? cursorOf(place) : Buffer.from([sort, ...last].join('|')).toString('base64url')
  return { items, next_cursor: next }
}

/** Throws 422 for a text that is no cursor of this order. */
function alertPositionOf(cursor: string | undefined, sort: AlertSort): AlertPosition | null {
  if (sort === 'newest') {
    const place = positionOf(cursor)
    return place && [place[0], ...place]
  }
  if (cursor === undefined) return null
  const [of, key = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  const place = of === sort && isKeyOf(sort, key, isTime) ? positionOf(cursorOf(rest as never)) : null
  if (place === null)
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return [key, ...place]
}

type ListQuery = { readonly [K in FacetKind]?: string } & {
  assignee?: string
  has_verdict?: boolean
  event_from?: string
  event_until?: string
  severity?: string
  status?: string
  disposition?: string
  category?: string
  assigned_to_me?: boolean
  search?: string
  min_confidence?: number
  confidence_label?: string
  tags?: string
  from?: string
  until?: string
}

/** Facets, and parameters of the list, whose values a field rule about alerts or their events may hide. */
const OF_ENTITIES: readonly string[] = ['host', 'user', 'ip', 'search'] satisfies (keyof ListQuery)[]

function hidesEntities({ hidden }: Principal): boolean {
  return hidden.has('alert') || hidden.has('event')
}

/** Omits facets of entities for a caller from whom a rule hides a field. Throws `forbidden` where they are named. */
function shownKinds(principal: Principal, kinds: readonly FacetKind[], areNamed: boolean): readonly FacetKind[] {
  if (!hidesEntities(principal)) return kinds
  const shown = kinds.filter((kind) => !OF_ENTITIES.includes(kind))
  if (areNamed && shown.length < kinds.length) throw hiddenFrom('counted')
  return shown
}

function hiddenFrom(what: string): AppError {
  return new AppError('forbidden', `field rules hide fields of alerts from you, so that their values cannot be ${what}`)
}

export function filterOf(query: ListQuery, principal: Principal): AlertFilter {
  if (hidesEntities(principal) && OF_ENTITIES.some((name) => query[name as keyof ListQuery] !== undefined))
    throw hiddenFrom('asked for')
  const { userId: me } = principal
  if (query.assigned_to_me && me === null)
    throw new InvalidInput({
      loc: ['query', 'assigned_to_me'],
      msg: 'is for people',
      type: 'value_error',
    })
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
    from: query.from === undefined ? undefined : timeOf(query.from, 'query', 'from'),
    until: query.until === undefined ? undefined : timeOf(query.until, 'query', 'until'),
    eventFrom: query.event_from === undefined ? undefined : timeOf(query.event_from, 'query', 'event_from'),
    eventUntil: query.event_until === undefined ? undefined : timeOf(query.event_until, 'query', 'event_until'),
    facets: Object.fromEntries(FACET_KINDS.map((kind) => [kind, names(query[kind], kind)])),
    assignees: list(query.assignee, 'assignee')?.map((one) => assigneeOf(one, me)),
    hasVerdict: query.has_verdict,
  }
}

/** Reads an assignee; null where the word is `nobody`. Throws 422. */
function assigneeOf(word: string, me: string | null): string | null {
  if (word === 'nobody') return null
  const id = word === 'me' ? me : word
  if (id !== null && isUuid(id)) return id
  throw new InvalidInput({ loc: ['query', 'assignee'], msg: 'is of ids of users, me, and nobody', type: 'value_error' })
}

function inputOf(body: Static<typeof createBody>) {
  const { event_time, raw_event } = body
  const raw = raw_event === undefined ? null : redact(raw_event)
  return {
    title: body.title,
    severity: body.severity,
    description: body.description ?? null,
    ...(body.priority === undefined ? {} : { priority: body.priority }),
    category: body.category ?? null,
    ruleId: body.rule_id ?? null,
    connectorId: body.connector_id ?? null,
    connectorType: body.connector_type ?? null,
    mitreTactics: body.mitre_tactics ?? [],
    mitreTechniques: body.mitre_techniques ?? [],
    affectedIps: body.affected_ips ?? [],
    affectedHosts: body.affected_hosts ?? [],
    affectedUsers: body.affected_users ?? [],
    tags: body.tags ?? [],
    confidence: body.confidence ?? null,
    confidenceRationale: body.confidence_rationale ?? [],
    eventTime: event_time === undefined ? null : timeOf(event_time, 'body', 'event_time'),
    rawEvent: raw && JSON.stringify(raw.value),
    metadata: raw && raw.count > 0 ? { values_redacted: raw.count } : {},
  }
}
