/** Control data of detection: `control/` publishes it in `svc.control`, and `RuleBook` follows it. */
import type { Severity } from '../plan/plan.ts'

/** Kind `rule`, with the stored id. An enabled text of a tenant; a disabled rule has no document. */
export const RULE_KIND = 'rule'
export type RuleDocument = {
  readonly language: 'sigma' | 'eql' | 'kql' | 'yara'
  /** Name in faults. */
  readonly file: string
  readonly text: string
}

export type EventRuleDocument = RuleDocument & { readonly language: Exclude<RuleDocument['language'], 'yara'> }

/** True for rules over the fields of events; YARA rules match bytes. */
export function isOverEvents(document: RuleDocument): document is EventRuleDocument {
  return document.language !== 'yara'
}

/** Kind `rule_placeholders`, one row: the values of `%name%` in the tenant's Sigma rules. */
export const PLACEHOLDERS_KIND = 'rule_placeholders'
export const PLACEHOLDERS_ID = '*'
export type PlaceholdersDocument = { readonly values: Readonly<Record<string, readonly string[]>> }

/** Kind `rule_overlay`, with the rule's id as in signals, or `*` for all rules. */
export const OVERLAY_KIND = 'rule_overlay'
export const EVERY_RULE = '*'
export type OverlayDocument = {
  readonly disabled: boolean
  /** Matches of rules below it are suppressed; null for none. */
  readonly min_severity: Severity | null
  /**
   * A match is suppressed when each of these fields has one of its values; a value like `10.0.0.0/8` stands for
   * addresses.
   */
  readonly suppress_when: Readonly<Record<string, readonly string[]>>
  /** Matches are suppressed when any of the fields holds one of its values. */
  readonly allowlists: Readonly<Record<string, readonly string[]>>
}
