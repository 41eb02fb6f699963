/**
 * An investigation of a case: a plan of steps over the tenant's data, each written to the ledger and published to its
 * followers, and a summary whose sentences cite them. Without a model the plan is fixed and the sentences come from a
 * template.
 */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { publishChanges } from '../../platform/acting/index.ts'
import { type Alert, alertsOfCase } from '../../soc/alerts/index.ts'
import { getCase } from '../../soc/cases/index.ts'
import { type ModelDeps, modelCredential, modelStatus } from '../models/index.ts'
import { type Claim, checkClaims, summaryOf } from './claims.ts'
import { entitiesOf, intelOf, riskOf } from './facts.ts'
import { append, closeRun, entriesOfRun, type InvestigationRun, type LedgerEntry, openRun } from './ledger.ts'
import { stepsOf } from './steps.ts'
import { JUDGED_BY } from './triage.ts'

const RUN_MS = 120_000
const ALERTS_MAX = 200
const ENTITIES_MAX = 25
const NAMED_MAX = 5
/** Alerts of a case that a model is shown at first. */
const SHOWN_MAX = 40

/**
 * With a model this only creates the run, and the agents service continues it. Without one a fixed plan runs here.
 * Throws `not_found` for an unknown case.
 */
export async function startInvestigation(
  tx: TenantTx,
  ref: string,
  by: string,
  nowMs: number,
  models: Pick<ModelDeps, 'installation' | 'gate'>,
  runId?: string,
): Promise<InvestigationRun> {
  const { effectivePath, model } = modelStatus(await modelCredential(tx), models.installation, models.gate)
  if (effectivePath !== 'live' || model === null) return investigateCase(tx, ref, by, nowMs, runId)
  const about = await getCase(tx, ref)
  const run = await openRun(tx, {
    ...{ kind: 'investigation', alertId: null, caseId: about.id, judgedBy: model, requestedBy: by },
    ...(runId === undefined ? {} : { id: runId }),
    // No worker has the run yet: the first one may take it.
    deadline: new Date(nowMs),
  })
  const found = (await alertsOfCase(tx, [about.id], ALERTS_MAX + 1, null)).map(({ item }) => item)
  const alerts = found.slice(0, SHOWN_MAX).map((alert) => ({
    ...{ id: alert.id, title: alert.title, severity: alert.severity, first_seen: alert.firstSeen.toISOString() },
    ...{
      hosts: alert.affectedHosts.slice(0, 5),
      users: alert.affectedUsers.slice(0, 5),
      ips: alert.affectedIps.slice(0, 5),
    },
    ...{ techniques: alert.mitreTechniques.slice(0, 5), judged_as: alert.disposition ?? 'none yet' },
  }))
  const entry = await append(tx, run.id, {
    ...{ kind: 'alerts', agent: 'investigator', summary: 'The case and its alerts', input: { case_id: about.id } },
    output: { case: { title: about.title, severity: about.severity }, alerts, not_shown: found.length - alerts.length },
    durationMs: 0,
  })
  await publishStep(tx, entry)
  return run
}

