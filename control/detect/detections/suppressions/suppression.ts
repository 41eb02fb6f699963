/**
 * Suppressions: values of a field for which a rule emits no signal for a time. The values are in the allowlists of the
 * rule's overlay; entries from before stay there when a suppression ends.
 */
import { AppError, requireFound } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { tenantId } from '../../../../platform/tenant.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'
import { deleteOverlay, type Overlay, overlayOf, putOverlay, ruleIdOf } from '../overlays.ts'
import { lockRules } from '../rule-store.ts'

/** Names of a signal's own, which every event has whatever its source calls them. */
export const SUPPRESSED_FIELDS = ['host', 'user', 'src_ip'] as const
/**
 * @bound values of a suppression; their characters; hours; listed ones; kept ones = {values}; {valueChars}; {hours};
 * {listed}; {kept} -> 422; 422; 422; the newest are listed; the newest are kept
 */
export const SUPPRESSION_LIMITS = { values: 100, valueChars: 256, listed: 1_000, hours: 24 * 90, kept: 5_000 } as const

export const SUPPRESSIONS = table('RuleSuppression', {
  id: column.uuid(),
  rule_id: column.text(),
  field: column.word(SUPPRESSED_FIELDS),
  values: column.texts(),
  added: column.hidden(column.texts()),
  reason: column.text(),
  created_by: column.text(),
  created_at: column.time(),
  expires_at: column.time(),
  ended_at: column.orNull(column.time({ description: 'null: active' })),
  ended_by: column.orNull(column.text({ description: 'a person, or `expiry`' })),
})
export type Suppression = RowOf<typeof SUPPRESSIONS>

export type NewSuppression = Pick<Suppression, 'rule_id' | 'field' | 'values' | 'reason'> & {
  readonly expires_at: Date
}

/** Active ones first, then the newest. */
export function suppressions(tx: TenantTx): Promise<Suppression[]> {
  const sql = /* sql */ `
    SELECT ${SUPPRESSIONS.columns} FROM rule_suppressions
    ORDER BY ended_at IS NOT NULL, created_at DESC, id DESC LIMIT $1`
  return tx.many(SUPPRESSIONS.read, sql, [SUPPRESSION_LIMITS.kept])
}

/** Throws `not_found` for a rule that the tenant does not have, `too_large` where the overlay would hold too many values. */
export async function suppress(tx: TenantTx, newSuppression: NewSuppression, by: string): Promise<Suppression> {
  await lockRules(tx)
  const ruleId = await ruleIdOf(tx, newSuppression.rule_id)
  const overlay = await overlayOf(tx, ruleId)
  const present = overlay?.allowlists[newSuppression.field] ?? []
  const standing = await addedByOthers(tx, ruleId, newSuppression.field, null)
  const values = unique(newSuppression.values)
  const listed = new Set(present.map(folded))
  const added = values.filter((value) => !listed.has(folded(value)) || standing.has(folded(value)))
  const list = [...present, ...values.filter((value) => !listed.has(folded(value)))]
  if (list.length > SUPPRESSION_LIMITS.listed)
    throw new AppError('too_large', `a rule lets at most ${SUPPRESSION_LIMITS.listed} values of a field be`)
  await putList(tx, ruleId, overlay, newSuppression.field, list, newSuppression.reason, by)
  const sql = /* sql */ `
    INSERT INTO rule_suppressions (rule_id, field, values, added, reason, created_by, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${SUPPRESSIONS.columns}`
  const row = [ruleId, newSuppression.field, values, added, newSuppression.reason, by, newSuppression.expires_at]
  const [made] = await tx.many(SUPPRESSIONS.read, sql, row)
  if (made === undefined) throw new Error('an insert answers its row')
  return made
}

/** Removes its values from the overlay. Throws `not_found`, and `conflict` for one that has ended. */
export async function endSuppression(tx: TenantTx, id: string, by: string, author: string): Promise<Suppression> {
  await lockRules(tx)
  const found = /* sql */ `SELECT ${SUPPRESSIONS.columns} FROM rule_suppressions WHERE id = $1 FOR UPDATE`
  const before = requireFound(await tx.maybeOne(SUPPRESSIONS.read, found, [id]), 'suppression', id)
  if (before.ended_at !== null) throw new AppError('conflict', 'the suppression has ended already')
  const overlay = await overlayOf(tx, before.rule_id)
  const others = await addedByOthers(tx, before.rule_id, before.field, id)
  const removed = new Set(before.added.map(folded).filter((value) => !others.has(value)))
  const list = (overlay?.allowlists[before.field] ?? []).filter((value) => !removed.has(folded(value)))
  if (overlay !== null) await putList(tx, before.rule_id, overlay, before.field, list, overlay.reason, author)
  const sql = /* sql */ `
    UPDATE rule_suppressions SET ended_at = clock_timestamp(), ended_by = $2 WHERE id = $1
    RETURNING ${SUPPRESSIONS.columns}`
  return (await tx.maybeOne(SUPPRESSIONS.read, sql, [id, by])) ?? before
}

/** Ids of suppressions that have expired. */
export function dueSuppressions(tx: TenantTx, now: Date): Promise<string[]> {
  const sql = /* sql */ `SELECT id FROM rule_suppressions WHERE ended_at IS NULL AND expires_at <= $1 ORDER BY expires_at, id`
  return tx.many((row) => text(row, 'id'), sql, [now])
}

export function tenantsWithDueSuppressions(tx: OperatorTx, now: Date): Promise<TenantId[]> {
  const sql = /* sql */ `
    SELECT DISTINCT tenant_id FROM rule_suppressions WHERE ended_at IS NULL AND expires_at <= $1 ORDER BY tenant_id`
  return tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [now])
}

/** Values that other active suppressions added to the list, so they must stay in it. */
async function addedByOthers(tx: TenantTx, ruleId: string, field: string, but: string | null): Promise<Set<string>> {
  const sql = /* sql */ `
    SELECT DISTINCT unnest(added) AS value FROM rule_suppressions
    WHERE rule_id = $1 AND field = $2 AND ended_at IS NULL AND ($3::uuid IS NULL OR id <> $3)`
  return new Set((await tx.many((row) => text(row, 'value'), sql, [ruleId, field, but])).map(folded))
}

/** Saves an allowlist, and removes an overlay that has no other setting. */
async function putList(
  tx: TenantTx,
  ruleId: string,
  overlay: Overlay | null,
  field: string,
  list: readonly string[],
  reason: string,
  by: string,
): Promise<void> {
  const { isDisabled = false, minSeverity = null, suppressWhen = {} } = overlay ?? {}
  const rest = Object.entries(overlay?.allowlists ?? {}).filter(([name]) => name !== field)
  const allowlists = Object.fromEntries(list.length === 0 ? rest : [...rest, [field, list]])
  const saysNothing =
    !isDisabled && minSeverity === null && Object.keys({ ...suppressWhen, ...allowlists }).length === 0
  if (saysNothing) return deleteOverlay(tx, ruleId)
  // A suppression ends also where its rule was deleted.
  const to = { isDisabled, minSeverity, suppressWhen, allowlists, reason: overlay?.reason ?? reason }
  await putOverlay(tx, ruleId, to, by, true)
}

/** Overlays compare without case. */
const folded = (value: string): string => value.toLowerCase()
const unique = (values: readonly string[]) => [...new Map(values.map((value) => [folded(value), value])).values()]
