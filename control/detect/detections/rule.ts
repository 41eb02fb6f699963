/** A tenant's own rule text as it is stored, and the part of it that the pipeline receives. */
import { SEVERITIES } from '../../../detections/plan/plan.ts'
import type { RuleDocument } from '../../../detections/tenant/documents.ts'
import { assert } from '../../../platform/assert.ts'
import type { Row } from '../../../stores/postgres/columns.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

export type StoredLanguage = RuleDocument['language']
export const LANGUAGES: readonly StoredLanguage[] = ['sigma', 'eql', 'kql', 'yara']

export const RULE_LIMITS = {
  /**
   * Texts of a tenant, and bytes of all of them.
   * @bound a tenant's rules -> 422
   */
  rules: 5_000,
  /** @bound bytes of a tenant's rules -> 422 */
  bytes: 16 * 1024 * 1024,
  /** Size of one text, as the table bounds it. */
  textBytes: 524_288,
  fileChars: 300,
  /** Versions of a text that are kept beside the present one; the oldest goes. */
  versions: 20,
  /** @bound a tenant's overlays of rules -> 422 */
  overlays: 5_000,
} as const

export const RULES = tableInCamelCase('StoredRule', {
  id: column.text(),
  version: column.int(),
  language: column.word(LANGUAGES),
  file: column.text(),
  text: column.text(),
  title: column.text(),
  severity: column.word(SEVERITIES),
  rule_ids: column.texts(),
  is_enabled: column.bool(),
  changed_by: column.text(),
  created_at: column.time(),
  updated_at: column.time(),
})
export type StoredRule = RowOf<typeof RULES>

/** Null for a disabled rule, which the pipeline does not run. */
export function documentOf({ language, file, text, isEnabled }: StoredRule): RuleDocument | null {
  return isEnabled ? { language, file, text } : null
}

export function wordOf<T extends string>(words: readonly T[], word: string): T {
  const found = words.find((one) => one === word)
  assert(found !== undefined, `${word} is one of ${words.join(', ')}`)
  return found
}

export function texts(row: Row, column: string): readonly string[] {
  const value = row[column]
  assert(Array.isArray(value), `column ${column} holds an array`)
  return value.map(String)
}

const ATTACK_TAG = /\battack\.[a-z][a-z0-9._-]*[a-z0-9]/gi
const TECHNIQUE = /\bt\d{4}(?:\.\d{3})?\b/gi

/** ATT&CK techniques named in the text of a rule, as Sigma tags, for every language. Coverage counts the same ones. */
export function attackTags(ruleText: string): string[] {
  const tags = (ruleText.match(ATTACK_TAG) ?? []).map((tag) => tag.toLowerCase())
  const techniques = (ruleText.match(TECHNIQUE) ?? []).map((technique) => `attack.${technique.toLowerCase()}`)
  return [...new Set([...tags, ...techniques])]
}
