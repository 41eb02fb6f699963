/**
 * Mends the archive of a tenant whose files are gone or damaged. Rows that the lake or the sources of a merge still have
 * are used; a file without either is marked lost, which only happens on request, because its rows are in no other place.
 * A table that cannot be read is written anew from the files. A lost file that comes back is taken in again.
 */
import type { TenantId } from '../../../platform/tenant.ts'
import type { DataFile } from '../../../stores/iceberg/manifest.ts'
import type { FileFacts } from '../../../stores/iceberg/parquet.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { dataFileOf, readFile, sumOf } from './archive-file.ts'
import { commit } from './commit.ts'
import {
  type ArchiveMove,
  findMove,
  loseMove,
  lostMoves,
  markMove,
  moves,
  returnMoves,
  sourcesOf,
  tablePointer,
} from './move-store.ts'
import { urlOf } from './paths.ts'
import { type ArchiveDeps, about, alone } from './run-archive.ts'
import { TABLE_STATES, tableFaults } from './verify.ts'

/**
 * withdrawn: the lake has all of the rows, and a later run archives them again. restored: the lake has all of the rows of a
 * restore. put back: the files that a merge was made of are in the table again. found: a lost file came back. lost: marked
 * as lost. damaged: nothing was done, because its rows would be lost.
 */
export type Outcome = 'withdrawn' | 'restored' | 'put back' | 'found' | 'lost' | 'damaged'
export type MendedFile = {
  readonly path: string
  readonly day: string
  readonly events: number
  readonly outcome: Outcome
  readonly fault: string
}
export type Mended = { readonly files: readonly MendedFile[]; readonly isRebuilt: boolean }

/** The outcome for a file, and the files that are in the table instead of it. */
type Step = MendedFile & { readonly move: ArchiveMove; readonly inLake: number; readonly add: readonly Intact[] }
type Intact = { readonly move: ArchiveMove; readonly facts: Pick<FileFacts, 'rows' | 'lower' | 'upper' | 'nulls'> }

/** `reason`: why the rows of damaged files are given up; null leaves these files as they are. Throws `conflict` while another run works. */
export function mendArchive(deps: ArchiveDeps, tenant: TenantId, reason: string | null): Promise<Mended> {
  return alone(deps.pool, tenant, async () => {
    const { pointer, kept, lost } = await withTenant(deps.pool, tenant, async (tx) => ({
      pointer: await tablePointer(tx),
      kept: await moves(tx, TABLE_STATES),
      lost: await lostMoves(tx),
    }))
    if (pointer === null && kept.length === 0) return { files: [], isRebuilt: false }
    const intact: Intact[] = []
    const steps: Step[] = []
    for (const move of kept) {
      const read = await readFile(deps, move)
      if ('facts' in read) intact.push({ move, facts: read.facts })
      else steps.push(await stepFor(deps, tenant, { move, fault: read.fault, isLossAccepted: reason !== null }))
    }
    for (const move of lost) {
      const read = await readFile(deps, move)
      if ('facts' in read) steps.push({ ...stepOf(move, 'found', ''), inLake: 0, add: [{ move, facts: read.facts }] })
    }
    const isRebuilt = (await tableFaults(deps.store, pointer, kept)).length > 0
    const done = steps.filter(({ outcome }) => outcome !== 'damaged')
    // A new table lists damaged files too, without bounds: they are still to be mended.
    const damaged = steps
      .filter(({ outcome }) => outcome === 'damaged')
      .map(({ move }) => ({ move, facts: factsOfMove(move) }))
    const listed = [...intact, ...damaged]
    if (done.length > 0 || isRebuilt) await carryOut(deps, tenant, { done, listed, isRebuilt, reason })
    for (const { move, outcome } of done)
      if (outcome !== 'found' && outcome !== 'lost') await deps.store.remove(move.path)
    return {
      files: steps.map(({ path, day, events, outcome, fault }) => ({ path, day, events, outcome, fault })),
      isRebuilt,
    }
  })
}

function stepOf(move: ArchiveMove, outcome: Outcome, fault: string) {
  return { move, path: move.path, day: move.day, events: move.rows ?? 0, outcome, fault }
}

const NONE = new Map<number, never>()
const factsOfMove = ({ rows }: ArchiveMove) => ({ rows: rows ?? 0, lower: NONE, upper: NONE, nulls: NONE })

