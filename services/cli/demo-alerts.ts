/** Prints the sample's alerts in a table, and the alert of the highest risk in full. */
import {
  type Alert,
  type AlertDetail,
  alertDetail,
  confidenceLabel,
  newestAlerts,
} from '../../control/soc/alerts/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'

const SHOWN_MAX = 50

export async function alertsText(tenant: string): Promise<string> {
  const pool = openPostgres({ url: targets().databaseUrl, poolSize: 1 })
  try {
    return await withTenant(pool, tenantId(tenant), async (tx) => {
      const alerts = [...(await newestAlerts(tx, {}, SHOWN_MAX, null))].map(({ item }) => item)
      alerts.sort((a, b) => (b.riskScore ?? 0) - (a.riskScore ?? 0))
      const [first] = alerts
      if (first === undefined) return 'No alerts.'
      return [tableOf(alerts), '', ...detailLines(await alertDetail(tx, first.id))].join('\n')
    })
  } finally {
    await pool.end()
  }
}

const COLUMNS = ['risk', 'confidence', 'severity', 'signals', 'rules', 'first seen', 'alert'] as const

function tableOf(alerts: readonly Alert[]): string {
  const rows = [COLUMNS, ...alerts.map(cellsOf)]
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => (row[at] as string).length)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellsOf(alert: Alert): string[] {
  const { riskScore, confidence, severity, signalCount, ruleCount, firstSeen, title } = alert
  const label = `${confidenceLabel(confidence) ?? '-'} (${confidence ?? '-'})`
  return [
    ...[String(riskScore ?? '-'), label, severity, String(signalCount ?? '-'), String(ruleCount ?? '-')],
    ...[firstSeen.toISOString().slice(0, 19), title],
  ]
}

function detailLines({ alert, narrative, fusion, recommendedActions, relatedEntities }: AlertDetail): string[] {
  const { score, evidence } = fusion ?? { score: null, evidence: [] }
  const principals = relatedEntities.filter(({ group }) => group === 'principal' || group === 'network')
  return [
    `The first in full (GET /api/v1/alerts/${alert.id}):`,
    `  ${narrative}`,
    '  Evidence, in order:',
    ...evidence.flatMap(({ order, time_ms: timeMs, title, why, event_uids: uids }) => [
      `    ${order}. ${new Date(timeMs).toISOString().slice(0, 19)}  ${title}: ${why}`,
      `       events ${uids.join(' ')}`,
    ]),
    `  Risk ${score?.risk} = 100 x probability ${score?.probability} x impact ${score?.impact}; the probability is logistic of ${score?.bias} and`,
    ...(score?.features ?? [])
      .filter(({ contribution }) => contribution !== 0)
      .map(({ name, weight, value, contribution, why }) => {
        return `    ${contribution > 0 ? '+' : ''}${contribution}  ${name} (${value} x ${weight}): ${why}`
      }),
    `  Entities: ${principals.map(({ kind, value }) => `${kind} ${value}`).join(', ')}`,
    `  What to do: ${recommendedActions.map(({ action }, place) => `${place + 1}. ${action}`).join('; ')}`,
  ]
}
