/** Rules that the stream has stopped for a tenant, because they threw or took too long, as its signals tell. */
import { OVERLAY_KIND, RULE_KIND } from '../../rules/documents.ts'
import { type KnownStop, STOPPED, STOPPED_VERSION, versionOf } from '../../rules/stopped.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { announcedSequences } from '../broadcast/index.ts'
import { EXTERNAL } from './record-detection.ts'
import type { StoredRule } from './rule.ts'

export type StoppedRule = KnownStop & {
  /** Unix milliseconds, of the receipt of the event that it was stopped at. */
  readonly atMs: number
  readonly reason: string
}

const PREFIX = `${STOPPED}:`
/** Stops of a tenant that are looked at; older ones beyond are as if they had not been. */
const STOPS_MAX = 10_000

/**
 * The last time that each state of each rule was stopped, of events received since a time, Unix milliseconds. Nobody
 * else's detection counts. Of all tenants that the reader sees.
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

/** Gives the stopped rules of each row, as the rules are now, in the order of the rows. */
export async function stoppedOfRows(
  tx: TenantTx,
  rows: readonly StoredRule[],
  stops: readonly StoppedRule[],
): Promise<readonly (readonly StoppedRule[])[]> {
  if (stops.length === 0) return rows.map(() => [])
  const texts = await announcedSequences(
    tx,
    RULE_KIND,
    rows.map(({ id }) => id),
  )
  const stopOf = await stopsByState(tx, rows.flatMap(namesIn), stops)
  return rows.map((row) => {
    const sequence = row.isEnabled ? (texts.get(row.id) ?? null) : null
    return sequence === null ? [] : namesIn(row).flatMap((name) => stopOf(name, sequence) ?? [])
  })
}

/**
 * Names by which a stop refers to the row: the file for YARA, which is stopped by the file, else the ids of its rules.
 */
function namesIn({ language, file, ruleIds }: StoredRule): readonly string[] {
  return language === 'yara' ? [file] : ruleIds
}

/** Gives the stop of each built-in rule, in the order of the ids; null: it is not stopped. */
export async function stoppedBuiltIn(
  tx: TenantTx,
  ruleIds: readonly string[],
  stops: readonly StoppedRule[],
): Promise<readonly (StoppedRule | null)[]> {
  if (stops.length === 0) return ruleIds.map(() => null)
  const stopOf = await stopsByState(tx, ruleIds, stops)
  return ruleIds.map((id) => stopOf(id, 0))
}

/** Null for a rule that is not stopped in the state that it has with this text, or whose overlay is about to change. */
async function stopsByState(
  tx: TenantTx,
  ruleIds: readonly string[],
  stops: readonly StoppedRule[],
): Promise<(ruleId: string, textSequence: number) => StoppedRule | null> {
  const overlays = await announcedSequences(tx, OVERLAY_KIND, ruleIds)
  const byState = new Map(stops.map((stop) => [`${stop.version} ${stop.ruleId}`, stop]))
  return (ruleId, textSequence) => {
    const overlay = overlays.get(ruleId)
    if (overlay === null) return null
    return byState.get(`${versionOf(textSequence, overlay)} ${ruleId}`) ?? null
  }
}
