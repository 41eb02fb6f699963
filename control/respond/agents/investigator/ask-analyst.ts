/** A question of a model to an analyst: the run waits until a person of the tenant answers. */
import { AppError, requireFound } from '../../../../platform/errors.ts'
import type { Placed, Position } from '../../../../platform/paging.ts'
import { placedBy, type Row, text, time } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { publishStep } from '../investigate.ts'
import { append, entriesOfRun, investigationOf, type LedgerEntry } from '../ledger.ts'

export const WAIT_FOR_ANALYST_MS = 24 * 3_600_000

export function askAnalyst(tx: TenantTx, runId: string, question: string): Promise<LedgerEntry> {
  return append(tx, runId, {
    ...{ kind: 'question', agent: 'investigator', summary: question, input: null, output: { question }, durationMs: 0 },
  })
}

/**
 * The last entry, if it is a question. Entries of the tool client, which it writes when a run resumes, do not count.
 */
export function questionOfRun(entries: readonly LedgerEntry[]): LedgerEntry | null {
  const last = entries.findLast(({ agent }) => agent !== 'mcp_client')
  return last?.kind === 'question' ? last : null
}

export type OpenQuestion = {
  readonly run_id: string
  readonly case_id: string
  readonly question: string
  readonly asked_at: Date
}

/** The oldest first. */
export function openQuestionsPage(
  tx: TenantTx,
  limit: number,
  after: Position | null,
): Promise<Placed<OpenQuestion>[]> {
  const sql = /* sql */ `
    SELECT r.id, r.case_id, e.summary, e.created_at, e.created_at::text AS position FROM investigation_runs r
    JOIN LATERAL (SELECT kind, summary, created_at FROM investigation_events
      WHERE run_id = r.id AND agent <> 'mcp_client'
      ORDER BY seq DESC LIMIT 1) e ON e.kind = 'question'
    WHERE r.status = 'running' AND r.kind = 'investigation'
      AND ($1::timestamptz IS NULL OR (e.created_at, r.id) > ($1::timestamptz, $2::uuid))
    ORDER BY e.created_at, r.id LIMIT $3`
  const read = (row: Row): OpenQuestion => ({
    run_id: text(row, 'id'),
    case_id: text(row, 'case_id'),
    question: text(row, 'summary'),
    asked_at: time(row, 'created_at'),
  })
  const params = [after?.[0] ?? null, after?.[1] ?? null, limit]
  return tx.many(
    placedBy(read, ({ run_id }) => run_id),
    sql,
    params,
  )
}

/** Throws `not_found` for no such run, `conflict` for one that asks nothing (any more). */
export async function answerQuestion(
  tx: TenantTx,
  runId: string,
  answer: string,
  by: string,
  nowMs: number,
): Promise<LedgerEntry> {
  await tx.run(/* sql */ `SELECT FROM investigation_runs WHERE id = $1 FOR UPDATE`, [runId])
  const run = requireFound(await investigationOf(tx, runId), 'investigation')
  const question = questionOfRun(await entriesOfRun(tx, runId))
  if (run.status !== 'running' || question === null)
    throw new AppError('conflict', 'the investigation asks nothing now')
  const questionText = (question.payload.output as { question: string }).question // that askAnalyst wrote
  const entry = await append(tx, runId, {
    ...{ kind: 'tool_result', agent: 'investigator', summary: 'ask_analyst: answered' },
    input: { tool: 'ask_analyst', args: { question: questionText } },
    output: { outcome: 'answered', answer, answered_by: by },
    durationMs: Math.max(0, nowMs - question.createdAt.getTime()),
  })
  await publishStep(tx, entry)
  await tx.run(/* sql */ `UPDATE investigation_runs SET lease = NULL, deadline = $2 WHERE id = $1`, [
    runId,
    new Date(nowMs),
  ])
  return entry
}
