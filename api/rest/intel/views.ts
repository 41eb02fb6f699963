/** API inputs and views of threat intelligence. */
import { type Static, Type } from 'typebox'
import {
  FEED_TYPES,
  type Feed,
  type KnownOf,
  knownGoodSchema,
  MISP_PUSH_STATES,
  type MispPush,
  type StoredIndicator,
} from '../../../control/detect/intel/index.ts'
import { KINDS } from '../../../intel/indicator.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import type { Seen } from '../../../query/seen-values.ts'
import { closed, oneOf, plainText } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { nullable, time, uuid } from '../views.ts'

export const TLP = ['white', 'clear', 'green', 'amber', 'red'] as const
const score = Type.Integer({ minimum: 0, maximum: 100 })
const name = nullable(Type.String())

export const iocBody = named(
  'IocCreate',
  Type.Object(
    {
      ioc_type: oneOf(KINDS),
      value: plainText(2048),
      confidence: Type.Optional(score),
      severity: Type.Optional(oneOf(SEVERITIES)),
      tlp: Type.Optional(oneOf(TLP)),
      threat_actor: Type.Optional(plainText(200)),
      campaign: Type.Optional(plainText(200)),
      malware_family: Type.Optional(plainText(200)),
      tags: Type.Optional(Type.Array(plainText(200), { maxItems: 50 })),
      source_ref: Type.Optional(plainText(200)),
      expires_at: Type.Optional(time),
      linked_alerts: Type.Optional(Type.Array(uuid, { maxItems: 100 })),
      context: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
      false_positive: Type.Optional(
        Type.Boolean({ description: 'true: neither this nor the shared indicator of the value matches here' }),
      ),
    },
    closed,
  ),
)

export const iocPatch = named(
  'IocPatch',
  Type.Object(
    {
      is_active: Type.Optional(Type.Boolean()),
      false_positive: Type.Optional(Type.Boolean()),
      confidence: Type.Optional(score),
      expires_at: Type.Optional(nullable(time)),
    },
    { ...closed, minProperties: 1 },
  ),
)

export const changedIocs = named(
  'IocsChanged',
  Type.Object({
    items: Type.Array(Type.Object({ id: uuid, outcome: oneOf(['changed', 'deleted'] as const) })),
  }),
)

const ioc = {
  id: uuid,
  tenant_id: Type.String({ description: 'empty: shared by all tenants' }),
  ioc_type: oneOf(KINDS),
  value: Type.String({ description: 'normalised' }),
  confidence: score,
  severity: oneOf(SEVERITIES),
  tlp: oneOf(TLP),
  threat_actor: name,
  campaign: name,
  malware_family: name,
  tags: Type.Array(Type.String()),
  source: Type.String(),
  source_ref: name,
  linked_alerts: Type.Array(uuid),
  context: Type.Record(Type.String(), Type.Unknown()),
  is_active: Type.Boolean(),
  false_positive: Type.Boolean(),
  expires_at: nullable(time),
  first_seen: time,
  last_seen: time,
  created_at: time,
}
export const iocSchema = named('Ioc', Type.Object(ioc))

const seenSchema = named(
  'SeenValue',
  Type.Object({
    is_indexed: Type.Boolean({ description: 'false: no column of events holds values of this kind' }),
    events: Type.Integer(),
    first_seen: nullable(time),
    last_seen: nullable(time),
    sources: Type.Array(Type.Object({ source: Type.String(), events: Type.Integer() })),
    indexed_from: nullable(Type.String({ description: 'first day of the index' })),
  }),
)
export const stixBundleSchema = named(
  'StixBundle',
  Type.Object({
    type: Type.Literal('bundle'),
    id: Type.String(),
    objects: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  }),
)

export const mispPushSchema = named(
  'MispPush',
  Type.Object({
    indicator_id: uuid,
    state: oneOf(MISP_PUSH_STATES),
    attempts: Type.Integer(),
    error: nullable(Type.String({ description: 'of the last attempt' })),
    pushed_at: nullable(time),
    requested_at: time,
  }),
)

export const newIocSchema = named(
  'NewIoc',
  Type.Object({
    ...ioc,
    seen: nullable(seenSchema),
    seen_unknown_because: nullable(Type.String({ description: 'why the lake could not be asked' })),
    misp: nullable(mispPushSchema),
  }),
)

export const enrichBody = named(
  'IntelEnrich',
  Type.Object(
    {
      indicators: Type.Array(Type.Object({ type: oneOf(KINDS), value: plainText(2048) }, closed), {
        minItems: 1,
        maxItems: 100,
      }),
    },
    closed,
  ),
)

const match = Type.Object({
  id: uuid,
  ioc_type: oneOf(KINDS),
  value: Type.String(),
  confidence: score,
  effective_confidence: Type.Number(),
  severity: oneOf(SEVERITIES),
  source: Type.String(),
  age_days: Type.Number(),
  half_life_days: Type.Integer(),
  weak: Type.Boolean(),
  known_good_list: nullable(Type.String({ description: 'the list that flags it as known good' })),
  threat_actor: name,
  malware_family: name,
})
const checked = Type.Object({
  name: Type.String(),
  status: oneOf(['ok', 'could_not_check'] as const),
  reason: nullable(Type.String()),
})
export const enrichedSchema = named(
  'IntelEnriched',
  Type.Object({
    indicators: Type.Array(
      Type.Object({
        type: oneOf(KINDS),
        value: Type.String(),
        normalised: nullable(Type.String({ description: 'null: not a value of its type' })),
        matches: Type.Array(match),
        known_good: Type.Array(knownGoodSchema, {
          description: 'lists of known-good values that name it; one that suppresses keeps indicators from matching',
        }),
        seen: nullable(seenSchema),
        sources_checked: Type.Array(checked),
      }),
    ),
  }),
)
export type Checked = Static<typeof checked>

