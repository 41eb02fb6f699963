/** `svc archive run|status|verify|repair|restore`: days of events that leave the lake for files which other programs read as well. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eachTenant } from '../../control/identity/tenants/index.ts'
import {
  type ArchiveDeps,
  type ArchivedSubject,
  type ArchiveMove,
  compactArchive,
  eraseArchive,
  expireSnapshots,
  lakeRows,
  type MendedFile,
  type Moved,
  mendArchive,
  moves,
  removeOrphans,
  repairArchive,
  restoreArchive,
  runArchive,
  SNAPSHOTS_KEPT_MS,
  verifyArchive,
} from '../../control/platform/archive/index.ts'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { openPostgres, type Postgres, type TenantTx, withTenant } from '../../stores/postgres/pool.ts'
import { openArchiveStore } from '../settings/archive-store.ts'
import { targets } from './connect.ts'
import { requireTenant } from './known-tenant.ts'
import { formatted } from './kql/formats.ts'
import { operatorAudit } from './operator-audit.ts'
import type { AnswerOfBoth } from './over-both.ts'

export type ArchiveRunOptions = { readonly tenant: string; readonly before?: string; readonly all?: boolean }
export type ArchiveStatusOptions = { readonly tenant?: string; readonly format: string }

const DAY_MS = 86_400_000
/** A day of a large tenant is one statement. */
const STATEMENT_MS = 1_800_000

export async function runArchiveRun(options: ArchiveRunOptions): Promise<void> {
  const beforeMs = endOf(options, Date.now(), targets().config.hotDays)
  await withArchive(options.tenant, async (deps, tenant) => {
    const report = (moved: Moved) => process.stderr.write(`${lineOf(moved)}\n`)
    const done = await runArchive({ ...deps, report }, tenant, beforeMs)
    process.stdout.write(`${totalOf(tenant, done, beforeMs)}\n`)
  })
}

export type ArchiveRestoreOptions = {
  readonly tenant: string
  readonly from?: string
  readonly to?: string
  readonly all?: boolean
}

export async function runArchiveRestore({ tenant: name, from, to, all }: ArchiveRestoreOptions): Promise<void> {
  if ((from === undefined && to === undefined) === (all !== true))
    throw new AppError('bad_request', 'give either --all, or --from and --to')
  for (const day of [from, to])
    if (day !== undefined && !DAY.test(day))
      throw new AppError('bad_request', `a day must look like 2026-01-31, not ${day}`)
  await withArchive(name, async (deps, tenant) => {
    const report = ({ day, events }: Moved) => process.stderr.write(`${day}\t${events} events\trestored\n`)
    const done = await restoreArchive({ ...deps, report }, tenant, {
      from: from ?? '0000-00-00',
      to: to ?? '9999-99-99',
    })
    const events = done.reduce((sum, moved) => sum + moved.events, 0)
    process.stdout.write(`${tenant}: restored ${events} events of ${done.length} files to the lake\n`)
  })
}

/** Checks one tenant, or every tenant with files. Exit status 1 when something differs from its commit. */
export async function runArchiveVerify({ tenant: name }: { readonly tenant?: string }): Promise<void> {
  await withStores(async (deps) => {
    for (const tenant of await archivedTenants(deps.pool, name)) {
      const { files, rows, faults, lost } = await verifyArchive(deps, tenant)
      for (const fault of faults) process.stderr.write(`${fault}\n`)
      for (const { day, rows: events, path } of lost)
        process.stderr.write(`${day}\t${events} events\t${path} is marked as lost\n`)
      const outcome = faults.length === 0 ? 'all intact' : `${faults.length} faults`
      const known = lost.length === 0 ? '' : `; ${eventsOf(lost)} events of ${lost.length} files are marked as lost`
      process.stdout.write(`${tenant}: ${rows} events in ${files} files, ${outcome}${known}\n`)
      if (faults.length === 0) continue
      process.stderr.write(`next: svc archive repair --tenant ${tenant}\n`)
      process.exitCode = 1
    }
  })
}

const eventsOf = (files: readonly ArchiveMove[]) => files.reduce((all, { rows }) => all + (rows ?? 0), 0)

export type ArchiveRepairOptions = { readonly tenant: string; readonly acceptLoss?: string }

/** Exit status 1 while a damaged file is left, or a run that was cut short cannot be finished. */
export async function runArchiveRepair({ tenant: name, acceptLoss }: ArchiveRepairOptions): Promise<void> {
  const reason = acceptLoss?.trim()
  if (reason === '' || (reason?.length ?? 0) > REASON_CHARS_MAX)
    throw new AppError('bad_request', `--accept-loss needs a reason of 1 to ${REASON_CHARS_MAX} characters`)
  await withArchive(name, async (deps, tenant) => {
    const { files, isRebuilt } = await mendArchive(deps, tenant, reason ?? null)
    for (const { day, events, path, outcome, fault } of files)
      process.stderr.write(`${[day, `${events} events`, outcome, fault === '' ? path : fault].join('\t')}\n`)
    if (isRebuilt) process.stderr.write('the table was written anew from its files; its past states are gone\n')
    const left = files.filter(({ outcome }) => outcome === 'damaged')
    process.stdout.write(`${tenant}: ${summaryOf(files)}\n`)
    if (left.length > 0) {
      process.stderr.write(`${LEFT_HINT}\n`)
      process.exitCode = 1
      return
    }
    const { moved, restored } = await repairArchive(deps, tenant)
    if (moved + restored > 0) process.stderr.write(`${moved + restored} files of interrupted runs finished\n`)
  })
}

