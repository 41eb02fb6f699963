/** Exports that are made beside their request: a file for each slice of time, the oldest first, kept for a day. */
import { Type } from 'typebox'
import { AppError, requireFound } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import type { ExportFormat } from '../../../query/search/export-events.ts'
import { oneOf, time } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import type { ExportedFile } from './export-file.ts'
import type { DetachedSignature } from './export-signature.ts'

export const EXPORT_JOB_LIMITS = {
  /**
   * Exports of a tenant at once.
   * @bound exports of a tenant at once -> 409
   */
  running: 2,
  /**
   * Bytes of all files; the file in which an export has as many is its last.
   * @bound files of an export; their bytes = {files}; {} -> `full`, and there is more
   */
  bytes: 20 * 1024 ** 3,
  files: 1_000,
  /** @bound age of an export -> it is deleted */
  keptMs: 86_400_000,
  listed: 200,
  /** Time of one file: quartered where that is too much, doubled where it was not. */
  firstSliceMs: 3_600_000,
  sliceMsMin: 1_000,
  sliceMsMax: 86_400_000,
  /**
   * Times that a slice is begun: the process ended, or the lake or the store of files did not answer.
   * @bound attempts of a slice of an export -> `failed` with the reason
   */
  attempts: 8,
} as const

export const EXPORT_JOB_FORMATS = ['csv', 'ndjson', 'parquet', 'arrow'] as const satisfies readonly ExportFormat[]
/** kql: a table and conditions, which choose events. */
export const EXPORT_LANGUAGES = ['lucene', 'kql'] as const
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number]
const STATES = ['running', 'done', 'full', 'cancelled', 'failed', 'withdrawn'] as const

const fileSchema = Type.Object({
  file: Type.String(),
  from: time,
  to: time,
  rows: Type.Integer(),
  bytes: Type.Integer(),
  sha256: Type.String(),
})
const missingSchema = Type.Object({ from: time, to: time, reason: oneOf(['archived', 'lost', 'bytes', 'unreadable']) })
export type MissingOfExport = {
  readonly from: string
  readonly to: string
  readonly reason: 'archived' | 'lost' | 'bytes' | 'unreadable'
}

export const EXPORT_JOBS = table('ExportJob', {
  id: column.uuid(),
  state: column.word(STATES, {
    description: `full: the limit of ${EXPORT_JOB_LIMITS.bytes} bytes or ${EXPORT_JOB_LIMITS.files} files is reached, and more events match. withdrawn: its files named a subject that was erased, and were deleted`,
  }),
  query: column.text(),
  language: column.word(EXPORT_LANGUAGES),
  fields: column.texts(),
  format: column.word(EXPORT_JOB_FORMATS),
  from_time: column.time(),
  to_time: column.time(),
  at_time: column.time({ description: 'events from from_time to this time have been written to the files' }),
  rows: column.int(),
  bytes: column.int(),
  files: column.json<readonly ExportedFile[]>(Type.Array(fileSchema)),
  missing: column.json<readonly MissingOfExport[]>(Type.Array(missingSchema)),
  fault: column.orNull(column.text()),
  created_at: column.time(),
  ended_at: column.orNull(column.time()),
  asked_at: column.hidden(column.time()),
  slice_ms: column.hidden(column.int()),
  attempts: column.hidden(column.int()),
  started_by: column.hidden(column.text()),
  manifest: column.hidden(column.orNull(column.json<ExportManifest>(Type.Unknown()))),
})
export type ExportJob = RowOf<typeof EXPORT_JOBS>

/** The manifest format of `svc export`, so that `svc exports verify` can read it. */
export type ExportManifest = {
  readonly tenant: string
  readonly query: string
  readonly language: ExportLanguage
  readonly fields: readonly string[]
  readonly format: ExportFormat
  readonly from: string
  readonly to: string
  readonly files: readonly ExportedFile[]
  readonly missing: readonly MissingOfExport[]
  readonly complete: boolean
  readonly signature: DetachedSignature
}

export type NewExportJob = {
  readonly query: string
  readonly language: ExportLanguage
  readonly fields: readonly string[]
  readonly format: ExportFormat
  readonly requestedMs: number
  readonly span: TimeSpan
  readonly startedBy: string
}

