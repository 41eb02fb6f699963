/** The hold that keeps what is known of a subject: over itself, over the tenant, or over an alert or case that names it. */
import { text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { holdOver } from '../hold-store.ts'
import type { HoldSubject, LegalHold } from '../legal-hold.ts'
import type { Subject } from './subject-deletion.ts'

/** Alerts and cases that are looked at; with more of them, the newest. */
const NAMING_MAX = 20_000

export async function holdOverSubject(tx: TenantTx, { kind, value }: Subject): Promise<LegalHold | null> {
  const own = [{ kind, value }, ...(kind === 'user' ? namesOf(value) : [])]
  const direct = await holdOver(tx, own)
  if (direct !== null) return direct
  const sql = /* sql */ `
    SELECT a.id::text AS alert, a.case_id::text AS "case" FROM alerts a JOIN alert_entities e ON e.alert_id = a.id
    WHERE e.entity_type = $1 AND lower(e.entity) = lower($2)
    UNION SELECT NULL, case_id::text FROM case_observables WHERE kind = $1 AND lower(value) = lower($2)
    LIMIT ${NAMING_MAX}`
  const named = await tx.many((row) => row, sql, [kind, value])
  const subjects = named.flatMap((row): HoldSubject[] => [
    ...(row.alert === null ? [] : [{ kind: 'alert' as const, value: text(row, 'alert') }]),
    ...(row.case === null ? [] : [{ kind: 'case' as const, value: text(row, 'case') }]),
  ])
  return subjects.length === 0 ? null : holdOver(tx, subjects)
}

/** A hold may name a person by the address or by the part before its host. */
function namesOf(value: string): HoldSubject[] {
  const [local = ''] = value.split('@', 1)
  return local === '' || local === value ? [] : [{ kind: 'user', value: local }]
}
