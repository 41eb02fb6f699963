/** Lists the changes of a tenant's sources that intake noticed: new and vanished fields. */
import type { DriftKind } from '../schemas/drift.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'

export type DriftReport = {
  readonly id: string
  readonly source: string
  readonly mapping: string
  readonly kind: DriftKind
  /** Names joined by dots, `[]` after a list; '' for the whole source. */
  readonly path: string
  /** ISO 8601: the time of the event that showed the change. */
  readonly noticed_at: string
  readonly event_uid: string
  /** ISO 8601; null unless the field has `vanished`. */
  readonly last_seen_before: string | null
}

export type DriftFilter = {
  /** '' selects every source. */
  readonly source: string
  readonly kind: DriftKind | ''
  /** Milliseconds since the epoch: noticed from `fromMs` on, and before `toMs`. */
  readonly fromMs: number
  readonly untilMs: number
  /** The last report of the previous page. */
  readonly before: { readonly timeMs: number; readonly id: string } | null
}

/** A source that was forgotten and learned again may repeat a report; its first time counts. */
const REPORTS = /* sql */ `
SELECT toString(drift_id) AS id, source, mapping, kind, path,
  toString(toUnixTimestamp64Milli(min(time))) AS noticed_ms,
  toString(argMin(event_uid, time)) AS uid,
  toString(toUnixTimestamp64Milli(argMin(last_seen, time))) AS seen_ms
FROM schema_drift
WHERE ({source:String} = '' OR source = {source:String}) AND ({kind:String} = '' OR kind = {kind:String})
GROUP BY drift_id, source, mapping, kind, path
HAVING min(time) >= fromUnixTimestamp64Milli({from:Int64}) AND min(time) < fromUnixTimestamp64Milli({until:Int64})
  AND (min(time), drift_id) < (fromUnixTimestamp64Milli({before:Int64}), toUUID({before_id:String}))
ORDER BY min(time) DESC, drift_id DESC
LIMIT {limit:UInt32}`

const LATEST_MS = Date.UTC(2200, 0, 1)
const NO_ID = '00000000-0000-0000-0000-000000000000'

type Row = Pick<DriftReport, 'id' | 'source' | 'mapping' | 'kind' | 'path'> & {
  readonly noticed_ms: string
  readonly uid: string
  readonly seen_ms: string
}

/** At most `limit` reports, latest first. */
export async function driftPage(reader: Reader, limit: number, filter: DriftFilter): Promise<DriftReport[]> {
  const { source, kind, fromMs: from, untilMs: until, before } = filter
  const position = { before: before?.timeMs ?? LATEST_MS, before_id: before?.id ?? NO_ID }
  const rows = await reader.query<Row>(REPORTS, { source, kind, from, until, ...position, limit })
  return rows.map(({ noticed_ms, uid, seen_ms, ...row }) => ({
    ...row,
    noticed_at: new Date(Number(noticed_ms)).toISOString(),
    event_uid: uid,
    last_seen_before: row.kind === 'vanished' ? new Date(Number(seen_ms)).toISOString() : null,
  }))
}
