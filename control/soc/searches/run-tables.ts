/**
 * Runs searches that return a table: KQL beyond filters, and SQL. Such a query cannot be divided by time, so it runs as
 * a whole, first with a minute and then with four times as long. The tenant with the fewest running searches comes
 * next. A process renews its lease while it works; after a crash another one continues.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { KqlFault } from '../../../detections/kql/fault.ts'
import { AppError } from '../../../platform/errors.ts'
import { isoTime } from '../../../platform/iso-time.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { faultText } from '../../../query/kql/fault-text.ts'
import { type AskKql, missingOf } from '../../../query/kql/kql-answer.ts'
import type { KqlHunt } from '../../../query/kql/kql-hunt.ts'
import { LAKE_QUERY_LIMITS, lakeQuery } from '../../../query/lake-query.ts'
import type { Missing, TimeSpan } from '../../../query/search/coverage.ts'
import { TextFilters } from '../../../query/sql/text-filters.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import type { Reader, ReadLimits } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { jobs, NOW } from '../../../stores/postgres/jobs.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { overBoth } from '../../platform/archive/index.ts'
import { failJob, type KeptTable, keepTable, SEARCH_JOB_LIMITS, SEARCH_JOBS, type SearchJob } from './search-job.ts'

export type TableJobDeps = {
  /** Signs in as the owner: which job is next is asked over all tenants. */
  readonly pool: Postgres
  readonly askKql: AskKql
  readonly readSql: (tenant: TenantId, limits: ReadLimits) => Reader
  readonly store?: ObjectStore | undefined
  /** Between two renewals of the lease, at which a cancelled job is seen. */
  readonly renewMs?: number
}

/** `first`: jobs not tried before, each for a minute; `long`: those that need more time. */
export type Lane = 'first' | 'long'

const RENEW_MS = 2_000
const LEASE_SECONDS = 30
const SECONDS_FACTOR = 4
const { rows: rowsMax, rowChars: charsMax, firstSeconds, secondsMax, attempts: attemptsMax } = SEARCH_JOB_LIMITS

/** False when no job waits in the lane. */
export async function runTableOnce(deps: TableJobDeps, lane: Lane, stop: AbortSignal): Promise<boolean> {
  const waiting = WAITING_TABLES[lane]
  const job = await withOperator(deps.pool, 'searches that give a table', (tx) => waiting.claim(tx))
  if (job === null) return false
  const { tenant } = job
  if (job.attempts > attemptsMax) {
    const fault = `it was begun ${attemptsMax} times, and its process ended or the lake did not answer each time`
    await withTenant(deps.pool, tenant, (tx) => failJob(tx, job.id, fault))
    return true
  }
  const progress = { events: 0 }
  const lease = holdLease(deps, tenant, job.id, progress, stop)
  // The lease is not renewed after this: a later renewal would keep the job from the next process.
  const outcome = await tableOf(deps, tenant, job, {
    signal: lease.signal,
    onProgress: (events) => {
      progress.events = events
    },
  })
    .then((kept) => ({ kept }))
    .catch((error: unknown) => ({ error }))
    .finally(() => lease.end())
  if ('kept' in outcome) await withTenant(deps.pool, tenant, (tx) => keepTable(tx, job.id, outcome.kept))
  else if (stop.aborted) await withTenant(deps.pool, tenant, (tx) => waiting.release(tx, job))
  else if (!lease.signal.aborted) await settle(deps.pool, tenant, job, outcome.error)
  return true
}

const waitingIn = (lane: Lane) =>
  jobs({
    table: 'search_jobs',
    until: 'lease_until',
    lease: 'lease',
    seconds: LEASE_SECONDS,
    tries: 'attempts',
    due: `j.state = 'running' AND j.gives = 'table' AND j.lease_until < ${NOW}
      AND j.budget_seconds ${lane === 'first' ? '<=' : '>'} ${firstSeconds}`,
    order: `(SELECT count(*) FROM search_jobs o WHERE o.tenant_id = j.tenant_id AND o.state = 'running' AND o.gives = 'table'
      AND o.lease_until >= ${NOW}), j.advanced_at`,
    since: 'advanced_at',
    set: 'read_events = 0',
    returning: SEARCH_JOBS.of('j'),
    read: SEARCH_JOBS.read,
  })

/** Tables that wait, by lane. */
export const WAITING_TABLES = { first: waitingIn('first'), long: waitingIn('long') }

