import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { touchTokens } from './token-store.ts'

/** Remembers when tokens were used and writes it at most once a minute a token, off the path of a request. */
export type TokenTouches = {
  note(tenant: TenantId, tokenId: string, nowMs: number): void
  /** Writes the collected times and returns the number of changed rows. Failed writes are kept for the next flush. */
  flush(): Promise<number>
  /** Stops the timer and flushes. */
  close(): Promise<void>
}

/** Token id -> when it was used last. */
type Uses = Map<string, number>

const FLUSH_MS = 60_000
/** Notes between two flushes. Past it a use goes unrecorded until the next flush; a use is information, not a fact to keep. */
const TENANTS_MAX = 10_000
const TOKENS_PER_TENANT_MAX = 1_000

export function openTokenTouches(pool: Postgres, log: Log): TokenTouches {
  const noted = new Map<TenantId, Uses>()
  const flushTenant = async (tenant: TenantId, uses: Uses) => {
    noted.delete(tenant) // first, so that entries noted during this write belong to the next flush
    try {
      return await withTenant(pool, tenant, (tx) => touchTokens(tx, uses, FLUSH_MS))
    } catch (error) {
      noted.set(tenant, new Map([...uses, ...(noted.get(tenant) ?? [])]))
      throw error
    }
  }
  const flush = async () => {
    let changed = 0
    for (const [tenant, uses] of [...noted]) changed += await flushTenant(tenant, uses)
    return changed
  }
  const timer = setInterval(() => {
    flush().catch((error) => log.warn({ err: error }, 'cannot write the last use of tokens, retrying'))
  }, FLUSH_MS).unref()
  return {
    note(tenant, tokenId, nowMs) {
      const uses: Uses = noted.get(tenant) ?? new Map()
      if (noted.size >= TENANTS_MAX && !noted.has(tenant)) return
      if (uses.size >= TOKENS_PER_TENANT_MAX && !uses.has(tokenId)) return
      noted.set(tenant, uses.set(tokenId, nowMs))
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