/** Throws `conflict` where the tenant has as many as it may. */
export async function startExportJob(tx: TenantTx, job: NewExportJob): Promise<ExportJob> {
  const sql = /* sql */ `
    INSERT INTO export_jobs (query, fields, format, asked_at, from_time, to_time, at_time, slice_ms, started_by, language)
    SELECT $1, $2, $3, $4, $5, $6, $5, $7, $8, $10 WHERE (SELECT count(*) FROM export_jobs WHERE state = 'running') < $9
    RETURNING ${EXPORT_JOBS.columns}`
  const { query, language, fields, format, requestedMs, span, startedBy } = job
  const times = [requestedMs, span.fromMs, span.toMs].map((ms) => new Date(ms))
  const { firstSliceMs, running } = EXPORT_JOB_LIMITS
  const params = [query, fields, format, ...times, firstSliceMs, startedBy, running, language]
  const started = await tx.maybeOne(EXPORT_JOBS.read, sql, params)
  if (started === null) throw new AppError('conflict', `a tenant has ${running} exports at a time: wait, or cancel one`)
  return started
}

/** The newest first. */
export function exportJobs(tx: TenantTx): Promise<ExportJob[]> {
  const sql = /* sql */ `SELECT ${EXPORT_JOBS.columns} FROM export_jobs ORDER BY created_at DESC, id LIMIT $1`
  return tx.many(EXPORT_JOBS.read, sql, [EXPORT_JOB_LIMITS.listed])
}

/** Throws `not_found`. */
export async function requireExportJob(tx: TenantTx, id: string): Promise<ExportJob> {
  const sql = /* sql */ `SELECT ${EXPORT_JOBS.columns} FROM export_jobs WHERE id = $1`
  return requireFound(await tx.maybeOne(EXPORT_JOBS.read, sql, [id]), 'export', id)
}

/** Null where it has ended. */
export function cancelExportJob(tx: TenantTx, id: string): Promise<ExportJob | null> {
  const sql = /* sql */ `
    UPDATE export_jobs SET state = 'cancelled', ended_at = clock_timestamp() WHERE id = $1 AND state = 'running'
    RETURNING ${EXPORT_JOBS.columns}`
  return tx.maybeOne(EXPORT_JOBS.read, sql, [id])
}

/** False when the job has ended meanwhile, or another process has written the slice. */
export async function advanceExport(
  tx: TenantTx,
  job: ExportJob,
  next: {
    readonly atMs: number
    readonly sliceMs: number
    readonly file: ExportedFile | null
    readonly missing: readonly MissingOfExport[]
  },
): Promise<boolean> {
  const { atMs, sliceMs, file, missing } = next
  const sql = /* sql */ `
    UPDATE export_jobs SET at_time = $3, slice_ms = $4, rows = rows + $5, bytes = bytes + $6, files = files || $7::jsonb,
      missing = missing || $8::jsonb, attempts = 0, advanced_at = clock_timestamp(), lease = NULL, lease_until = '-infinity'
    WHERE id = $1 AND state = 'running' AND at_time = $2`
  const files = JSON.stringify(file === null ? [] : [file])
  const params = [job.id, job.at_time, new Date(atMs), sliceMs, file?.rows ?? 0, file?.bytes ?? 0, files]
  return (await tx.run(sql, [...params, JSON.stringify(missing)])) === 1
}

/** False when the job has ended meanwhile. */
export async function finishExport(
  tx: TenantTx,
  id: string,
  state: 'done' | 'full',
  manifest: ExportManifest,
): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE export_jobs SET state = $2, manifest = $3, missing = $4, ended_at = clock_timestamp() WHERE id = $1 AND state = 'running'`
  return (await tx.run(sql, [id, state, JSON.stringify(manifest), JSON.stringify(manifest.missing)])) === 1
}

/** False when it was withdrawn before. Its files are to be deleted by the caller. */
export async function withdrawExport(tx: TenantTx, id: string, why: string): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE export_jobs SET state = 'withdrawn', fault = $2, files = '[]', manifest = NULL, ended_at = clock_timestamp()
    WHERE id = $1 AND state <> 'withdrawn'`
  return (await tx.run(sql, [id, why])) === 1
}

export async function failExport(tx: TenantTx, id: string, fault: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE export_jobs SET state = 'failed', fault = $2, ended_at = clock_timestamp() WHERE id = $1 AND state = 'running'`
  await tx.run(sql, [id, fault.slice(0, 500)])
}

/** Folder of an export's files in the archive's object store. */
export const exportFolder = (tenant: TenantId, id: string) => `exports/${tenant}/${id}`
