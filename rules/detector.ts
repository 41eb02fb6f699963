/** What stages ask of detection. `rules/` answers, `services/` brings them together. */
import type { VendorFinding } from '../connectors/mapping/finding.ts'
import type { Mapping } from '../connectors/mapping/source-mapping.ts'
import type { RawJson } from '../detections/match/raw-filter.ts'
import type { WindowRule } from '../detections/window/window.ts'
import type { YaraMatch, YaraSource } from '../detections/yara/rule.ts'
import type { EventRow } from '../schemas/event-row.ts'
import type { MatchedField } from '../schemas/signal.ts'

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
  /** What the event says that a product has judged already. */
  readonly finding?: VendorFinding | null | undefined
}

export type Found = (rule: RuleHead, matched: readonly MatchedField[]) => void

/** A window that an event belongs in, and what the window wants of it. The same place is the same object. */
export type FeedPlace = {
  /** Digest of the window. */
  readonly window: string
  readonly feed: number
  /** What has to be kept together: the windows that feed each other, or, where it stands alone, each group of it. */
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

/** The windows of tenants, and what is said when one fires. */
export type WindowBook = {
  /** The same list until the tenant's rules change. */
  windowsOf(tenant: string): readonly WindowRule[]
  /** Null when the tenant is told nothing: the rule is only a part of others, disabled, below its floor, or no more. */
  headOf(tenant: string, ruleId: string): RuleHead | null
}

/** A rule and what a signal shows of the event. */
export type Finding = { readonly rule: RuleHead; readonly matched: readonly MatchedField[] }

/** YARA rules of tenants, and what is said when one matches. */
export type YaraBook = {
  /** True while no tenant has any. */
  readonly isEmpty: boolean
  /** The same list until the tenant's rules change. */
  sourcesOf(tenant: string): readonly YaraSource[]
  /** Null when the tenant is told nothing of it. */
  headOf(match: YaraMatch, event: DetectorEvent): RuleHead | null
  /** Files that go no further for the tenant until they change; what it is told of each. Of one that is gone, nothing. */
  stop(tenant: string, files: readonly string[], reason: string): readonly Finding[]
}
