/**
 * Moves days of events from the lake to the archive. A move fixes its rows, writes them to a file, reads the file back,
 * and commits it when both have the same rows and checksum; only then the lake drops exactly those rows, unless a legal
 * hold keeps the tenant's. An interrupted run continues where it stopped: see `archive_moves.state`.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withDuckdb } from '../../../stores/iceberg/duckdb.ts'
import { type FileFacts, writeParquet } from '../../../stores/iceberg/parquet.ts'
import { whileLocked } from '../../../stores/postgres/advisory-lock.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import type { ActNote } from '../acting/index.ts'
import { HERE, holds, requireRegion } from '../governance/index.ts'
import { DAY_MS, DUCK_MEMORY_MB, dataFileOf, type FileDeps, factsOf, inFolder, requireIntact } from './archive-file.ts'
import { type CommitDeps, commit } from './commit.ts'
import type { LakeRows, Listed } from './lake-rows.ts'
import { type ArchiveMove, insertMove, markCopied, markMove, moves } from './move-store.ts'
import { dataPath } from './paths.ts'

export type ArchiveDeps = CommitDeps &
  FileDeps & {
    readonly lake: LakeRows
    readonly record: (tx: TenantTx, action: string, about: ActNote) => Promise<void>
    /** Lines that report each step. */
    readonly report: (moved: Moved) => void
    readonly rowsMax?: number
  }

export type Moved = {
  readonly day: string
  readonly events: number
  readonly bytes: number
  /** Name of the legal hold that keeps the rows in the lake as well. */
  readonly keptBy: string | null
}

/**
 * Rows of a file: some hundred megabytes at most.
 * @bound a file of the archive = {} events -> the next file begins
 */
export const MOVE_ROWS_MAX = 500_000
/** Files whose rows are deleted in one statement, which costs the lake as much as for one file. */
const DROPPED_TOGETHER_MAX = 100
/** Long enough for a sink that looks up the rows of an insert with unknown outcome. */
const LISTS_KEPT_MS = 3 * DAY_MS

/** Events with a time before `beforeMs`. Throws `conflict` while another run works for the tenant. */
export async function runArchive(deps: ArchiveDeps, tenant: TenantId, beforeMs: number): Promise<readonly Moved[]> {
  await requireRegion((work) => withTenant(deps.pool, tenant, work), 'archive', HERE)
  return alone(deps.pool, tenant, async () => {
    const done: Moved[] = []
    const drop = dropInto(done, deps, tenant)
    await goOn(deps, tenant, drop)
    let copied: Droppable[] = []
    for (const day of await deps.lake.days(tenant, beforeMs)) {
      for (;;) {
        const move = await copyRows(deps, tenant, day, beforeMs)
        if (move === null) break
        copied.push(move)
        const rows = copied.reduce((all, one) => all + (one.rows ?? 0), 0)
        if (rows < (deps.rowsMax ?? MOVE_ROWS_MAX) && copied.length < DROPPED_TOGETHER_MAX) continue
        await drop(copied)
        copied = []
      }
    }
    await drop(copied)
    await forgetOld(deps, tenant)
    if (done.length > 0) await deps.lake.freeDisk()
    return done
  })
}

/**
 * Finishes moves that an interrupted run had begun, and starts none. The caller holds the lock of the tenant's archive.
 */
export async function endCutShort(deps: ArchiveDeps, tenant: TenantId): Promise<readonly Moved[]> {
  const done: Moved[] = []
  await goOn(deps, tenant, dropInto(done, deps, tenant))
  return done
}

type Drop = (copied: readonly Droppable[]) => Promise<void>

const dropInto = (done: Moved[], deps: ArchiveDeps, tenant: TenantId): Drop => {
  return async (copied) => {
    for (const moved of await dropRows(deps, tenant, copied)) {
      done.push(moved)
      deps.report(moved)
    }
  }
}

type Droppable = Pick<ArchiveMove, 'id' | 'day' | 'state' | 'rows' | 'bytes'>

/** Finishes a run that was cut short. Rows that a hold still keeps are not reported again. */
async function goOn(deps: ArchiveDeps, tenant: TenantId, drop: Drop): Promise<void> {
  const open = await withTenant(deps.pool, tenant, unfinishedMoves)
  for (const move of open.filter(({ state }) => state === 'writing')) await abandon(deps, tenant, move)
  for (const begun of ['dropping', 'copied'] as const)
    for (const group of droppedTogether(open.filter(({ state }) => state === begun))) {
      for (const move of group) await requireIntact(deps, move)
      await drop(group)
    }
}

function droppedTogether(files: readonly ArchiveMove[]): readonly (readonly ArchiveMove[])[] {
  const groups: ArchiveMove[][] = []
  let rows = Number.POSITIVE_INFINITY
  for (const file of files) {
    const isFull = rows >= MOVE_ROWS_MAX || groups.at(-1)?.length === DROPPED_TOGETHER_MAX
    if (isFull) groups.push([])
    rows = (isFull ? 0 : rows) + (file.rows ?? 0)
    groups.at(-1)?.push(file)
  }
  return groups
}

/** Moves that a run has begun and not finished. Copied rows stay in the lake while the tenant has a legal hold. */
export async function unfinishedMoves(tx: TenantTx): Promise<readonly ArchiveMove[]> {
  const isHeld = (await holds(tx, true)).length > 0
  return moves(tx, isHeld ? ['writing', 'dropping'] : ['writing', 'copied', 'dropping'])
}