/** `signal` aborts when the process stops, and when the job was cancelled. */
function holdLease(
  { pool, renewMs = RENEW_MS }: TableJobDeps,
  tenant: TenantId,
  id: string,
  progress: { readonly events: number },
  stop: AbortSignal,
) {
  const cancelled = new AbortController()
  const over = new AbortController()
  const sql = /* sql */ `
    UPDATE search_jobs SET lease_until = clock_timestamp() + make_interval(secs => $2), read_events = $3
    WHERE id = $1 AND state = 'running'`
  const renew = async () => {
    while (!over.signal.aborted) {
      await delay(renewMs, undefined, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      // A renewal that fails is made good by the next: the lease outlives several of them.
      const isHeld = await withTenant(pool, tenant, (tx) => tx.run(sql, [id, LEASE_SECONDS, progress.events])).catch(
        () => 1,
      )
      if (isHeld === 0) cancelled.abort(new AppError('conflict', 'the search was cancelled'))
    }
  }
  const renewing = renew()
  const end = async () => {
    over.abort()
    await renewing
  }
  return { signal: AbortSignal.any([stop, cancelled.signal]), end }
}

type Watch = { readonly signal: AbortSignal; readonly onProgress: (events: number) => void }

/** Throws `too_large` for what needs too much memory, `TooSlow` for what needs longer than its time. */
async function tableOf(deps: TableJobDeps, tenant: TenantId, job: SearchJob, watch: Watch): Promise<KeptTable> {
  const span = { fromMs: job.from_time.getTime(), toMs: job.to_time.getTime() }
  const slow = AbortSignal.timeout(job.budget_seconds * 1000)
  const signal = AbortSignal.any([watch.signal, slow])
  try {
    const both = await overBoth(deps, tenant, span, (archive) =>
      job.language === 'kql'
        ? kqlTableOf(deps, tenant, job, { ...watch, signal }, archive)
        : sqlTableOf(deps, tenant, job, signal, archive),
    )
    if (both.isMoving && job.attempts < attemptsMax)
      throw new AppError('unavailable', 'a run of the archive is moving events of this time')
    const { head, rows, missing } = both.answer
    return { head: { ...head, archive: { ...both.archive } }, rows, missing: [...missing, ...both.archived] }
  } catch (error) {
    if (slow.aborted && !watch.signal.aborted) throw new TooSlow()
    throw error
  }
}

class TooSlow extends Error {}

type Table = Omit<KeptTable, 'head'> & { readonly head: Omit<KeptTable['head'], 'archive'> }

async function kqlTableOf(
  { askKql }: TableJobDeps,
  tenant: TenantId,
  job: SearchJob,
  { signal, onProgress }: Watch,
  archive: ArchivedEvents | undefined,
): Promise<Table> {
  const span = { fromMs: job.from_time.getTime(), toMs: job.to_time.getTime() }
  const hunt: KqlHunt = {
    ...{ text: job.query, nowMs: job.asked_at.getTime(), toMs: span.toMs },
    fromMs: job.has_from ? span.fromMs : null,
  }
  const question = { ...hunt, table: { rowsMax, charsMax }, isPlan: false, ...(archive && { archive }) }
  // The signal ends the query at its time limit.
  const found = await askKql(tenant, question, { timeoutSeconds: job.budget_seconds * 2, signal, onProgress })
  if ('reason' in found) throw refusalOf(found)
  return {
    head: {
      columns: found.columns.map((column) => ({ ...column })),
      rows_in_all: found.rowsInAll,
      render: found.render && { chart: found.render.chart, properties: { ...found.render.properties } },
      reads: found.reads.map(({ table, scanned, events, ...read }) => {
        return { table, from: isoTime(read.fromMs), to: isoTime(read.toMs), scanned, events }
      }),
    },
    rows: found.rows,
    missing: missingOf(found, span, []),
  }
}

async function sqlTableOf(
  { readSql }: TableJobDeps,
  tenant: TenantId,
  job: SearchJob,
  signal: AbortSignal,
  archive: ArchivedEvents | undefined,
): Promise<Table> {
  const own = { timeoutSeconds: job.budget_seconds * 2, rowsMax: rowsMax + 1, rewrite: new TextFilters().rewrite }
  const limits = { ...LAKE_QUERY_LIMITS, ...own }
  const reader = readSql(tenant, { ...limits, resultBytesMax: charsMax * 2, ...(archive && { archive }) })
  const found = await lakeQuery(reader, { sql: job.query, rowsMax, bytesMax: charsMax }, signal)
  const span: TimeSpan = { fromMs: job.from_time.getTime(), toMs: job.to_time.getTime() }
  const missing: Missing[] = found.cut === null ? [] : [{ ...span, reason: 'rows' }]
  const rowsInAll = found.rows.length + (found.cut === null ? 0 : 1)
  const columns = found.columns.map((column) => ({ ...column }))
  return { head: { columns, rows_in_all: rowsInAll, render: null, reads: [] }, rows: found.rows, missing }
}

const refusalOf = (fault: KqlFault) => new AppError('bad_request', faultText(fault))

/** Throws what a later try may change, and ends the job for anything else. */
async function settle(pool: Postgres, tenant: TenantId, job: SearchJob, error: unknown): Promise<void> {
  if (error instanceof TooSlow && job.budget_seconds < secondsMax) {
    const sql = /* sql */ `
      UPDATE search_jobs SET budget_seconds = $2, attempts = 0, advanced_at = clock_timestamp(), lease_until = '-infinity'
      WHERE id = $1 AND state = 'running'`
    const seconds = Math.min(secondsMax, job.budget_seconds * SECONDS_FACTOR)
    await withTenant(pool, tenant, (tx) => tx.run(sql, [job.id, seconds]))
    return
  }
  const fault = faultOf(error)
  if (fault === null) throw error
  await withTenant(pool, tenant, (tx) => failJob(tx, job.id, fault))
}

const FINAL: ReadonlySet<string> = new Set(['bad_request', 'forbidden', 'too_large', 'not_found'])

function faultOf(error: unknown): string | null {
  if (error instanceof TooSlow)
    return `it needs longer than ${secondsMax / 60} minutes: narrow its time, or name fewer columns`
  return error instanceof AppError && FINAL.has(error.code) ? error.message : null
}
