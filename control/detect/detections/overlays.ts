/** A tenant's changes to rules: switched off, a floor of severity, values that are known and harmless. */
import { builtInRules } from '../../../detections/content/load.ts'
import { SEVERITIES } from '../../../detections/plan/plan.ts'
import { EVERY_RULE, OVERLAY_KIND, type OverlayDocument } from '../../../detections/tenant/documents.ts'
import { isFindingRule } from '../../../detections/tenant/vendor-findings.ts'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { int } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { announce } from '../../platform/broadcast/index.ts'
import { RULE_LIMITS } from './rule.ts'
import { lockRules, ruleByAnyId } from './rule-store.ts'

/** Values by the field they are looked for in; bounded by the routes that take them. */
export type ValueLists = Readonly<Record<string, readonly string[]>>

/** The wire shows it with `disabled` and with the bounds of its lists (`overlaySchema`). */
const OVERLAYS = tableInCamelCase('StoredOverlay', {
  rule_id: column.text(),
  is_disabled: column.bool(),
  min_severity: column.orNull(column.word(SEVERITIES)),
  suppress_when: column.json<ValueLists>(),
  allowlists: column.json<ValueLists>(),
  author: column.text(),
  reason: column.text(),
  updated_at: column.time(),
})
export type Overlay = RowOf<typeof OVERLAYS>
export type OverlayChange = Omit<Overlay, 'ruleId' | 'author' | 'updatedAt'>

/** By rule id, after one of them. */
export function overlaysPage(tx: TenantTx, limit: number, after: string): Promise<Overlay[]> {
  const sql = /* sql */ `SELECT ${OVERLAYS.columns} FROM detection_overlays WHERE rule_id > $2 ORDER BY rule_id LIMIT $1`
  return tx.many(OVERLAYS.read, sql, [limit, after])
}

/** Overlays of some rules, in no order. */
export function overlaysOf(tx: TenantTx, ruleIds: readonly string[]): Promise<Overlay[]> {
  const sql = /* sql */ `SELECT ${OVERLAYS.columns} FROM detection_overlays WHERE rule_id = ANY($1)`
  return tx.many(OVERLAYS.read, sql, [ruleIds])
}

/** Throws `not_found`. */
export async function findOverlay(tx: TenantTx, id: string): Promise<Overlay> {
  const found = await overlayOf(tx, await ruleIdOf(tx, id, true))
  if (!found) throw missing()
  return found
}

/**
 * The whole overlay of a rule. Throws `too_large` past the bound, and `not_found` for a rule that the tenant does not have,
 * unless it may be gone.
 */
export async function putOverlay(
  tx: TenantTx,
  id: string,
  to: OverlayChange,
  author: string,
  mayBeGone = false,
): Promise<Overlay> {
  await lockRules(tx)
  const ruleId = await ruleIdOf(tx, id, mayBeGone)
  const sql = /* sql */ `
    INSERT INTO detection_overlays (rule_id, is_disabled, min_severity, suppress_when, allowlists, author, reason)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (tenant_id, rule_id) DO UPDATE SET is_disabled = $2, min_severity = $3, suppress_when = $4,
      allowlists = $5, author = $6, reason = $7, updated_at = clock_timestamp()
    RETURNING ${OVERLAYS.columns}`
  const lists = [JSON.stringify(to.suppressWhen), JSON.stringify(to.allowlists)]
  const made = await tx.one(OVERLAYS.read, sql, [ruleId, to.isDisabled, to.minSeverity, ...lists, author, to.reason])
  const count = await tx.maybeOne((row) => int(row, 'n'), /* sql */ `SELECT count(*) AS n FROM detection_overlays`)
  if ((count ?? 0) > RULE_LIMITS.overlays)
    throw new AppError('too_large', `a tenant has at most ${RULE_LIMITS.overlays} overlays`)
  await announce(tx, { kind: OVERLAY_KIND, id: ruleId, document: documentOf(made) })
  return made
}

/** Throws `not_found`. */
export async function deleteOverlay(tx: TenantTx, id: string): Promise<void> {
  const ruleId = await ruleIdOf(tx, id, true)
  const deleted = await tx.run(/* sql */ `DELETE FROM detection_overlays WHERE rule_id = $1`, [ruleId])
  if (deleted === 0) throw missing()
  await announce(tx, { kind: OVERLAY_KIND, id: ruleId, document: null })
}

/** Switches a built-in rule for this tenant, and leaves the rest of its overlay. */
export async function setBuiltInEnabled(tx: TenantTx, ruleId: string, isEnabled: boolean, by: string): Promise<void> {
  await lockRules(tx)
  const before = await overlayOf(tx, ruleId)
  const kept = before ?? { minSeverity: null, suppressWhen: {}, allowlists: {} }
  const reason = isEnabled ? 'enabled' : 'disabled'
  await putOverlay(tx, ruleId, { ...kept, isDisabled: !isEnabled, reason: before?.reason ?? reason }, by)
}

export const isBuiltIn = (ruleId: string): boolean => builtInRules().some(({ id }) => id === ruleId)

/**
 * Returns the rule id that signals show, for that id or the id of a row with one rule. Detections of other products
 * have no row. Throws `not_found`; with `isGone` it also accepts an overlay whose rule was deleted.
 */
export async function ruleIdOf(tx: TenantTx, id: string, isGone = false): Promise<string> {
  if (id === EVERY_RULE || isBuiltIn(id) || isFindingRule(id)) return id
  const row = await ruleByAnyId(tx, id)
  if (row === null && isGone) return id
  if (row === null) throw missing()
  if (row.ruleIds.includes(id)) return id
  const [only, ...others] = row.ruleIds
  if (only === undefined || others.length > 0) throw new AppError('bad_request', 'name one of the rules of this text')
  return only
}

/** Null when the rule has none. Call `lockRules` first to change it. */
export function overlayOf(tx: TenantTx, ruleId: string): Promise<Overlay | null> {
  return tx.maybeOne(OVERLAYS.read, /* sql */ `SELECT ${OVERLAYS.columns} FROM detection_overlays WHERE rule_id = $1`, [
    ruleId,
  ])
}

export function documentOf({ isDisabled, minSeverity, suppressWhen, allowlists }: Overlay): OverlayDocument {
  return { disabled: isDisabled, min_severity: minSeverity, suppress_when: suppressWhen, allowlists }
}

function missing(): AppError {
  return noSuch('rule')
}
