/** Asks the tenant's model whether it answers now: one small question, counted as any other. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { type ModelDeps, modelAccess } from './access.ts'
import type { InTenant } from './ask.ts'
import { askJson, shapeOf } from './ask-json.ts'

export type ModelTest = {
  readonly ok: boolean
  /** Why not. */
  readonly reason: string | null
  /** The model's name in its answer, else the requested one. */
  readonly model: string | null
  readonly durationMs: number | null
  /** Null: not measured. */
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly costUsd: number | null
}

const QUESTION = {
  system: 'You check a connection. Answer with JSON only.',
  turns: [{ role: 'user' as const, content: 'Answer with {"ok": true}' }],
  answerTokensMax: 50,
}
const readOk = shapeOf<{ readonly ok: true }>(Type.Object({ ok: Type.Literal(true) }))

/** Refusals of the model and of the network are an answer, not an error. */
export async function testModel(inTenant: InTenant, deps: ModelDeps): Promise<ModelTest> {
  const found = await inTenant((tx) => modelAccess(tx, deps, false))
  if (found.access === null) return failed(found.reason, null)
  const { access } = found
  try {
    const about = { purpose: 'test' as const, alertId: null, runId: null }
    const { calls } = await askJson(inTenant, deps, access, about, QUESTION, readOk)
    const last = calls.at(-1)
    return {
      ok: true,
      reason: null,
      model: last?.model ?? access.model,
      durationMs: total(calls.map(({ durationMs }) => durationMs)),
      promptTokens: total(calls.map(({ promptTokens }) => promptTokens)),
      completionTokens: total(calls.map(({ completionTokens }) => completionTokens)),
      costUsd: total(calls.map(({ costUsd }) => costUsd)),
    }
  } catch (error) {
    if (error instanceof AppError) return failed(error.message, access.model)
    throw error
  }
}

function failed(reason: string, model: string | null): ModelTest {
  return { ok: false, reason, model, durationMs: null, promptTokens: null, completionTokens: null, costUsd: null }
}

/** Null when one of them was not measured. */
export function total(values: readonly (number | null)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return sum
}

type MeasuredCall = {
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly costUsd: number | null
}

/** Tokens and cost of the calls together, as a ledger entry shows them: a figure that one of them lacks is not a number. */
export function usageOf(calls: readonly MeasuredCall[]) {
  const measured = (of: (call: MeasuredCall) => number | null) => total(calls.map(of)) ?? 'not_measured'
  return {
    calls: calls.length,
    prompt_tokens: measured(({ promptTokens }) => promptTokens),
    completion_tokens: measured(({ completionTokens }) => completionTokens),
    cost_usd: measured(({ costUsd }) => costUsd),
  }
}
