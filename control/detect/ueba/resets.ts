/** A reset discards the baselines of an entity, which are then learned from new events. */
import { RESET_KIND } from '../../../pipeline/stages/baseline/entity-resets.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Reset } from '../../../query/ueba.ts'
import { ENTITY_TYPES, type EntityType } from '../../../schemas/entity-observation.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { announce } from '../../platform/broadcast/index.ts'
import { type HoldSubject, refuseWhenHeld } from '../../platform/governance/index.ts'

/**
 * Maximum resets in force, because each is checked for every baseline that is read.
 * @bound a tenant's resets of baselines in 31 days -> 409
 */
const RESETS_MAX = 1_000

/** Those that hide anything. */
export function liveResets(tx: TenantTx): Promise<Reset[]> {
  const sql = /* sql */ `
    SELECT entity_type, entity, (extract(epoch FROM reset_at) * 1000)::bigint AS at_ms FROM ueba_resets
    WHERE reset_at > now() - interval '31 days' ORDER BY reset_at DESC LIMIT $1`
  return tx.many(
    (row) => ({
      entityType: text(row, 'entity_type') as EntityType,
      entity: text(row, 'entity'),
      atMs: int(row, 'at_ms'),
    }),
    sql,
    [RESETS_MAX],
  )
}

export const RESET_ROWS = table('UebaReset', {
  entity_type: column.word(ENTITY_TYPES),
  entity: column.text(),
  reset_at: column.time(),
  reset_by: column.orNull(column.text({ description: 'null: not recorded' })),
  reason: column.orNull(column.text()),
})

/** Resets of one entity in the last 31 days, newest first. */
export function resetsOf(tx: TenantTx, entity: string): Promise<RowOf<typeof RESET_ROWS>[]> {
  const sql = /* sql */ `
    SELECT ${RESET_ROWS.columns} FROM ueba_resets
    WHERE entity = $1 AND reset_at > now() - interval '31 days' ORDER BY reset_at DESC, entity_type`
  return tx.many(RESET_ROWS.read, sql, [entity])
}

export type ResetInput = {
  readonly entity: string
  readonly types: readonly EntityType[]
  /** Null for an erasure, which its certificate records. */
  readonly by: string | null
  readonly reason: string | null
  readonly nowMs: number
}

/**
 * Throws `conflict` for an entity under a legal hold, and when so many were reset in a month that they could not all be
 * hidden.
 */
export async function resetBaselines(tx: TenantTx, { entity, types, by, reason, nowMs }: ResetInput): Promise<void> {
  await refuseWhenHeld(
    tx,
    types.flatMap((kind): HoldSubject[] => (kind === 'domain' ? [] : [{ kind, value: entity }])),
  )
  await tx.run(/* sql */ `DELETE FROM ueba_resets WHERE reset_at < now() - interval '31 days'`)
  const { length } = await liveResets(tx)
  if (length + types.length > RESETS_MAX)
    throw new AppError('conflict', `at most ${RESETS_MAX} entities can be learned anew in 31 days`)
  const sql = /* sql */ `
    INSERT INTO ueba_resets (entity_type, entity, reset_at, reset_by, reason)
    VALUES ($1, $2, to_timestamp($3::double precision / 1000), $4, $5)
    ON CONFLICT (tenant_id, entity_type, entity)
      DO UPDATE SET reset_at = excluded.reset_at, reset_by = excluded.reset_by, reason = excluded.reason`
  for (const type of types) {
    await tx.run(sql, [type, entity, nowMs, by, reason])
    await announce(tx, { kind: RESET_KIND, id: `${type} ${entity}`, document: { reset_ms: nowMs } })
  }
}
