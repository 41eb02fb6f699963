/** The current state of an alert in fusion, on its way to Postgres. */
import { decodeAvro, encodeAvro } from './avro.ts'

export type AlertDraft = {
  readonly tenant_id: string
  readonly alert_id: string
  /** Rises with every draft of a tenant: of two drafts of one alert the one with the greater version is valid. */
  readonly version: number
  /** Alerts that are part of this one from now on. */
  readonly absorbs: readonly string[]
  /** JSON, an `AlertDocument`; '' when the alert has no parts left. */
  readonly document: string
}

/** The content of an alert. Field names are those of the API. */
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
  /** True for a storm: one entity, and the matches about it and very many others. */
  readonly is_storm: boolean
  /**
   * True when the alert consists of findings that their vendors have all closed; false when one is open, null when it
   * has other parts as well. Drafts of older builds lack it.
   */
  readonly is_closed_by_vendor?: boolean | null
  readonly score: AlertScore
  readonly evidence: readonly EvidenceLink[]
  /** Links of the chain beyond its bound. */
  readonly evidence_omitted: number
}

export type AlertScore = {
  /** 0 to 100: the probability of an attack times its impact. */
  readonly risk: number
  /** 0 to 1. */
  readonly probability: number
  /** 0 to 1, of the severity. */
  readonly impact: number
  /** Origin of the weights: `shipped`, or the version of the tenant's own weights. */
  readonly weights: string
  readonly bias: number
  readonly features: readonly ScoredFeature[]
}

export type ScoredFeature = {
  readonly name: string
  /** 0 to 1; null when not known yet, and then not counted. */
  readonly value: number | null
  readonly weight: number
  /** The term it adds to the sum whose logistic function is the probability. */
  readonly contribution: number
  readonly why: string
}

export type EvidenceLink = {
  /** Position in the chain, from 1. */
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
  /** Uids of the first events, not necessarily all. */
  readonly event_uids: readonly string[]
  readonly host: string
  readonly user: string
  readonly ip: string
  readonly sources: readonly string[]
  readonly tactics: readonly string[]
  readonly techniques: readonly string[]
  readonly matched: readonly { readonly field: string; readonly value: string }[]
  /** The reason why it counts, and why it belongs to this story. */
  readonly why: string
}

export function encodeAlertDrafts(drafts: readonly AlertDraft[]): Buffer {
  return encodeAvro('alert-drafts', { drafts })
}

export function decodeAlertDrafts(value: Buffer): readonly AlertDraft[] {
  return decodeAvro<{ drafts: AlertDraft[] }>('alert-drafts', value).drafts
}
