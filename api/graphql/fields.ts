/**
 * The declared operation of every field and type of the query interface, from which it has its permission and audit
 * action. A field of a record needs the permission of its type, through whichever field it is reached, and scalar fields
 * need no more than their type. The server does not start with a field that is not covered (`schema.ts`).
 */
import { DECOY_OPERATIONS, DECOY_TOUCH_OPERATIONS } from '../../control/detect/honeytokens/operations.ts'
import { PURPLE_TEAM_OPERATIONS } from '../../control/detect/purple-team/operations.ts'
import { UEBA_OPERATIONS } from '../../control/detect/ueba/operations.ts'
import type { Permission } from '../../control/identity/accounts/index.ts'
import { USER_OPERATIONS } from '../../control/identity/accounts/operations.ts'
import type { Operation as Declared } from '../../control/platform/acting/index.ts'
import { AUDIT_OPERATIONS } from '../../control/platform/audit/operations.ts'
import { FRAMEWORK_OPERATIONS } from '../../control/platform/compliance/operations.ts'
import { INVESTIGATION_OPERATIONS } from '../../control/respond/agents/operations.ts'
import { PLAYBOOK_OPERATIONS } from '../../control/respond/playbooks/operations.ts'
import { ALERT_OPERATIONS } from '../../control/soc/alerts/operations.ts'
import { CASE_OPERATIONS } from '../../control/soc/cases/operations.ts'
import { assert } from '../../platform/assert.ts'
import type { ApiDeps } from '../deps.ts'

export type Operation = {
  readonly permission: Permission
  /** Written to the audit log, in the transaction of the change. Every mutation has one. */
  readonly audit?: string
  readonly declared?: Declared<ApiDeps>
}

const DECLARED: readonly Declared<ApiDeps>[] = [
  ...[...ALERT_OPERATIONS, ...CASE_OPERATIONS, ...UEBA_OPERATIONS],
  ...[...DECOY_OPERATIONS, ...DECOY_TOUCH_OPERATIONS, ...PURPLE_TEAM_OPERATIONS],
  ...[...FRAMEWORK_OPERATIONS, ...PLAYBOOK_OPERATIONS, ...AUDIT_OPERATIONS],
  ...[...INVESTIGATION_OPERATIONS, ...USER_OPERATIONS],
]

function of(name: string): Operation {
  const declared = DECLARED.find((operation) => operation.name === name)
  assert(declared !== undefined, `an operation is named ${name}`)
  const { permission, audit } = declared
  assert(permission !== 'public' && permission !== 'signed_in', `${name} has a permission`)
  return { permission, declared, ...(audit[0] === undefined ? {} : { audit: audit[0] }) }
}

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'Query.alerts': of('alerts.list'),
  'Query.alert': of('alerts.get'),
  'Query.cases': of('cases.list'),
  'Query.case': of('cases.get'),
  'Query.uebaAnomalies': of('ueba.anomalies'),
  'Query.honeytokens': of('honeytokens.list'),
  'Query.honeytokenEvents': of('honeytokens.all_touches'),
  'Query.purpleTeamExecutions': of('purple_team.executions'),
  'Query.attackCoverage': of('purple_team.coverage'),
  'Query.complianceDashboard': of('compliance.dashboard'),
  'Query.auditLog': of('audit.list'),
  'Mutation.createCase': of('cases.open'),
  'Mutation.updateCase': of('cases.update'),
  'Mutation.addCaseComment': of('cases.comment'),
  'Mutation.executePlaybook': of('playbooks.execute'),
  'Mutation.createHoneytoken': of('honeytokens.create'),
  'Mutation.revokeHoneytoken': of('honeytokens.revoke'),
  'Mutation.runAtomicTest': of('purple_team.run_test'),
  'Mutation.cancelExecution': of('purple_team.cancel_execution'),
  'Subscription.alertCreated': of('alerts.list'),
  'Subscription.caseUpdated': of('cases.list'),
  'Subscription.uebaAnomalyDetected': of('ueba.anomalies'),
  'Subscription.honeytokenTriggered': of('honeytokens.all_touches'),
  'Subscription.investigationStep': of('investigations.ledger_of_case'),
}

/** The permission of the operation that returns the records of a type. */
const shownBy = (name: string): Permission => of(name).permission

/** A `signed_in` type contains nothing that needs a permission by itself. */
export const TYPES: Readonly<Record<string, Permission | 'signed_in'>> = {
  PageInfo: 'signed_in',
  Alert: shownBy('alerts.get'),
  AlertEdge: shownBy('alerts.list'),
  AlertConnection: shownBy('alerts.list'),
  Case: shownBy('cases.get'),
  CaseEdge: shownBy('cases.list'),
  CaseConnection: shownBy('cases.list'),
  Comment: shownBy('cases.comments'),
  TimelineEvent: shownBy('cases.timeline'),
  User: shownBy('users.get'),
  UebaAnomaly: shownBy('ueba.anomaly'),
  Honeytoken: shownBy('honeytokens.get'),
  HoneytokenEvent: shownBy('honeytokens.all_touches'),
  PurpleTeamExecution: shownBy('purple_team.execution'),
  AttackCoverage: shownBy('purple_team.coverage'),
  TechniqueCoverage: shownBy('purple_team.coverage'),
  ComplianceDashboard: shownBy('compliance.dashboard'),
  AuditEvent: shownBy('audit.list'),
  AuditEdge: shownBy('audit.list'),
  AuditLogConnection: shownBy('audit.list'),
  PlaybookRun: shownBy('playbooks.get_run'),
  InvestigationStep: shownBy('investigations.ledger_of_case'),
}
