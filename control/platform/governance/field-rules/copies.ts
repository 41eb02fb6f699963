/**
 * Finds the values of hidden fields of alerts and cases, to remove their copies: a case has titles and users of its
 * alerts, a run quotes its alert, a ledger entry quotes a model's input.
 */
import { int } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { RuledResource, Treatment } from './field-rule.ts'
import type { HiddenFields } from './hidden-fields.ts'
import { RECORDS } from './records-about.ts'
import { copiesIn } from './show-record.ts'
import type { Members } from './withhold.ts'

/** Values, and the replacement of each. */
export type Copies = ReadonlyMap<string, Treatment>

/** Bound of records that an answer is about, and of alerts of their cases; the newest count. */
export const ABOUT_MAX = 1_000
const ALERTS_MAX = 2_000
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Ids of anything in a text. */
export function idsIn(text: string): readonly string[] {
  return [...new Set(text.match(UUID) ?? [])].slice(0, ABOUT_MAX)
}

/** Rules about these reach alerts and cases themselves. */
const DERIVED: readonly RuledResource[] = ['alert', 'case', 'event', 'indicator']

export function hasCopies(hidden: HiddenFields): boolean {
  return DERIVED.some((one) => hidden.has(one)) || RECORDS.some(([resource]) => hidden.has(resource))
}

/** Copies by requested id: an alert has its own values, and a case also has those of its alerts. */
export async function copiesBy(
  tx: TenantTx,
  ids: readonly string[],
  hidden: HiddenFields,
): Promise<ReadonlyMap<string, Copies>> {
  const alerts = /* sql */ `
    SELECT id::text AS id, case_id::text AS case_id, 'alert' AS resource, to_jsonb(a) - 'search_text' AS record
    FROM alerts a WHERE id = ANY ($1::uuid[]) OR case_id = ANY ($1::uuid[])
    ORDER BY created_at DESC LIMIT ${ALERTS_MAX}`
  const cases = /* sql */ `
    SELECT id::text AS id, NULL AS case_id, 'case' AS resource, to_jsonb(c) AS record FROM cases c WHERE id = ANY ($1::uuid[])`
  const found = new Map<string, Map<string, Treatment>>()
  for (const sql of [alerts, cases]) {
    for (const row of await tx.many((one) => one, sql, [ids])) {
      const copies = copiesIn(row.resource as RuledResource, row.record as Members, hidden)
      add(found, [row.id, row.case_id], copies)
    }
  }
  // A timeline, a summary and a detail repeat what was written in a comment, a task or an observable of the case.
  for (const [resource, sql] of RECORDS) {
    if (!hidden.has(resource)) continue
    for (const record of await tx.many((row) => row.record as Members, sql, [ids])) {
      const copies = copiesIn(resource, record, hidden)
      add(found, [record.id, record.case_id, record.alert_id], copies)
    }
  }
  return found
}

function add(found: Map<string, Map<string, Treatment>>, ids: readonly unknown[], copies: Copies): void {
  for (const id of ids) {
    if (typeof id !== 'string') continue
    const known = found.get(id) ?? new Map<string, Treatment>()
    for (const [copy, treatment] of copies) known.set(copy, treatment)
    found.set(id, known)
  }
}

/** True where `copiesBy` looks at some of the alerts only. */
export async function hasMoreAlerts(tx: TenantTx, ids: readonly string[]): Promise<boolean> {
  const sql = /* sql */ `
    SELECT count(*) AS n FROM (
      SELECT FROM alerts WHERE id = ANY ($1::uuid[]) OR case_id = ANY ($1::uuid[]) LIMIT ${ALERTS_MAX + 1}) a`
  return ((await tx.maybeOne((row) => int(row, 'n'), sql, [ids])) ?? 0) > ALERTS_MAX
}

export async function copiesAbout(tx: TenantTx, text: string, hidden: HiddenFields): Promise<Copies> {
  const ids = hasCopies(hidden) ? idsIn(text) : []
  if (ids.length === 0) return new Map()
  const found = await copiesBy(tx, ids, hidden)
  return new Map([...found.values()].flatMap((copies) => [...copies]))
}
