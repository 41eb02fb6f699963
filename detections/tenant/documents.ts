/** Control data of detection: what `control/` publishes in `svc.control` and `RuleBook` follows. */
import type { Severity } from '../plan/plan.ts'

/** Kind `rule`, id as stored. A text of a tenant's own, enabled; a rule that is disabled has no document. */
export const RULE_KIND = 'rule'
export type RuleDocument = {
  readonly language: 'sigma' | 'eql' | 'kql' | 'yara'
  /** Name in faults. */
  readonly file: string
  readonly text: string
}

export type EventRuleDocument = RuleDocument & { readonly language: Exclude<RuleDocument['language'], 'yara'> }

/** Rules over the fields of events; those of YARA are over bytes. */
export function isOverEvents(document: RuleDocument): document is EventRuleDocument {
  return document.language !== 'yara'
}

/** Kind `rule_placeholders`, one row: the values of `%name%` in the tenant's Sigma rules. */
export const PLACEHOLDERS_KIND = 'rule_placeholders'
export const PLACEHOLDERS_ID = '*'
export type PlaceholdersDocument = { readonly values: Readonly<Record<string, readonly string[]>> }

/** Kind `rule_overlay`, id of the rule as signals show it, or `*` for all rules. */
export const OVERLAY_KIND = 'rule_overlay'
export const EVERY_RULE = '*'
export type OverlayDocument = {
  readonly disabled: boolean
  /** Matches of rules below it are suppressed; null for none. */
  readonly min_severity: Severity | null
  /** Suppressed when each of the fields holds one of its values; one like `10.0.0.0/8` stands for addresses. */
  readonly suppress_when: Readonly<Record<string, readonly string[]>>
  /** Matches are suppressed when any of the fields holds one of its values. */
  readonly allowlists: Readonly<Record<string, readonly string[]>>
}
