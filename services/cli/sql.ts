import { pipeline } from 'node:stream/promises'
import { moves } from '../../control/platform/archive/index.ts'
import { fieldsOfSql } from '../../control/soc/searches/index.ts'
import { AppError } from '../../platform/errors.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { TextFilters } from '../../query/sql/text-filters.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { operatorReader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { targets } from './connect.ts'
import { inTenant } from './in-tenant.ts'
import { knownTenant } from './known-tenant.ts'
import { noteUse } from './note-use.ts'
import { isAway } from './over-both.ts'

/** The operator waits as long as it takes, and gets every row. */
const LIMITS = { timeoutSeconds: 3600, rowsMax: 0 }

/**
 * Prints rows as stored: `ocsf` is 1.8.0 whatever version the tenant has pinned, and each event names it in its
 * `metadata.version`. `svc normalize --format ocsf --tenant T` converts the output (decision 9).
 */
export async function runSql(statement: string, options: { tenant?: string; format: string }): Promise<void> {
  const tenant = options.tenant === undefined ? undefined : tenantId(options.tenant)
  const client = openClickhouse({ url: targets().clickhouseUrl, timeoutMs: LIMITS.timeoutSeconds * 1000 })
  try {
    // An empty result does not show that the tenant is unknown: a count has a row all the same.
    if (tenant !== undefined) await knownTenant(tenant)
    const filters = new TextFilters()
    const reader =
      tenant === undefined
        ? operatorReader(client, LIMITS)
        : tenantReader(client, tenant, { ...LIMITS, rewrite: filters.rewrite })
    const startedAt = performance.now()
    await pipeline(await reader.stream(statement, options.format), process.stdout, { end: false })
    const ms = performance.now() - startedAt
    if (filters.advice !== null) process.stderr.write(`${filters.advice}\n`)
    if (tenant === undefined) return
    await noteUse(tenant, { language: 'sql', fields: fieldsOfSql(statement), ms, isLate: false })
    if (/\bevents\b/i.test(statement)) await noteUnread(tenant)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', (error as Error).message, { cause: error })
  } finally {
    await client.close()
  }
}

/** The statement ran over the lake alone, which the answer does not show. */
async function noteUnread(tenant: TenantId): Promise<void> {
  const away = await inTenant(tenant, (tx) => moves(tx, ['dropping', 'dropped', 'restoring'])).catch(isAway)
  const events = away === false ? 0 : away.reduce((sum, { rows }) => sum + (rows ?? 0), 0)
  if (events > 0)
    process.stderr.write(
      `only the lake was read: ${events} events are in the archive (svc query --archive, svc kql and svc search read them)\n`,
    )
}
