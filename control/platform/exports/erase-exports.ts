/**
 * Finds exports whose files name a subject, and withdraws them when the subject is erased: the files are deleted, because a
 * signed file cannot be changed, and the export says why. A file that cannot be searched, such as Arrow, counts as naming it.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { ExportFormat } from '../../../query/search/export-events.ts'
import { sqlText, withDuckdb } from '../../../stores/iceberg/duckdb.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import type { ActNote } from '../acting/index.ts'
import { inFolder, isTransient } from '../archive/index.ts'
import { patternsOf, type Subject, spellingsOf } from '../governance/index.ts'
import { EXPORT_JOBS, type ExportJob, exportFolder, withdrawExport } from './export-job.ts'

export type ErasedExportDeps = {
  readonly pool: Postgres
  readonly store: ObjectStore
  readonly tempFolder: string
  readonly record: (tx: TenantTx, action: string, about: ActNote) => Promise<void>
}

/** An event has a text of 1 MiB at most, of which CSV and JSON may double each character. DuckDB takes sixteen times as much memory. */
const LINE_BYTES_MAX = 8 << 20
const DUCK_MEMORY_MB = 500
/** A slice that was begun before the events were deleted is written within this time. */
const SLICE_MS_MAX = 900_000
const POLL_MS = 500
const WHY = 'its files named a subject that was erased, or could not be searched for it, and were deleted'

/**
 * Resolves with the number of withdrawn exports. Call it after the subject's events are gone from lake and archive: slices
 * that begin later do not have them. Throws `unavailable` when a slice that began before does not end.
 */
export async function eraseExports(deps: ErasedExportDeps, tenant: TenantId, subject: Subject): Promise<number> {
  await begunSlicesEnd(deps.pool, tenant)
  const { named, live, withdrawn } = await withTenant(deps.pool, tenant, async (tx) => ({
    named: new Set(await queriesNaming(tx, subject)),
    live: await exportsWithFiles(tx),
    withdrawn: await withdrawnExports(tx),
  }))
  let count = 0
  for (const job of live) {
    if (!named.has(job.id) && !(await isNaming(deps, tenant, job, subject))) continue
    const isOurs = await withTenant(deps.pool, tenant, async (tx) => {
      if (!(await withdrawExport(tx, job.id, WHY))) return false
      await deps.record(tx, 'export:withdrawn', {
        resource: 'export_job',
        resourceId: job.id,
        changes: { rows: job.rows },
      })
      return true
    })
    if (isOurs) count++
    await removeFiles(deps.store, tenant, job.id)
  }
  // Also those of an erasure that was cut short before it removed the files.
  for (const id of withdrawn) await removeFiles(deps.store, tenant, id)
  return count
}

async function removeFiles(store: ObjectStore, tenant: TenantId, id: string): Promise<void> {
  for await (const { path } of store.list(exportFolder(tenant, id))) await store.remove(path)
}

/** Waits until no slice is being written that was being written at the call. */
async function begunSlicesEnd(pool: Postgres, tenant: TenantId): Promise<void> {
  const begun = new Set(await withTenant(pool, tenant, runningLeases))
  for (let waitedMs = 0; begun.size > 0; waitedMs += POLL_MS) {
    const now = new Set(await withTenant(pool, tenant, runningLeases))
    for (const lease of begun) if (!now.has(lease)) begun.delete(lease)
    if (begun.size === 0) return
    if (waitedMs >= SLICE_MS_MAX)
      throw new AppError('unavailable', 'an export writes a file that was begun before the erasure')
    await delay(POLL_MS)
  }
}

/** A slice has a lease of its own. */
function runningLeases(tx: TenantTx): Promise<string[]> {
  const sql = /* sql */ `
    SELECT lease::text AS lease FROM export_jobs WHERE state = 'running' AND lease_until > clock_timestamp() AND lease IS NOT NULL`
  return tx.many((row) => text(row, 'lease'), sql)
}

/** Every export but the withdrawn ones: cancelled and failed ones keep their files for a day too. */
export function exportsWithFiles(tx: TenantTx): Promise<ExportJob[]> {
  const sql = /* sql */ `SELECT ${EXPORT_JOBS.columns} FROM export_jobs WHERE state <> 'withdrawn' ORDER BY id`
  return tx.many(EXPORT_JOBS.read, sql)
}

function withdrawnExports(tx: TenantTx): Promise<string[]> {
  const sql = /* sql */ `SELECT id::text AS id FROM export_jobs WHERE state = 'withdrawn'`
  return tx.many((row) => text(row, 'id'), sql)
}

function queriesNaming(tx: TenantTx, subject: Subject): Promise<string[]> {
  const sql = /* sql */ `SELECT id::text AS id FROM export_jobs WHERE state <> 'withdrawn' AND query ~* $1`
  return tx.many((row) => text(row, 'id'), sql, [patternsOf(subject).plain])
}

/** All files of its folder, those too that a process wrote and did not list. */
async function isNaming(deps: ErasedExportDeps, tenant: TenantId, job: ExportJob, subject: Subject): Promise<boolean> {
  for await (const { path } of deps.store.list(exportFolder(tenant, job.id))) {
    const rows = await rowsNaming(deps, path, job, subject)
    if (rows === null || rows > 0) return true
  }
  return false
}

type Searched = Pick<ExportJob, 'format' | 'fields'>

/** Number of the file's rows that name the subject. Null when it cannot be searched. Throws when the store does not answer. */
export function rowsNaming(
  { store, tempFolder }: Pick<ErasedExportDeps, 'store' | 'tempFolder'>,
  path: string,
  job: Searched,
  subject: Subject,
): Promise<number | null> {
  const scan = SCANS[job.format]
  if (scan === null) return Promise.resolve(null)
  return inFolder(tempFolder, async (folder) => {
    try {
      const { file, dispose } = await store.local(path, folder)
      try {
        const duck = { memoryMb: DUCK_MEMORY_MB, tempFolder: join(folder, 'spill') }
        const sql = `SELECT count(*)::VARCHAR AS n FROM ${scan(file, job.fields)} WHERE ${namingSql(job.fields, subject)}`
        const [row] = await withDuckdb(duck, ({ rows }) => rows<{ n: string }>(sql))
        return Number(row?.n ?? 0)
      } finally {
        await dispose()
      }
    } catch (error) {
      if (isTransient(error)) throw error
      return null
    }
  })
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function namingSql(fields: readonly string[], subject: Subject): string {
  const patterns = spellingsOf(subject).map((one) => patternsOf({ value: one }).inEvents)
  const found = (field: string) =>
    patterns.map((one) => `coalesce(regexp_matches(CAST(${quoted(field)} AS VARCHAR), ${sqlText(one)}), false)`)
  return fields.flatMap(found).join(' OR ')
}

/** Null: DuckDB reads no such file without an extension. */
const SCANS: Readonly<Record<ExportFormat, ((file: string, fields: readonly string[]) => string) | null>> = {
  parquet: (file) => `read_parquet(${sqlText(file)})`,
  csv: (file) =>
    `read_csv(${sqlText(file)}, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', max_line_size = ${LINE_BYTES_MAX}, strict_mode = false)`,
  ndjson: (file, fields) => {
    const columns = fields.map((field) => `${sqlText(field)}: 'VARCHAR'`).join(', ')
    return `read_json(${sqlText(file)}, format = 'newline_delimited', columns = {${columns}}, maximum_object_size = ${LINE_BYTES_MAX})`
  },
  arrow: null,
}
