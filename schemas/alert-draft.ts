/** The current state of an alert in fusion, on its way to Postgres. */
import { decodeAvro, encodeAvro } from './avro.ts'

export type AlertDraft = {
  readonly tenant_id: string
  readonly alert_id: string
  /** Rises with every draft of a tenant: of two of one alert the greater holds. */
  readonly version: number
  /** Alerts that are part of this one from now on. */
  readonly absorbs: readonly string[]
  /** JSON, an `AlertDocument`; '' when nothing is left of the alert. */
  readonly document: string
}

/** Names of the fields are those of the API. */
export type AlertDocument = {
  readonly title: string
  /** OCSF: 1 informational to 5 critical. */
  readonly severity_id: number
  /** The rule that contributes most. */
  readonly rule_id: string
  readonly sources: readonly string[]
  /** Ids of ATT&CK, tactics in the order of an attack. */
  readonly tactics: readonly string[]
  readonly techniques: readonly string[]
  readonly hosts: readonly string[]
  readonly users: readonly string[]
  readonly ips: readonly string[]
  readonly first_ms: number
  readonly last_ms: number
  readonly signal_count: number
  readonly event_count: number
  readonly rule_count: number
  /** One entity and what rules found about it and very many others. */
  readonly is_storm: boolean
  /**
   * All of it is findings that their vendors closed; false where one is open, null where something else is part of it.
   * Drafts of older builds lack it.
   */
  readonly is_closed_by_vendor?: boolean | null
  readonly score: AlertScore
  readonly evidence: readonly EvidenceLink[]
  /** Links of the chain beyond its bound. */
  readonly evidence_omitted: number
}

export type AlertScore = {
  /** 0 to 100: how likely it is an attack, times how bad that would be. */
  readonly risk: number
  /** 0 to 1. */
  readonly probability: number
  /** 0 to 1, of the severity. */
  readonly impact: number
  /** Where the weights come from: `shipped`, or the version of the tenant's own. */
  readonly weights: string
  readonly bias: number
  readonly features: readonly ScoredFeature[]
}

export type ScoredFeature = {
  readonly name: string
  /** 0 to 1; null: not known yet, and not counted. */
  readonly value: number | null
  readonly weight: number
  /** The term it adds to the sum whose logistic function is the probability. */
  readonly contribution: number
  readonly why: string
}

export type EvidenceLink = {
  /** 1 is first. */
  readonly order: number
  readonly kind: 'signal'
  /** Id of the first of `count` signals. */
  readonly signal_id: string
  readonly rule_id: string
  readonly title: string
  readonly language: string
  readonly severity_id: number
  readonly time_ms: number
  readonly last_ms: number
  readonly count: number
  /** Some of them, the first. */
  readonly event_uids: readonly string[]
  readonly host: string
  readonly user: string
  readonly ip: string
  readonly sources: readonly string[]
  readonly tactics: readonly string[]
  readonly techniques: readonly string[]
  readonly matched: readonly { readonly field: string; readonly value: string }[]
  /** Why it counts, and why it is in this story. */
  readonly why: string
}

export function encodeAlertDrafts(drafts: readonly AlertDraft[]): Buffer {
  return encodeAvro('alert-drafts', { drafts })
}

export function decodeAlertDrafts(value: Buffer): readonly AlertDraft[] {
  return decodeAvro<{ drafts: AlertDraft[] }>('alert-drafts', value).drafts
}
