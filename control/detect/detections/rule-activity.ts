/** Recent activity of rules: their signals, and the verdicts of people on the alerts that they led to. */
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { int } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

export const RULE_ACTIVITY_LIMITS = {
  /**
   * Rules that one answer names, those with the most signals first.
   * @bound rules in an answer on their activity -> those with the most signals are shown, and `hits_complete` is false
   */
  rules: 5_000,
} as const

export type RuleHits = { readonly ruleId: string; readonly hits: number; readonly lastHit: Date }

/** Returns one more than the limit when there are more. */
export async function hitsByRule(reader: Reader, fromMs: number): Promise<readonly RuleHits[]> {
  const sql = /* sql */ `
    SELECT rule_id, toString(count()) AS hits, toString(toUnixTimestamp64Milli(max(time))) AS last_ms
    FROM signals WHERE time >= fromUnixTimestamp64Milli({from:Int64})
    GROUP BY rule_id ORDER BY count() DESC, rule_id LIMIT {limit:UInt32}`
  const params = { from: fromMs, limit: RULE_ACTIVITY_LIMITS.rules + 1 }
  const rows = await reader.query<{ rule_id: string; hits: string; last_ms: string }>(sql, params)
  return rows.map(({ rule_id: ruleId, hits, last_ms: last }) => {
    return { ruleId, hits: Number(hits), lastHit: new Date(Number(last)) }
  })
}

export type RuleCostSum = {
  readonly ruleId: string
  /** Events that the rule was a candidate for. */
  readonly evaluations: number
  /** Microseconds of one of them; null: none was timed. */
  readonly meanUs: number | null
}

/** The tenant's own rules, the most expensive first; if there are more, one more than may be named. */
export async function costsByRule(reader: Reader, fromMs: number): Promise<readonly RuleCostSum[]> {
  const sql = /* sql */ `
    SELECT rule_id, toString(sum(evaluations)) AS evaluations, toString(sum(timed)) AS timed, sum(cost_us) AS us
    FROM rule_costs WHERE hour >= toStartOfHour(fromUnixTimestamp64Milli({from:Int64}))
    GROUP BY rule_id ORDER BY us DESC, rule_id LIMIT {limit:UInt32}`
  const params = { from: fromMs, limit: RULE_ACTIVITY_LIMITS.rules + 1 }
  const rows = await reader.query<{ rule_id: string; evaluations: string; timed: string; us: number }>(sql, params)
  return rows.map(({ rule_id: ruleId, evaluations, timed, us }) => {
    return { ruleId, evaluations: Number(evaluations), meanUs: Number(timed) > 0 ? us / Number(timed) : null }
  })
}

export type RuleCounts = { readonly own: number; readonly ownEnabled: number }

export async function ownRuleCounts(tx: TenantTx): Promise<RuleCounts> {
  const sql = /* sql */ `
    SELECT count(*)::int AS own, count(*) FILTER (WHERE is_enabled)::int AS own_enabled FROM detection_rules`
  const counted = await tx.maybeOne((row) => ({ own: int(row, 'own'), ownEnabled: int(row, 'own_enabled') }), sql)
  return counted ?? { own: 0, ownEnabled: 0 }
}
