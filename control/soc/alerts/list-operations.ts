/** Operations of many alerts: the list, its facets, the queue, figures of a period, and raising one. */
import { type Static, Type } from 'typebox'
import { joinedCursor, partsOfJoined, refusedCursor } from '../../../platform/cursor.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { cursorOf, isTime, positionOf } from '../../../platform/paging.ts'
import { timeOf } from '../../../platform/time-of.ts'
import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { closed, named, nullable, oneOf, pageQueryOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { slaConfigs } from '../cases/index.ts'
import type { Alert } from './alert.ts'
import { ALERT_SORTS, type AlertPosition, type AlertSort, isKeyOf } from './alert-order.ts'
import { NAME_MAX, NAMES_MAX, TITLE_MAX } from './alert-text.ts'
import { alertFields, alertSchema, facetsSchema, shownAlert } from './alert-wire.ts'
import { createAlert } from './create-alert.ts'
import { TACTIC } from './event-attack.ts'
import { countFacets, FACET_ALERTS_MAX, FACET_VALUES_MAX } from './facet-values.ts'
import { alertFilterMembers, alertFilterOf, shownKinds } from './list-inputs.ts'
import { pageWithFacets } from './page-with-facets.ts'
import { FACET_KINDS, type PlacedAlert } from './query-alerts.ts'
import {
  type MinutesBySeverity,
  NO_SLA,
  QUEUE_OWNERS,
  QUEUE_PERIODS,
  type QueuePeriod,
  type QueuePosition,
  queueCounts,
  queuePage,
} from './queue.ts'
import { isTooDeep, redact } from './redact.ts'
import { alertStats } from './stats.ts'
import { tagList, wordList } from './wire.ts'
import { SEVERITIES, severityRank } from './words.ts'

const operation = operationsOf<unknown>()
const next_cursor = Type.Optional(Type.String())
const period = oneOf(Object.keys(QUEUE_PERIODS) as QueuePeriod[])
const notMeasured = Type.Record(Type.String(), Type.String(), {
  description: 'figures without a value, with the reason for each',
})

const list = operation({
  name: 'alerts.list',
  summary: 'Alerts, newest first or in another order, with facets over all matching alerts',
  permission: 'alerts:read',
  path: 'GET /alerts',
  query: pageQueryOf({
    ...alertFilterMembers,
    sort: Type.Optional(
      oneOf(ALERT_SORTS, {
        description:
          'default: newest. event: by the time of the earliest event; sla: earliest resolution target first, alerts without a target last',
      }),
    ),
  }),
  output: named('AlertPage', Type.Object({ items: Type.Array(alertSchema), next_cursor, facets: facetsSchema })),
  async run({ tx, actor }, { limit, cursor, sort = 'newest', ...query }) {
    const filter = alertFilterOf(query, actor)
    const after = alertPositionOf(cursor, sort)
    const order = { sort, targets: sort === 'sla' ? await resolveMinutes(tx) : [] }
    const { rows, facets } = await pageWithFacets(tx, filter, order, limit + 1, after)
    return { ...page(rows, limit, sort), facets }
  },
})

/** Target minutes to resolve by severity; null without a target. */
async function resolveMinutes(tx: TenantTx): Promise<MinutesBySeverity> {
  const configs = await slaConfigs(tx)
  return SEVERITIES.map((word) => configs.find(({ severity }) => severity === word)?.mttrTarget ?? null)
}

/** A cursor of another order has no meaning in this one. */
function page(rows: readonly PlacedAlert[], limit: number, sort: AlertSort) {
  const items = rows.slice(0, limit).map(({ item }) => shownAlert(item))
  const last = rows.length > limit ? rows[limit - 1]?.position : undefined
  if (last === undefined) return { items }
  const [, ...place] = last
  const next = sort === 'newest' ? cursorOf(place) : joinedCursor([sort, ...last])
  return { items, next_cursor: next }
}

/** Throws 422 for a text that is no cursor of this order. */
function alertPositionOf(cursor: string | undefined, sort: AlertSort): AlertPosition | null {
  if (sort === 'newest') {
    const place = positionOf(cursor)
    return place && [place[0], ...place]
  }
  if (cursor === undefined) return null
  const [of, key = '', ...rest] = partsOfJoined(cursor)
  const place = of === sort && isKeyOf(sort, key, isTime) ? positionOf(cursorOf(rest as never)) : null
  if (place === null) throw refusedCursor()
  return [key, ...place]
}

const facets = operation({
  name: 'alerts.facets',
  summary: 'Hosts, users, rules and other values among the filtered alerts, with counts',
  description: 'Takes the filters of `GET /alerts`, and counts the alerts left for each value.',
  permission: 'alerts:read',
  path: 'GET /alerts/facets',
  query: Type.Object(
    {
      ...alertFilterMembers,
      fields: Type.Optional(
        Type.String({ maxLength: 200, description: `one or more of ${FACET_KINDS.join(', ')}; default: all` }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FACET_VALUES_MAX, default: 10 })),
    },
    closed,
  ),
  output: named(
    'AlertFacetValues',
    Type.Object({
      facets: Type.Array(
        Type.Object({
          field: oneOf(FACET_KINDS),
          values: Type.Array(
            Type.Object({ value: Type.String(), name: nullable(Type.String()), alerts: Type.Integer() }),
            { description: 'values with the most alerts first' },
          ),
          distinct: Type.Integer({ description: 'number of distinct values' }),
        }),
      ),
      assignees: Type.Array(Type.Object({ assigned_to_id: nullable(uuid), alerts: Type.Integer() }), {
        description: 'null: unassigned',
      }),
      alerts: Type.Integer({ description: 'number of alerts counted' }),
      is_whole: Type.Boolean({ description: `false: only the newest ${FACET_ALERTS_MAX.toLocaleString('en')} were` }),
    }),
  ),
  async run({ tx, actor }, { fields, limit = 10, ...query }) {
    const kinds = wordList(fields, 'fields', FACET_KINDS) ?? FACET_KINDS
    const filter = alertFilterOf(query, actor)
    const shown = shownKinds(actor, kinds, fields !== undefined)
    const { facets, assignees, counted, isWhole } = await countFacets(tx, filter, [...new Set(shown)], limit)
    return {
      facets: facets.map(({ kind, ...facet }) => ({ ...facet, field: kind })),
      assignees: assignees.map(({ assigneeId, alerts }) => ({ assigned_to_id: assigneeId, alerts })),
      ...{ alerts: counted, is_whole: isWhole },
    }
  },
})

