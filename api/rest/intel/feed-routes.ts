/** Feeds of indicators that a tenant subscribes to. */

import { Type } from 'typebox'
import { createFeed, deleteFeed, feedsOf, runSync, startSync, updateFeed } from '../../../control/detect/intel/index.ts'
import { reachOf } from '../../../platform/egress/reach.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { uuid } from '../views.ts'
import { feedBody, feedChangeBody, feedSchema, feedView } from './views.ts'

const tags = ['intel']
/** Syncs that a process runs at once; each holds a page of its source. */
const SYNCS_MAX = 8
const POLL_SECONDS = 3600

export const feedRoutes: Routes = (app, deps) => {
  const syncing = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.allSettled(syncing)))

  app.get(
    '/intel/feeds',
    {
      config: { permission: 'threat_intel:read' },
      schema: {
        ...{ tags, summary: 'Feeds with how their last sync went, or is going' },
        ...{ querystring: Type.Object(pageQuery), response: { 200: pageOf(feedSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => pageOfList(await feedsOf(tx), request.query, ({ id }) => id, feedView)),
  )

  app.post(
    '/intel/feeds',
    {
      config: { permission: 'threat_intel:write', audit: 'intel_feed:created' },
      schema: { tags, summary: 'Subscribe to a feed', body: feedBody, response: { 201: feedSchema } },
    },
    async (request, reply) => {
      const { name, feed_type: type, url, api_key: apiKey = null, config = {}, poll_interval } = request.body
      const feed = { name, type, url, apiKey, config, pollIntervalSeconds: poll_interval ?? POLL_SECONDS }
      const made = await tenantWork(deps, request, async (tx, note) => {
        const created = await createFeed(tx, feed, { vault: deps.vault, reach: reachOf(deps), log: deps.log })
        note({ resource: 'intel_feed', resourceId: created.id, changes: { name, feed_type: type, url } })
        return feedView(created)
      })
      return reply.code(201).send(made)
    },
  )

  app.patch(
    '/intel/feeds/:id',
    {
      config: { permission: 'threat_intel:write', audit: 'intel_feed:updated' },
      schema: {
        ...{ tags, summary: 'Turn a feed off or on, or change how often it is read' },
        ...{ params: Type.Object({ id: uuid }), body: feedChangeBody, response: { 200: feedSchema } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { is_enabled: isEnabled, poll_interval: pollIntervalSeconds } = request.body
        note({ resource: 'intel_feed', resourceId: request.params.id, changes: request.body })
        const changed = await updateFeed(tx, request.params.id, {
          ...(isEnabled === undefined ? {} : { isEnabled }),
          ...(pollIntervalSeconds === undefined ? {} : { pollIntervalSeconds }),
        })
        if (changed === null) throw new AppError('not_found', 'there is no such feed')
        return feedView(changed)
      }),
  )

  app.delete(
    '/intel/feeds/:id',
    {
      config: { permission: 'threat_intel:write', audit: 'intel_feed:deleted', removes: 'records' },
      schema: {
        ...{ tags, summary: 'Unsubscribe from a feed; the indicators that it brought stay' },
        ...{ params: Type.Object({ id: uuid }), response: { 204: Type.Null() } },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'intel_feed', resourceId: request.params.id })
        if (!(await deleteFeed(tx, request.params.id))) throw new AppError('not_found', 'there is no such feed')
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/intel/feeds/:id/sync',
    {
      config: { permission: 'threat_intel:write', audit: 'intel_feed:synced' },
      schema: {
        ...{ tags, summary: 'Begin to read a feed; GET /intel/feeds shows how far it came' },
        ...{ params: Type.Object({ id: uuid }), response: { 202: feedSchema } },
      },
    },
    async (request, reply) => {
      const { egress, pool, vault, log, nowMs } = deps
      const begun = await tenantWork(deps, request, async (tx, note) => {
        const started = await startSync(tx, request.params.id, {})
        if (egress === undefined) throw new AppError('unavailable', 'feeds are not read here')
        if (syncing.size >= SYNCS_MAX)
          throw new AppError('unavailable', 'too many feeds are being read', { retryAfterSeconds: 30 })
        note({ resource: 'intel_feed', resourceId: started.id })
        return started
      })
      if (egress !== undefined) {
        const sync: Promise<void> = runSync({ egress, pool, vault, log, nowMs }, principalOf(request).tenantId, begun)
        syncing.add(sync)
        void sync.finally(() => syncing.delete(sync))
      }
      return reply.code(202).send(feedView(begun))
    },
  )
}
