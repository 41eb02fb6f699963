/** Looks in the tenant's lake for an execution: its events, and the signals that rules made of them. */

import { EXERCISE_SOURCE } from '../../../schemas/exercise.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'

export type LakeSeen = {
  /** Different events of the execution, and their ids. */
  readonly events: readonly string[]
  readonly signals: readonly {
    readonly signalId: string
    readonly ruleId: string
    readonly title: string
    readonly techniques: readonly string[]
  }[]
}

/** Signals are few, but for a rule that holds for everything. */
const SIGNALS_MAX = 500

/** `sinceMs` is before the events were sent; every event contains the marker. */
export async function lookInLake(reader: Reader, marker: string, sinceMs: number): Promise<LakeSeen> {
  const ofEvents = /* sql */ `
    SELECT DISTINCT toString(event_uid) AS uid FROM events
    WHERE source = {source:String} AND ingest_time >= fromUnixTimestamp64Milli({since:Int64})
      AND position(raw, {marker:String}) > 0`
  const params = { source: EXERCISE_SOURCE, since: sinceMs, marker }
  const events = (await reader.query<{ uid: string }>(ofEvents, params)).map(({ uid }) => uid)
  if (events.length === 0) return { events, signals: [] }
  const ofSignals = /* sql */ `
    SELECT toString(signal_id) AS id, rule_id, rule_title, techniques FROM signals
    WHERE ingest_time >= fromUnixTimestamp64Milli({since:Int64})
      AND hasAny(event_uids, arrayMap(uid -> toUUID(uid), {uids:Array(String)}))
    ORDER BY ingest_time, signal_id LIMIT {limit:UInt32}`
  const rows = await reader.query<{ id: string; rule_id: string; rule_title: string; techniques: string[] }>(
    ofSignals,
    {
      ...{ since: sinceMs, uids: events, limit: SIGNALS_MAX },
    },
  )
  const signals = rows.map(({ id, rule_id, rule_title, techniques }) => {
    return { signalId: id, ruleId: rule_id, title: rule_title, techniques }
  })
  return { events, signals }
}
