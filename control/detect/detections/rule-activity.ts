/** Recent activity of rules: their signals, and the verdicts of people on the alerts that they led to. */
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

export const RULE_ACTIVITY_LIMITS = {
  /** Rules that one answer names, those with the most signals first. */
  rules: 5_000,
} as const

export type RuleHits = { readonly ruleId: string; readonly hits: number; readonly lastHit: Date }

/** One more than may be named, where there are more. */
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

export type RuleVerdicts = {
  readonly ruleId: string
  readonly alerts: number
  readonly truePositive: number
  /** Right, and still nothing to act on: benign ones of both kinds. */
  readonly benign: number
  readonly falsePositive: number
}

/** Counts verdicts on alerts that came since then, by the rule that the alerts are named after. */
export function verdictsByRule(tx: TenantTx, from: Date): Promise<RuleVerdicts[]> {
  const sql = /* sql */ `
    SELECT rule_id, count(*)::int AS alerts,
      count(*) FILTER (WHERE disposition = 'true_positive')::int AS true_positive,
      count(*) FILTER (WHERE disposition IN ('benign', 'benign_true_positive'))::int AS benign,
      count(*) FILTER (WHERE disposition = 'false_positive')::int AS false_positive
    FROM alerts WHERE rule_id IS NOT NULL AND created_at >= $1
    GROUP BY rule_id ORDER BY alerts DESC, rule_id LIMIT $2`
  return tx.many(
    (row) => ({
      ruleId: text(row, 'rule_id'),
      alerts: int(row, 'alerts'),
      truePositive: int(row, 'true_positive'),
      benign: int(row, 'benign'),
      falsePositive: int(row, 'false_positive'),
    }),
    sql,
    [from, RULE_ACTIVITY_LIMITS.rules],
  )
}

export type RuleCounts = { readonly own: number; readonly ownEnabled: number }

export async function ownRuleCounts(tx: TenantTx): Promise<RuleCounts> {
  const sql = /* sql */ `
    SELECT count(*)::int AS own, count(*) FILTER (WHERE is_enabled)::int AS own_enabled FROM detection_rules`
  const counted = await tx.maybeOne((row) => ({ own: int(row, 'own'), ownEnabled: int(row, 'own_enabled') }), sql)
  return counted ?? { own: 0, ownEnabled: 0 }
}
