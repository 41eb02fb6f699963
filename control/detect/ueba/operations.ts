/** Operations of anomalies, baselines and peer comparisons. */
import { Type } from 'typebox'
import { jsonCursor, momentCursor, momentPosition, partsOfJson, refusedCursor } from '../../../platform/cursor.ts'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { pageOfList } from '../../../platform/paging.ts'
import {
  anomaliesPage,
  BASELINE_STATES,
  type Baseline,
  type BaselineFilter,
  baselinesPage,
  type Reset,
  type UebaAnomaly,
  uebaStats,
} from '../../../query/ueba.ts'
import type { EntityType } from '../../../schemas/entity-observation.ts'
import {
  closed,
  LIMIT_DEFAULT,
  LIMIT_MAX,
  named,
  nullable,
  oneOf,
  pageOf,
  pageQuery,
  plainText,
  time,
  uuid,
} from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { idOf, type LakeDeps, lakeOf, type OutsideCall, operationsOf } from '../../platform/acting/index.ts'
import { SEVERITIES, type Severity, severityOfRank, severityRank } from '../../soc/alerts/index.ts'
import { entityType, type PeerGroup, peerGroupSchema, peerGroupView, peerSchema, peersOf, peerView } from './peers.ts'
import { liveResets, RESET_ROWS, resetBaselines, resetsOf } from './resets.ts'

const operation = operationsOf<LakeDeps>({ tag: 'ueba' })
/** More metrics than any entity has, of four types. */
const METRICS_MAX = 200
/** @bound anomalies shown with an entity = {ANOMALIES_SHOWN} -> the answer says that there are more */
const ANOMALIES_SHOWN = 100
const entityName = Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\u0000]*$' })
const metric = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }))
const state = oneOf(BASELINE_STATES, {
  description: 'learning: too few hours for a judgement; stale: nothing learned for two weeks',
})
const params = Type.Object({ entity_id: entityName })
const ofType = Type.Object({ entity_type: Type.Optional(entityType) })

const anomalySchema = named(
  'UebaAnomaly',
  Type.Object({
    id: uuid,
    entity_id: Type.String(),
    entity_type: entityType,
    metric_name: Type.String(),
    observed_value: Type.Number(),
    baseline_mean: Type.Number({ description: 'mean for that hour of the week' }),
    baseline_stddev: Type.Number(),
    z_score: Type.Number(),
    tail_probability: Type.Number({ description: 'probability that an hour has at least this many, 0 to 1' }),
    baseline_samples: Type.Integer({ description: 'number of hours behind the baseline' }),
    baseline_state: state,
    severity: oneOf(SEVERITIES),
    items: Type.Array(Type.String(), { description: 'examples of the counted items' }),
    event_uid: Type.String({ description: 'id of one event of the hour' }),
    detected_at: time,
  }),
)
const anomalyDetailSchema = named(
  'UebaAnomalyDetail',
  Type.Object({ ...anomalySchema.properties, peer: nullable(peerSchema) }),
)
const baselineSchema = named(
  'UebaBaseline',
  Type.Object({
    entity_id: Type.String(),
    entity_type: entityType,
    metric: Type.String(),
    mean: Type.Number({ description: 'mean for the next hour of the week' }),
    stddev: Type.Number(),
    samples: Type.Integer({ description: 'number of hours behind the baseline, counted up to two weeks' }),
    state,
    learned_until: time,
  }),
)

const entityMembers = {
  entity_id: Type.String(),
  baselines: Type.Array(
    named('UebaEntityBaseline', Type.Object({ ...baselineSchema.properties, peer: nullable(peerSchema) })),
  ),
  peer_groups: Type.Array(peerGroupSchema, { description: 'peer groups by type; empty: no similar entities' }),
}

/** An entity without a ready baseline, learning or unseen, has no anomalies. */
const anomalyView = ({ samples, severityId, ...anomaly }: UebaAnomaly) => {
  const baselineState: 'ready' = 'ready'
  return { ...anomaly, baselineSamples: samples, baselineState, severity: severityOfRank(severityId) }
}

const anomalies = operation.outside({
  name: 'ueba.anomalies',
  summary: 'Hours in which an entity did far more than usual, newest first',
  permission: 'alerts:read',
  path: 'GET /ueba/anomalies',
  query: Type.Object({
    ...pageQuery,
    entity_id: Type.Optional(entityName),
    entity_type: Type.Optional(entityType),
    metric,
    min_z_score: Type.Optional(Type.String({ pattern: '^-?\\d{1,9}(\\.\\d{1,9})?$', description: 'number' })),
    min_severity: Type.Optional(oneOf(SEVERITIES)),
    since: Type.Optional(time),
    until: Type.Optional(time),
  }),
  output: pageOf(anomalySchema),
  async run(call, { limit, cursor, since, until, min_severity, min_z_score, ...input }) {
    const found = await anomaliesPage(lakeOf(call), limit + 1, {
      entityId: input.entity_id,
      entityType: input.entity_type,
      metric: input.metric,
      minZScore: min_z_score === undefined ? undefined : Number(min_z_score),
      minSeverityId: min_severity === undefined ? undefined : severityRank(min_severity),
      sinceMs: since ? Date.parse(since) : undefined,
      untilMs: until ? Date.parse(until) : undefined,
      before: momentPosition(cursor),
    })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    const page = { items: items.map(anomalyView) }
    if (found.length <= limit || last === undefined) return page
    return { ...page, nextCursor: momentCursor({ timeMs: last.detectedAt.getTime(), id: last.id }) }
  },
})

