/** Signals of the events of one commit, laid out by partition as they are found. */
import { partitionOf } from '../../platform/hash.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import { encodeSignals, type MatchedField, type Signal } from '../../schemas/signal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { RuleHead } from '../detector.ts'
import type { Output } from '../runtime/driver.ts'
import { formatUid, uuidOf } from './event-uid.ts'

export class SignalLanes {
  readonly #lanes: Signal[][]

  constructor(partitions: number) {
    this.#lanes = Array.from({ length: partitions }, () => [])
  }

  add(rule: RuleHead, row: EventRow, matched: readonly MatchedField[]): void {
    const signal = signalOf(rule, row, matched)
    const entity = row.host || row.user || row.srcIp || row.source
    this.#lanes[partitionOf(`${row.tenantId}/${entity}`, this.#lanes.length)]?.push(signal)
  }

  take(timestampMs: number): Output[] {
    return this.#lanes.flatMap((lane, partition) => {
      const signals = lane.splice(0)
      if (signals.length === 0) return []
      return [{ topic: TOPICS.signals.name, partition, timestampMs, key: '', value: [encodeSignals(signals)] }]
    })
  }
}

/** The same event under the same rule is the same signal, however often it is seen. */
function signalOf(rule: RuleHead, row: EventRow, matched: readonly MatchedField[]): Signal {
  const eventUid = formatUid(row.uid)
  return {
    signal_id: uuidOf(`signal\0${row.tenantId}\0${rule.id}\0${eventUid}`),
    tenant_id: row.tenantId,
    rule_id: rule.id,
    rule_title: rule.title,
    language: rule.language,
    severity_id: rule.severityId,
    time_ms: row.timeMs,
    received_ms: row.receivedMs,
    source: row.source,
    class_uid: row.classUid,
    host: row.host,
    user: row.user,
    src_ip: row.srcIp,
    event_uids: [eventUid],
    techniques: rule.techniques,
    tactics: rule.tactics,
    matched,
  }
}
