/** The interface of detection for stages. `rules/` implements it, `services/` connects the two. */
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
  /** The JSON text that the record was parsed from; absent where it was made of anything else, or of more. */
  readonly raw?: RawJson | undefined
  /** The record once more, with the digits that `record` has lost: as `MatchEvent` has it. Null: it cannot be read again. */
  readonly exact?: (() => Record<string, unknown> | null) | undefined
  /** The verdict of another product that the event reports. */
  readonly finding?: VendorFinding | null | undefined
}

export type Found = (rule: RuleHead, matched: readonly MatchedField[]) => void

/** A feed of a window that takes the event. The same place is the same object. */
export type FeedPlace = {
  /** Digest of the window. */
  readonly window: string
  readonly feed: number
  /**
   * Key of the entries that must be processed together: the windows that feed each other, or each group of a window
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

/** Synchronous, and the same for the same event and rules. */
export type Detector = { detect(event: DetectorEvent, found: Found, fed: Fed): void }

/** The windows of tenants, and the head of the signal when one fires. */
export type WindowBook = {
  /** The same list until the tenant's rules change. */
  windowsOf(tenant: string): readonly WindowRule[]
  /**
   * Null when nothing is reported to the tenant: the rule is only a part of others, disabled, below its floor, or no
   * more.
   */
  headOf(tenant: string, ruleId: string): RuleHead | null
}

/** A rule and the fields that a signal shows of the event. */
export type Finding = { readonly rule: RuleHead; readonly matched: readonly MatchedField[] }

/** YARA rules of tenants, and the head of the signal when one matches. */
export type YaraBook = {
  /** True while no tenant has any. */
  readonly isEmpty: boolean
  /** The same list until the tenant's rules change. */
  sourcesOf(tenant: string): readonly YaraSource[]
  /** Null when nothing is reported to the tenant. */
  headOf(match: YaraMatch, event: DetectorEvent): RuleHead | null
  /** Stops files for the tenant until they change, and returns a finding for each. A file that is gone has none. */
  stop(tenant: string, files: readonly string[], reason: string): readonly Finding[]
}