const anomaly = operation.outside({
  name: 'ueba.anomaly',
  summary: 'One anomaly, with a comparison of the hour to the entity’s peers',
  permission: 'alerts:read',
  path: 'GET /ueba/anomalies/:id',
  output: anomalyDetailSchema,
  async run(call, { id }) {
    const reader = lakeOf(call)
    const [found] = await anomaliesPage(reader, 1, { id: id.toLowerCase() })
    if (!found) throw noSuch('anomaly')
    const resets = await call.read(liveResets)
    const { entityType: type, entityId: entity, metricName, observedValue } = found
    const group = await peersOf({ reader, nowMs: call.nowMs, inTenant: call.read, type, entity, resets })
    return { ...anomalyView(found), peer: peerView(group, metricName, observedValue) }
  },
})

const baselines = operation.outside({
  name: 'ueba.baselines',
  summary: 'Baselines of entities, by entity',
  permission: 'alerts:read',
  path: 'GET /ueba/baselines',
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
    // The cursor names an entity, and such a name may be long.
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1500 })),
    entity_type: Type.Optional(entityType),
    metric,
    state: Type.Optional(state),
  }),
  output: pageOf(baselineSchema),
  async run(call, { limit, cursor, entity_type, ...input }) {
    const filter = {
      ...input,
      entityType: entity_type,
      after: baselinePosition(cursor),
      resets: await call.read(liveResets),
    }
    const found = await baselinesPage(lakeOf(call), limit + 1, filter, call.nowMs)
    const items = found.slice(0, limit)
    const last = items.at(-1)
    if (found.length <= limit || last === undefined) return { items }
    return { items, nextCursor: jsonCursor([last.entityId, last.entityType, last.metric]) }
  },
})

const baselinesOf = operation.outside({
  name: 'ueba.baselines_of',
  summary: 'Baseline of one entity; 404 when none is known, which does not mean zero',
  permission: 'alerts:read',
  path: 'GET /ueba/baselines/:entity_id',
  params,
  query: ofType,
  output: named('UebaEntity', Type.Object(entityMembers)),
  async run(call, { entity_id: entity, entity_type }) {
    const { found, resets, reader } = await knownOf(call, entity, entity_type)
    const types = found.map((one) => one.entityType)
    return entityView(entity, found, await peerGroupsOf(call, reader, entity, types, resets))
  },
})

const entity = operation.outside({
  name: 'ueba.entity',
  summary: 'Baselines, newest anomalies and resets of one entity, compared to its peers',
  description: '404 when nothing is known, which does not mean zero.',
  permission: 'alerts:read',
  path: 'GET /ueba/entities/:entity_id',
  params,
  output: named(
    'UebaEntityView',
    Type.Object({
      ...entityMembers,
      anomalies: Type.Array(anomalyDetailSchema, { description: `newest first, at most ${ANOMALIES_SHOWN}` }),
      has_more_anomalies: Type.Boolean(),
      resets: Type.Array(RESET_ROWS.schema, { description: 'of the last 31 days, newest first' }),
    }),
  ),
  async run(call, { entity_id: entityId }) {
    const reader = lakeOf(call)
    const { resets: known, own } = await call.read(async (tx) => {
      return { resets: await liveResets(tx), own: await resetsOf(tx, entityId) }
    })
    const [baselinesFound, anomaliesFound] = await Promise.all([
      baselinesPage(reader, METRICS_MAX, { entityId, resets: known }, call.nowMs),
      anomaliesPage(reader, ANOMALIES_SHOWN + 1, { entityId }),
    ])
    if (baselinesFound.length + anomaliesFound.length + own.length === 0)
      throw new AppError('not_found', 'nothing is known of this entity')
    const types = [...baselinesFound, ...anomaliesFound].map((one) => one.entityType)
    const groups = await peerGroupsOf(call, reader, entityId, types, known)
    const shown = anomaliesFound.slice(0, ANOMALIES_SHOWN)
    return {
      ...entityView(entityId, baselinesFound, groups),
      anomalies: shown.map((one) => {
        return { ...anomalyView(one), peer: peerView(groupOf(groups, one), one.metricName, one.observedValue) }
      }),
      hasMoreAnomalies: anomaliesFound.length > ANOMALIES_SHOWN,
      resets: own,
    }
  },
})