/** @bound reason for giving lost events of the archive up = {} characters -> refused */
const REASON_CHARS_MAX = 500

const LEFT_HINT = `next: put the damaged files back under their paths, from a backup or an earlier version in the bucket, and run svc archive
verify; without a copy run svc archive repair again with --accept-loss REASON, which marks their events as lost`

function summaryOf(files: readonly MendedFile[]): string {
  if (files.length === 0) return 'nothing to repair'
  const outcomes = [...new Set(files.map(({ outcome }) => outcome))]
  const counts = outcomes.map((outcome) => {
    const of = files.filter((file) => file.outcome === outcome)
    return `${of.length} files ${outcome} (${of.reduce((all, { events }) => all + events, 0)} events)`
  })
  return counts.join(', ')
}

/** The tenant of that name, or every one that has files in the archive. Throws `not_found`. */
async function archivedTenants(pool: Postgres, name: string | undefined): Promise<TenantId[]> {
  if (name !== undefined) {
    await requireTenant(pool, tenantId(name))
    return [tenantId(name)]
  }
  const found: TenantId[] = []
  for await (const { id } of eachTenant(pool)) if ((await withTenant(pool, id, filesOf)).length > 0) found.push(id)
  if (found.length === 0) process.stderr.write('no tenant has files in the archive\n')
  return found
}

/** Without the files of moves that were abandoned. */
async function filesOf(tx: TenantTx): Promise<ArchiveMove[]> {
  return (await moves(tx)).filter(({ state }) => state !== 'abandoned' && state !== 'replaced')
}

/** Prints which time span was read from the archive, and which spans could not be read; the exit status is 1 then. */
export function noteArchived({
  archived,
  archive,
  isKnown,
  isMoving = false,
}: Pick<AnswerOfBoth<unknown>, 'archived' | 'archive' | 'isKnown'> & { readonly isMoving?: boolean }): void {
  if (!isKnown) {
    process.stderr.write('unknown: the database does not answer, so the archive was not searched\n')
    process.exitCode = 1
  }
  const { files, events, bytes } = archive
  if (files > 0) process.stderr.write(`read from the archive: ${files} files, ${events} events, ${bytes} bytes\n`)
  for (const { fromMs, toMs } of archived.filter(({ reason }) => reason === 'lost')) {
    const times = `${new Date(fromMs).toISOString()} to ${new Date(toMs).toISOString()}`
    process.stderr.write(
      `lost: files of the archive with events of ${times} are gone or damaged (svc archive verify names them)\n`,
    )
    process.exitCode = 1
  }
  const spans = archived.filter(({ reason }) => reason === 'archived')
  if (spans.length === 0) return
  const [first, last] = [spans[0]?.fromMs ?? 0, spans.at(-1)?.toMs ?? 0]
  const times = `events of ${spans.length} days from ${new Date(first).toISOString()} to ${new Date(last).toISOString()}`
  const why = isMoving
    ? 'a run of the archive is moving them (run the command again once it has ended)'
    : 'they are in archive files (bring them back with svc archive restore)'
  process.stderr.write(`not searched: ${times}; ${why}\n`)
  process.exitCode = 1
}

/** Runs that were cut short are ended, and small files of a day become one; snapshots of the table that are older than a week go, and files that nothing names. */
export async function runArchiveMaintain({ tenant: name }: { readonly tenant: string }): Promise<void> {
  await withArchive(name, async (deps, tenant) => {
    const { moved, restored } = await repairArchive(deps, tenant)
    if (moved + restored > 0) process.stderr.write(`${moved + restored} files of interrupted runs finished\n`)
    for (const { day, files, events } of await compactArchive(deps, tenant))
      process.stderr.write(`${day}\t${events} events\t${files} files merged into one\n`)
    const { snapshots, files } = await expireSnapshots(deps, tenant, SNAPSHOTS_KEPT_MS)
    const orphans = await removeOrphans(deps, tenant)
    process.stdout.write(`${tenant}: ${snapshots} snapshots and ${files + orphans} files removed\n`)
  })
}

export type ArchiveEraseOptions = Readonly<Record<'tenant' | 'kind' | 'value', string>>

/** Prints counts from before and after as JSON. */
export async function runArchiveErase({ tenant: name, kind, value }: ArchiveEraseOptions): Promise<void> {
  if (!isSubjectKind(kind))
    throw new AppError('bad_request', `--kind must be one of ${SUBJECT_KINDS.join(', ')}, not ${kind}`)
  if (value.trim() === '') throw new AppError('bad_request', '--value is required: the name of the subject')
  await withArchive(name, async (deps, tenant) => {
    const erased = await eraseArchive(deps, tenant, { kind, value })
    process.stdout.write(`${JSON.stringify(erased)}\n`)
  })
}

