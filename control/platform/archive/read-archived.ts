/**
 * Runs one query over the lake and over the archived part of its time span. Files are chosen by time, newest first, as
 * many as one query may read. The answer lists what was not read, and which source its rows came from.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { LeftInArchive, TimeSpan } from '../../../query/search/coverage.ts'
import {
  type ArchivedEvents,
  isBrokenPrewhere,
  isUndecodable,
  isUnreadable,
} from '../../../stores/clickhouse/archived-events.ts'
import { sqlText, withDuckdb } from '../../../stores/iceberg/duckdb.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { time } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { ARCHIVED_COLUMNS } from './archived-columns.ts'

/**
 * Limits of one query. Files in remote storage are downloaded whole before they are read.
 * @bound files of the archive that a query reads; their bytes on this machine; bytes that are fetched = {files};
 * {bytes}; {fetchedBytes} -> the answer names the time span that was not searched
 */
export const READ_LIMITS = { files: 400, bytes: 8 * 2 ** 30, fetchedBytes: 256 << 20 } as const

/** The part of the archive that a question ran over. */
export type ArchiveUse = { readonly files: number; readonly events: number; readonly bytes: number }
export const archiveUseSchema = Type.Object(
  { files: Type.Integer(), events: Type.Integer(), bytes: Type.Integer() },
  { description: 'archive files searched beside the lake, with their events and size' },
)
export const NO_ARCHIVE: ArchiveUse = { files: 0, events: 0, bytes: 0 }

export type Both<T> = {
  readonly answer: T
  readonly archive: ArchiveUse
  /** Event time of which something lies in the archive that was not looked at, or is lost. */
  readonly archived: readonly LeftInArchive[]
  /** True when a run or a restore is moving some of it, so that a later query can read it. */
  readonly isMoving: boolean
}

type File = TimeSpan & {
  readonly id: string
  readonly path: string
  readonly events: number
  readonly bytes: number
  /** True when its rows are only in the archive; rows of a move in progress may be in either place. */
  readonly isSettled: boolean
  /** True for a file that was marked as lost, or is not there. */
  readonly isLost: boolean
}

const TRIES_MAX = 3
const CHECK_MEMORY_MB = 500

/**
 * `ask` is called with the files, or with undefined where there are none or the engine cannot read them. Throws
 * `unavailable` when runs of the archive changed what lies where, every time.
 */
export async function overBoth<T>(
  { pool, store }: { readonly pool: Postgres; readonly store?: ObjectStore | undefined },
  tenant: TenantId,
  span: TimeSpan,
  ask: (archive: ArchivedEvents | undefined) => Promise<T>,
): Promise<Both<T>> {
  const filesNow = () => withTenant(pool, tenant, (tx) => filesOf(tx, span))
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const before = store === undefined ? [] : readable(store, await filesNow())
    const { answer, read, gone } = await askWith(store, before, ask)
    // Read after the lake: rows that the lake dropped meanwhile were in the archive before.
    const after = await filesNow()
    const isSame = read.every(({ id, path }) =>
      after.some((one) => one.id === id && one.path === path && one.isSettled),
    )
    if (!isSame) continue
    const left = after.filter(({ id }) => !read.some((one) => one.id === id))
    const isMoving = left.some(({ isSettled, isLost }) => !isSettled && !isLost)
    const lost = left.map((file) => ({ ...file, isLost: file.isLost || gone.has(file.id) }))
    return { answer, archive: useOf(read), archived: leftOf(lost, span), isMoving }
  }
  throw new AppError('unavailable', 'the archive of this time is being changed', { retryAfterSeconds: 5 })
}

function useOf(read: readonly File[]): ArchiveUse {
  const sum = (of: (file: File) => number) => read.reduce((all, file) => all + of(file), 0)
  return { files: read.length, events: sum(({ events }) => events), bytes: sum(({ bytes }) => bytes) }
}

function leftOf(left: readonly File[], span: TimeSpan): LeftInArchive[] {
  const ofReason = (reason: LeftInArchive['reason']) => {
    const files = left.filter(({ isLost }) => isLost === (reason === 'lost'))
    return spansOf(files, span).map((one) => ({ ...one, reason }))
  }
  return [...ofReason('archived'), ...ofReason('lost')]
}

