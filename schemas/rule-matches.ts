/** The record on `svc.rule_matches`, from intake to the windows. Schema: `avro/rule-matches.avsc`. */
import { decodeAvro, encodeAvro } from './avro.ts'

export type RuleMatch = {
  readonly event_uid: string
  readonly time_ms: number
  readonly received_ms: number
  readonly source: string
  readonly class_uid: number
  readonly host: string
  readonly user: string
  /** '' is none. */
  readonly src_ip: string
  readonly key: readonly string[]
  readonly values: readonly (string | null)[]
  readonly carry: readonly (string | null)[]
}

export type FeedMatches = {
  readonly tenant_id: string
  readonly window: string
  readonly feed: number
  readonly matches: readonly RuleMatch[]
}

/** `progress` carried the time before `time-marks.ts` existed; records of that time have no feeds. */
export type RuleMatches = { readonly feeds: readonly FeedMatches[] }

export function encodeRuleMatches({ feeds }: RuleMatches): Buffer {
  return encodeAvro('rule-matches', { progress: [], feeds })
}

export function decodeRuleMatches(value: Buffer): RuleMatches {
  return decodeAvro('rule-matches', value)
}
