import { Type } from 'typebox'
import { feedSchema, runSync, shownFeed, startSync } from '../../../control/detect/intel/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { toWire } from '../../../schemas/to-wire.ts'
import { uuid } from '../../../schemas/wire.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'

/** Syncs that a process runs at once; each holds a page of its source. */
const SYNCS_MAX = 8

/** Written by hand: the sync goes on after its answer, and the app waits for it before it closes. */
export const syncRoute: Routes = (app, deps) => {
  const syncing = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.allSettled(syncing)))

  app.post(
    '/intel/feeds/:id/sync',
    {
      config: { permission: 'threat_intel:write', audit: 'intel_feed:synced' },
      schema: {
        ...{ tags: ['intel'], summary: 'Begin to read a feed; GET /intel/feeds shows how far it came' },
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
      return reply.code(202).send(toWire(feedSchema, shownFeed(begun)) as never)
    },
  )
}
