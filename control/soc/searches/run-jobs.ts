/**
 * Runs background searches, one slice of time at a time, the longest waiting first, so that a long search does not
 * block others. When a process dies, another one takes over its slice after the lease.
 */
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { compileSearch } from '../../../query/search/compile.ts'
import { facets } from '../../../query/search/count-events.ts'
import type { Missing, TimeSpan } from '../../../query/search/coverage.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { searchByRule } from '../../../query/search/search-by-rule.ts'
import {
  type EventPosition,
  type FoundEvent,
  type FoundPage,
  searchEvents,
} from '../../../query/search/search-events.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { jobs, type Lease, NOW, whileHeld } from '../../../stores/postgres/jobs.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { kqlSearchRule } from '../../detect/detections/index.ts'
import { overBoth } from '../../platform/archive/index.ts'
import { type SliceCounts, sliceCounts } from './counts.ts'
import { runTableOnce, type TableJobDeps, WAITING_TABLES } from './run-tables.ts'
import { advanceJob, failJob, postponeJob, SEARCH_JOB_LIMITS, SEARCH_JOBS, type SearchJob } from './search-job.ts'

export type SearchJobDeps = {
  /** Signs in as the owner: which job is next is asked over all tenants. */
  readonly pool: Postgres
  readonly lake: (tenant: TenantId, archive?: ArchivedEvents) => Reader
  /** The archive, whose events are looked at beside those of the lake. */
  readonly store?: ObjectStore | undefined
  readonly log: Log
}

const POLL_MS = 1_000
const SWEEP_MS = 600_000
const { sliceMsMin, sliceMsMax, events: eventsMax, keptMs } = SEARCH_JOB_LIMITS

export function searchJobWorkers(deps: SearchJobDeps & TableJobDeps): Worker[] {
  return [
    {
      name: 'search jobs',
      everyMs: POLL_MS,
      once: ({ stop }) => runSearchJobOnce(deps, stop),
      oldestSeconds: () => WAITING.oldestSeconds(deps.pool),
    },
    // New tables have a lane of their own, so that none waits for one that runs for a quarter of an hour.
    {
      name: 'search tables',
      everyMs: POLL_MS,
      once: ({ stop }) => runTableOnce(deps, 'first', stop),
      oldestSeconds: () => WAITING_TABLES.first.oldestSeconds(deps.pool),
    },
    {
      name: 'long search tables',
      everyMs: POLL_MS,
      once: ({ stop }) => runTableOnce(deps, 'long', stop),
      oldestSeconds: () => WAITING_TABLES.long.oldestSeconds(deps.pool),
    },
    { name: 'search jobs kept', everyMs: SWEEP_MS, once: () => forgetSearchJobs(deps) },
  ]
}

const WAITING = jobs({
  table: 'search_jobs',
  until: 'lease_until',
  lease: 'lease',
  seconds: 120,
  due: `j.state = 'running' AND j.gives IN ('events', 'counts') AND j.lease_until < ${NOW}`,
  order: 'j.advanced_at',
  since: 'advanced_at',
  returning: SEARCH_JOBS.of('j'),
  read: SEARCH_JOBS.read,
})

/** False when no job waits. */
export async function runSearchJobOnce(deps: SearchJobDeps, stop: AbortSignal): Promise<boolean> {
  const { pool, log } = deps
  const job = await withOperator(pool, 'search jobs', (tx) => WAITING.claim(tx))
  if (job === null) return false
  await whileHeld(job, WAITING, { pool, log, stop }, () => lookAtSlice(deps, job, stop))
  return true
}

