/**
 * Creates the lake indexes that tenants requested, and drops those that no tenant wants any more. The wanted state is
 * applied again and again, so a process that dies leaves nothing half done.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { AppError } from '../../../platform/errors.ts'
import type { Worker } from '../../../platform/workers.ts'
import { type PlannedIndex, plannedIndex } from '../../../query/search/field-index.ts'
import {
  dropFieldIndexes,
  type FieldIndexState,
  fieldIndexes,
  makeFieldIndexes,
} from '../../../stores/clickhouse/field-indexes.ts'
import { whileLocked } from '../../../stores/postgres/advisory-lock.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type OperatorTx, type Postgres, withOperator } from '../../../stores/postgres/pool.ts'
import { FIELD_INDEX_LIMITS } from './field-index-store.ts'
import { FIELD_USE_LIMITS } from './field-uses.ts'

export type FieldIndexDeps = { readonly pool: Postgres; readonly client: ClickHouseClient }

const EVERY_MS = 30_000

export function fieldIndexWorker(deps: FieldIndexDeps): Worker {
  const once = async () => {
    await whileLocked(deps.pool, 'field-indexes', 'another process makes the indexes', () =>
      keepFieldIndexes(deps),
    ).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    })
    return false
  }
  return { name: 'field indexes', everyMs: EVERY_MS, once }
}

type Wanted = { readonly field: string; readonly planned: PlannedIndex; readonly isNew: boolean }

/** To be run by one process at a time. */
export async function keepFieldIndexes({ pool, client }: FieldIndexDeps): Promise<void> {
  const wanted = await withOperator(pool, 'indexes of fields', wantedIndexes)
  const names = new Set(wanted.map(({ planned: { name } }) => name))
  const before = await fieldIndexes(client)
  const dropped = before.map(({ name }) => name).filter((name) => !names.has(name))
  await dropFieldIndexes(client, dropped)
  const isThere = (name: string) => before.some((one) => one.name === name)
  const missing = wanted.filter(({ planned: { name }, isNew }) => isNew || !isThere(name))
  await makeFieldIndexes(
    client,
    missing.map(({ planned }) => planned),
  )
  // Most passes change nothing, so the lake is queried once.
  const after = dropped.length + missing.length === 0 ? before : await fieldIndexes(client)
  const failed = after.filter(({ fault }) => fault !== '').map(({ name }) => name)
  await dropFieldIndexes(client, failed)
  const states = new Map(after.map((one) => [one.name, one]))
  await withOperator(pool, 'indexes of fields', async (tx) => {
    const sql = /* sql */ `
      UPDATE field_indexes SET state = $2, fault = $3 WHERE field = $1 AND (state, fault) IS DISTINCT FROM ($2, $3)`
    for (const { field, planned } of wanted) await tx.run(sql, [field, ...outcomeOf(states.get(planned.name))])
  })
}

/**
 * The oldest requests that did not fail, up to the limit of the installation; those planned by an older build are left
 * out.
 */
async function wantedIndexes(tx: OperatorTx): Promise<readonly Wanted[]> {
  const { days } = FIELD_USE_LIMITS
  await tx.run(
    /* sql */ `DELETE FROM field_uses WHERE day < (clock_timestamp() AT TIME ZONE 'UTC')::date - $1::integer`,
    [days],
  )
  const sql = /* sql */ `
    SELECT field, bool_and(state = 'waiting') AS is_new FROM field_indexes WHERE state <> 'failed'
    GROUP BY field ORDER BY min(created_at), field LIMIT $1`
  const rows = await tx.many((row) => ({ field: text(row, 'field'), isNew: row.is_new === true }), sql, [
    FIELD_INDEX_LIMITS.all,
  ])
  return rows.flatMap(({ field, isNew }) => {
    const planned = plannedIndex(field)
    return 'reason' in planned ? [] : [{ field, planned, isNew }]
  })
}

function outcomeOf(state: FieldIndexState | undefined): [state: string, fault: string | null] {
  if (state === undefined) return ['waiting', null]
  if (state.fault !== '') return ['failed', state.fault.slice(0, 500)]
  return [state.isBuilding ? 'building' : 'built', null]
}
