/** Raises the alert for an entity's risk, which lists the contributing alerts with their points. */
import { assert } from '../../../platform/assert.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type MutationDeps, performIn, platformIn } from '../../platform/acting/index.ts'
import { createAlertOnce, NAMES_MAX } from '../alerts/index.ts'
import { CONTRIBUTORS_MAX, HALF_LIFE_DAYS, pointsAt, RISK_RULE, riskOf } from './entity-risk.ts'
import { type Judged, type Part, partsOf } from './risk-store.ts'
import type { RiskSettings } from './settings.ts'

const RULE_MAX = 200
const NOUNS = { user: 'user', host: 'host', ip: 'address' } as const

/** The same alerts make one alert, which is new once. */
export async function raiseRisk(
  tx: TenantTx,
  acting: Pick<MutationDeps, 'audit'>,
  judged: Judged,
  settings: RiskSettings,
  nowMs: number,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { entity, entityType } = judged
  const parts = await partsOf(tx, judged, settings.windowHours, nowMs)
  const ids = parts.map(({ alertId }) => alertId).sort()
  return performIn(
    tx,
    acting,
    platformIn(tx.tenantId, 'entity-risk'),
    { records: ['entity_risk:raised'] },
    async (_, note) => {
      const made = await createAlertOnce(
        tx,
        [entityType, entity, ...ids],
        inputOf(judged, parts, settings, nowMs),
        nowMs,
      )
      note(
        made.isNew
          ? { resource: 'alert', resourceId: made.id, changes: { entity, entity_type: entityType, alerts: ids.length } }
          : null,
      )
      return made
    },
  )
}

function inputOf(judged: Judged, parts: readonly Part[], settings: RiskSettings, nowMs: number) {
  const { entity, entityType, within } = judged
  assert(within !== null, 'what is raised has alerts within the window')
  const risk = Math.round(riskOf(pointsAt(within, nowMs)))
  const shown = parts.slice(0, CONTRIBUTORS_MAX)
  return {
    title: `Risk of ${NOUNS[entityType]} ${entity} passed its threshold without a strong alert`,
    description: textOf(risk, parts, settings),
    severity: 'high',
    category: 'entity_risk',
    ruleId: `${RISK_RULE}${entityType}:${entity}`.slice(0, RULE_MAX),
    connectorType: 'entity_risk',
    affectedHosts: entityType === 'host' ? [entity] : [],
    affectedUsers: entityType === 'user' ? [entity] : [],
    affectedIps: entityType === 'ip' ? [entity] : [],
    mitreTactics: distinct(parts.flatMap(({ tactics }) => tactics)),
    mitreTechniques: distinct(parts.flatMap(({ techniques }) => techniques)),
    tags: ['entity-risk'],
    firstSeen: new Date(Math.min(...parts.map(({ firstSeen }) => firstSeen.getTime()))),
    lastSeen: new Date(Math.max(...parts.map(({ time }) => time.getTime()))),
    metadata: {
      entity_risk: {
        ...{ entity, entity_type: entityType, risk_score: risk, alert_count: parts.length },
        ...{ threshold: settings.threshold, window_hours: settings.windowHours, half_life_days: HALF_LIFE_DAYS },
        contributors: shown.map(({ alertId, title, severity, points, time }) => ({
          ...{ alert_id: alertId, title, severity, points: round(points), time: time.toISOString() },
        })),
        contributors_omitted: parts.length - shown.length,
      },
    },
  } as const
}

/** Titles have at most 300 characters, so the text fits into a description. */
function textOf(risk: number, parts: readonly Part[], { threshold, windowHours }: RiskSettings): string {
  const shown = parts.slice(0, CONTRIBUTORS_MAX)
  const lines = shown.map(
    ({ title, severity, points, time }) => `${round(points)} points: ${title} (${severity}, ${time.toISOString()})`,
  )
  const left = parts.length - shown.length
  return [
    `The risk is ${risk} of 100; an alert is raised from ${threshold}. It sums up ${parts.length} alerts of the last ${windowHours} hours, none of which is high, critical or of high confidence.`,
    ...lines,
    ...(left === 0 ? [] : [`And ${left} more.`]),
  ].join('\n')
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, NAMES_MAX)
}

function round(points: number): number {
  return Math.round(points * 10) / 10
}
