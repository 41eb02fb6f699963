/** Alerts that came start the playbooks that wait for such: each once, in the transaction that takes the arrival away. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Alert, arrivedAlerts, takeArrivals } from '../../soc/alerts/index.ts'
import { holds } from './context.ts'
import type { PlaybookDocument } from './document.ts'
import { playbooksOf } from './playbook-store.ts'
import { byItself, startRun } from './start-run.ts'
import { alertFields } from './trigger-fields.ts'

const BATCH = 100

/** Gives how many alerts were looked at. */
export async function startByAlerts(tx: TenantTx): Promise<number> {
  const ids = await takeArrivals(tx, 'playbooks', BATCH)
  const waiting = (await playbooksOf(tx)).filter(({ enabled, document }) => enabled && document.trigger.on === 'alert')
  if (waiting.length === 0) return ids.length
  for (const alert of await arrivedAlerts(tx, ids)) {
    for (const { id: playbookId, document } of waiting.filter((one) => fits(one.document, alert))) {
      await startRun(tx, {
        ...{ playbookId, kind: 'alert', key: `alert/${alert.id}`, trigger: triggerOf(alert), dryRun: false },
        ...{ requester: byItself(document.name), caseId: alert.caseId, alertId: alert.id },
        ...{ parentRunId: null, depth: 0 },
      })
    }
  }
  return ids.length
}

function fits({ trigger }: PlaybookDocument, alert: Alert): boolean {
  const { severity, techniques, rule_ids: ruleIds, condition } = trigger
  if (severity && !severity.includes(alert.severity)) return false
  if (ruleIds && !ruleIds.includes(alert.ruleId ?? '')) return false
  const isOf = (technique: string) =>
    alert.mitreTechniques.some((own) => own === technique || own.startsWith(`${technique}.`))
  if (techniques && !techniques.some(isOf)) return false
  return condition === undefined || holds(condition, { trigger: triggerOf(alert) })
}

/** The value of `trigger` in steps. */
export function triggerOf(alert: Alert): Readonly<Record<string, unknown>> {
  return { alert: alertFields(alert) }
}
