/** The interface of detection for stages. `rule-book.ts` implements it, and `services/` connects the two. */
import type { VendorFinding } from '../../connectors/mapping/finding.ts'
import type { Mapping } from '../../connectors/mapping/source-mapping.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import type { MatchedField } from '../../schemas/signal.ts'
import type { RawJson } from '../match/raw-filter.ts'
import type { WindowRule } from '../window/window.ts'
import type { YaraMatch, YaraSource } from '../yara/rule.ts'

/** A rule as signals show it. */
export type RuleHead = {
  readonly id: string
  readonly title: string
  readonly language: string
  /** OCSF: 1 informational to 5 critical. */
  readonly severityId: number
  readonly techniques: readonly string[]
  readonly tactics: readonly string[]
}

export type DetectorEvent = {
  readonly tenantId: string
  readonly record: Readonly<Record<string, unknown>>
  readonly mapping: Mapping
  readonly row: EventRow
  /**
   * The JSON text from which the record was parsed; absent when the record comes from anything else, or contains more.
   */
  readonly raw?: RawJson | undefined
  /**
   * Reads the record again with the digits that `record` has lost, as in `MatchEvent`. Null when it cannot be read
   * again.
   */
  readonly exact?: (() => Record<string, unknown> | null) | undefined
  /** Another product's finding that the event reports. */
  readonly finding?: VendorFinding | null | undefined
}

export type Found = (rule: RuleHead, matched: readonly MatchedField[]) => void

/** A feed of a window that accepts the event. The same object for the same feed. */
export type FeedPlace = {
  /** Digest of the window. */
  readonly window: string
  readonly feed: number
  /**
   * Key of the entries that must be processed together: the windows that feed one another, or each group of a window
   * that stands alone.
   */
  readonly lane: string
  readonly isAlone: boolean
}
export type Fed = (
  place: FeedPlace,
  key: readonly string[],
  values: readonly (string | null)[],
  carry: readonly (string | null)[],
) => void

/** Synchronous and deterministic in the event and the rules. */
export type Detector = { detect(event: DetectorEvent, found: Found, fed: Fed): void }

/** The windows of tenants, and the head of the signal when one fires. */
export type WindowBook = {
  /** The same list until the tenant's rules change. */
  windowsOf(tenant: string): readonly WindowRule[]
  /**
   * Null when nothing is reported to the tenant: the rule is only a part of others, disabled, below its severity floor,
   * or deleted.
   */
  headOf(tenant: string, ruleId: string): RuleHead | null
}

/** A rule and the fields that a signal shows of the event. */
export type Finding = { readonly rule: RuleHead; readonly matched: readonly MatchedField[] }

/** YARA rules of tenants, and the head of the signal when one matches. */
export type YaraBook = {
  /** True while no tenant has YARA rules. */
  readonly isEmpty: boolean
  /** The same list until the tenant's rules change. */
  sourcesOf(tenant: string): readonly YaraSource[]
  /** Null when nothing is reported to the tenant. */
  headOf(match: YaraMatch, event: DetectorEvent): RuleHead | null
  /** Disables files for the tenant until they change, and returns a finding for each. A deleted file gives none. */
  stop(tenant: string, files: readonly string[], reason: string): readonly Finding[]
}
