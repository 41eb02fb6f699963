/** Takes hidden values out of a question: a model has no role, so every field rule of the tenant holds for it. */
import { orNull, text } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { copiesAbout, hasCopies, hiddenFrom, scrubbed } from '../governance/index.ts'
import type { Purpose } from './budget.ts'
import type { Question } from './protocol.ts'

export async function shownQuestion(tx: TenantTx, { alertId, runId }: Purpose, question: Question): Promise<Question> {
  const hidden = await hiddenFrom(tx, [])
  if (!hasCopies(hidden)) return question
  const run = runId === null ? [] : await subjectOfRun(tx, runId)
  const about = [alertId, ...run, ...question.turns.map(({ content }) => content)].join(' ')
  const copies = await copiesAbout(tx, about, hidden)
  const turns = question.turns.map((turn) => ({ ...turn, content: scrubbed(turn.content, copies) }))
  return { ...question, turns }
}

/** The alert and the case of a run. */
async function subjectOfRun(tx: TenantTx, runId: string): Promise<readonly (string | null)[]> {
  const sql = /* sql */ `SELECT alert_id, case_id FROM investigation_runs WHERE id = $1`
  const found = await tx.maybeOne((row) => [orNull(text, row, 'alert_id'), orNull(text, row, 'case_id')], sql, [runId])
  return found ?? []
}
