/** Daily budget (UTC) of a tenant for models, counted in rows that are there before a request is sent. */
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Answered, ModelAccess, Question } from './protocol.ts'

const DAY_MS = 86_400_000
/**
 * Tokens are usually about four bytes; two is a safe estimate for JSON and most languages. The answer brings the real
 * count.
 */
const BYTES_A_TOKEN = 2

export type Purpose = {
  readonly purpose: 'triage' | 'test' | 'investigation' | 'copilot' | 'comparison'
  readonly alertId: string | null
  /** Run of the ledger. */
  readonly runId: string | null
  /** Further alerts and cases that the prompt is about: their hidden values are removed from it. */
  readonly aboutIds?: readonly string[]
}
export type Spent = {
  readonly calls: number
  readonly tokens: number
  /** In dollars. Null: a request has no known cost, so that a sum would say too little. */
  readonly costUsd: number | null
}

/** Throws `rate_limited` when the day's budget does not hold it. Gives the row's id. */
export async function reserveCall(
  tx: TenantTx,
  about: Purpose,
  { model, callsMax, tokensMax }: ModelAccess,
  question: Question,
  nowMs: number,
): Promise<string> {
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('model_calls/' || svc_tenant(), 0))`)
  const spent = await spentOn(tx, nowMs)
  const reserved = tokensOf(question)
  if (spent.calls + 1 > callsMax) throw new AppError('rate_limited', `the day's ${callsMax} questions are used up`)
  if (spent.tokens + reserved > tokensMax)
    throw new AppError('rate_limited', `the day's ${tokensMax} tokens do not hold it: ${spent.tokens} are used`)
  const sql = /* sql */ `
    INSERT INTO model_calls (purpose, alert_id, run_id, model, outcome, reserved_tokens, asked_at)
    VALUES ($1, $2, $3, $4, 'asked', $5, $6) RETURNING id`
  const params = [about.purpose, about.alertId, about.runId, model, reserved, new Date(nowMs)]
  return tx.one((row) => text(row, 'id'), sql, params)
}

export async function spentOn(tx: TenantTx, nowMs: number): Promise<Spent> {
  const day = new Date(Math.floor(nowMs / DAY_MS) * DAY_MS)
  const sql = /* sql */ `
    SELECT count(*) AS calls, coalesce(sum(coalesce(prompt_tokens + completion_tokens, reserved_tokens)), 0) AS tokens,
      CASE WHEN count(*) = count(cost_usd) THEN coalesce(sum(cost_usd), 0)::float8 END AS cost_usd
    FROM model_calls WHERE asked_at >= $1 AND asked_at < $1::timestamptz + interval '1 day'`
  const spent = await tx.maybeOne(
    (row) => ({
      ...{ calls: int(row, 'calls'), tokens: int(row, 'tokens') },
      costUsd: row.cost_usd === null ? null : Number(row.cost_usd),
    }),
    sql,
    [day],
  )
  assert(spent !== null, 'an aggregate answers with one row')
  return spent
}

/** In dollars; null when the model did not report tokens, or no prices are set. */
export function costOf({ prices }: ModelAccess, { promptTokens, completionTokens }: Answered): number | null {
  if (prices === null || promptTokens === null || completionTokens === null) return null
  return (promptTokens * prices.prompt + completionTokens * prices.completion) / 1e6
}

export async function settleCall(tx: TenantTx, id: string, input: Answered | string, cost: number | null) {
  const sql = /* sql */ `
    UPDATE model_calls SET outcome = $2, prompt_tokens = $3, completion_tokens = $4, cost_usd = $5, reason = $6
    WHERE id = $1`
  const params =
    typeof input === 'string'
      ? ['failed', null, null, null, input.slice(0, 500)]
      : ['answered', input.promptTokens, input.completionTokens, cost, null]
  await tx.run(sql, [id, ...params])
}

function tokensOf({ system, turns, answerTokensMax }: Question): number {
  const bytes = [system, ...turns.map(({ content }) => content)].reduce((sum, one) => sum + Buffer.byteLength(one), 0)
  return Math.ceil(bytes / BYTES_A_TOKEN) + answerTokensMax
}
