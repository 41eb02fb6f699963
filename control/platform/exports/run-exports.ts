/**
 * Makes exports, one file at a time. The tenant with the fewest running exports comes next, with its longest waiting
 * export. After a crash another process writes the file again: a file counts only once the job lists it.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import type { HuntRule } from '../../../query/hunt-plan.ts'
import type { LakeSources } from '../../../query/lake-sources.ts'
import { type Condition, compileSearch } from '../../../query/search/compile.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { exportSql, namedEvents } from '../../../query/search/export-events.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { eventsByRule, RULE_EVENTS_MAX } from '../../../query/search/search-by-rule.ts'
import type { Reader, ReadLimits } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { jobs, type Lease, NOW, whileHeld } from '../../../stores/postgres/jobs.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import type { ActNote } from '../acting/index.ts'
import { overBoth } from '../archive/index.ts'
import { canonicalJson } from '../audit/index.ts'
import type { Vault } from '../vault/index.ts'
import { writeExportFile } from './export-file.ts'
import {
  advanceExport,
  EXPORT_JOB_LIMITS,
  EXPORT_JOBS,
  type ExportJob,
  exportFolder,
  failExport,
  finishExport,
  type MissingOfExport,
} from './export-job.ts'
import { sha256 } from './export-signature.ts'
import { signExport } from './sign-export.ts'

export type ExportJobDeps = {
  /** Signs in as the owner, because it looks for the next export over all tenants. */
  readonly pool: Postgres
  readonly read: (tenant: TenantId, limits: ReadLimits) => Reader
  readonly store: ObjectStore
  readonly vault: Vault
  /** Returns the condition of a KQL query that selects events, or why the query is not one. */
  readonly kqlRule: (
    tenant: TenantId,
    query: string,
  ) => Promise<{ readonly rule: HuntRule } | { readonly fault: string }>
  readonly sources: () => LakeSources
  /** Folder of this machine for the file that is being written. */
  readonly tempFolder: string
  readonly record: (tx: TenantTx, action: string, about: ActNote) => Promise<void>
  readonly log: Log
  readonly nowMs: () => number
}

const POLL_MS = 1_000
const SWEEP_MS = 600_000
const LIMITS = { timeoutSeconds: 300, memoryMb: 1000, rowsMax: 0 }
const { sliceMsMin, sliceMsMax, bytes: bytesMax, files: filesMax, attempts: attemptsMax, keptMs } = EXPORT_JOB_LIMITS

export function exportJobWorkers(deps: ExportJobDeps): Worker[] {
  return [
    {
      name: 'exports',
      everyMs: POLL_MS,
      once: ({ stop }) => runExportOnce(deps, stop),
      oldestSeconds: () => WAITING.oldestSeconds(deps.pool),
    },
    { name: 'exports kept', everyMs: SWEEP_MS, once: () => forgetExports(deps) },
  ]
}

const WAITING = jobs({
  table: 'export_jobs',
  until: 'lease_until',
  lease: 'lease',
  seconds: 120,
  tries: 'attempts',
  due: `j.state = 'running' AND j.lease_until < ${NOW}`,
  order: `(SELECT count(*) FROM export_jobs o WHERE o.tenant_id = j.tenant_id AND o.state = 'running'
    AND o.lease_until >= ${NOW}), j.advanced_at`,
  since: 'advanced_at',
  returning: EXPORT_JOBS.of('j'),
  read: EXPORT_JOBS.read,
})

/** False when no export waits. */
export async function runExportOnce(deps: ExportJobDeps, stop: AbortSignal): Promise<boolean> {
  const { pool, log } = deps
  const job = await withOperator(pool, 'exports', (tx) => WAITING.claim(tx))
  if (job === null) return false
  await whileHeld(job, WAITING, { pool, log, stop }, () => goOn(deps, job, stop))
  return true
}

async function goOn(deps: ExportJobDeps, job: ExportJob & Lease, stop: AbortSignal): Promise<void> {
  if (job.attempts > attemptsMax) {
    const fault = `the file from ${job.at_time.toISOString()} on was begun ${attemptsMax} times, and not written`
    await withTenant(deps.pool, job.tenant, (tx) => failExport(tx, job.id, fault))
    return
  }
  const isOver = job.at_time >= job.to_time
  if (isOver || job.bytes >= bytesMax || job.files.length >= filesMax) return finish(deps, job, isOver)
  await writeSlice(deps, job, stop)
}

