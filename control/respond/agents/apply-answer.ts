/**
 * A model's answer about an alert, as far as the ledger supports it, beside the verdict of the rules. Alone it closes nothing
 * but where a grant holds for the class of the alert; text of the evidence that spoke to it keeps the alert open.
 */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type MutationDeps, performIn } from '../../platform/acting/index.ts'
import { type Alert, closeByTriage, writeTriage } from '../../soc/alerts/index.ts'
import { holdsNow, UNCLASSIFIED } from '../autonomy/index.ts'
import { agentIn } from './agent-actor.ts'
import type { AskDeps } from './ask-deps.ts'
import type { Ask } from './ask-queue.ts'
import { checkClaims, summaryOf } from './claims.ts'
import { type Combined, combine } from './combine.ts'
import { escalateIfSure } from './escalate-alert.ts'
import { append, closeRun, entriesOfRun } from './ledger.ts'
import { ADVICE, type ModelAnswer, scoreOf } from './prompt.ts'
import { AGENT, keptInShadow } from './run-triage.ts'
import { isInjection } from './sanitise/index.ts'
import { markUpIn } from './sanitise/mark-up.ts'

/** How far a model may move the score of the rules, either way. */
const SCORE_MOVE_MAX = 0.2

export type ReadAnswer = {
  readonly answer: ModelAnswer
  readonly model: string
  /** Number of redacted texts in the prompt; when a text spoke to the model, the score may not fall. */
  readonly redacted: number
}

export async function applyAnswer(
  tx: TenantTx,
  {
    closeFrom,
    escalateFrom = null,
    models,
    ...acting
  }: Pick<MutationDeps, 'audit'> & Pick<AskDeps, 'closeFrom' | 'escalateFrom' | 'models'>,
  { alert, ask, runId }: { readonly alert: Alert; readonly ask: Ask; readonly runId: string },
  { answer, model, redacted }: ReadAnswer,
): Promise<void> {
  const silenced = answer.claims.filter(({ text }) => isInjection(text))
  const audible = answer.claims.filter((claim) => !silenced.includes(claim))
  const { kept, dropped } = checkClaims(audible, await entriesOfRun(tx, runId))
  const citesEvents = kept.some(({ events = [] }) => events.length > 0)
  const both = combine(ask.rules, answer, { citesEvents, redacted })
  const score = boundedScore(ask.score, scoreOf(answer), redacted)
  const summary = summaryOf(kept)
  const would_change = answer.would_change.filter((text) => !isInjection(text) && markUpIn(text, new Set()) === null)
  await append(tx, runId, {
    kind: 'verdict',
    agent: 'triage',
    summary: `${both.verdict}, ${both.confidence}: ${both.why}`,
    input: {
      rules: { ...ask.rules, score: ask.score },
      model: { name: model, verdict: answer.verdict, confidence: answer.confidence, redacted },
    },
    output: {
      ...{ ...both, score, claims: kept, silenced, would_change, recommendations: answer.recommendations },
      dropped: dropped.map(({ claim, reason }) => ({ ...claim, reason })),
    },
    durationMs: 0,
  })
  const { verdict, confidence } = both
  const lost = dropped.length + silenced.length
  const closed = await closeRun(tx, runId, { verdict, confidence, summary, dropped: lost, error: null })
  const ledger_hash = closed?.headHash?.toString('hex') ?? null
  if (kept.length === 0) return
  const advice = [...new Set(answer.recommendations)].map((name) => ADVICE[name])
  const recommendations = advice.length > 0 ? advice : alert.aiRecommendations
  const judged = { word: verdict, confidence }
  await performIn(tx, acting, agentIn(tx), { records: ['alert:triaged'] }, async (_, note) => {
    const changes = { run_id: runId, model, ledger_hash, verdict, confidence, how: both.how }
    note({ resource: 'alert', resourceId: alert.id, changes })
    await writeTriage(tx, AGENT, alert.id, { score, summary, recommendations, runId, verdict: judged })
  })
  const nowMs = models.nowMs()
  const decision = { ...both, weights: [{ name: model, logit: answer.confidence }] }
  if (await keptInShadow(tx, alert, decision, nowMs, model)) return
  await escalateIfSure(tx, acting, alert.id, both, { escalateFrom, models }, nowMs)
  const reason = await closesFor(tx, alert, both, closeFrom, nowMs)
  if (reason === null || (verdict !== 'false_positive' && verdict !== 'benign')) return
  await performIn(tx, acting, agentIn(tx), { records: ['alert:auto_closed'] }, async (_, note) => {
    const isClosed = await closeByTriage(tx, AGENT, alert, verdict, reason, nowMs)
    const changes = { verdict, confidence, run_id: runId, model, how: both.how }
    note(isClosed ? { resource: 'alert', resourceId: alert.id, changes } : null)
  })
}

/** Null: it stays open. Two voices that agree close from the threshold on; a model alone needs a grant for the class too. */
async function closesFor(
  tx: TenantTx,
  { category }: Alert,
  { how, confidence }: Combined,
  closeFrom: number | null,
  nowMs: number,
): Promise<string | null> {
  if (closeFrom === null || confidence < closeFrom) return null
  const sure = `sure of it (${confidence}); threshold ${closeFrom}.`
  if (how === 'agreed') return `The rules and the model agree, and are ${sure}`
  if (how !== 'model') return null
  const scope = { scopeKind: 'alert_class', scopeKey: category ?? UNCLASSIFIED, capability: 'auto_close' } as const
  const isGranted = (await holdsNow(tx, scope, nowMs)) || (await holdsNow(tx, { ...scope, scopeKey: '*' }, nowMs))
  return isGranted ? `The model is ${sure} A grant holds for “${scope.scopeKey}”.` : null
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
