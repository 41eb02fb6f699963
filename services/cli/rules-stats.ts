/**
 * `svc rules stats --tenant T`: shows the hits of a tenant's rules in the last hours, and the cost of its own rules.
 */
import { type DetectionStats, detectionStats } from '../../control/detect/detections/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { targets } from './connect.ts'
import { knownTenant } from './known-tenant.ts'
import { numberOption } from './number-option.ts'

const HOUR_MS = 3_600_000
const HOURS_MAX = 100_000

export type RulesStatsOptions = {
  readonly tenant: string
  readonly hours: string
  readonly rule?: string
  readonly json?: boolean
}

/**
 * Prints one line a rule, first those with most hits, then those without hits by cost: id, hits, time of the last hit,
 * events it was a candidate for, mean microseconds and total milliseconds for them, and its title, with tabs between;
 * `-` marks an unknown value. With `json` one object, as in the answer of `GET /detections/stats`.
 */
export async function runRulesStats(options: RulesStatsOptions): Promise<void> {
  const tenant = tenantId(options.tenant)
  const untilMs = Date.now()
  const fromMs = untilMs - numberOption('--hours', options.hours, 1, HOURS_MAX) * HOUR_MS
  const client = openClickhouse({ url: targets().clickhouseUrl })
  try {
    const filter = { fromMs, untilMs, ruleId: options.rule ?? '' }
    const stats = await detectionStats(tenantReader(client, tenant), filter)
    if (stats.by_rule.length + stats.by_cost.length === 0) await knownTenant(tenant)
    if (options.json) console.log(JSON.stringify(stats))
    else print(stats)
  } finally {
    await client.close()
  }
}

function print({ by_rule: byRule, by_cost: byCost, rules_total: total }: DetectionStats): void {
  const withHits = new Set(byRule.map(({ rule_id: id }) => id))
  const silent = byCost.filter(({ rule_id: id }) => !withHits.has(id))
  // Beyond the first rules it is not known which of the others have hits.
  const isWhole = total === byRule.length
  for (const { rule_id, rule_title, hits, last_hit, ...cost } of byRule)
    console.log(line([rule_id, hits, last_hit], cost, rule_title))
  for (const { rule_id, ...cost } of silent) console.log(line([rule_id, isWhole ? 0 : null, null], cost, null))
  process.stderr.write(`${total} rules with hits\n`)
}

type Cost = {
  readonly evaluations: number | null
  readonly mean_us: number | null
  readonly cost_ms: number | null
}

type Found = readonly [id: string, hits: number | null, lastHit: string | null]

function line(found: Found, { evaluations, mean_us, cost_ms }: Cost, title: string | null): string {
  const shown = [...found, evaluations, mean_us?.toFixed(2), cost_ms?.toFixed(1), title]
  return shown.map((one) => one ?? '-').join('\t')
}