const nameList = Type.Array(plainText(NAME_MAX), { maxItems: NAMES_MAX, uniqueItems: true })
const ip = Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })])
const ids = (pattern: RegExp) => Type.Array(Type.String({ pattern: pattern.source }), { maxItems: NAMES_MAX })
const createBody = sent('AlertCreate', {
  title: plainText(TITLE_MAX),
  severity: oneOf(SEVERITIES),
  description: Type.Optional(plainText(20_000)),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  category: Type.Optional(plainText(64)),
  rule_id: Type.Optional(plainText(200)),
  connector_id: Type.Optional(plainText(200)),
  connector_type: Type.Optional(plainText(64)),
  mitre_tactics: Type.Optional(ids(TACTIC)),
  mitre_techniques: Type.Optional(ids(TECHNIQUE_ID)),
  affected_ips: Type.Optional(Type.Array(ip, { maxItems: NAMES_MAX, uniqueItems: true })),
  affected_hosts: Type.Optional(nameList),
  affected_users: Type.Optional(nameList),
  tags: Type.Optional(tagList),
  confidence: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  confidence_rationale: Type.Optional(Type.Array(plainText(500), { maxItems: 20 })),
  event_time: Type.Optional(time),
  raw_event: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

const create = operation({
  name: 'alerts.create',
  summary: 'Raise an alert',
  permission: 'alerts:write',
  audit: 'alert:created',
  takesEvents: true,
  idempotent: true,
  path: 'POST /alerts',
  status: 201,
  body: createBody,
  // This runs before anything walks the body: text of a nested value is made by recursion.
  receive(body) {
    if (isTooDeep(body)) throw invalid('raw_event', 'is nested too deep', 'depth')
    return body
  },
  output: alertSchema,
  async run({ tx, note, nowMs }, body) {
    const alert = await createAlert(tx, inputOf(body), nowMs)
    note({ resource: 'alert', resourceId: alert.id, changes: { title: alert.title, severity: alert.severity } })
    return shownAlert(alert)
  },
})

const UNSENT = {
  ...{ description: null, category: null, ruleId: null, connectorId: null, connectorType: null, confidence: null },
  ...{ mitreTactics: [], mitreTechniques: [], affectedIps: [], affectedHosts: [], affectedUsers: [] },
  ...{ tags: [], confidenceRationale: [] },
}

function inputOf({ event_time, raw_event, ...body }: Static<typeof createBody>) {
  const raw = raw_event === undefined ? null : redact(raw_event)
  return {
    ...UNSENT,
    ...camelMembers(body),
    eventTime: event_time === undefined ? null : timeOf(event_time, 'body', 'event_time'),
    rawEvent: raw && JSON.stringify(raw.value),
    metadata: raw && raw.count > 0 ? { values_redacted: raw.count } : {},
  }
}

const stats = operation({
  name: 'alerts.stats',
  summary: 'Aggregates over the alerts created in a period',
  permission: 'alerts:read',
  path: 'GET /alerts/stats',
  query: Type.Object({ period: Type.Optional(period) }, closed),
  output: named(
    'AlertStats',
    Type.Object({
      period,
      facets: facetsSchema,
      by_disposition: Type.Record(Type.String(), Type.Integer()),
      undecided: Type.Integer({ description: 'without a disposition' }),
      unassigned: Type.Integer({ description: 'unresolved and unassigned' }),
      resolved: Type.Integer(),
      mean_seconds_to_resolve: nullable(Type.Integer()),
      not_measured: notMeasured,
    }),
  ),
  async run({ tx, nowMs }, { period = '30d' }) {
    const stats = await alertStats(tx, period, nowMs)
    const isMeasured = stats.meanSecondsToResolve !== null
    const notMeasured: Record<string, string> = isMeasured
      ? {}
      : { mean_seconds_to_resolve: 'no alert made in the period is resolved' }
    return { ...stats, period, notMeasured }
  },
})

const queue = operation({
  name: 'alerts.queue',
  summary: 'Unresolved alerts that are not snoozed: highest priority first, then the oldest',
  permission: 'alerts:read',
  path: 'GET /alerts/queue',
  query: pageQueryOf({ owner: Type.Optional(oneOf(QUEUE_OWNERS)), period: Type.Optional(period) }),
  output: named(
    'AlertQueue',
    Type.Object({
      items: Type.Array(
        named(
          'QueuedAlert',
          Type.Object({
            ...alertFields,
            sla_due_at: nullable(time),
            sla_remaining_seconds: nullable(Type.Integer()),
            sla_breached: nullable(Type.Boolean()),
            sla_reason: nullable(Type.String({ description: 'reason why there is no due time' })),
            bucket: oneOf(['breached', 'due_soon', 'on_track', 'no_sla'] as const, {
              description: 'due_soon: within the last quarter of its time; no_sla: no target applies',
            }),
          }),
        ),
      ),
      next_cursor,
      counts: Type.Object({
        all: Type.Integer(),
        me: Type.Integer(),
        unassigned: Type.Integer(),
        snoozed: Type.Integer({ description: 'snoozed alerts, which return to the queue when the snooze ends' }),
        breached: nullable(Type.Integer({ description: 'null: no severity has a target' })),
      }),
      not_measured: notMeasured,
      generated_at: time,
    }),
  ),
  async run({ tx, actor, nowMs }, { limit, cursor, owner = 'all', period = '7d' }) {
    const query = { owner, period, me: actor.personId, nowMs }
    const after = queuePositionOf(cursor)
    const targets = await resolveMinutes(tx)
    const [rows, counts] = await Promise.all([queuePage(tx, query, limit + 1, after), queueCounts(tx, query, targets)])
    const hasTargets = targets.some((minutes) => minutes !== null)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const notMeasured: Record<string, string> = hasTargets ? {} : { breached: NO_SLA }
    return {
      items: rows.slice(0, limit).map(({ item }) => queuedAlert(item, targets, nowMs)),
      ...(last ? { next_cursor: Buffer.from(last.position.join('|')).toString('base64url') } : {}),
      counts: { ...counts, breached: hasTargets ? counts.breached : null },
      not_measured: notMeasured,
      generated_at: new Date(nowMs),
    }
  },
})

/** The due time is that to resolve, from when the alert was made. */
function queuedAlert(alert: Alert, targets: MinutesBySeverity, nowMs: number) {
  const minutes = targets[severityRank(alert.severity) - 1] ?? null
  const unknown = { slaDueAt: null, slaRemainingSeconds: null, slaBreached: null, slaReason: NO_SLA }
  if (minutes === null) return { ...shownAlert(alert), ...unknown, bucket: 'no_sla' as const }
  const dueMs = alert.createdAt.getTime() + minutes * 60_000
  const leftMs = dueMs - nowMs
  return {
    ...shownAlert(alert),
    ...{ slaDueAt: new Date(dueMs), slaRemainingSeconds: Math.floor(leftMs / 1000), slaBreached: leftMs < 0 },
    slaReason: null,
    bucket:
      leftMs < 0 ? ('breached' as const) : leftMs <= minutes * 15_000 ? ('due_soon' as const) : ('on_track' as const),
  }
}

/** A position of other lists behind the priority. Throws 422. */
function queuePositionOf(cursor: string | undefined): QueuePosition | null {
  if (cursor === undefined) return null
  const [priority = '', ...rest] = partsOfJoined(cursor)
  if (!/^\d{1,3}$/.test(priority)) throw refusedCursor()
  const position = positionOf(joinedCursor(rest))
  return position === null ? null : [Number(priority), ...position]
}

export const LIST_OPERATIONS = [list, facets, create, stats, queue]
