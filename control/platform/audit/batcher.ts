import { AppError } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/seal.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { appendStamped, type StampedEntry } from './append.ts'
import { type AuditEntry, checkEntry } from './entry.ts'
import { newStamp } from './entry-id.ts'

/** For frequent entries without a change of their own, such as reads: many share a commit. */
export type AuditBatcher = {
  /** Resolves when the entry is durable. Throws `bad_request` for one out of bounds, `unavailable` past the bound. */
  append(tenant: TenantId, entry: AuditEntry): Promise<void>
  /** Resolves when everything taken before is durable or refused. */
  close(): Promise<void>
}

export type BatcherOptions = {
  readonly pool: Postgres
  readonly sealer: Sealer
  /** Transactions at the same time, each of another tenant. */
  readonly parallel?: number
}

type Waiting = StampedEntry & { readonly done: () => void; readonly failed: (error: unknown) => void }

const PARALLEL = 4
const BATCH_MAX = 500
/** @bound audit entries waiting in a process -> 503 */
const WAITING_MAX = 20_000

/**
 * A tenant has one batch under way; what comes meanwhile waits and goes with the next. So a quiet log commits each
 * entry at once, and a busy one as many together as came during one commit.
 */
export function openAuditBatcher({ pool, sealer, parallel = PARALLEL }: BatcherOptions): AuditBatcher {
  const queues = new Map<TenantId, Waiting[]>()
  /** Tenants with a queue and no batch under way, longest waiting first. */
  const ready = new Set<TenantId>()
  const running = new Set<Promise<void>>()
  let waiting = 0

  const write = async (tenant: TenantId, batch: readonly Waiting[]) => {
    try {
      await withTenant(pool, tenant, (tx) => appendStamped(tx, sealer, batch))
      for (const { done } of batch) done()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }
  const runNext = async (tenant: TenantId, queue: Waiting[]) => {
    const batch = queue.splice(0, BATCH_MAX)
    await write(tenant, batch)
    waiting -= batch.length
    if (queue.length > 0) ready.add(tenant)
    else queues.delete(tenant)
  }
  const pump = () => {
    for (const tenant of ready) {
      if (running.size >= parallel) return
      ready.delete(tenant)
      const run: Promise<void> = runNext(tenant, queues.get(tenant) ?? []).finally(() => {
        running.delete(run)
        pump()
      })
      running.add(run)
    }
  }

  return {
    async append(tenant, entry) {
      checkEntry(entry)
      if (waiting >= WAITING_MAX)
        throw new AppError('unavailable', 'too many audit entries are waiting', { retryAfterSeconds: 1 })
      waiting++
      await new Promise<void>((done, failed) => {
        const queue = queues.get(tenant)
        const added = { entry, stamp: newStamp(), done, failed }
        if (queue) queue.push(added)
        else {
          queues.set(tenant, [added])
          ready.add(tenant)
        }
        pump()
      })
    },
    async close() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
