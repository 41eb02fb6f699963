/** Verdicts on the alerts that are named after a rule. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

export const RULE_VERDICTS = tableInCamelCase('RuleVerdicts', {
  rule_id: column.text(),
  /** Title from one of its alerts; null when none has it. */
  rule_title: column.orNull(column.text()),
  alerts: column.int(),
  true_positive: column.int(),
  /** Right, and handed on to others. */
  escalated: column.int(),
  /** Right, and still nothing to act on: benign ones of both kinds. */
  benign: column.int(),
  false_positive: column.int(),
  undecided: column.int(),
})
export type RuleVerdicts = RowOf<typeof RULE_VERDICTS>

/** Rules by the alerts that were made in the span, most first. */
export function verdictsByRule(
  tx: TenantTx,
  { from, until = null }: { readonly from: Date; readonly until?: Date | null },
  limit: number,
): Promise<RuleVerdicts[]> {
  const sql = /* sql */ `
    WITH counted AS (SELECT rule_id, max(id::text)::uuid AS sample, count(*) AS alerts,
      count(*) FILTER (WHERE disposition = 'true_positive') AS true_positive,
      count(*) FILTER (WHERE disposition = 'escalate') AS escalated,
      count(*) FILTER (WHERE disposition IN ('benign', 'benign_true_positive')) AS benign,
      count(*) FILTER (WHERE disposition = 'false_positive') AS false_positive,
      count(*) FILTER (WHERE disposition IS NULL) AS undecided
    FROM alerts WHERE rule_id IS NOT NULL AND created_at >= $1 AND ($2::timestamptz IS NULL OR created_at < $2)
    GROUP BY rule_id ORDER BY alerts DESC, rule_id LIMIT $3)
    SELECT rule_id, alerts, true_positive, escalated, benign, false_positive, undecided, (
      SELECT e.step ->> 'title' FROM alerts AS a, jsonb_array_elements(a.fusion -> 'evidence') AS e (step)
      WHERE a.id = counted.sample AND e.step ->> 'rule_id' = counted.rule_id LIMIT 1) AS rule_title
    FROM counted ORDER BY alerts DESC, rule_id`
  return tx.many(RULE_VERDICTS.read, sql, [from, until, limit])
}
