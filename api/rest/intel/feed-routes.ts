/** Feeds of indicators that a tenant subscribes to. */
import { Type } from 'typebox'
import { createFeed, feedsOf, runSync, startSync } from '../../../control/intel/index.ts'
import { parseAllowlist } from '../../../platform/egress/air-gap.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { uuid } from '../views.ts'
import { feedBody, feedSchema, feedView } from './views.ts'

const tags = ['intel']
/** Of a process; each holds a page of its source. */
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
      const airGap = { enabled: deps.airgap.enabled, allowlist: parseAllowlist(deps.airgap.allowlist.join(',')) }
      const made = await tenantWork(deps, request, async (tx, note) => {
        const created = await createFeed(tx, feed, { vault: deps.vault, airGap, log: deps.log })
        note({ resource: 'intel_feed', resourceId: created.id, changes: { name, feed_type: type, url } })
        return feedView(created)
      })
      return reply.code(201).send(made)
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
