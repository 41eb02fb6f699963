/**
 * Rewrites files of the archive: merges small files of a day, and erases the events of a subject. The remaining rows
 * are compared with the old ones before the table changes; files that nothing refers to any more are removed.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import { canonicalAddress } from '../../../platform/ip-address.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Duck, sqlText, withDuckdb } from '../../../stores/iceberg/duckdb.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { parquetSum, rewriteParquet } from '../../../stores/iceberg/parquet.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { holds } from '../governance/index.ts'
import {
  DamagedFile,
  DUCK_MEMORY_MB,
  dataFileOf,
  type FileDeps,
  factsOf,
  faultOf,
  inFolder,
  isTransient,
  pastDamage,
  sumOf,
} from './archive-file.ts'
import { commit } from './commit.ts'
import { expireSnapshots } from './expire.ts'
import { type ArchiveMove, giveUpLost, insertMove, markReplaced, markWritten, moves } from './move-store.ts'
import { dataPath, urlOf } from './paths.ts'
import { type ArchiveDeps, about, alone, endCutShort, MOVE_ROWS_MAX } from './run-archive.ts'

/** Files that one new file is made of. */
const SOURCES_MAX = 50

export type Compacted = { readonly day: string; readonly files: number; readonly events: number }

/**
 * Merges files of a day that are less than half full. Throws `conflict` while another run works for the tenant, and,
 * after all other days, for a file that is damaged.
 */
export function compactArchive(deps: ArchiveDeps, tenant: TenantId): Promise<readonly Compacted[]> {
  return alone(deps.pool, tenant, async () => {
    const rowsMax = deps.rowsMax ?? MOVE_ROWS_MAX
    const done: Compacted[] = []
    await pastDamage(groupsOf(await settled(deps, tenant), rowsMax), async (group) => {
      const { kept } = await rewrite(deps, tenant, group, null)
      done.push({ day: group[0]?.day ?? '', files: group.length, events: kept })
    })
    return done
  })
}

/** Files whose rows are only in the archive. */
const settled = ({ pool }: ArchiveDeps, tenant: TenantId) => withTenant(pool, tenant, (tx) => moves(tx, ['dropped']))

function groupsOf(files: readonly ArchiveMove[], rowsMax: number): readonly (readonly ArchiveMove[])[] {
  const groups: ArchiveMove[][] = []
  for (const file of files) {
    const rows = file.rows ?? 0
    if (rows * 2 > rowsMax) continue
    const open = groups.at(-1)
    const openRows = (open ?? []).reduce((all, one) => all + (one.rows ?? 0), 0)
    const isFit = open?.[0]?.day === file.day && openRows + rows <= rowsMax && open.length < SOURCES_MAX
    if (isFit) open.push(file)
    else groups.push([file])
  }
  return groups.filter((group) => group.length > 1)
}

/** Names of a person or a thing in the columns of events; a text is equal whatever its case. */
export type ArchivedSubject = {
  readonly kind: 'user' | 'host' | 'ip' | 'domain'
  readonly value: string
  /** RE2: an event whose text matches it also belongs to the subject. */
  readonly text?: string
  /**
   * RE2 for the subjects of legal holds, '' for none: events that match it stay. When it is not set, any hold refuses
   * the erasure.
   */
  readonly held?: string
}

const COLUMNS: Readonly<Record<ArchivedSubject['kind'], readonly string[]>> = {
  user: ['user', 'target_user'],
  host: ['host'],
  ip: ['src_ip', 'dst_ip'],
  domain: ['domain'],
}

export type Erased = {
  readonly events: number
  readonly files: number
  /**
   * Files that were not rewritten because a legal hold keeps their events in the lake too; a later run removes exactly
   * those rows.
   */
  readonly left: number
  /** Files that are lost: none of them is taken in again from now on, because the subject may stand in them. */
  readonly lost: number
  /** Rows and checksum of each file before and after, so that a reader with the old figures can check the removal. */
  readonly proof: readonly {
    readonly path: string
    readonly before: string
    /** Null when no row of the file was left. */
    readonly after: { readonly path: string; readonly checksum: string } | null
  }[]
}