async function abandon({ pool, store }: ArchiveDeps, tenant: TenantId, { id, path }: ArchiveMove): Promise<void> {
  const isOurs = await withTenant(pool, tenant, (tx) => markMove(tx, id, 'writing', 'abandoned'))
  if (isOurs) await store.remove(path)
}

/** Null when the day has no further rows. */
async function copyRows(deps: ArchiveDeps, tenant: TenantId, day: string, beforeMs: number): Promise<Droppable | null> {
  const { pool, lake, store, rowsMax = MOVE_ROWS_MAX } = deps
  const id = randomUUID()
  const listed: Listed = { tenant, day, moveId: id }
  const kept = await withTenant(pool, tenant, (tx) => moves(tx, ['copied']))
  const rows = await lake.list(
    listed,
    beforeMs,
    kept.filter((move) => move.day === day).map((move) => move.id),
    rowsMax,
  )
  if (rows === 0) return null
  const path = dataPath(tenant, day, id)
  await withTenant(pool, tenant, (tx) => insertMove(tx, { id, day, path }))
  const facts = await writeFile(deps, listed, path)
  const checksum = await lake.checksum(listed)
  if (facts.checksum !== checksum)
    throw new AppError('conflict', `events of ${day} left the lake as ${checksum} and arrived as ${facts.checksum}`)
  const bytes = await store.size(path)
  if (bytes === null) throw new AppError('conflict', `${path} is not in the archive`)
  const { fromMs, toMs } = facts
  const file = dataFileOf(tenant, { day, path }, facts, bytes)
  await commit(deps, tenant, { add: [file], remove: [] }, async (tx) => {
    if (!(await markCopied(tx, id, { rows: facts.rows, bytes, checksum, fromMs, toMs }))) return false
    await deps.record(tx, 'archive:copied', about(id, { day, events: facts.rows, bytes, checksum }))
    return true
  })
  return { id, day, rows: facts.rows, bytes, state: 'copied' }
}

export const about = (id: string, changes: Readonly<Record<string, unknown>>): ActNote => {
  return { resource: 'archive_move', resourceId: id, changes }
}

/** Writes the file, uploads it to the archive, and returns rows and checksum of the uploaded file. */
function writeFile({ tempFolder, lake, store }: ArchiveDeps, listed: Listed, path: string): Promise<FileFacts> {
  return inFolder(tempFolder, async (folder) => {
    const file = join(folder, 'events.parquet')
    const duck = { memoryMb: DUCK_MEMORY_MB, tempFolder: join(folder, 'spill'), file: join(folder, 'staged.db') }
    await withDuckdb(duck, async (open) => writeParquet(open, await lake.lines(listed), folder, file))
    await store.put(path, { file })
    return factsOf(store, path, folder)
  })
}

/** The lake drops the rows of moves that are in the archive; not while the tenant has a legal hold. */
async function dropRows(
  { pool, lake, record }: ArchiveDeps,
  tenant: TenantId,
  copied: readonly Droppable[],
): Promise<readonly Moved[]> {
  if (copied.length === 0) return []
  const keptBy = await withTenant(pool, tenant, async (tx) => {
    const [hold] = await holds(tx, true)
    if (hold !== undefined && copied.every(({ state }) => state === 'copied')) return hold.name
    for (const { id, day, rows } of copied.filter(({ state }) => state === 'copied')) {
      if (!(await markMove(tx, id, 'copied', 'dropping')))
        throw new AppError('conflict', 'another run has ended this move of the archive')
      await record(tx, 'archive:dropped', about(id, { day, events: rows }))
    }
    return null
  })
  const moved = copied.map(({ day, rows, bytes }) => ({ day, events: rows ?? 0, bytes: bytes ?? 0, keptBy }))
  if (keptBy !== null) return moved
  const listed = copied.map(({ id, day }) => ({ tenant, day, moveId: id }))
  await lake.drop(listed)
  const left = await lake.count(listed)
  if (left > 0) throw new AppError('unavailable', `the lake still has ${left} of the events that it was to drop`)
  await withTenant(pool, tenant, async (tx) => {
    for (const { id } of copied) await markMove(tx, id, 'dropping', 'dropped')
  })
  return moved
}

async function forgetOld({ pool, lake, nowMs }: ArchiveDeps, tenant: TenantId): Promise<void> {
  const done = await withTenant(pool, tenant, (tx) => moves(tx, ['dropped', 'restored', 'replaced', 'abandoned']))
  const isOld = ({ dropped_at, created_at }: ArchiveMove) =>
    (dropped_at ?? created_at).getTime() < nowMs() - LISTS_KEPT_MS
  const old = done.filter(isOld).map(({ id }) => id)
  if (old.length > 0) await lake.forget(tenant, old.slice(-1000))
}

/**
 * Runs one job of a tenant's archive at a time, on any machine. A job that continues after losing its connection cannot
 * commit what another has taken over: the states of moves prevent it.
 */
export function alone<T>(pool: Postgres, tenant: TenantId, work: () => Promise<T>): Promise<T> {
  return whileLocked(pool, `archive/${tenant}`, `another run archives events of ${tenant}`, work)
}
