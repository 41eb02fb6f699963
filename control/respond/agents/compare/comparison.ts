/** Comparisons of models or prompts over finished runs, with a summary of the results. */
import { type Static, Type } from 'typebox'
import { requireFound } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import type { Placed, Position } from '../../../../platform/paging.ts'
import { nullable, oneOf, uuid } from '../../../../schemas/wire.ts'
import { placed, text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, table } from '../../../../stores/postgres/table.ts'

export const RUNS_MAX = 200

const voice = Type.Object({
  verdict: nullable(Type.String()),
  confidence: nullable(Type.Number()),
  steps: Type.Array(Type.String(), { description: 'tools in call order' }),
  claims: Type.Array(Type.String(), { description: 'supported sentences' }),
})
const resultSchema = Type.Object({
  run_id: uuid,
  kind: oneOf(['triage', 'investigation'] as const),
  label: nullable(Type.String({ description: 'verdict of people; null: none, or they disagree' })),
  before: voice,
  after: nullable(voice),
  error: nullable(Type.String({ description: 'reason why the second run gave no answer' })),
  is_same_verdict: Type.Boolean(),
  steps_added: Type.Array(Type.String()),
  steps_gone: Type.Array(Type.String()),
  claims_added: Type.Array(Type.String()),
  claims_gone: Type.Array(Type.String()),
  cost_usd: nullable(Type.Number({ description: 'null: not measured' })),
})
export type ComparedRun = Static<typeof resultSchema>

const rate = nullable(
  Type.Number({ description: 'share of labelled runs with the right verdict; null: no labelled runs' }),
)
const summarySchema = Type.Object({
  runs: Type.Integer(),
  compared: Type.Integer(),
  failed: Type.Integer(),
  changed: Type.Integer({ description: 'number of runs with another verdict' }),
  labelled: Type.Integer(),
  right_before: rate,
  right_after: rate,
})

export const COMPARISONS = table('ModelComparison', {
  id: column.uuid(),
  status: column.word(['running', 'completed', 'failed']),
  model: column.orNull(column.text({ description: 'null: the configured model' })),
  prompt_note: column.orNull(column.text()),
  run_ids: column.texts(),
  results: column.json<readonly ComparedRun[]>(Type.Array(resultSchema)),
  summary: column.derived(summarySchema, (row) =>
    summaryOf((row.run_ids as string[]).length, row.results as ComparedRun[]),
  ),
  error: column.orNull(column.text()),
  requested_by: column.text(),
  created_at: column.time(),
  completed_at: column.orNull(column.time()),
})
export type Comparison = ReturnType<typeof COMPARISONS.read>

const isAttack = (verdict: string | null) => verdict === 'true_positive'

function summaryOf(runs: number, results: readonly ComparedRun[]): Static<typeof summarySchema> {
  const compared = results.filter(({ after }) => after !== null)
  const labelled = compared.filter(({ label }) => label !== null)
  const share = (verdictOf: (one: ComparedRun) => string | null) => {
    const isRight = (one: ComparedRun) => {
      const verdict = verdictOf(one)
      return verdict !== null && verdict !== 'needs_review' && isAttack(verdict) === isAttack(one.label)
    }
    return labelled.length === 0 ? null : labelled.filter(isRight).length / labelled.length
  }
  return {
    ...{ runs, compared: compared.length, failed: results.length - compared.length },
    changed: compared.filter((one) => !one.is_same_verdict).length,
    ...{ labelled: labelled.length, right_before: share((one) => one.before.verdict) },
    right_after: share((one) => one.after?.verdict ?? null),
  }
}

/** Runs of a model that have ended; of those that people have judged the newest. */
export async function judgedRuns(tx: TenantTx, limit: number): Promise<string[]> {
  const sql = /* sql */ `
    SELECT r.id FROM investigation_runs r
    WHERE r.status = 'completed' AND EXISTS (SELECT FROM investigation_events e WHERE e.run_id = r.id AND e.kind = 'model')
      AND EXISTS (SELECT FROM alert_verdicts v JOIN alerts a ON a.id = v.alert_id
        WHERE v.undone_at IS NULL AND v.decided_by_person IS NOT NULL AND (a.id = r.alert_id OR a.case_id = r.case_id))
    ORDER BY r.started_at DESC, r.id DESC LIMIT $1`
  return tx.many((row) => text(row, 'id'), sql, [limit])
}

export type NewComparison = Pick<Comparison, 'model' | 'prompt_note' | 'run_ids' | 'requested_by'>

/** Throws 422 for a run that is not there, has not ended, or asked no model. */
export async function beginComparison(tx: TenantTx, newComparison: NewComparison, nowMs: number): Promise<Comparison> {
  const found = await tx.many(
    (row) => text(row, 'id'),
    /* sql */ `SELECT r.id FROM investigation_runs r WHERE r.id = ANY ($1) AND r.status <> 'running'
      AND EXISTS (SELECT FROM investigation_events e WHERE e.run_id = r.id AND e.kind = 'model')`,
    [newComparison.run_ids],
  )
  const missing = newComparison.run_ids.find((id) => !found.includes(id))
  if (missing !== undefined) throw invalid('run_ids', `${missing} is no run of a model that has ended`)
  const sql = /* sql */ `
    INSERT INTO model_comparisons (model, prompt_note, run_ids, requested_by, deadline) VALUES ($1, $2, $3, $4, $5)
    RETURNING ${COMPARISONS.columns}`
  const { model, prompt_note, run_ids, requested_by } = newComparison
  return tx.one(COMPARISONS.read, sql, [model, prompt_note, run_ids, requested_by, new Date(nowMs)])
}

export async function comparison(tx: TenantTx, id: string): Promise<Comparison> {
  return requireFound(
    await tx.maybeOne(
      COMPARISONS.read,
      /* sql */ `SELECT ${COMPARISONS.columns} FROM model_comparisons WHERE id = $1`,
      [id],
    ),
    'comparison',
  )
}

/** Newest first. */
export function comparisonsPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<Comparison>[]> {
  const sql = /* sql */ `
    SELECT ${COMPARISONS.columns}, created_at::text AS position FROM model_comparisons
    WHERE ($1::timestamptz IS NULL OR (created_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $3`
  return tx.many(placed(COMPARISONS.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}