const reset = operation.outside({
  name: 'ueba.reset_baselines',
  summary: 'Learn the baseline of an entity from scratch; takes effect within seconds',
  description: 'The reason is listed with the resets of the entity for 31 days, and stays in the audit log.',
  permission: 'settings:write',
  audit: 'ueba_baseline:reset',
  removes: 'records',
  path: 'DELETE /ueba/baselines/:entity_id',
  params,
  query: Type.Object({
    ...ofType.properties,
    reason: Type.Optional(plainText(500)),
  }),
  async run(call, { entity_id, entity_type, reason }) {
    const { found } = await knownOf(call, entity_id, entity_type)
    const types = [...new Set(found.map((one) => one.entityType))].sort()
    await call.work(async (tx, note) => {
      const { nowMs, actor } = call
      await resetBaselines(tx, { entity: entity_id, types, by: idOf(actor), reason: reason ?? null, nowMs })
      note({ resource: 'ueba_baseline', changes: { entity_id, entity_types: types, reason: reason ?? null } })
    })
  },
})

const resets = operation({
  name: 'ueba.resets',
  summary: 'Resets of the baseline of an entity in the last 31 days, newest first',
  permission: 'alerts:read',
  path: 'GET /ueba/resets',
  query: Type.Object({ ...pageQuery, entity_id: entityName }, closed),
  output: pageOf(RESET_ROWS.schema),
  async run({ tx }, { entity_id, ...page }) {
    return pageOfList(await resetsOf(tx, entity_id), page, ({ entity_type }) => entity_type)
  },
})

const stats = operation.outside({
  name: 'ueba.stats',
  summary: 'Number of baselines and anomalies',
  permission: 'alerts:read',
  path: 'GET /ueba/stats',
  output: named(
    'UebaStats',
    Type.Object({
      entities: Type.Integer(),
      baselines: Type.Integer(),
      baselines_by_state: Type.Object({ learning: Type.Integer(), ready: Type.Integer(), stale: Type.Integer() }),
      anomalies_24h: Type.Integer(),
      anomalies_24h_by_severity: Type.Object({
        medium: Type.Integer(),
        high: Type.Integer(),
        critical: Type.Integer(),
      }),
      entities_refused_on: nullable(time),
    }),
  ),
  async run(call) {
    const found = await uebaStats(lakeOf(call), await call.read(liveResets), call.nowMs)
    const countOf = (severity: Severity) =>
      found.anomalies.find((one) => severityOfRank(one.severityId) === severity)?.anomalies ?? 0
    return {
      entities: found.entities,
      baselines: found.baselines,
      baselines_by_state: found.byState,
      anomalies_24h: found.anomalies.reduce((sum, { anomalies }) => sum + anomalies, 0),
      anomalies_24h_by_severity: { medium: countOf('medium'), high: countOf('high'), critical: countOf('critical') },
      entities_refused_on: found.refusedOn,
    }
  },
})

export const UEBA_OPERATIONS = [anomalies, anomaly, baselines, baselinesOf, entity, reset, resets, stats]

/** A group for each of these types, each once. */
type PeerGroups = readonly { readonly type: EntityType; readonly group: PeerGroup | null }[]

async function peerGroupsOf(
  { nowMs, read: inTenant }: OutsideCall<LakeDeps>,
  reader: Reader,
  entity: string,
  types: readonly EntityType[],
  resets: readonly Reset[],
): Promise<PeerGroups> {
  const found = []
  for (const type of new Set(types))
    found.push({ type, group: await peersOf({ reader, nowMs, inTenant, type, entity, resets }) })
  return found
}

function groupOf(groups: PeerGroups, { entityType: type }: { readonly entityType: EntityType }): PeerGroup | null {
  return groups.find((one) => one.type === type)?.group ?? null
}

function entityView(entityId: string, found: readonly Baseline[], groups: PeerGroups) {
  return {
    entityId,
    baselines: found.map((one) => ({ ...one, peer: peerView(groupOf(groups, one), one.metric, one.mean) })),
    peerGroups: groups.flatMap(({ group }) => (group === null ? [] : [peerGroupView(group)])),
  }
}

/** Throws `not_found` where nothing is known of an entity. */
async function knownOf(call: OutsideCall<LakeDeps>, entityId: string, entityType: BaselineFilter['entityType']) {
  const resets = await call.read(liveResets)
  const reader = lakeOf(call)
  const found = await baselinesPage(reader, METRICS_MAX, { entityId, entityType, resets }, call.nowMs)
  if (found.length === 0) throw new AppError('not_found', 'there is no baseline of this entity')
  return { found, resets, reader }
}

/** Entity, type and metric of the last one seen. Throws 422. */
function baselinePosition(cursor: string | undefined): NonNullable<BaselineFilter['after']> | null {
  if (cursor === undefined) return null
  const [entity, type, metricName, ...more] = partsOfJson(cursor)
  if (typeof entity !== 'string' || typeof type !== 'string' || typeof metricName !== 'string' || more.length > 0)
    throw refusedCursor()
  return [entity, type, metricName]
}
