/** A rule's match, on its way from detection to the lake and to fusion. */
import { decodeAvro, encodeAvro } from './avro.ts'

export type MatchedField = { readonly field: string; readonly value: string }

/** Language of signals from an indicator's match. */
export const INTEL_LANGUAGE = 'intel'

/** Language of signals from a product's own finding, and the field that holds the vendor's id of the finding. */
export const FINDING_LANGUAGE = 'finding'
/** Field of a finding that its vendor closed, suppressed or passed, in OCSF's name of the activity. */
export const FINDING_OVER = { field: 'activity_name', value: 'Close' } as const
export const FINDING_UID = 'finding_info.uid'

export type Signal = {
  readonly signal_id: string
  readonly tenant_id: string
  readonly rule_id: string
  readonly rule_title: string
  readonly language: string
  readonly severity_id: number
  readonly time_ms: number
  readonly received_ms: number
  readonly source: string
  readonly class_uid: number
  readonly host: string
  readonly user: string
  /** '' is none. */
  readonly src_ip: string
  readonly event_uids: readonly string[]
  readonly techniques: readonly string[]
  readonly tactics: readonly string[]
  readonly matched: readonly MatchedField[]
}

export function encodeSignals(signals: readonly Signal[]): Buffer {
  return encodeAvro('signals', { signals })
}

export function decodeSignals(value: Buffer): readonly Signal[] {
  return decodeAvro<{ signals: Signal[] }>('signals', value).signals
}
