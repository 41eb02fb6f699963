/**
 * `svc query 'SQL' --archive --tenant T`: runs SQL of DuckDB over a tenant's archived events, as `events`, and `svc
 * query 'SQL' --export FOLDER` over files that `svc export` wrote, as `exported`. The lake is not queried.
 */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ArchiveMove, moves } from '../../control/platform/archive/index.ts'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import type { ObjectStore } from '../../stores/iceberg/object-store.ts'
import { type FileKind, type FileView, queryFiles } from '../../stores/iceberg/query-files.ts'
import { openArchiveStore } from '../settings/archive-store.ts'
import { targets } from './connect.ts'
import { inTenant } from './in-tenant.ts'
import { formatted } from './kql/formats.ts'
import { numberOption } from './number-option.ts'
import { timeSpan } from './time-span.ts'

export type QueryOptions = Readonly<Record<'format' | 'limit' | 'memory' | 'threads' | 'timeout', string>> & {
  readonly archive?: boolean
  readonly tenant?: string
  readonly export?: string
  /** ISO 8601: files with events of that time. */
  readonly from?: string
  readonly to?: string
}

/**
 * @bound the largest options of `svc query`: rows; memory; threads; time of a statement; and its disk = {rows}; {memoryMb}; {threads};
 * {timeoutSeconds}; {diskMb} -> a line says that there are more; data moves to disk; -; the statement is cancelled; the
 * statement is refused
 */
const BOUNDS = { rows: 1_000_000, memoryMb: 65_536, threads: 64, timeoutSeconds: 86_400, diskMb: 16_384 } as const

export async function runQuery(sql: string, options: QueryOptions): Promise<void> {
  if ((options.archive === true) === (options.export !== undefined))
    throw new AppError('bad_request', 'either --archive with --tenant, or --export with a folder')
  const write = formatted(options.format)
  const bounds = {
    rowsMax: numberOption('--limit', options.limit, 1, BOUNDS.rows),
    memoryMb: numberOption('--memory', options.memory, 64, BOUNDS.memoryMb),
    threads: numberOption('--threads', options.threads, 1, BOUNDS.threads),
    diskMb: BOUNDS.diskMb,
  }
  const seconds = numberOption('--timeout', options.timeout, 1, BOUNDS.timeoutSeconds)
  const stop = new AbortController()
  const late = () => stop.abort(new AppError('too_large', `the statement has not ended within ${seconds} seconds`))
  const timer = setTimeout(late, seconds * 1000)
  const interrupt = () => stop.abort(new AppError('bad_request', 'interrupted'))
  process.once('SIGINT', interrupt)
  try {
    const found = await overFiles(options, (view) => queryFiles({ sql, views: [view], ...bounds, signal: stop.signal }))
    // Cells are JSON already: the formats write a dynamic value as it is.
    const columns = found.columns.map(({ name }) => ({ name, type: 'dynamic' as const }))
    for (const piece of write(columns, found.rows as Parameters<typeof write>[1]))
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
    if (found.hasMore) process.stderr.write(`the first ${bounds.rowsMax} rows: there are more (--limit)\n`)
  } finally {
    process.off('SIGINT', interrupt)
    clearTimeout(timer)
  }
}

function overFiles<T>({ tenant, ...options }: QueryOptions, work: (view: FileView) => Promise<T>): Promise<T> {
  if (options.export !== undefined) return work(exportedFiles(options.export))
  if (tenant === undefined) throw new AppError('bad_request', '--archive needs --tenant')
  return overArchive(tenant, options, work)
}

const KINDS: Readonly<Record<string, FileKind>> = { '.parquet': 'parquet', '.csv': 'csv', '.ndjson': 'ndjson' }

/** The files of one format that `svc export` wrote into a folder. */
function exportedFiles(folder: string): FileView {
  const whole = path.resolve(folder)
  const names = readNames(whole).filter((name) => KINDS[path.extname(name)] !== undefined)
  const endings = [...new Set(names.map((name) => path.extname(name)))]
  const kind = KINDS[endings[0] ?? '']
  if (kind === undefined) throw new AppError('not_found', `${folder} has no .parquet, .csv or .ndjson files`)
  if (endings.length > 1)
    throw new AppError(
      'bad_request',
      `${folder} has files of ${endings.join(' and ')}: only one format can be read at a time`,
    )
  return { name: 'exported', kind, files: names.sort().map((name) => path.join(whole, name)) }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw new AppError('not_found', `the folder ${folder} cannot be read`, { cause })
  }
}

/** States of an archive move whose files are already in the table: from the check of their events on. */
const IN_TABLE: readonly ArchiveMove['state'][] = ['copied', 'dropping', 'dropped', 'restoring']

async function overArchive<T>(
  tenant: string,
  options: Pick<QueryOptions, 'from' | 'to'>,
  work: (view: FileView) => Promise<T>,
): Promise<T> {
  const { fromMs, toMs } = timeSpan(options, Date.now() + AHEAD_MS)
  const all = await inTenant(tenant, (tx) => moves(tx, IN_TABLE))
  const chosen = all.filter(({ from_time, to_time }) => {
    return (from_time?.getTime() ?? 0) < toMs && (to_time?.getTime() ?? Number.POSITIVE_INFINITY) >= (fromMs ?? 0)
  })
  if (chosen.length === 0) throw new AppError('not_found', `no events of ${tenant} are archived for this time`)
  const bytes = chosen.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
  const events = chosen.reduce((sum, file) => sum + (file.rows ?? 0), 0)
  process.stderr.write(`the archive of ${tenant}: ${events} events in ${chosen.length} files, ${bytes} bytes\n`)
  return withLocal(openArchiveStore(targets().config, openLog('archive', 'warn')), chosen, (files) =>
    work({ name: 'events', kind: 'parquet', files }),
  )
}

/** Events may be a day ahead. */
const AHEAD_MS = 86_400_000

/** Files of a bucket are fetched first, and removed at the end. */
async function withLocal<T>(
  store: ObjectStore,
  chosen: readonly ArchiveMove[],
  work: (files: readonly string[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'svc-query-archive-'))
  const disposals: (() => Promise<void>)[] = []
  try {
    const files: string[] = []
    for (const move of chosen) {
      const { file, dispose } = await store.local(move.path, folder)
      disposals.push(dispose)
      files.push(file)
    }
    return await work(files)
  } finally {
    for (const dispose of disposals) await dispose()
    await rm(folder, { recursive: true, force: true })
  }
}
