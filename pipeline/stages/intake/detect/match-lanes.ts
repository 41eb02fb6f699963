/**
 * Collects events of one commit that windows of rules need, by output partition: all events of one group of a tenant's
 * window share a partition, and so do all events of windows that feed one another.
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
      // For a logon the account is the only known actor.
      user: row.user || row.targetUser,
      src_ip: row.srcIp,
      key,
      values,
      carry,
    })
  }

  /** All records use the same key, so that intake's progress (its time marks) cannot overtake its matches. */
  drain(timestampMs: number): Output[] {
    return this.#lanes.flatMap((lane, partition) => {
      if (lane.size === 0) return []
      const value = [encodeRuleMatches({ feeds: [...lane.values()] })]
      lane.clear()
      return [{ topic: TOPICS.ruleMatches.name, partition, timestampMs, key: '', value }]
    })
  }
}
