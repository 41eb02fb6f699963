import { type Both, NO_ARCHIVE, overBoth } from '../../control/platform/archive/index.ts'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { TimeSpan } from '../../query/search/coverage.ts'
import type { ArchivedEvents } from '../../stores/clickhouse/archived-events.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { openArchiveStore } from '../settings/archive-store.ts'
import { targets } from './connect.ts'
import { requireTenant } from './known-tenant.ts'

/** `isKnown` is false when the database does not answer, because the list of archive files is there. */
export type AnswerOfBoth<T> = Both<T> & { readonly isKnown: boolean }

/**
 * Runs a command's query over the lake and the archived part of its time span. Throws `not_found` for an unknown
 * tenant. Without the database only the lake is queried.
 */
export async function askBoth<T>(
  tenant: TenantId,
  span: TimeSpan,
  ask: (archive: ArchivedEvents | undefined) => Promise<T>,
): Promise<AnswerOfBoth<T>> {
  const { config, databaseUrl } = targets()
  const pool = openPostgres({ url: databaseUrl, poolSize: 1 })
  try {
    const isKnown = await requireTenant(pool, tenant).then(() => true, isAway)
    if (!isKnown) return { answer: await ask(undefined), archive: NO_ARCHIVE, archived: [], isMoving: false, isKnown }
    const store = openArchiveStore(config, openLog('archive', 'warn'))
    return { ...(await overBoth({ pool, store }, tenant, span, ask)), isKnown }
  } finally {
    await pool.end()
  }
}

export function isAway(error: unknown): false {
  if (error instanceof AppError && error.code === 'unavailable') return false
  throw error
}
