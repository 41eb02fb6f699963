/**
 * Events of one commit that windows of rules are made of, laid out by partition as they are found: all of one group of
 * one tenant's window meet in one, and so do all of windows that feed each other.
 */

import type { Fed } from '../../../../detections/tenant/detector.ts'
import { partitionOf } from '../../../../platform/hash.ts'
import type { EventRow } from '../../../../schemas/event-row.ts'
import { encodeRuleMatches, type FeedMatches, type RuleMatch } from '../../../../schemas/rule-matches.ts'
import { TOPICS } from '../../../../schemas/topics.ts'
import type { Output } from '../../../../stream/driver.ts'
import { formatUid } from '../../../signal-id.ts'

type Lane = Map<string, FeedMatches & { readonly matches: RuleMatch[] }>

export class MatchLanes {
  readonly #lanes: readonly Lane[]

  constructor(partitions: number) {
    this.#lanes = Array.from({ length: partitions }, () => new Map())
  }

  add(row: EventRow, ...[{ window, feed, lane, isAlone }, key, values, carry]: Parameters<Fed>): void {
    const group = isAlone ? key.map((text) => `${text.length}:${text}`).join('') : ''
    const of = this.#lanes[partitionOf(`${row.tenantId}/${lane}/${group}`, this.#lanes.length)] as Lane
    const name = `${row.tenantId}/${window}/${feed}`
    let fed = of.get(name)
    if (!fed) of.set(name, (fed = { tenant_id: row.tenantId, window, feed, matches: [] }))
    fed.matches.push({
      event_uid: formatUid(row.uid),
      time_ms: Math.floor(row.timeMs),
      received_ms: row.receivedMs,
      source: row.source,
      class_uid: row.classUid,
      host: row.host,
      // The account is all that is known of the actor of a logon.
      user: row.user || row.targetUser,
      src_ip: row.srcIp,
      key,
      values,
      carry,
    })
  }

  /** One key for all records: what intake has come to must not overtake what it found. */
  take(timestampMs: number): Output[] {
    return this.#lanes.flatMap((lane, partition) => {
      if (lane.size === 0) return []
      const value = [encodeRuleMatches({ feeds: [...lane.values()] })]
      lane.clear()
      return [{ topic: TOPICS.ruleMatches.name, partition, timestampMs, key: '', value }]
    })
  }
}
