/**
 * Writes the cost of tenants' own rules to the lake once a minute, from each process and thread that matches events.
 * These are statistics: costs not yet written are lost when the process ends or the rules are recompiled. Built-in
 * rules share one matcher for all tenants, so their cost per tenant is unknown.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import type { RuleBook, SpentOnRule } from '../../detections/tenant/rule-book.ts'
import type { Log } from '../../platform/log.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'

const EVERY_MS = 60_000
const HOUR_SECONDS = 3_600

/** One insert, retried with the same deduplication token until the lake has it; later costs go into the next one. */
type PendingCosts = { readonly token: string; readonly hour: number; readonly spent: readonly SpentOnRule[] }

export class RuleCosts {
  readonly #rules: Pick<RuleBook, 'spent'>
  readonly #client: ClickHouseClient
  #waiting: PendingCosts | null = null

  constructor(rules: Pick<RuleBook, 'spent'>, client: ClickHouseClient) {
    this.#rules = rules
    this.#client = client
  }

  /** Rejects while the lake is away; the next call tries the same again. */
  async write(nowMs: number): Promise<void> {
    this.#waiting ??= this.#next(nowMs)
    if (this.#waiting === null) return
    const { token, hour, spent } = this.#waiting
    await this.#client.insert({
      table: 'rule_costs',
      values: spent.map(({ tenant, ruleId, evaluations, timed, costUs }) => {
        return { tenant_id: tenant, hour, rule_id: ruleId, evaluations, timed, cost_us: costUs }
      }),
      format: 'JSONEachRow',
      clickhouse_settings: { insert_deduplication_token: token, async_insert: 0 },
    })
    this.#waiting = null
  }

  #next(nowMs: number): PendingCosts | null {
    const spent = this.#rules.spent()
    if (spent.length === 0) return null
    const seconds = Math.floor(nowMs / 1000)
    return { token: crypto.randomUUID(), hour: seconds - (seconds % HOUR_SECONDS), spent }
  }
}

export function writeRuleCosts(rules: RuleBook, url: string, log: Log): { close(): Promise<void> } {
  const client = openClickhouse({ url, connectionsMax: 1 })
  const costs = new RuleCosts(rules, client)
  const refused = (err: unknown) => log.warn({ err }, 'cannot write rule costs, retrying')
  let telling: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    telling = telling.then(() => costs.write(Date.now())).catch(refused)
  }, EVERY_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await telling
      await client.close()
    },
  }
}