const SUBJECT_KINDS = ['user', 'host', 'ip', 'domain'] as const
const isSubjectKind = (kind: string): kind is ArchivedSubject['kind'] =>
  (SUBJECT_KINDS as readonly string[]).includes(kind)

const DAY = /^\d{4}-\d{2}-\d{2}$/

async function withArchive(name: string, work: (deps: ArchiveDeps, tenant: TenantId) => Promise<void>): Promise<void> {
  const tenant = tenantId(name)
  await withStores(async (deps) => {
    await requireTenant(deps.pool, tenant)
    await work(deps, tenant)
  })
}

async function withStores(work: (deps: ArchiveDeps) => Promise<void>): Promise<void> {
  const { config, clickhouseUrl, databaseUrl } = targets()
  const pool = openPostgres({ url: databaseUrl, poolSize: 3 })
  const client = openClickhouse({ url: clickhouseUrl, timeoutMs: STATEMENT_MS })
  try {
    await work({
      pool,
      store: openArchiveStore(config, openLog('archive', 'warn')),
      lake: lakeRows(client),
      tempFolder: join(tmpdir(), 'svc-archive'),
      record: operatorAudit(config),
      report: () => {},
      nowMs: Date.now,
    })
  } finally {
    await client.close()
    await pool.end()
  }
}

/** Throws `bad_request`. */
function endOf({ before, all }: ArchiveRunOptions, nowMs: number, hotDays: number): number {
  if (before !== undefined && all === true) throw new AppError('bad_request', 'give either --before or --all')
  if (all === true) return nowMs + DAY_MS // events may be a day ahead
  if (before === undefined) return Math.floor(nowMs / DAY_MS) * DAY_MS - hotDays * DAY_MS
  const ms = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(before) ? Date.parse(before) : Number.NaN
  if (Number.isNaN(ms)) throw new AppError('bad_request', `--before must be a day such as 2026-01-31, not ${before}`)
  return ms
}

const lineOf = ({ day, events, bytes, keptBy }: Moved) =>
  `${day}\t${events} events\t${bytes} bytes\t${keptBy === null ? 'moved' : `copied; legal hold ${keptBy} also keeps them in the lake`}`

function totalOf(tenant: TenantId, done: readonly Moved[], beforeMs: number): string {
  const sum = (of: readonly Moved[]) => of.reduce((all, { events }) => all + events, 0)
  const kept = done.filter(({ keptBy }) => keptBy !== null)
  const moved = done.filter(({ keptBy }) => keptBy === null)
  const held = kept.length === 0 ? '' : `, ${sum(kept)} copied, and kept in the lake too by a legal hold`
  return `${tenant}: ${sum(moved)} events from before ${new Date(beforeMs).toISOString()} moved to the archive in ${moved.length} files${held}`
}

const COLUMNS = ['tenant', 'day', 'state', 'events', 'bytes', 'from', 'to', 'checksum', 'verified', 'file']

/** Every file, by day, of one tenant or of all. */
export async function runArchiveStatus({ tenant: name, format }: ArchiveStatusOptions): Promise<void> {
  const write = formatted(format)
  const pool = openPostgres({ url: targets().databaseUrl, poolSize: 1 })
  try {
    const rows: string[][] = []
    const inTable: ArchiveMove[] = []
    const lost: ArchiveMove[] = []
    for (const tenant of await archivedTenants(pool, name)) {
      const files = await withTenant(pool, tenant, filesOf)
      rows.push(...files.map((file) => cells(tenant, file)))
      lost.push(...files.filter(({ state }) => state === 'lost'))
      inTable.push(...files.filter(({ state }) => state !== 'writing' && state !== 'restored' && state !== 'lost'))
    }
    const columns = COLUMNS.map((column) => ({ name: column, type: 'string' as const }))
    for (const piece of write(columns, rows)) process.stdout.write(piece)
    const sum = (of: (move: ArchiveMove) => number | null) => inTable.reduce((all, move) => all + (of(move) ?? 0), 0)
    process.stderr.write(
      `${sum((move) => move.rows)} events in ${inTable.length} files, ${sum(({ bytes }) => bytes)} bytes\n`,
    )
    if (lost.length > 0) process.stderr.write(`${eventsOf(lost)} events of ${lost.length} files are marked as lost\n`)
  } finally {
    await pool.end()
  }
}

function cells(tenant: TenantId, move: ArchiveMove): string[] {
  const { day, state, rows, bytes, from_time, to_time, checksum, verified_at, path } = move
  const iso = (time: Date | null) => time?.toISOString() ?? ''
  return [
    tenant,
    day,
    state,
    String(rows ?? ''),
    String(bytes ?? ''),
    iso(from_time),
    iso(to_time),
    checksum ?? '',
    iso(verified_at),
    path,
  ]
}
