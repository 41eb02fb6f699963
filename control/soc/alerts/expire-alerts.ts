/** Removes alerts that are done with and older than their tenant keeps them. */

import type { TenantId } from '../../../platform/tenant.ts'
import { text, time } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { holdKeeping, type LegalHold } from '../../platform/governance/index.ts'
import { alertById } from './alert-store.ts'
import { deleteAlert, holdSubjectsOf } from './change-alert.ts'

const PAGE = 200

export type ExpiredAlerts = { readonly removed: number; readonly kept: number; readonly hold: LegalHold | null }

/** Alerts that are resolved or closed and of no open case. `hold`: the first that keeps one of them. */
export async function expireAlerts(pool: Postgres, tenant: TenantId, before: Date): Promise<ExpiredAlerts> {
  let [removed, kept] = [0, 0]
  let hold: LegalHold | null = null
  let after: Place | null = null
  for (;;) {
    const from: Place | null = after
    const page: readonly Place[] = await withTenant(pool, tenant, (tx) => oldAlerts(tx, before, from))
    for (const { id } of page) {
      const keptBy = await withTenant(pool, tenant, (tx) => removeUnlessHeld(tx, id))
      if (keptBy === null) removed++
      else kept++
      hold ??= keptBy
    }
    after = page.at(-1) ?? null
    if (page.length < PAGE) return { removed, kept, hold }
  }
}

type Place = { readonly id: string; readonly createdAt: Date }

function oldAlerts(tx: TenantTx, before: Date, after: Place | null): Promise<Place[]> {
  const sql = /* sql */ `
    SELECT a.id, a.created_at FROM alerts a LEFT JOIN cases c ON c.id = a.case_id
    WHERE a.created_at < $1 AND a.status IN ('resolved', 'closed') AND (c.id IS NULL OR c.status = 'closed')
      AND ($2::timestamptz IS NULL OR (date_trunc('milliseconds', a.created_at), a.id) > ($2, $3::uuid))
    ORDER BY date_trunc('milliseconds', a.created_at), a.id LIMIT ${PAGE}`
  const toPlace = (row: Parameters<typeof text>[0]) => ({ id: text(row, 'id'), createdAt: time(row, 'created_at') })
  return tx.many(toPlace, sql, [before, after?.createdAt ?? null, after?.id ?? null])
}

/** The hold that keeps it; null: it is removed. */
async function removeUnlessHeld(tx: TenantTx, id: string): Promise<LegalHold | null> {
  const alert = await alertById(tx, id)
  if (alert === null) return null
  const hold = await holdKeeping(tx, holdSubjectsOf(alert))
  if (hold === null) await deleteAlert(tx, id)
  return hold
}
