/** A rule as signals show it. */
import type { Rule, Severity } from '../plan/plan.ts'
import type { RuleHead } from './detector.ts'

/** OCSF `severity_id`, schema 1.8.0. */
export const SEVERITY_IDS: Readonly<Record<Severity, number>> = {
  informational: 1,
  low: 2,
  medium: 3,
  high: 4,
  critical: 5,
}

export const TECHNIQUE_TAG = /^attack\.(t\d{4}(?:\.\d{3})?)$/i
/** Groups, software, campaigns, mitigations and data sources of ATT&CK have a letter or two and a number. */
const OTHER_ID = /^[a-z]{1,2}\d{4}/i
const TACTIC = /^attack\.([a-z][a-z_-]{2,40})$/i
/** Names of one rule; the tags of a rule are bounded where it is read. */
const NAMES_MAX = 32

export function headOf({ id, title, language, severity, tags }: Rule): RuleHead {
  return {
    id,
    title,
    language,
    severityId: SEVERITY_IDS[severity],
    techniques: distinct(tags.map((tag) => TECHNIQUE_TAG.exec(tag)?.[1]?.toUpperCase())),
    tactics: distinct(tags.map(tacticOf)),
  }
}

/** Short names as ATT&CK writes them: `initial-access`. */
function tacticOf(tag: string): string | undefined {
  const word = TACTIC.exec(tag)?.[1]
  return word === undefined || OTHER_ID.test(word) ? undefined : word.toLowerCase().replaceAll('_', '-')
}

function distinct(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))].slice(0, NAMES_MAX)
}
