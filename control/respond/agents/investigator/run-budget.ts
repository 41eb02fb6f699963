/** Bounds of a run: steps, time, tokens and money. A run that reaches one ends with its results so far. */
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { ModelAccess } from '../../models/index.ts'
import type { InvestigationRun, LedgerEntry } from '../ledger.ts'
import type { HeldRun } from './held-run.ts'
import { ASK_ANALYST } from './wait-for-analyst.ts'

/** Maximum requests to a model; after the last one the run ends with its results so far. */
export const STEPS_MAX = 12
/** Time that an analyst took to answer does not count. */
const RUN_MS = 15 * 60_000

/** Why the run may not ask its model again; null when it may. */
export async function reachedBound(
  { inTenant, run, nowMs }: HeldRun,
  entries: readonly LedgerEntry[],
  access: ModelAccess,
): Promise<string | null> {
  const steps = entries.filter(({ kind }) => kind === 'model').length
  if (steps >= STEPS_MAX) return 'stopped by its budget of steps'
  if (nowMs() >= endsAt(run, entries)) return 'stopped by its budget of time'
  return overBounds(await inTenant((tx) => spentBy(tx, run.id)), access)
}

/** The time at which the budget of time is used up, in milliseconds. */
export const endsAt = (run: Pick<InvestigationRun, 'startedAt'>, entries: readonly LedgerEntry[]): number =>
  run.startedAt.getTime() + waitedFor(entries) + RUN_MS

/** Time in milliseconds for which the run waited for analysts. */
function waitedFor(entries: readonly LedgerEntry[]): number {
  const answers = entries.filter(({ kind, payload }) => kind.startsWith('tool_') && toolOf(payload) === ASK_ANALYST)
  return answers.reduce((sum, { durationMs }) => sum + durationMs, 0)
}

const toolOf = ({ input }: LedgerEntry['payload']) => (input as { tool?: string } | null)?.tool

type Spending = { readonly tokens: number; readonly usd: number }

/** A call without measured tokens counts its reserved tokens; a call without measured cost counts as free. */
function spentBy(tx: TenantTx, runId: string): Promise<Spending> {
  const sql = /* sql */ `
    SELECT coalesce(sum(coalesce(prompt_tokens + completion_tokens, reserved_tokens)), 0)::int AS tokens,
      coalesce(sum(cost_usd), 0) AS usd
    FROM model_calls WHERE run_id = $1`
  const read = (row: Readonly<Record<string, unknown>>) => ({ tokens: Number(row.tokens), usd: Number(row.usd) })
  return tx.maybeOne(read, sql, [runId]).then((found) => found ?? { tokens: 0, usd: 0 })
}

function overBounds({ tokens, usd }: Spending, { runTokensMax, runUsdMax }: ModelAccess): string | null {
  if (tokens >= runTokensMax) return `stopped by its budget of tokens: ${tokens} of ${runTokensMax}`
  return runUsdMax !== null && usd >= runUsdMax ? `stopped by its budget of money: ${usd} of ${runUsdMax} USD` : null
}
