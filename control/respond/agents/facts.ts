/** The questions of triage and investigations, each as a step of the ledger. */
import { guessKind } from '../../../intel/normalise-value.ts'
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import { int } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { knownOf } from '../../detect/intel/index.ts'
import type { Alert } from '../../soc/alerts/index.ts'
import { entityRisk } from '../../soc/risk/index.ts'
import { stepsOf } from './steps.ts'
import type { AlertFacts, IntelFacts, PastFacts, RiskFacts, TriageFacts } from './triage.ts'

const ADDRESSES_MAX = 20
const ENTITIES_MAX = 10
const LIST_MAX = 50

export async function triageFacts(
  tx: TenantTx,
  runId: string,
  alert: Alert,
  nowMs: number,
): Promise<{ readonly facts: TriageFacts; readonly at: Readonly<Record<keyof TriageFacts, number>> }> {
  const ask = stepsOf(tx, runId, 'triage')
  const own = await ask('alert', 'The alert', { alert_id: alert.id }, async () => factsOf(alert))
  const past = await ask('past_verdicts', 'Verdicts on similar alerts', { alert_id: alert.id }, () =>
    pastOf(tx, alert.id),
  )
  const addresses = alert.affectedIps.slice(0, ADDRESSES_MAX)
  const intel = await ask('intel', 'Intelligence on its addresses', { values: addresses }, () =>
    intelOf(tx, addresses, nowMs),
  )
  const entities = entitiesOf(alert)
  const risk = await ask('entity_risk', 'Risk of its entities', { entities }, () => riskOf(tx, entities, nowMs))
  return {
    facts: { alert: own.output, past: past.output, intel: intel.output, risk: risk.output },
    at: { alert: own.seq, past: past.seq, intel: intel.seq, risk: risk.seq },
  }
}

function factsOf(alert: Alert): AlertFacts {
  return {
    title: alert.title,
    severity: alert.severity,
    risk_score: alert.riskScore === null ? null : Math.round(alert.riskScore),
    signals: alert.signalCount,
    rules: alert.ruleCount,
    tactics: alert.mitreTactics.slice(0, LIST_MAX),
    hosts: alert.affectedHosts.slice(0, LIST_MAX),
    users: alert.affectedUsers.slice(0, LIST_MAX),
    ips: alert.affectedIps.slice(0, LIST_MAX),
  }
}

export function entitiesOf(alert: Alert): string[] {
  return [...new Set([...alert.affectedUsers, ...alert.affectedHosts, ...alert.affectedIps])].slice(0, ENTITIES_MAX)
}

/** Counts the alerts like it, the verdict of a person that holds for each, and the people who found no attack. */
async function pastOf(tx: TenantTx, alertId: string): Promise<PastFacts> {
  const sql = /* sql */ `
    WITH alike AS (
      SELECT id FROM alerts WHERE likeness = (SELECT likeness FROM alerts WHERE id = $1) AND id <> $1
      ORDER BY created_at DESC LIMIT 1000),
    said AS (
      SELECT DISTINCT ON (v.alert_id) v.corrected_verdict AS verdict, v.decided_by_person AS person
      FROM alert_verdicts v JOIN alike ON alike.id = v.alert_id
      WHERE v.undone_at IS NULL AND v.decided_by_person IS NOT NULL ORDER BY v.alert_id, v.created_at DESC, v.id DESC)
    SELECT (SELECT count(*) FROM alike) AS alike, count(*) FILTER (WHERE verdict = 'true_positive') AS attacks,
      count(*) FILTER (WHERE verdict IN ('false_positive', 'benign', 'benign_true_positive')) AS no_attacks,
      count(DISTINCT person) FILTER (WHERE verdict IN ('false_positive', 'benign', 'benign_true_positive')) AS people
    FROM said`
  const read = (row: Readonly<Record<string, unknown>>) => {
    const [attacks, no_attacks] = [int(row, 'attacks'), int(row, 'no_attacks')]
    return { attacks, no_attacks, look_alikes: int(row, 'alike'), people: int(row, 'people') }
  }
  const found = await tx.maybeOne(read, sql, [alertId])
  assert(found !== null, 'counts are one row')
  return found
}

export async function intelOf(tx: TenantTx, values: readonly string[], nowMs: number): Promise<IntelFacts> {
  const guessed = values.flatMap((value) => guessKind(value) ?? [])
  const found = guessed.length === 0 ? [] : await knownOf(tx, guessed, nowMs)
  const known = found.flatMap((own, at) => {
    const confidence = Math.max(0, ...own.map(({ effectiveConfidence }) => effectiveConfidence))
    return own.length === 0 ? [] : [{ value: guessed[at]?.value ?? '', confidence: Math.round(confidence) }]
  })
  return { known, looked_up: guessed.length }
}

export async function riskOf(tx: TenantTx, entities: readonly string[], nowMs: number): Promise<RiskFacts> {
  const at_risk: { entity: string; risk: number }[] = []
  for (const entity of entities) {
    const found = await entityRisk(tx, entity, undefined, nowMs).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null
      throw error
    })
    if (found !== null) at_risk.push({ entity, risk: Math.round(found.riskScore) })
  }
  return { at_risk }
}
