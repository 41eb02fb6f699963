import type { EventRuleDocument } from '../../../detections/tenant/documents.ts'
import { assert } from '../../../platform/assert.ts'
import { int, placed, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { NOTHING_HELD } from '../../platform/governance/index.ts'
import type { CheckedText, RuleNames } from './check-rules.ts'
import { LANGUAGES, RULE_LIMITS, RULES, type StoredRule, texts, wordOf } from './rule.ts'

/** Writers of a tenant's rules take turns: they judge each other's ids and what room there is. */
export async function lockRules(tx: TenantTx): Promise<void> {
  await tx.many(() => null, /* sql */ `SELECT pg_advisory_xact_lock(7341, hashtext(svc_tenant()))`)
}

/**
 * Members that are undefined do not narrow. `search` is lower case, and looked for in title, file and ids; a technique
 * and a tag of ATT&CK in the text. Older texts write the words of a tactic with underscores.
 */
export type RuleFilter = {
  readonly language?: string | undefined
  readonly severity?: string | undefined
  readonly isEnabled?: boolean | undefined
  readonly search?: string | undefined
}

/** Every text of the tenant's own, by file. */
export function ruleTexts(tx: TenantTx): Promise<Pick<StoredRule, 'file' | 'language' | 'text'>[]> {
  const sql = /* sql */ `SELECT file, language, text FROM detection_rules ORDER BY file`
  const toText = (row: Row) => ({
    file: text(row, 'file'),
    language: wordOf(LANGUAGES, text(row, 'language')),
    text: text(row, 'text'),
  })
  return tx.many(toText, sql)
}

/** Newest first. */
export function rulesPage(
  tx: TenantTx,
  limit: number,
  after: Position | null,
  { language, severity, isEnabled, search }: RuleFilter = {},
): Promise<Placed<StoredRule>[]> {
  const sql = /* sql */ `
    SELECT ${RULES.columns}, created_at::text AS position FROM detection_rules
    WHERE ($2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid))
      AND ($4::text IS NULL OR language = $4) AND ($5::text IS NULL OR severity = $5)
      AND ($6::boolean IS NULL OR is_enabled = $6)
      AND ($7::text IS NULL OR position($7 IN lower(concat_ws(' ', title, file, array_to_string(rule_ids, ' ')))) > 0
        OR ($7 ~ '^t[0-9]{4}(\\.[0-9]{3})?$' AND text ~* ('\\m' || replace($7, '.', '\\.') || '\\M'))
        OR ($7 ~ '^attack\\.' AND position(replace($7, '_', '-') IN replace(lower(text), '_', '-')) > 0))
    ORDER BY created_at DESC, id DESC LIMIT $1`
  const filters = [language ?? null, severity ?? null, isEnabled ?? null, search ?? null]
  return tx.many(placed(RULES.read), sql, [limit, after?.[0] ?? null, after?.[1] ?? null, ...filters])
}

/** Finds a rule by the id of its row, which counts first, or by an id of one of its rules. */
export function ruleByAnyId(tx: TenantTx, id: string): Promise<StoredRule | null> {
  const sql = /* sql */ `
    SELECT ${RULES.columns} FROM detection_rules WHERE id::text = $1 OR rule_ids @> ARRAY[$1]
    ORDER BY (id::text = $1) DESC, id LIMIT 1`
  return tx.maybeOne(RULES.read, sql, [id])
}

export function rulesByFile(tx: TenantTx, files: readonly string[]): Promise<StoredRule[]> {
  const sql = /* sql */ `SELECT ${RULES.columns} FROM detection_rules WHERE file = ANY($1)`
  return tx.many(RULES.read, sql, [files])
}

/** Rows of all files but some. At most `RULE_LIMITS.rules`. */
export function idsOfOthers(tx: TenantTx, files: readonly string[]): Promise<{ id: string; file: string }[]> {
  const sql = /* sql */ `SELECT id, file FROM detection_rules WHERE file <> ALL($1) ORDER BY file`
  return tx.many((row) => ({ id: text(row, 'id'), file: text(row, 'file') }), sql, [files])
}

/** Names of all rules but those of some files. At most `RULE_LIMITS.rules` rows. */
export function namesOfOthers(tx: TenantTx, files: readonly string[]): Promise<RuleNames[]> {
  const sql = /* sql */ `
    SELECT file, rule_ids, rule_names FROM detection_rules WHERE file <> ALL($1)`
  const toNames = (row: Row): RuleNames => ({
    file: text(row, 'file'),
    ids: texts(row, 'rule_ids'),
    names: texts(row, 'rule_names'),
  })
  return tx.many(toNames, sql, [files])
}

/**
 * Enabled Sigma texts that may contain a filter, except that of one file: a document of such a text has the key at its
 * top level, in block or flow style. A false positive costs a parse, a false negative lets through events that a filter
 * excludes.
 */
export function enabledFilters(tx: TenantTx, without: string): Promise<EventRuleDocument[]> {
  const sql = /* sql */ `
    SELECT file, text FROM detection_rules
    WHERE is_enabled AND language = 'sigma' AND file <> $1
      AND (rule_ids = '{}' OR text ~ '(^|\n|[{,]\\s*)["'']?filter["'']?\\s*:')
    ORDER BY file`
  return tx.many(toSigma, sql, [without])
}

/** Enabled Sigma texts with a rule of one of these ids or names, except those of some files. */
export function enabledNamed(
  tx: TenantTx,
  names: readonly string[],
  without: readonly string[],
): Promise<EventRuleDocument[]> {
  const sql = /* sql */ `
    SELECT file, text FROM detection_rules
    WHERE is_enabled AND language = 'sigma' AND (rule_ids && $1 OR rule_names && $1) AND file <> ALL($2)
    ORDER BY file`
  return tx.many(toSigma, sql, [names, without])
}

function toSigma(row: Row): EventRuleDocument {
  return { language: 'sigma', file: text(row, 'file'), text: text(row, 'text') }
}

export async function usedRoom(tx: TenantTx): Promise<{ readonly rules: number; readonly bytes: number }> {
  const sql = /* sql */ `
    SELECT count(*) AS rules, coalesce(sum(octet_length(text)), 0)::bigint AS bytes FROM detection_rules`
  return tx.one((row) => ({ rules: int(row, 'rules'), bytes: int(row, 'bytes') }), sql)
}

export async function insertRule(tx: TenantTx, rule: CheckedText, isEnabled: boolean, by: string): Promise<StoredRule> {
  const sql = /* sql */ `
    INSERT INTO detection_rules (language, file, text, title, severity, rule_ids, rule_names, is_enabled, changed_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${RULES.columns}`
  return tx.one(RULES.read, sql, [...valuesOf(rule), isEnabled, by])
}

/** Replaces the text of a rule, and keeps the earlier text as a version. */
export async function updateRule(tx: TenantTx, before: StoredRule, to: CheckedText, by: string): Promise<StoredRule> {
  const keep = /* sql */ `
    INSERT INTO detection_rule_versions (rule_id, version, text, changed_by, created_at) VALUES ($1, $2, $3, $4, $5)`
  await tx.run(keep, [before.id, before.version, before.text, before.changedBy, before.updatedAt])
  const forget = /* sql */ `DELETE FROM detection_rule_versions WHERE rule_id = $1 AND version <= $2 AND ${NOTHING_HELD}`
  await tx.run(forget, [before.id, before.version - RULE_LIMITS.versions])
  const sql = /* sql */ `
    UPDATE detection_rules SET language = $1, file = $2, text = $3, title = $4, severity = $5, rule_ids = $6,
      rule_names = $7, changed_by = $8, version = version + 1, updated_at = clock_timestamp()
    WHERE id = $9 RETURNING ${RULES.columns}`
  const made = await tx.maybeOne(RULES.read, sql, [...valuesOf(to), by, before.id])
  assert(made !== null, 'the row was locked before it was read')
  return made
}

function valuesOf({ language, file, text, title, severity, ruleIds, ruleNames }: CheckedText): readonly unknown[] {
  return [language, file, text, title, severity, ruleIds, ruleNames]
}

export function updateEnabled(tx: TenantTx, id: string, isEnabled: boolean, by: string): Promise<StoredRule | null> {
  const sql = /* sql */ `
    UPDATE detection_rules SET is_enabled = $2, changed_by = $3, updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${RULES.columns}`
  return tx.maybeOne(RULES.read, sql, [id, isEnabled, by])
}

export async function removeRule(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `DELETE FROM detection_rules WHERE id = $1`, [id])
}

export const RULE_VERSIONS = tableInCamelCase('RuleVersion', {
  version: column.int(),
  text: column.text(),
  changed_by: column.text(),
  created_at: column.time(),
})
export type RuleVersion = RowOf<typeof RULE_VERSIONS>

/** Newest first, without the present one. */
export function versionsOf(tx: TenantTx, id: string): Promise<RuleVersion[]> {
  const sql = /* sql */ `
    SELECT ${RULE_VERSIONS.columns} FROM detection_rule_versions WHERE rule_id = $1 ORDER BY version DESC`
  return tx.many(RULE_VERSIONS.read, sql, [id])
}
