/** What intake asks of detection: which rules hold for one event. `detect/` answers, `services/` brings them together. */
import type { Mapping } from '../connectors/mapping.ts'
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
}

export type Found = (rule: RuleHead, matched: readonly MatchedField[]) => void

/** Synchronous, and the same for the same event and rules. */
export type Detector = { detect(event: DetectorEvent, found: Found): void }