/** Times of each archived day, clipped to the span. */
function spansOf(files: readonly File[], { fromMs, toMs }: TimeSpan): TimeSpan[] {
  const days = new Map<number, TimeSpan>()
  for (const file of files) {
    const day = Math.floor(file.fromMs / 86_400_000)
    const known = days.get(day) ?? file
    days.set(day, { fromMs: Math.min(known.fromMs, file.fromMs), toMs: Math.max(known.toMs, file.toMs) })
  }
  const clipped = [...days.values()].map((one) => {
    return { fromMs: Math.max(fromMs, one.fromMs), toMs: Math.min(toMs, one.toMs) }
  })
  return clipped.sort((a, b) => a.fromMs - b.fromMs)
}

function readable(store: ObjectStore, files: readonly File[]): readonly File[] {
  const most = store.isLocal ? READ_LIMITS.bytes : READ_LIMITS.fetchedBytes
  let bytes = 0
  const chosen: File[] = []
  for (const file of files.filter(({ isSettled }) => isSettled)) {
    bytes += file.bytes
    if (chosen.length >= READ_LIMITS.files || bytes > most) break
    chosen.push(file)
  }
  return chosen
}

async function askWith<T>(
  store: ObjectStore | undefined,
  files: readonly File[],
  ask: (archive: ArchivedEvents | undefined) => Promise<T>,
): Promise<{ readonly answer: T; readonly read: readonly File[]; readonly gone: ReadonlySet<string> }> {
  const gone = new Set<string>()
  if (store === undefined || files.length === 0) return { answer: await ask(undefined), read: [], gone }
  const disposals: (() => Promise<void>)[] = []
  let folder: string | null = null
  try {
    if (!store.isLocal) folder = await mkdtemp(join(tmpdir(), 'svc-archive-read-'))
    let there: { readonly one: File; readonly path: string }[] = []
    for (const one of files) {
      const local = await localOrNull(store, one, folder ?? '')
      if (local === null) {
        gone.add(one.id)
        continue
      }
      disposals.push(local.dispose)
      there.push({ one, path: local.file })
    }
    let isWithoutPrewhere = false
    while (there.length > 0) {
      const read = there.map(({ one }) => one)
      const archive = { files: there.map(({ path }) => path), rows: useOf(read).events, ...ARCHIVED_COLUMNS }
      try {
        return { answer: await ask(isWithoutPrewhere ? { ...archive, isWithoutPrewhere } : archive), read, gone }
      } catch (error) {
        if (isBrokenPrewhere(error) && !isWithoutPrewhere) isWithoutPrewhere = true
        else {
          const damaged = there.find(({ path }) => isUndecodable(error, path))
          if (damaged === undefined || (await isIntact(damaged))) throw error
          gone.add(damaged.one.id)
          there = there.filter((file) => file !== damaged)
        }
      }
    }
    return { answer: await ask(undefined), read: [], gone }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return { answer: await ask(undefined), read: [], gone }
  } finally {
    for (const dispose of disposals) await dispose()
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }
}

/** The engine names the file in errors of conditions too, so that the file decides. */
async function isIntact({ path }: { readonly path: string }): Promise<boolean> {
  const tempFolder = await mkdtemp(join(tmpdir(), 'svc-archive-check-'))
  try {
    const sql = `SELECT max(hash(file))::VARCHAR AS n FROM read_parquet(${sqlText(path)}) AS file`
    await withDuckdb({ memoryMb: CHECK_MEMORY_MB, tempFolder }, ({ rows }) => rows(sql))
    return true
  } catch {
    return false
  } finally {
    await rm(tempFolder, { recursive: true, force: true })
  }
}

/** Null for a file that is gone or truncated, which costs an answer that file alone. */
async function localOrNull(store: ObjectStore, { path, bytes }: File, folder: string) {
  const local = await store.local(path, folder).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
  if (local === null) return null
  // A file that only the engine sees is compared by its rows.
  const found = await stat(local.file).catch(() => null)
  if (found === null || found.size === bytes) return local
  await local.dispose()
  return null
}

/** Files that may hold events of this time and that are, or may be, no longer in the lake; newest first. */
function filesOf(tx: TenantTx, { fromMs, toMs }: TimeSpan): Promise<File[]> {
  const sql = /* sql */ `
    SELECT id, path, state, rows, bytes, from_time, to_time FROM archive_moves
    WHERE state IN ('dropping', 'dropped', 'restoring', 'lost') AND from_time < $2 AND to_time >= $1
    ORDER BY to_time DESC, id`
  return tx.many(
    (row) => ({
      id: String(row.id),
      path: String(row.path),
      isSettled: row.state === 'dropped',
      isLost: row.state === 'lost',
      events: Number(row.rows),
      bytes: Number(row.bytes),
      fromMs: time(row, 'from_time').getTime(),
      toMs: time(row, 'to_time').getTime() + 1,
    }),
    sql,
    [new Date(fromMs), new Date(toMs)],
  )
}
