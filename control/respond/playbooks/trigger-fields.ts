/** Fields of the alert or case that started a run, as names for paths. */
import type { Alert } from '../../soc/alerts/index.ts'
import { type Case, caseNumber } from '../../soc/cases/index.ts'

/** Fields of `trigger.alert`. */
export function alertFields(alert: Alert) {
  const { id, title, severity, tags } = alert
  return {
    ...{ id, title, severity, risk_score: alert.riskScore, rule_id: alert.ruleId, case_id: alert.caseId },
    ...{ techniques: alert.mitreTechniques, tactics: alert.mitreTactics, tags },
    ...{ ips: alert.affectedIps, hosts: alert.affectedHosts, users: alert.affectedUsers },
  }
}

/** Fields of `trigger.case`. */
export function caseFields(found: Case) {
  const { id, title, severity, status, tags } = found
  return {
    ...{ id, number: caseNumber(found.number), title, severity, status, tags },
    ...{ escalation_level: found.escalationLevel, assignee_id: found.assigneeId, queue_id: found.queueId },
  }
}

type Names<T> = Readonly<Record<keyof T, true>>
const ALERT: Names<ReturnType<typeof alertFields>> = {
  ...{ id: true, title: true, severity: true, risk_score: true, rule_id: true, case_id: true, techniques: true },
  ...{ tactics: true, tags: true, ips: true, hosts: true, users: true },
}
const CASE: Names<ReturnType<typeof caseFields>> = {
  ...{ id: true, number: true, title: true, severity: true, status: true, tags: true, escalation_level: true },
  ...{ assignee_id: true, queue_id: true },
}
export const ALERT_FIELDS: ReadonlySet<string> = new Set(Object.keys(ALERT))
export const CASE_FIELDS: ReadonlySet<string> = new Set(Object.keys(CASE))