type Damaged = { readonly move: ArchiveMove; readonly fault: string; readonly isLossAccepted: boolean }

async function stepFor(deps: ArchiveDeps, tenant: TenantId, { move, fault, isLossAccepted }: Damaged): Promise<Step> {
  const { id, day, state } = move
  const listed = { tenant, day, moveId: id }
  const inLake = await deps.lake.count([listed])
  const isWhole = inLake === move.rows
  const base = { inLake, add: [] }
  if (isWhole && state === 'restoring') return { ...stepOf(move, 'restored', fault), ...base }
  if (isWhole && state !== 'dropped' && (await deps.lake.checksum(listed)) === move.checksum)
    return { ...stepOf(move, 'withdrawn', fault), ...base }
  const sources = await intactSources(deps, tenant, move)
  if (sources !== null) return { ...stepOf(move, 'put back', fault), inLake, add: sources }
  return { ...stepOf(move, isLossAccepted ? 'lost' : 'damaged', fault), ...base }
}

/** Files that a merge was made of, when all of them are still there with exactly its rows. */
async function intactSources(deps: ArchiveDeps, tenant: TenantId, merged: ArchiveMove): Promise<Intact[] | null> {
  const sources = await withTenant(deps.pool, tenant, (tx) => sourcesOf(tx, merged.id))
  if (sources.length === 0 || sumOf(sources) !== merged.checksum) return null
  const found: Intact[] = []
  for (const move of sources) {
    const read = await readFile(deps, move)
    if (!('facts' in read)) return null
    found.push({ move, facts: read.facts })
  }
  return found
}

type Work = {
  readonly done: readonly Step[]
  /** Files of a table that is written anew, without those of `done`. */
  readonly listed: readonly Intact[]
  readonly isRebuilt: boolean
  readonly reason: string | null
}

/** One commit: the table changes for all files together, with the states of their moves and the audit entries. */
async function carryOut(deps: ArchiveDeps, tenant: TenantId, { done, listed, isRebuilt, reason }: Work): Promise<void> {
  const gone = new Set(done.filter(({ outcome }) => outcome !== 'found').map(({ path }) => path))
  const added = done.flatMap(({ add }) => add)
  const inTable: readonly Intact[] = isRebuilt ? [...listed, ...added] : added
  const add = inTable.map(({ move, facts }): DataFile => dataFileOf(tenant, move, facts, move.bytes ?? 0))
  const remove = isRebuilt ? [] : [...gone].map(urlOf)
  const isNew = isRebuilt
  await commit(deps, tenant, { add, remove, isNew }, async (tx) => {
    for (const step of done) if (!(await note(deps, tx, step, reason))) return false
    if (isRebuilt) {
      const changes = { files: inTable.length, events: inTable.reduce((all, { facts }) => all + facts.rows, 0) }
      await deps.record(tx, 'archive:rebuilt', { resource: 'archive_table', resourceId: tenant, changes })
    }
    return true
  })
}

const ACTIONS: Readonly<Record<Exclude<Outcome, 'damaged'>, string>> = {
  withdrawn: 'archive:withdrawn',
  restored: 'archive:restored',
  'put back': 'archive:put_back',
  found: 'archive:found',
  lost: 'archive:lost',
}

/** Stores the state of the move. False when it was changed meanwhile. */
async function note(deps: ArchiveDeps, tx: TenantTx, step: Step, reason: string | null): Promise<boolean> {
  const { move, outcome, day, events, fault, inLake } = step
  if (outcome === 'damaged') return true
  const isMarked = await mark(tx, step)
  const changes = { day, events, fault, ...(outcome === 'lost' ? { in_lake: inLake, reason } : {}) }
  if (isMarked) await deps.record(tx, ACTIONS[outcome], about(move.id, changes))
  return isMarked
}

async function mark(tx: TenantTx, { move, outcome, add }: Step): Promise<boolean> {
  if (outcome === 'lost') return loseMove(tx, move.id, move.state)
  if (outcome === 'found') return findMove(tx, move.id)
  if (outcome === 'restored') return markMove(tx, move.id, move.state, 'restored')
  const sources = add.map((one) => one.move.id)
  if (sources.length > 0 && !(await returnMoves(tx, sources))) return false
  return markMove(tx, move.id, move.state, 'abandoned')
}
