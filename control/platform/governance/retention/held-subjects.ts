/**
 * Values protected by the live holds of a tenant: those of their subjects, and those named by held alerts and cases.
 */
import { isIP } from 'node:net'
import { text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { holds } from '../hold-store.ts'
import type { LegalHold } from '../legal-hold.ts'
import { patternsOf } from '../subject-deletions/subject-patterns.ts'

export type HeldSubjects = {
  /** The hold that keeps everything of the tenant; null: only what names one of the values is kept. */
  readonly whole: LegalHold | null
  /** Why the hold keeps everything although its subject is not the tenant. */
  readonly detail: string | null
  /** The oldest hold that these values come from; null when there is none. */
  readonly hold: LegalHold | null
  /** RE2 that matches the values as whole words; '' for none. */
  readonly pattern: string
  readonly addresses: readonly string[]
}

/**
 * Past it a condition would be slower than the scan it spares: everything stays.
 * @bound values of legal holds that a run searches for -> everything of the tenant is kept
 */
const VALUES_MAX = 500

export const NOTHING_IS_HELD: HeldSubjects = { whole: null, detail: null, hold: null, pattern: '', addresses: [] }

export async function heldSubjects(tx: TenantTx): Promise<HeldSubjects> {
  const live = (await holds(tx, true)).toReversed()
  const [oldest] = live
  if (oldest === undefined) return NOTHING_IS_HELD
  const keepsAll = (whole: LegalHold, detail: string | null): HeldSubjects => ({
    ...NOTHING_IS_HELD,
    whole,
    detail,
    hold: whole,
  })
  const ofTenant = live.find(({ subject_kind: kind }) => kind === 'tenant')
  if (ofTenant !== undefined) return keepsAll(ofTenant, null)
  const values = new Set<string>()
  for (const hold of live) {
    const own = await valuesOf(tx, hold)
    if (own.length === 0)
      return keepsAll(hold, `the ${hold.subject_kind} names no user, host or address that its events could be told by`)
    for (const value of own) values.add(value.toLowerCase())
    if (values.size > VALUES_MAX) return keepsAll(hold, `live holds name more than ${VALUES_MAX} values`)
  }
  const all = [...values]
  const pattern = all.map((value) => patternsOf({ value }).inEvents).join('|')
  return { whole: null, detail: null, hold: oldest, pattern, addresses: all.filter((value) => isIP(value) !== 0) }
}

async function valuesOf(tx: TenantTx, { subject_kind: kind, subject_value: value }: LegalHold): Promise<string[]> {
  if (kind !== 'alert' && kind !== 'case') return kind === 'user' ? [value, ...localPart(value)] : [value]
  const sql = /* sql */ `
    WITH RECURSIVE family AS (
      SELECT id FROM cases WHERE $1 = 'case' AND id::text = lower($2)
      UNION SELECT c.id FROM cases c JOIN family f ON c.merged_into_id = f.id),
    held AS (
      SELECT affected_users || affected_hosts || affected_ips AS names FROM alerts
      WHERE ($1 = 'alert' AND id::text = lower($2)) OR case_id IN (SELECT id FROM family))
    SELECT DISTINCT lower(name) AS name FROM held, unnest(names) AS name WHERE name <> ''
    UNION SELECT lower(value) FROM case_observables
      WHERE case_id IN (SELECT id FROM family) AND kind IN ('user', 'host', 'ip')
    LIMIT ${VALUES_MAX + 1}`
  return tx.many((row) => text(row, 'name'), sql, [kind, value])
}

/** A person named by an e-mail address also appears in events by the part before the @. */
function localPart(value: string): string[] {
  const [local = ''] = value.split('@', 1)
  return local === value || local.length < 2 ? [] : [local]
}
