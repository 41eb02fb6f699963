/** Takes hidden values out of a question: a model has no role, so every field rule of the tenant holds for it. */
import { orNull, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { hiddenFrom, hiddenIn, shownText } from '../../platform/governance/index.ts'
import type { Purpose } from './budget.ts'
import type { Question } from './protocol.ts'

export async function shownQuestion(
  tx: TenantTx,
  { alertId, runId, aboutIds = [] }: Purpose,
  question: Question,
): Promise<Question> {
  const hidden = await hiddenFrom(tx, [])
  if (hidden.size === 0) return question
  const run = runId === null ? [] : await subjectOfRun(tx, runId)
  const ids = [alertId, ...aboutIds, ...run].filter((id) => id !== null)
  const copies = await hiddenIn(tx, hidden, [...ids, ...question.turns.map(({ content }) => content)])
  const turns = question.turns.map((turn) => ({ ...turn, content: shownText(turn.content, copies) }))
  return { ...question, turns }
}

/** The alert and the case of a run. */
async function subjectOfRun(tx: TenantTx, runId: string): Promise<readonly (string | null)[]> {
  const sql = /* sql */ `SELECT alert_id, case_id FROM investigation_runs WHERE id = $1`
  const found = await tx.maybeOne((row) => [orNull(text, row, 'alert_id'), orNull(text, row, 'case_id')], sql, [runId])
  return found ?? []
}