/**
 * Erases the events of a subject from every archive file, and removes the files and snapshots that contain them. Throws
 * `conflict` while another run works for the tenant or a restore is half done, for a legal hold as described at `held`, and,
 * after all other files, for a damaged one.
 */
export function eraseArchive(deps: ArchiveDeps, tenant: TenantId, subject: ArchivedSubject): Promise<Erased> {
  return alone(deps.pool, tenant, async () => {
    const [hold] = await withTenant(deps.pool, tenant, (tx) => holds(tx, true))
    if (hold !== undefined && subject.held === undefined)
      throw new AppError('conflict', `the legal hold ${hold.name} keeps the events of ${tenant}`)
    // Files whose events a hold kept in the lake are ended by the first run after its release: an erasure is one.
    await endCutShort(deps, tenant)
    const open = await withTenant(deps.pool, tenant, (tx) => moves(tx, ['writing', 'copied', 'dropping', 'restoring']))
    const kept = hold === undefined ? [] : open.filter(({ state }) => state === 'copied')
    // A restore returns events to a lake that was erased before, so the erasure has to start again.
    if (open.length > kept.length)
      throw new AppError('conflict', 'a restore of the archive was cut short: once it is ended the erasure begins anew')
    const proof: Erased['proof'][number][] = []
    let events = 0
    // Snapshots go also where nothing was found: a run that was cut short may have left the old files.
    await pastDamage(await settled(deps, tenant), async (file) => {
      const { removed, after } = await rewrite(deps, tenant, [file], goesSql(subject))
      if (removed === 0) return
      events += removed
      proof.push({ path: file.path, before: file.checksum ?? '', after })
    }).finally(() => expireSnapshots(deps, tenant, 0))
    const lost = await withTenant(deps.pool, tenant, giveUpLost)
    return { events, files: proof.length, left: kept.length, lost, proof }
  })
}

/**
 * Removes events received before a time from the archive, except those whose text matches RE2 `held`. Files whose rows
 * are also in the lake are not changed. Throws `conflict` while another run works for the tenant.
 */
export function expireArchive(deps: ArchiveDeps, tenant: TenantId, before: Date, held: string) {
  return alone(deps.pool, tenant, async () => {
    const old = `ingest_time < ${sqlText(before.toISOString())}::TIMESTAMPTZ`
    const goes = held === '' ? old : `${old} AND NOT ${foundSql(held)}`
    let [removed, kept] = [0, 0]
    await pastDamage(await settled(deps, tenant), async (file) => {
      // A file of a later day has no older event, but of a clock that was ahead: a later run removes that one.
      if (Date.parse(file.day) > before.getTime()) return
      const done = await rewrite(deps, tenant, [file], goes)
      removed += done.removed
      const path = done.removed === 0 ? file.path : done.after?.path
      if (held !== '' && path !== undefined) kept += await countIn(deps, path, old)
    }).finally(() => expireSnapshots(deps, tenant, 0))
    return { removed, kept }
  })
}

/** Rows of a file that name the subject and none of `held`. Null when the file cannot be read. */
export function rowsOfSubject(deps: FileDeps, path: string, subject: ArchivedSubject): Promise<number | null> {
  return countIn(deps, path, goesSql(subject)).catch((error: unknown) => {
    if (isTransient(error)) throw error
    return null
  })
}

function countIn({ store, tempFolder }: FileDeps, path: string, condition: string): Promise<number> {
  return inFolder(tempFolder, async (folder) => {
    const { file, dispose } = await store.local(path, folder)
    try {
      const duck = { memoryMb: DUCK_MEMORY_MB, tempFolder: join(folder, 'spill') }
      return (await withDuckdb(duck, (open) => parquetSum(open, [file], condition))).rows
    } finally {
      await dispose()
    }
  })
}

const foundSql = (pattern: string) => `coalesce(regexp_matches(raw, ${sqlText(pattern)}), false)`

