/** Triage of new alerts: each once, in the transaction that takes its arrival away, with every step in the ledger. */
import { createHash } from 'node:crypto'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type MutationDeps, performIn } from '../../platform/acting/index.ts'
import { type Alert, arrivedAlerts, closeByTriage, takeArrivals, writeTriage } from '../../soc/alerts/index.ts'
import { isInShadow, keepDecision, UNCLASSIFIED } from '../autonomy/index.ts'
import { type ModelDeps, modelCredential, modelStatus } from '../models/index.ts'
import { agentIn } from './agent-actor.ts'
import { enqueue } from './ask-queue.ts'
import { checkClaims, summaryOf } from './claims.ts'
import { type EscalateSettings, escalateIfSure } from './escalate-alert.ts'
import { triageFacts } from './facts.ts'
import { append, closeRun, entriesOfRun, openRun } from './ledger.ts'
import { JUDGED_BY, type Triage, triageOf } from './triage.ts'

export type TriageSettings = EscalateSettings & {
  /** 0 to 1: alerts that triage is at least so sure to be no attack are closed. Null: nothing is closed. */
  readonly closeFrom: number | null
  /** When set, a model gives its opinion on alerts that the rules have triaged. When left out, no model is asked. */
  readonly models?: Pick<ModelDeps, 'installation' | 'gate'>
}

const BATCH = 50
const RUN_MS = 60_000
export const AGENT = { id: 'triage', kind: 'automation', ownId: null } as const

/** Gives how many alerts were looked at. */
export async function triageArrivals(
  tx: TenantTx,
  acting: Pick<MutationDeps, 'audit'>,
  settings: TriageSettings,
  nowMs: number,
): Promise<number> {
  const ids = await takeArrivals(tx, 'triage', BATCH)
  const asksModel = ids.length > 0 && (await hasLiveModel(tx, settings))
  for (const alert of await arrivedAlerts(tx, ids)) {
    const triage = await triageAlert(tx, acting, alert, settings, nowMs)
    if (asksModel) await enqueue(tx, alert.id, triage.score, triage)
  }
  return ids.length
}

async function hasLiveModel(tx: TenantTx, { models }: TriageSettings): Promise<boolean> {
  if (models === undefined) return false
  const { installation, gate } = models
  return modelStatus(await modelCredential(tx), installation, gate).effectivePath === 'live'
}

/** Triages one alert, whatever its verdict was before. */
export async function triageAlert(
  tx: TenantTx,
  acting: Pick<MutationDeps, 'audit'>,
  alert: Alert,
  settings: TriageSettings,
  nowMs: number,
): Promise<Triage> {
  const { closeFrom } = settings
  const deadline = new Date(nowMs + RUN_MS)
  const about = { alertId: alert.id, caseId: alert.caseId }
  const run = await openRun(tx, { kind: 'triage', ...about, judgedBy: JUDGED_BY, requestedBy: 'triage', deadline })
  const { facts, at } = await triageFacts(tx, run.id, alert, nowMs)
  const triage = triageOf(facts, at)
  const { verdict, confidence, score, claims, recommendations, weights } = triage
  const { kept, dropped } = checkClaims(claims, await entriesOfRun(tx, run.id))
  const output = {
    verdict,
    confidence,
    score,
    weights,
    claims: kept,
    dropped: dropped.map(({ claim, reason }) => ({ ...claim, reason })),
  }
  const summary = summaryOf(kept)
  await append(tx, run.id, {
    kind: 'verdict',
    agent: 'triage',
    summary: `${verdict}, ${confidence}`,
    input: { rests: at },
    output,
    durationMs: 0,
  })
  const closed = await closeRun(tx, run.id, { verdict, confidence, summary, dropped: dropped.length, error: null })
  const ledger_hash = closed?.headHash?.toString('hex') ?? null
  const actor = agentIn(tx)
  await performIn(tx, acting, actor, { records: ['alert:triaged'] }, async (_, note) => {
    note({ resource: 'alert', resourceId: alert.id, changes: { verdict, confidence, run_id: run.id, ledger_hash } })
    const judged = { word: verdict, confidence }
    await writeTriage(tx, AGENT, alert.id, { score, summary, recommendations, runId: run.id, verdict: judged })
  })
  if (await keptInShadow(tx, alert, triage, nowMs)) return triage
  await escalateIfSure(tx, acting, alert.id, triage, settings, nowMs)
  const isNone = verdict === 'false_positive' || verdict === 'benign'
  if (isNone && closeFrom !== null && confidence >= closeFrom) {
    const reason = `Triage is sure of it (${confidence}); threshold ${closeFrom}.`
    await performIn(tx, acting, actor, { records: ['alert:auto_closed'] }, async (_, note) => {
      const isClosed = await closeByTriage(tx, AGENT, alert, verdict, reason, nowMs)
      note(
        isClosed ? { resource: 'alert', resourceId: alert.id, changes: { verdict, confidence, run_id: run.id } } : null,
      )
    })
  }
  return triage
}

/**
 * In shadow mode a verdict is kept as a decision to compare with the closures of analysts, and nothing is done by it.
 */
export async function keptInShadow(
  tx: TenantTx,
  { id, category, ruleId, connectorType }: Alert,
  { verdict, confidence, weights }: Pick<Triage, 'verdict' | 'confidence' | 'weights'>,
  nowMs: number,
  model = JUDGED_BY,
): Promise<boolean> {
  const alertClass = category ?? UNCLASSIFIED
  if (!(await isInShadow(tx, alertClass))) return false
  const evidenceSignature = createHash('sha256').update(JSON.stringify(weights)).digest('hex')
  await keepDecision(tx, {
    ...{ alertId: id, alertClass, ruleId, source: connectorType, model },
    ...{ verdict, confidence, evidenceSignature, decidedAt: new Date(nowMs) },
  })
  return true
}
