/** Snapshots of coverage, and the differences between two of them. */
import { requireFound } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { NOTHING_HELD } from '../../platform/governance/index.ts'
import { purpleCoverage, type TechniqueState } from './coverage.ts'
import { PURPLE_LIMITS } from './limits.ts'

export type SnapshotTechnique = { readonly technique: string; readonly rules: number; readonly state: TechniqueState }

export const SNAPSHOTS = tableInCamelCase('Snapshot', {
  id: column.text(),
  captured_at: column.time(),
  captured_by: column.text(),
  note: column.orNull(column.text()),
  techniques: column.json<readonly SnapshotTechnique[]>(),
})
export type Snapshot = RowOf<typeof SNAPSHOTS>

/** The oldest one goes past the number that is kept. */
export async function takeSnapshot(tx: TenantTx, by: string, note: string | null): Promise<Snapshot> {
  const techniques = (await purpleCoverage(tx)).map(({ technique, rules, state }) => ({ technique, rules, state }))
  const sql = /* sql */ `
    INSERT INTO purple_snapshots (captured_by, note, techniques) VALUES ($1, $2, $3) RETURNING ${SNAPSHOTS.columns}`
  const made = await tx.one(SNAPSHOTS.read, sql, [by, note, JSON.stringify(techniques)])
  const prune = /* sql */ `
    DELETE FROM purple_snapshots WHERE id IN (
      SELECT id FROM purple_snapshots ORDER BY captured_at DESC, id DESC OFFSET $1) AND ${NOTHING_HELD}`
  await tx.run(prune, [PURPLE_LIMITS.snapshots])
  return made
}

/** Newest first, all of them. */
export function snapshots(tx: TenantTx): Promise<Snapshot[]> {
  return tx.many(
    SNAPSHOTS.read,
    /* sql */ `SELECT ${SNAPSHOTS.columns} FROM purple_snapshots ORDER BY captured_at DESC, id DESC`,
  )
}

export type Drift = {
  readonly from: Snapshot
  readonly to: Snapshot
  /** Techniques that rules name in the one and not in the other. */
  readonly added: readonly string[]
  readonly dropped: readonly string[]
  /** Techniques whose state changed. */
  readonly changed: readonly {
    readonly technique: string
    readonly from: TechniqueState
    readonly to: TechniqueState
  }[]
}

/** Throws `not_found`. */
export async function driftBetween(tx: TenantTx, fromId: string, toId: string): Promise<Drift> {
  const [from, to] = [await requireSnapshot(tx, fromId), await requireSnapshot(tx, toId)]
  const [before, after] = [byTechnique(from), byTechnique(to)]
  const isCovered = (one: SnapshotTechnique | undefined) => (one?.rules ?? 0) > 0
  const all = [...new Set([...before.keys(), ...after.keys()])].sort()
  return {
    ...{ from, to },
    added: all.filter((one) => !isCovered(before.get(one)) && isCovered(after.get(one))),
    dropped: all.filter((one) => isCovered(before.get(one)) && !isCovered(after.get(one))),
    changed: all.flatMap((technique) => {
      const [was, is] = [stateIn(before, technique), stateIn(after, technique)]
      return was === is ? [] : [{ technique, from: was, to: is }]
    }),
  }
}

/** A technique that nothing names any more is untested. */
const stateIn = (of: ReadonlyMap<string, SnapshotTechnique>, technique: string): TechniqueState =>
  of.get(technique)?.state ?? 'untested'

function byTechnique({ techniques }: Snapshot): ReadonlyMap<string, SnapshotTechnique> {
  return new Map(techniques.map((one) => [one.technique, one]))
}

async function requireSnapshot(tx: TenantTx, id: string): Promise<Snapshot> {
  return requireFound(
    await tx.maybeOne(SNAPSHOTS.read, /* sql */ `SELECT ${SNAPSHOTS.columns} FROM purple_snapshots WHERE id = $1`, [
      id,
    ]),
    'snapshot',
  )
}
