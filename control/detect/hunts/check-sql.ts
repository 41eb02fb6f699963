import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { lakeQuery } from '../../../query/lake-query.ts'
import type { Reader, ReadLimits } from '../../../stores/clickhouse/tenant-reader.ts'

/** A reader of the lake for one tenant; absent without a lake. */
export type SqlLake = { readonly lake?: ((tenant: TenantId, limits?: ReadLimits) => Reader) | undefined }

/** An engine that needs longer to answer nothing has accepted the statement. */
const CHECK_SECONDS = 3
const SPAN = { from: '2000-01-01 00:00:00.000', to: '2000-01-01 00:00:00.000' }
const WRONG: ReadonlySet<string> = new Set(['bad_request', 'forbidden'])

/**
 * Throws 422 with the engine's error for SQL that cannot run, so that the error appears when the hunt is saved and not
 * at night. When the lake is unreachable the statement is accepted, and its run shows the error.
 */
export async function checkSql({ lake }: SqlLake, tenant: TenantId, sql: string): Promise<void> {
  if (!lake) return
  try {
    await lakeQuery(lake(tenant, { timeoutSeconds: CHECK_SECONDS, memoryMb: 200 }), {
      sql: `SELECT * FROM (${sql.trim().replace(/;$/, '')}\n) LIMIT 0`,
      rowsMax: 1,
      bytesMax: 1_000_000,
      params: SPAN,
    })
  } catch (error) {
    if (error instanceof AppError && WRONG.has(error.code)) throw invalid('query', error.message)
    if (!(error instanceof AppError)) throw error
  }
}
