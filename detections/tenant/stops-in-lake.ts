/**
 * Rules that the stream has disabled for a tenant, because they threw or took too long, from its signals in the lake.
 */
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { type KnownStop, STOPPED, STOPPED_VERSION } from './stopped-rules.ts'

/** The language of signals from an external detection. */
export const EXTERNAL = 'external'

export type StoppedRule = KnownStop & {
  /** Unix milliseconds of the receipt of the event at which it was disabled. */
  readonly atMs: number
  readonly reason: string
}

const PREFIX = `${STOPPED}:`
/** Number of a tenant's disabled rules that are read; older ones beyond it are ignored. */
const STOPS_MAX = 10_000

/**
 * The last time at which each state of each rule was disabled, for events received since a time in Unix milliseconds.
 * Excludes external detections. Covers all tenants that the reader sees.
 */
export async function stopsSince(reader: Pick<Reader, 'query'>, sinceMs: number): Promise<readonly StoppedRule[]> {
  const sql = /* sql */ `
    SELECT tenant_id, rule_id, matched.value[indexOf(matched.field, {version_field:String})] AS version,
      toString(toUnixTimestamp64Milli(max(ingest_time))) AS at_ms,
      argMax(matched.value[indexOf(matched.field, 'reason')], ingest_time) AS reason
    FROM signals
    WHERE startsWith(rule_id, {prefix:String}) AND language != {external:String}
      AND ingest_time >= fromUnixTimestamp64Milli({since:Int64})
    GROUP BY tenant_id, rule_id, version ORDER BY max(ingest_time) DESC
    LIMIT {most:UInt32} BY tenant_id LIMIT {most:UInt32} * 10`
  const params = { prefix: PREFIX, external: EXTERNAL, since: sinceMs, version_field: STOPPED_VERSION, most: STOPS_MAX }
  const rows = await reader.query<StopRow>(sql, params)
  return rows.map(({ tenant_id, rule_id, version, at_ms, reason }) => ({
    ...{ tenant: tenant_id, ruleId: rule_id.slice(PREFIX.length), version },
    ...{ atMs: Number(at_ms), reason },
  }))
}

type StopRow = {
  readonly tenant_id: string
  readonly rule_id: string
  readonly version: string
  readonly at_ms: string
  readonly reason: string
}