function goesSql({ kind, value, text = '', held = '' }: ArchivedSubject): string {
  const name = sqlText(kind === 'ip' ? canonicalAddress(value) : value)
  const columns = COLUMNS[kind].map((column) => `lower("${column}") = lower(${name})`)
  const named = [...columns.map((one) => `coalesce(${one}, false)`), ...(text === '' ? [] : [foundSql(text)])].join(
    ' OR ',
  )
  return held === '' ? named : `(${named}) AND NOT ${foundSql(held)}`
}

type Rewritten = { readonly kept: number; readonly removed: number; readonly after: Erased['proof'][number]['after'] }

/**
 * `goes` is the condition for rows to remove; null removes none. A single file that would not change is not rewritten.
 */
async function rewrite(
  deps: ArchiveDeps,
  tenant: TenantId,
  sources: readonly ArchiveMove[],
  goes: string | null,
): Promise<Rewritten> {
  const { pool, store } = deps
  const [first] = sources
  if (first === undefined) return { kept: 0, removed: 0, after: null }
  return inFolder(deps.tempFolder, async (folder) => {
    const files = await localFiles(deps, sources, folder)
    try {
      const duck = { memoryMb: DUCK_MEMORY_MB, tempFolder: join(folder, 'spill') }
      const names = files.map(({ file }) => file)
      const stays = goes === null ? 'true' : `NOT (${goes})`
      const sums = { all: { rows: 0, checksum: '' }, kept: { rows: 0, checksum: '' } }
      const readSums = async (open: Duck) => {
        sums.all = await parquetSum(open, names, 'true')
        sums.kept = await parquetSum(open, names, stays)
      }
      await withDuckdb(duck, readSums).catch((error: unknown) => {
        throw new DamagedFile(faultOf(sources.map(({ path }) => path).join(' or '), error))
      })
      const { all, kept } = sums
      if (all.checksum !== sumOf(sources))
        throw new DamagedFile(`${first.path} holds ${all.checksum}, and ${sumOf(sources)} was committed`)
      const removed = all.rows - kept.rows
      if (removed === 0 && sources.length === 1) return { kept: kept.rows, removed, after: null }
      const id = randomUUID()
      const path = dataPath(tenant, first.day, id)
      const remove = sources.map((one) => urlOf(one.path))
      const action = goes === null ? 'archive:compacted' : 'archive:erased'
      const changes = { day: first.day, files: sources.length, events: kept.rows, removed, before: all.checksum }
      if (kept.rows === 0) {
        await commit(deps, tenant, { add: [], remove }, async (tx) => {
          if (!(await markReplaced(tx, sources, null))) return false
          await deps.record(tx, action, about(first.id, { ...changes, after: null }))
          return true
        })
        return { kept: 0, removed, after: null }
      }
      await withTenant(pool, tenant, (tx) => insertMove(tx, { id, day: first.day, path }))
      const written = join(folder, 'rewritten.parquet')
      await withDuckdb(duck, (open) => rewriteParquet(open, names, stays, written))
      await store.put(path, { file: written })
      const facts = await factsOf(store, path, folder)
      if (facts.checksum !== kept.checksum)
        throw new AppError('conflict', `events of ${first.day} were ${kept.checksum} and arrived as ${facts.checksum}`)
      const bytes = await store.size(path)
      if (bytes === null) throw new AppError('conflict', `${path} is not in the archive`)
      const { rows, checksum, fromMs, toMs } = facts
      const added = dataFileOf(tenant, { day: first.day, path }, facts, bytes)
      await commit(deps, tenant, { add: [added], remove }, async (tx) => {
        if (!(await markWritten(tx, id, { rows, bytes, checksum, fromMs, toMs }))) return false
        if (!(await markReplaced(tx, sources, id))) return false
        await deps.record(tx, action, about(id, { ...changes, after: checksum }))
        return true
      })
      return { kept: rows, removed, after: { path, checksum } }
    } finally {
      for (const { dispose } of files) await dispose()
    }
  })
}

async function localFiles({ store }: FileDeps, sources: readonly ArchiveMove[], folder: string) {
  const files: Awaited<ReturnType<ObjectStore['local']>>[] = []
  for (const { path } of sources)
    try {
      files.push(await store.local(path, folder))
    } catch (error) {
      for (const { dispose } of files) await dispose()
      throw new DamagedFile(faultOf(path, error))
    }
  return files
}
