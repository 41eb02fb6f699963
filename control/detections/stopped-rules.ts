/** Rules that the stream has stopped for a tenant, because they threw or took too long, as its signals tell. */
import { STOPPED } from '../../pipeline/detect/stopped.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { overlaysOf } from './overlays.ts'
import { EXTERNAL } from './record-detection.ts'
import type { StoredRule } from './rule.ts'

export type StoppedRule = {
  /** As signals show it; of YARA, which is stopped by the file, the file. */
  readonly ruleId: string
  /** Unix milliseconds, of the receipt of the event that it was stopped at. */
  readonly atMs: number
  readonly reason: string
}

const PREFIX = `${STOPPED}:`

/** The last time that each rule was stopped, from a time on, Unix milliseconds. Nobody else's detection counts. */
export async function stopsSince(reader: Reader, sinceMs: number): Promise<readonly StoppedRule[]> {
  const sql = /* sql */ `
    SELECT rule_id, toString(toUnixTimestamp64Milli(max(ingest_time))) AS at_ms,
      argMax(matched.value[indexOf(matched.field, 'reason')], ingest_time) AS reason
    FROM signals
    WHERE startsWith(rule_id, {prefix:String}) AND language != {external:String}
      AND ingest_time >= fromUnixTimestamp64Milli({since:Int64})
    GROUP BY rule_id`
  const params = { prefix: PREFIX, external: EXTERNAL, since: sinceMs }
  const rows = await reader.query<{ rule_id: string; at_ms: string; reason: string }>(sql, params)
  return rows.map(({ rule_id, at_ms, reason }) => ({
    ruleId: rule_id.slice(PREFIX.length),
    atMs: Number(at_ms),
    reason,
  }))
}

/** Those that nobody has changed, switched on or laid an overlay over since: each of that starts a rule again. */
async function stillStopped(tx: TenantTx, stops: readonly StoppedRule[]): Promise<readonly StoppedRule[]> {
  if (stops.length === 0) return []
  const overlays = await overlaysOf(
    tx,
    stops.map(({ ruleId }) => ruleId),
  )
  const changed = new Map(overlays.map(({ ruleId, updatedAt }) => [ruleId, updatedAt.getTime()]))
  return stops.filter(({ ruleId, atMs }) => atMs >= (changed.get(ruleId) ?? 0))
}

/** Of each row the rules of it that are stopped, in the order of the rows. */
export async function stoppedOfRows(
  tx: TenantTx,
  rows: readonly StoredRule[],
  stops: readonly StoppedRule[],
): Promise<readonly (readonly StoppedRule[])[]> {
  const still = new Map((await stillStopped(tx, stops)).map((stop) => [stop.ruleId, stop]))
  return rows.map(({ language, file, ruleIds, isEnabled, updatedAt }) => {
    const names = language === 'yara' ? [file] : ruleIds
    const found = isEnabled ? names.flatMap((name) => still.get(name) ?? []) : []
    return found.filter(({ atMs }) => atMs >= updatedAt.getTime())
  })
}

/** Of each built-in rule whether it is stopped, in the order of their ids. */
export async function stoppedBuiltIn(
  tx: TenantTx,
  ruleIds: readonly string[],
  stops: readonly StoppedRule[],
): Promise<readonly (StoppedRule | null)[]> {
  const still = new Map((await stillStopped(tx, stops)).map((stop) => [stop.ruleId, stop]))
  return ruleIds.map((id) => still.get(id) ?? null)
}
