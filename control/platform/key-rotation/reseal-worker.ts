import type { Log } from '../../../platform/log.ts'
import type { Worker } from '../../../platform/workers.ts'
import { lookAtKeys } from '../vault/index.ts'
import { type ResealDeps, resealAll } from './reseal.ts'
import { runRequestedReseal } from './reseal-request.ts'

/**
 * Interval while an older key exists, because someone wants to drop it; with a single key only the recorded key use is
 * refreshed.
 */
const ROTATING_MS = 60_000
const ALONE_MS = 3_600_000
/** Short, because an administrator waits for the result on the vault's page. */
const POLL_MS = 2_000

/** Moves secrets from older credential keys to the newest, and keeps up which key is still needed. */
export function resealWorkers(deps: ResealDeps & { readonly log: Log }): Worker[] {
  const { ring, log } = deps
  return [
    {
      name: 'vault reseal',
      everyMs: ring.ids.length > 1 ? ROTATING_MS : ALONE_MS,
      once: async ({ stop }) => {
        for (const { column, resealed, unreadable } of ring.ids.length > 1 ? await resealAll(deps, stop) : [])
          if (resealed > 0) log.info({ column, resealed, unreadable, key_id: ring.ids[0] }, 'secrets re-encrypted')
        await lookAtKeys(deps.pool, ring)
        return false
      },
    },
    {
      name: 'vault reseal on request',
      everyMs: POLL_MS,
      once: async ({ stop }) => {
        await runRequestedReseal(deps, stop)
        return false
      },
    },
  ]
}
