/** Atomic tests that a tenant imported. One runs on a host only while it is on the safe list. */
import { Type } from 'typebox'
import { AppError, noSuch } from '../../../../platform/errors.ts'
import { nullable } from '../../../../schemas/wire.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'
import { PURPLE_LIMITS } from '../limits.ts'
import { type AtomicArgument, EXECUTORS, type Prerequisite, type ReadAtomic } from './atomic-yaml.ts'

const argumentsSchema = Type.Array(
  Type.Object({ name: Type.String(), description: Type.String(), default: Type.String() }),
)
const executor = Type.Unsafe<(typeof EXECUTORS)[number]>({ type: 'string', enum: [...EXECUTORS] })
export const PREREQUISITE = Type.Object({
  description: Type.String(),
  executor,
  check: Type.String(),
  get: nullable(Type.String()),
})

export const ATOMICS = table('ImportedAtomic', {
  id: column.uuid(),
  guid: column.uuid({ description: 'id from the file; derived from technique and name when the file has none' }),
  technique_id: column.from('technique', column.text()),
  technique_name: column.text(),
  name: column.text(),
  description: column.text(),
  platforms: column.texts(),
  executor: column.word(EXECUTORS),
  command: column.text(),
  cleanup: column.orNull(column.text()),
  needs_elevation: column.bool(),
  arguments: column.json<readonly AtomicArgument[]>(argumentsSchema),
  prerequisites: column.json<readonly Prerequisite[]>(Type.Array(PREREQUISITE)),
  not_runnable: column.orNull(column.text({ description: 'reason why it cannot run here; null: it can' })),
  digest: column.text({ description: 'SHA-256 of all commands of the test' }),
  safe_by: column.orNull(column.text({ description: 'user who put it on the safe list, for its present commands' })),
  safe_at: column.orNull(column.time()),
  imported_by: column.text(),
  imported_at: column.time(),
})
export type Atomic = RowOf<typeof ATOMICS>

export type Imported = 'added' | 'changed' | 'unchanged'

/**
 * Adds or updates a test. A changed command removes it from the safe list. Throws `conflict` above the tenant's limit.
 */
export async function importAtomic(tx: TenantTx, atomic: ReadAtomic, by: string): Promise<Imported> {
  const sql = /* sql */ `
    INSERT INTO purple_atomics AS a (guid, technique, technique_name, name, description, platforms, executor, command, cleanup,
      needs_elevation, arguments, prerequisites, not_runnable, digest, imported_by)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
    WHERE EXISTS (SELECT FROM purple_atomics WHERE guid = $1) OR (SELECT count(*) FROM purple_atomics) < $16
    ON CONFLICT (tenant_id, guid) DO UPDATE SET technique = EXCLUDED.technique, technique_name = EXCLUDED.technique_name,
      name = EXCLUDED.name, description = EXCLUDED.description, platforms = EXCLUDED.platforms,
      executor = EXCLUDED.executor, command = EXCLUDED.command, cleanup = EXCLUDED.cleanup,
      needs_elevation = EXCLUDED.needs_elevation, arguments = EXCLUDED.arguments,
      prerequisites = EXCLUDED.prerequisites, not_runnable = EXCLUDED.not_runnable, digest = EXCLUDED.digest,
      imported_by = EXCLUDED.imported_by, imported_at = clock_timestamp(),
      safe_by = CASE WHEN a.digest = EXCLUDED.digest AND a.technique = EXCLUDED.technique THEN a.safe_by END,
      safe_at = CASE WHEN a.digest = EXCLUDED.digest AND a.technique = EXCLUDED.technique THEN a.safe_at END`
  const was = await tx.maybeOne(
    (row) => text(row, 'digest'),
    /* sql */ `SELECT digest FROM purple_atomics WHERE guid = $1`,
    [atomic.guid],
  )
  const {
    guid,
    technique,
    technique_name: techniqueName,
    name,
    description,
    platforms,
    executor: by_,
    command,
  } = atomic
  const done = await tx.run(sql, [
    ...[guid, technique, techniqueName, name, description, platforms, by_, command, atomic.cleanup],
    ...[atomic.needs_elevation, JSON.stringify(atomic.arguments), JSON.stringify(atomic.prerequisites)],
    ...[atomic.not_runnable, atomic.digest, by, PURPLE_LIMITS.atomics],
  ])
  if (done !== 1) throw new AppError('conflict', `a tenant has at most ${PURPLE_LIMITS.atomics} imported tests`)
  return was === null ? 'added' : was === atomic.digest ? 'unchanged' : 'changed'
}

/** By technique and name. */
export function atomics(tx: TenantTx, technique: string | null): Promise<Atomic[]> {
  const sql = /* sql */ `
    SELECT ${ATOMICS.columns} FROM purple_atomics
    WHERE $1::text IS NULL OR technique = $1 OR starts_with(technique, $1 || '.') ORDER BY technique, name, id`
  return tx.many(ATOMICS.read, sql, [technique])
}

/** Throws `not_found`. */
export async function requireAtomic(tx: TenantTx, id: string): Promise<Atomic> {
  const sql = /* sql */ `SELECT ${ATOMICS.columns} FROM purple_atomics WHERE id = $1`
  return found(await tx.maybeOne(ATOMICS.read, sql, [id]))
}

/**
 * Puts it on the safe list or takes it off. `digest` is that of the commands that the person saw: throws `conflict` when they
 * are others by now.
 */
export async function markSafe(tx: TenantTx, id: string, digest: string, by: string | null): Promise<Atomic> {
  const atomic = await requireAtomic(tx, id)
  if (by !== null && atomic.not_runnable !== null)
    throw new AppError('conflict', `it cannot run here: ${atomic.not_runnable}`)
  const sql = /* sql */ `
    UPDATE purple_atomics SET safe_by = $2, safe_at = CASE WHEN $2::text IS NULL THEN NULL ELSE clock_timestamp() END
    WHERE id = $1 AND digest = $3 RETURNING ${ATOMICS.columns}`
  const marked = await tx.maybeOne(ATOMICS.read, sql, [id, by, digest])
  if (marked === null) throw new AppError('conflict', 'the test was imported anew since: look at its commands again')
  return marked
}

export async function removeAtomic(tx: TenantTx, id: string): Promise<void> {
  const sql = /* sql */ `DELETE FROM purple_atomics WHERE id = $1`
  if ((await tx.run(sql, [id])) === 0) found(null)
}

function found(atomic: Atomic | null): Atomic {
  if (atomic === null) throw noSuch('imported test')
  return atomic
}