/** Throws `not_found` for no such case, `conflict` for an `id` that a run has already. */
async function investigateCase(
  tx: TenantTx,
  ref: string,
  by: string,
  nowMs: number,
  id?: string,
): Promise<InvestigationRun> {
  const about = await getCase(tx, ref)
  const run = await openRun(tx, {
    ...{ kind: 'investigation', alertId: null, caseId: about.id, judgedBy: JUDGED_BY, requestedBy: by },
    deadline: new Date(nowMs + RUN_MS),
    ...(id === undefined ? {} : { id }),
  })
  const step = stepsOf(tx, run.id, 'investigator', (entry) => publishStep(tx, entry))
  const plan = ['alerts', 'entities', 'intel', 'techniques']
  await step('plan', 'Plan', { case_id: about.id }, async () => ({ plan }))
  let alerts: readonly Alert[] = []
  const own = await step('alerts', 'Alerts of the case', { case_id: about.id }, async () => {
    alerts = (await alertsOfCase(tx, [about.id], ALERTS_MAX, null)).map(({ item }) => item)
    return {
      alerts: alerts.map(({ id, title, severity, riskScore, disposition }) => ({
        ...{ id, title, severity, risk_score: riskScore === null ? null : Math.round(riskScore), disposition },
      })),
    }
  })
  const entities = [...new Set(alerts.flatMap(entitiesOf))].slice(0, ENTITIES_MAX)
  const risk = await step('entity_risk', 'Risk of the entities of its alerts', { entities }, () =>
    riskOf(tx, entities, nowMs),
  )
  const ips = [...new Set(alerts.flatMap(({ affectedIps }) => affectedIps))].slice(0, ENTITIES_MAX)
  const intel = await step('intel', 'Intelligence on its addresses', { values: ips }, () => intelOf(tx, ips, nowMs))
  const techniques = await step('techniques', 'Techniques by number of alerts', { case_id: about.id }, async () => {
    const counts = new Map<string, number>()
    for (const { mitreTechniques } of alerts)
      for (const one of mitreTechniques) counts.set(one, (counts.get(one) ?? 0) + 1)
    const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    return { techniques: ranked.map(([technique, count]) => ({ technique, count })) }
  })
  const { length: alertCount } = own.output.alerts
  const claims: Claim[] = [
    { text: `The case has ${alertCount} ${alertCount === 1 ? 'alert' : 'alerts'}.`, rests: [own.seq] },
  ]
  for (const { entity, risk: score } of [...risk.output.at_risk].sort((a, b) => b.risk - a.risk).slice(0, NAMED_MAX))
    claims.push({ text: `“${entity}” is at a risk of ${score}.`, rests: [risk.seq] })
  for (const { value, confidence } of intel.output.known.slice(0, NAMED_MAX))
    claims.push({ text: `Intelligence knows “${value}” with a confidence of ${confidence}.`, rests: [intel.seq] })
  if (intel.output.known.length === 0 && intel.output.looked_up > 0)
    claims.push({ text: unknownText(intel.output.looked_up), rests: [intel.seq] })
  // A case with a single alert has each technique in that alert: the count tells nothing.
  if (alertCount > 1)
    for (const { technique, count } of techniques.output.techniques.slice(0, NAMED_MAX))
      claims.push({ text: `“${technique}” shows in ${count} of them.`, rests: [techniques.seq] })
  const { kept, dropped } = checkClaims(claims, await entriesOfRun(tx, run.id))
  const output = { claims: kept, dropped: dropped.map(({ claim, reason }) => ({ ...claim, reason })) }
  const last = await append(tx, run.id, {
    kind: 'summary',
    agent: 'investigator',
    summary: 'Findings',
    input: { steps: plan.length },
    output,
    durationMs: 0,
  })
  await publishStep(tx, last)
  const conclusion = { verdict: null, confidence: null, summary: summaryOf(kept), dropped: dropped.length, error: null }
  return (await closeRun(tx, run.id, conclusion)) ?? run
}

const unknownText = (lookedUp: number) =>
  lookedUp === 1
    ? 'The 1 address is not known to intelligence.'
    : `None of ${lookedUp} addresses is known to intelligence.`

export function publishStep(tx: TenantTx, entry: LedgerEntry): Promise<void> {
  return publishChanges(tx, 'investigation_step', [stepDocument(entry)])
}

/** The step as followers of a run see it. */
export function stepDocument(entry: LedgerEntry) {
  const { id, runId, seq, kind, agent, summary, model, inputHash, outputHash, durationMs, createdAt } = entry
  const hashes = { input_hash: inputHash.toString('hex'), output_hash: outputHash.toString('hex') }
  const rest = { model, duration_ms: durationMs, created_at: createdAt.toISOString(), ...hashes }
  return { id, run_id: runId, seq, kind, agent, summary, ...rest }
}