async function writeSlice(deps: ExportJobDeps, job: ExportJob & Lease, stop: AbortSignal): Promise<void> {
  const { pool, store, tempFolder } = deps
  const { tenant } = job
  const fromMs = job.at_time.getTime()
  const span = { fromMs, toMs: Math.min(job.to_time.getTime(), fromMs + job.slice_ms) }
  const file = `events-${job.at_time.toISOString().replaceAll(/[-:.]/g, '')}.${job.format}`
  await mkdir(tempFolder, { recursive: true })
  const path = join(tempFolder, `${job.id}-${job.lease}`)
  try {
    const written = await overBoth({ pool, store }, tenant, span, async (archive) => {
      const reader = deps.read(tenant, { ...LIMITS, ...(archive && { archive }) })
      const { condition, unreadable } = await conditionOf(deps, job, reader, span, stop)
      const question = exportSql(condition, span, job.fields)
      const to = { question, format: job.format, file, path, span }
      return { unreadable, file: await writeExportFile(reader, to, { keepsEmpty: false, signal: stop }) }
    })
    if (written.isMoving && job.attempts < attemptsMax)
      throw new AppError('unavailable', 'a run of the archive is moving events of this time')
    const { file: exported, unreadable } = written.answer
    if (exported !== null) await store.put(`${exportFolder(tenant, job.id)}/${file}`, { file: path })
    const left = [...written.archived, ...(unreadable > 0 ? [{ ...span, reason: 'unreadable' as const }] : [])]
    const missing = left.map((one): MissingOfExport => {
      return { from: new Date(one.fromMs).toISOString(), to: new Date(one.toMs).toISOString(), reason: one.reason }
    })
    const sliceMs = Math.min(sliceMsMax, job.slice_ms * 2)
    await withTenant(pool, tenant, (tx) =>
      advanceExport(tx, job, { atMs: span.toMs, sliceMs, file: exported, missing }),
    )
  } catch (error) {
    if (stop.aborted) throw error
    await settle(deps, job, error)
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * KQL is decided by the matcher, as in searches, so that its events of a slice are found first, and are named by their ids. A slice
 * with more than may be named is written in smaller ones. `unreadable`: events that nothing could be tried on.
 */
async function conditionOf(
  { kqlRule, sources }: ExportJobDeps,
  { tenant, language, query, asked_at }: ExportJob & Lease,
  reader: Reader,
  span: TimeSpan,
  stop: AbortSignal,
): Promise<{ readonly condition: Condition; readonly unreadable: number }> {
  if (language === 'lucene')
    return { condition: compileSearch(parseSearch(query), query, asked_at.getTime()), unreadable: 0 }
  const read = await kqlRule(tenant, query)
  if ('fault' in read) throw new AppError('bad_request', read.fault)
  const found = await eventsByRule(reader, sources(), { rule: read.rule, span }, stop)
  if (found === null) throw new TooMuch(`more than ${RULE_EVENTS_MAX} events of one slice`)
  return { condition: namedEvents(found.uids), unreadable: found.unreadable }
}

class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

/** A slice with too many rows is retried with a quarter of its span. Throws errors that a retry may pass. */
async function settle({ pool }: ExportJobDeps, job: ExportJob & Lease, error: unknown): Promise<void> {
  const isTooMuch = error instanceof TooMuch || TOO_MUCH.test(textsOf(error))
  const sliceMs = Math.floor(job.slice_ms / 4)
  await withTenant(pool, job.tenant, async (tx) => {
    if (isTooMuch && sliceMs >= sliceMsMin) {
      await advanceExport(tx, job, { atMs: job.at_time.getTime(), sliceMs, file: null, missing: [] })
    } else if (isTooMuch) {
      await failExport(tx, job.id, `${job.at_time.toISOString()} needs more than one question may have`)
    } else if (error instanceof AppError && ['bad_request', 'forbidden'].includes(error.code)) {
      await failExport(tx, job.id, error.message)
    } else throw error
  })
}

/** Names of the engine for a bound that was met, which also end an answer that has begun. */
const TOO_MUCH = /TIMEOUT_EXCEEDED|TOO_SLOW|MEMORY_LIMIT_EXCEEDED|TOO_MANY_ROWS_OR_BYTES|\b(?:159|160|241|396)\b/

function textsOf(error: unknown): string {
  const causes = [error, (error as { cause?: unknown }).cause].filter((one) => one instanceof Error)
  return causes.map((one) => `${(one as { code?: unknown }).code ?? ''} ${one.message}`).join(' ')
}

/** Signs the written files, in the transaction of the audit entry. */
async function finish(
  { pool, vault, record, nowMs }: ExportJobDeps,
  job: ExportJob & Lease,
  isOver: boolean,
): Promise<void> {
  const rest: MissingOfExport[] = isOver
    ? []
    : [{ from: job.at_time.toISOString(), to: job.to_time.toISOString(), reason: 'bytes' }]
  const missing = [...job.missing, ...rest]
  const { query, language, fields, format, files, rows } = job
  const [from, to] = [job.from_time.toISOString(), job.to_time.toISOString()]
  const manifest = {
    tenant: job.tenant,
    query,
    language,
    fields,
    format,
    from,
    to,
    files,
    missing,
    complete: missing.length === 0,
  }
  await withTenant(pool, job.tenant, async (tx) => {
    const { id, detached } = await signExport(tx, vault, {
      ...{ kind: 'events', contentSha256: sha256(canonicalJson(manifest)), rows, isWhole: manifest.complete },
      ...{ query: { query, language, fields, format, from, to }, by: job.started_by, nowMs: nowMs() },
    })
    if (!(await finishExport(tx, job.id, isOver ? 'done' : 'full', { ...manifest, signature: detached })))
      throw new AppError('conflict', 'the export has ended meanwhile')
    await record(tx, 'export:made', { resource: 'export', resourceId: id, changes: { kind: 'events', rows } })
  }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  })
}

/** Exports of yesterday: their files first, so that none is left that no row names. */
async function forgetExports({ pool, store }: ExportJobDeps): Promise<boolean> {
  const old = await withOperator(pool, 'exports that are over', (tx) =>
    tx.many(
      (row) => ({ tenant: String(row.tenant_id) as TenantId, id: String(row.id) }),
      /* sql */ `SELECT tenant_id, id FROM export_jobs WHERE created_at < clock_timestamp() - make_interval(secs => $1) LIMIT 20`,
      [keptMs / 1000],
    ),
  )
  for (const { tenant, id } of old) {
    for await (const { path } of store.list(exportFolder(tenant, id))) await store.remove(path)
    await withOperator(pool, 'exports that are over', (tx) =>
      tx.run(/* sql */ `DELETE FROM export_jobs WHERE tenant_id = $1 AND id = $2`, [tenant, id]),
    )
  }
  return old.length > 0
}
