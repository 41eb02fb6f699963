import { type Static, Type } from 'typebox'
import {
  type AlertFilter,
  type AlertStats,
  alertStats,
  createAlert,
  DISPOSITIONS,
  isTooDeep,
  pageWithFacets,
  QUEUE_PERIODS,
  type QueuePeriod,
  redact,
  SEARCH_MAX,
  SEVERITIES,
  STATUSES,
} from '../../../control/alerts/index.ts'
import type { Principal } from '../../../control/identity/index.ts'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import { once } from '../../plugins/idempotency.ts'
import { named } from '../../plugins/named-schemas.ts'
import { page, pageQuery, positionOf } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable } from '../views.ts'
import { closed, createBody, list, oneOf, plainText, tags, timeOf, wordList } from './inputs.ts'
import { alertSchema, alertView, facetsSchema, facetsView } from './views.ts'

const words = (of: readonly string[]) =>
  Type.Optional(Type.String({ maxLength: 200, description: `of ${of.join(', ')}` }))
const listQuery = Type.Object(
  {
    ...pageQuery,
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
  },
  closed,
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
        summary: 'Alerts, newest first, with facets over all that the filter lets through',
        querystring: listQuery,
        response: { 200: listSchema },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const filter = filterOf(request.query, principalOf(request))
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) => {
        const { rows, facets } = await pageWithFacets(tx, filter, limit + 1, after)
        return { ...page(rows, limit, alertView), facets: facetsView(facets) }
      })
    },
  )

  app.post(
    '/alerts',
    {
      config: { permission: 'alerts:write', audit: 'alert:created', takesEvents: true, idempotent: true },
      // Before anything walks the body: text of a nested value is made by recursion.
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

type ListQuery = {
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

function filterOf(query: ListQuery, { userId, delegationId }: Principal): AlertFilter {
  const me = delegationId === null ? userId : null
  if (query.assigned_to_me && me === null)
    throw new InvalidInput({
      loc: ['query', 'assigned_to_me'],
      msg: 'is for users of this tenant',
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
  }
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