async function lookAtSlice({ pool, lake, store }: SearchJobDeps, job: SearchJob & Lease, stop: AbortSignal) {
  const { tenant } = job
  const atMs = job.at_time.getTime()
  const fromMs = Math.max(job.from_time.getTime(), atMs - job.slice_ms)
  const span = { fromMs, toMs: atMs }
  const both = await overBoth({ pool, store }, tenant, span, (archive) =>
    job.gives === 'counts'
      ? countsOf(lake(tenant, archive), job, span, stop)
      : eventsOf(lake(tenant, archive), tenant, job, span, stop),
  )
  const found = both.answer
  await withTenant(pool, tenant, async (tx) => {
    const left = both.archived.find(({ reason }) => reason === 'archived')
    const lost = both.archived.filter(({ reason }) => reason === 'lost')
    if (left !== undefined && both.isMoving && (await postponeJob(tx, job.id))) return
    if (left === undefined && found !== null) {
      const sliceMs = Math.min(sliceMsMax, job.slice_ms * 2)
      await advanceJob(tx, job, { atMs: fromMs, sliceMs, ...found, missing: [...found.missing, ...lost] })
      return
    }
    // A shorter slice has fewer files of the archive, too.
    const sliceMs = Math.floor(job.slice_ms / 4)
    if (sliceMs >= sliceMsMin) await advanceJob(tx, job, { atMs, sliceMs, events: [] })
    else await failJob(tx, job.id, left === undefined ? tooMuch(fromMs) : unreadable(left))
  })
}

const tooMuch = (fromMs: number) => `${new Date(fromMs).toISOString()} needs more than one question may have`

function unreadable({ fromMs, toMs }: TimeSpan): string {
  const times = `${new Date(fromMs).toISOString()} to ${new Date(toMs).toISOString()}`
  return `events of ${times} are in files of the archive that cannot be read here`
}

type Slice = {
  readonly events: readonly FoundEvent[]
  readonly counts?: SliceCounts
  readonly missing: readonly Missing[]
}

/** Null where the slice is more than one question may have. */
async function countsOf(reader: Reader, job: SearchJob, span: TimeSpan, gone: AbortSignal): Promise<Slice | null> {
  const condition = compileSearch(parseSearch(job.query), job.query, job.asked_at.getTime())
  const counting = { condition, span, fields: job.fields, limit: SEARCH_JOB_LIMITS.sliceValues }
  try {
    const { answer, missing } = await facets(reader, counting, { gone })
    return missing.length > 0 ? null : { events: [], counts: sliceCounts(answer), missing: [] }
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') return null
    throw error
  }
}

/** Null where the slice is more than one question may have. */
async function eventsOf(
  reader: Reader,
  tenant: TenantId,
  job: SearchJob,
  span: TimeSpan,
  gone: AbortSignal,
): Promise<Slice | null> {
  const askPage = await pagesOf(reader, tenant, job, span, gone)
  const events: FoundEvent[] = []
  let isUnreadable = false
  let after: EventPosition | null = null
  do {
    const found = await askPage(after)
    if (found === null || found.missing.some(({ reason }) => reason !== 'unreadable')) return null
    events.push(...found.events)
    if (found.missing.length > 0) isUnreadable = true
    after = found.next
    // A slice is stored whole or not at all: one with too many events is split.
    if (after !== null && events.length >= eventsMax && span.toMs - span.fromMs > sliceMsMin * 4) return null
  } while (after !== null)
  return { events, missing: isUnreadable ? [{ ...span, reason: 'unreadable' }] : [] }
}

/** Null where the page is more than one question may have. */
type AskPage = (after: EventPosition | null) => Promise<FoundPage | null>

async function pagesOf(
  reader: Reader,
  tenant: TenantId,
  job: SearchJob,
  span: TimeSpan,
  gone: AbortSignal,
): Promise<AskPage> {
  const page = { span, fields: job.fields, limit: SEARCH_LIMITS.rows }
  if (job.language === 'lucene') {
    const condition = compileSearch(parseSearch(job.query), job.query, job.asked_at.getTime())
    return (after) => searchEvents(reader, { ...page, condition, after }, { gone })
  }
  const read = await kqlSearchRule(tenant, job.query)
  if ('fault' in read) throw new AppError('bad_request', read.fault)
  const { rule } = read
  const sources = lakeSources()
  return (after) =>
    searchByRule(reader, sources, { ...page, rule, after }, { gone }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too_large') return null
      throw error
    })
}

async function forgetSearchJobs({ pool }: SearchJobDeps): Promise<boolean> {
  await withOperator(pool, 'search jobs that are over', (tx) =>
    tx.run(/* sql */ `DELETE FROM search_jobs WHERE created_at < clock_timestamp() - make_interval(secs => $1)`, [
      keptMs / 1000,
    ]),
  )
  return false
}