export const feedBody = named(
  'IntelFeedCreate',
  Type.Object(
    {
      name: plainText(100),
      feed_type: oneOf(FEED_TYPES),
      url: plainText(2048),
      api_key: Type.Optional(Type.String({ minLength: 1, maxLength: 4096, pattern: '^[\\x21-\\x7e]*$' })),
      poll_interval: Type.Optional(
        Type.Integer({
          minimum: 60,
          maximum: 604_800,
          description: 'seconds between two looks at it; 3600 without it',
        }),
      ),
      config: Type.Optional(
        Type.Object({ collection: Type.Optional(plainText(200)), username: Type.Optional(plainText(200)) }, closed),
      ),
    },
    closed,
  ),
)
export const feedChangeBody = named(
  'IntelFeedChange',
  Type.Object(
    {
      is_enabled: Type.Optional(Type.Boolean()),
      poll_interval: Type.Optional(Type.Integer({ minimum: 60, maximum: 604_800 })),
    },
    { ...closed, minProperties: 1 },
  ),
)
export const feedSchema = named(
  'IntelFeed',
  Type.Object({
    id: uuid,
    name: Type.String(),
    feed_type: oneOf(FEED_TYPES),
    url: Type.String(),
    shared: Type.Boolean({ description: 'set by the operator, for all tenants; no tenant changes it' }),
    has_api_key: Type.Boolean(),
    config: Type.Record(Type.String(), Type.Unknown()),
    poll_interval: Type.Integer(),
    is_enabled: Type.Boolean(),
    status: oneOf(['never', 'syncing', 'ok', 'failed'] as const),
    error: nullable(Type.String()),
    progress: Type.Object({
      pages: Type.Integer(),
      indicators: Type.Integer(),
      skipped: Type.Integer(),
      skip_reasons: Type.Record(Type.String(), Type.Integer()),
    }),
    last_polled_at: nullable(time),
    created_at: time,
  }),
)

export function iocView(one: StoredIndicator): Static<typeof iocSchema> {
  return {
    id: one.id,
    tenant_id: one.owner,
    ioc_type: one.kind,
    value: one.value,
    confidence: one.confidence,
    severity: one.severity,
    tlp: one.tlp as (typeof TLP)[number],
    threat_actor: one.threatActor,
    campaign: one.campaign,
    malware_family: one.malwareFamily,
    tags: [...one.tags],
    source: one.source,
    source_ref: one.sourceRef,
    linked_alerts: [...one.linkedAlerts],
    context: { ...one.context },
    is_active: one.isActive,
    false_positive: one.isFalsePositive,
    expires_at: one.expiresAt?.toISOString() ?? null,
    first_seen: one.firstSeen.toISOString(),
    last_seen: one.lastSeen.toISOString(),
    created_at: one.createdAt.toISOString(),
  }
}

export function mispPushView(push: MispPush) {
  const { pushed_at, requested_at } = push
  return { ...push, pushed_at: pushed_at?.toISOString() ?? null, requested_at: requested_at.toISOString() }
}

export function seenView(seen: Seen): Static<typeof seenSchema> {
  return {
    is_indexed: seen.isIndexed,
    events: seen.events,
    first_seen: seen.firstSeen,
    last_seen: seen.lastSeen,
    sources: seen.sources.map((source) => ({ ...source })),
    indexed_from: seen.indexedFrom,
  }
}

export function matchView({ indicator, ...known }: KnownOf): Static<typeof match> {
  return {
    id: indicator.id,
    ioc_type: indicator.kind,
    value: indicator.value,
    confidence: indicator.confidence,
    effective_confidence: known.effectiveConfidence,
    severity: indicator.severity,
    source: indicator.source,
    age_days: known.ageDays,
    half_life_days: known.halfLifeDays,
    weak: known.isWeak,
    known_good_list: known.knownGood?.list ?? null,
    threat_actor: indicator.threatActor,
    malware_family: indicator.malwareFamily,
  }
}

export function feedView(feed: Feed): Static<typeof feedSchema> {
  const { pages, indicators, skipped, skipReasons } = feed
  return {
    id: feed.id,
    name: feed.name,
    feed_type: feed.type,
    url: feed.url,
    shared: feed.isShared,
    // Keys of the installation are in its settings.
    has_api_key: feed.apiKey !== null || (feed.isShared && feed.type !== 'taxii'),
    config: { ...feed.config },
    poll_interval: feed.pollIntervalSeconds,
    is_enabled: feed.isEnabled,
    status: feed.status,
    error: feed.error,
    progress: { pages, indicators, skipped, skip_reasons: { ...skipReasons } },
    last_polled_at: feed.lastPolledAt?.toISOString() ?? null,
    created_at: feed.createdAt.toISOString(),
  }
}
