/** Operations of feeds of indicators that a tenant subscribes to. */
import { Type } from 'typebox'
import { defined } from '../../../../platform/defined.ts'
import type { Egress } from '../../../../platform/egress/client.ts'
import { reachOf } from '../../../../platform/egress/reach.ts'
import { AppError, noSuch, requireFound } from '../../../../platform/errors.ts'
import type { Log } from '../../../../platform/log.ts'
import { closed, named, nullable, oneOf, plainText, time, uuid } from '../../../../schemas/wire.ts'
import type { Postgres } from '../../../../stores/postgres/pool.ts'
import { operationsOf } from '../../../platform/acting/index.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import { FEED_STATES, FEED_TYPES, type Feed } from './feed.ts'
import { deleteFeed, feedsOf, updateFeed } from './feed-store.ts'
import { createFeed, runSync, startSync } from './sync-feed.ts'

type Deps = Parameters<typeof reachOf>[0] & {
  readonly pool: Postgres
  readonly vault: Vault
  readonly log: Log
  readonly nowMs: () => number
  /** The way out to feeds; there are no syncs without it. */
  readonly egress?: Egress | undefined
}
const operation = operationsOf<Deps>()
const POLL_SECONDS = 3600

const feedSchema = named(
  'IntelFeed',
  Type.Object({
    id: uuid,
    name: Type.String(),
    feed_type: oneOf(FEED_TYPES),
    url: Type.String(),
    shared: Type.Boolean({ description: 'true when the operator set it for all tenants; tenants cannot change it' }),
    has_api_key: Type.Boolean(),
    config: Type.Record(Type.String(), Type.Unknown()),
    poll_interval: Type.Integer(),
    is_enabled: Type.Boolean(),
    status: oneOf(FEED_STATES),
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

function shownFeed(feed: Feed) {
  const { type, isShared, apiKey, pollIntervalSeconds, pages, indicators, skipped, skipReasons } = feed
  return {
    ...feed,
    feedType: type,
    shared: isShared,
    // Keys of the installation are in its settings.
    hasApiKey: apiKey !== null || (isShared && type !== 'taxii'),
    pollInterval: pollIntervalSeconds,
    progress: { pages, indicators, skipped, skipReasons },
  }
}

const list = operation.list({
  name: 'intel.feeds',
  summary: 'Feeds with their last or running sync',
  permission: 'threat_intel:read',
  path: 'GET /intel/feeds',
  item: feedSchema,
  run: async ({ tx }) => (await feedsOf(tx)).map(shownFeed),
})

const create = operation({
  name: 'intel.create_feed',
  summary: 'Subscribe to a feed',
  permission: 'threat_intel:write',
  audit: 'intel_feed:created',
  path: 'POST /intel/feeds',
  status: 201,
  body: named(
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
            description: 'seconds between two syncs; default: 3600',
          }),
        ),
        config: Type.Optional(
          Type.Object({ collection: Type.Optional(plainText(200)), username: Type.Optional(plainText(200)) }, closed),
        ),
      },
      closed,
    ),
  ),
  output: feedSchema,
  async run({ tx, note, deps }, body) {
    const { name, feed_type: type, url, api_key: apiKey = null, config = {}, poll_interval = POLL_SECONDS } = body
    const feed = { name, type, url, apiKey, config, pollIntervalSeconds: poll_interval }
    const created = await createFeed(tx, feed, { vault: deps.vault, reach: reachOf(deps), log: deps.log })
    note({ resource: 'intel_feed', resourceId: created.id, changes: { name, feed_type: type, url } })
    return shownFeed(created)
  },
})

const change = operation({
  name: 'intel.update_feed',
  summary: 'Enable or disable a feed, or change its poll interval',
  permission: 'threat_intel:write',
  audit: 'intel_feed:updated',
  path: 'PATCH /intel/feeds/:id',
  body: named(
    'IntelFeedChange',
    Type.Object(
      {
        is_enabled: Type.Optional(Type.Boolean()),
        poll_interval: Type.Optional(Type.Integer({ minimum: 60, maximum: 604_800 })),
      },
      { ...closed, minProperties: 1 },
    ),
  ),
  output: feedSchema,
  async run({ tx, note }, { id, ...body }) {
    note({ resource: 'intel_feed', resourceId: id, changes: body })
    const { is_enabled: isEnabled, poll_interval: pollIntervalSeconds } = body
    const changed = requireFound(await updateFeed(tx, id, defined({ isEnabled, pollIntervalSeconds })), 'feed')
    return shownFeed(changed)
  },
})

const remove = operation({
  name: 'intel.delete_feed',
  summary: 'Unsubscribe from a feed; its indicators stay',
  permission: 'threat_intel:write',
  audit: 'intel_feed:deleted',
  removes: 'records',
  path: 'DELETE /intel/feeds/:id',
  async run({ tx, note }, { id }) {
    note({ resource: 'intel_feed', resourceId: id })
    if (!(await deleteFeed(tx, id))) throw noSuch('feed')
  },
})

/**
 * Syncs that a process runs at once. Each holds a page of its source.
 * @bound concurrent syncs of feeds in a process -> 503
 */
const SYNCS_MAX = 8
let syncing = 0

const sync = operation.outside({
  name: 'intel_feeds.sync',
  summary: 'Start a sync of a feed; GET /intel/feeds shows its progress',
  permission: 'threat_intel:write',
  audit: 'intel_feed:synced',
  path: 'POST /intel/feeds/:id/sync',
  status: 202,
  output: feedSchema,
  async run({ actor, deps, work, afterResponse }, { id }) {
    const { egress } = deps
    const begun = await work(async (tx, note) => {
      const started = await startSync(tx, id, {})
      if (egress === undefined) throw new AppError('unavailable', 'feeds are not read here')
      if (syncing >= SYNCS_MAX)
        throw new AppError('unavailable', 'too many feeds are being read', { retryAfterSeconds: 30 })
      note({ resource: 'intel_feed', resourceId: started.id })
      return started
    })
    if (egress !== undefined) {
      syncing++
      const isWaiting = afterResponse('the sync of a feed', () =>
        runSync({ ...deps, egress }, actor.tenantId, begun).finally(() => syncing--),
      )
      if (!isWaiting) syncing--
    }
    return shownFeed(begun)
  },
})

export const FEED_OPERATIONS = [list, create, change, remove, sync]
