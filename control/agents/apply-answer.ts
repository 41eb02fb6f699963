/** What a model said of an alert, as far as the ledger supports it. It changes no disposition, no status and no verdict. */
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { type Door, performIn } from '../acting/index.ts'
import { type Alert, writeTriage } from '../alerts/index.ts'
import type { Ask } from './ask-queue.ts'
import { checkClaims, summaryOf } from './claims.ts'
import { append, closeRun, entriesOfRun } from './ledger.ts'
import { ADVICE, type ModelAnswer } from './prompt.ts'
import { AGENT, agentIn } from './run-triage.ts'
import { isInjection } from './sanitise/index.ts'

/** How far a model may move the score of the rules, either way. */
const SCORE_MOVE_MAX = 0.2

export type Said = {
  readonly answer: ModelAnswer
  readonly model: string
  /** Of the prompt: where something spoke to the model the score does not fall. */
  readonly redacted: number
}

export async function applyAnswer(
  tx: TenantTx,
  door: Pick<Door, 'audit'>,
  { alert, ask, runId }: { readonly alert: Alert; readonly ask: Ask; readonly runId: string },
  { answer, model, redacted }: Said,
): Promise<void> {
  const silenced = answer.claims.filter(({ text }) => isInjection(text))
  const said = answer.claims.filter((claim) => !silenced.includes(claim))
  const { kept, dropped } = checkClaims(said, await entriesOfRun(tx, runId))
  const score = boundedScore(ask.score, answer.score, redacted)
  const summary = summaryOf(kept)
  await append(tx, runId, {
    kind: 'summary',
    agent: 'triage',
    summary: `${kept.length} sentences stand`,
    input: { score_of_rules: ask.score, score_of_model: answer.score },
    output: {
      ...{ score, claims: kept, silenced, recommendations: answer.recommendations },
      dropped: dropped.map(({ claim, reason }) => ({ ...claim, reason })),
    },
    durationMs: 0,
  })
  const lost = dropped.length + silenced.length
  const closed = await closeRun(tx, runId, { verdict: null, confidence: null, summary, dropped: lost, error: null })
  const ledger_hash = closed?.headHash?.toString('hex') ?? null
  if (kept.length === 0) return
  const advice = [...new Set(answer.recommendations)].map((name) => ADVICE[name])
  const recommendations = advice.length > 0 ? advice : alert.aiRecommendations
  await performIn(tx, door, agentIn(tx), { records: ['alert:triaged'] }, async (_, note) => {
    note({ resource: 'alert', resourceId: alert.id, changes: { run_id: runId, model, ledger_hash } })
    await writeTriage(tx, AGENT, alert.id, { score, summary, recommendations, runId })
  })
}

export function boundedScore(ofRules: number, ofModel: number, redacted: number): number {
  const least = redacted > 0 ? ofRules : Math.max(0, ofRules - SCORE_MOVE_MAX)
  const most = Math.min(1, ofRules + SCORE_MOVE_MAX)
  return Math.round(Math.min(most, Math.max(least, ofModel)) * 1000) / 1000
}

/** The rules' words stay. */
export async function closeWithout(tx: TenantTx, runId: string, reason: string): Promise<void> {
  const error = reason.slice(0, 500)
  await closeRun(tx, runId, { verdict: null, confidence: null, summary: null, dropped: 0, error })
}
