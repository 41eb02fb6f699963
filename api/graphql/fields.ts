/**
 * Requirements of every field of the query interface, in the form of a route's configuration. Operations are listed one
 * by one; any other field needs what its type needs, whichever field leads there, and the plain values of a type need
 * no more than the type. A field that this page does not cover fails the start (`schema.ts`).
 */
import type { Permission } from '../../control/identity/accounts/index.ts'

export type Operation = {
  readonly permission: Permission
  /** Written to the audit log, in the transaction of the change. Every mutation has one. */
  readonly audit?: string
}

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'Query.alerts': { permission: 'alerts:read' },
  'Query.alert': { permission: 'alerts:read' },
  'Query.cases': { permission: 'cases:read' },
  'Query.case': { permission: 'cases:read' },
  'Query.uebaAnomalies': { permission: 'alerts:read' },
  'Query.honeytokens': { permission: 'alerts:read' },
  'Query.honeytokenEvents': { permission: 'alerts:read' },
  'Query.purpleTeamExecutions': { permission: 'rules:read' },
  'Query.attackCoverage': { permission: 'rules:read' },
  'Query.complianceDashboard': { permission: 'reports:read' },
  'Query.auditLog': { permission: 'audit_log:read' },
  'Mutation.createCase': { permission: 'cases:write', audit: 'case:created' },
  'Mutation.updateCase': { permission: 'cases:write', audit: 'case:updated' },
  'Mutation.addCaseComment': { permission: 'cases:write', audit: 'case:commented' },
  'Mutation.executePlaybook': { permission: 'playbooks:execute', audit: 'playbook:executed' },
  'Mutation.createHoneytoken': { permission: 'settings:write', audit: 'honeytoken:created' },
  'Mutation.revokeHoneytoken': { permission: 'settings:write', audit: 'honeytoken:revoked' },
  'Mutation.runAtomicTest': { permission: 'rules:write', audit: 'purple_team:execution_requested' },
  'Mutation.cancelExecution': { permission: 'rules:write', audit: 'purple_team:execution_cancelled' },
  'Subscription.alertCreated': { permission: 'alerts:read' },
  'Subscription.caseUpdated': { permission: 'cases:read' },
  'Subscription.uebaAnomalyDetected': { permission: 'alerts:read' },
  'Subscription.honeytokenTriggered': { permission: 'alerts:read' },
  'Subscription.investigationStep': { permission: 'cases:read' },
}

/** `signed_in`: says nothing by itself. */
export const TYPES: Readonly<Record<string, Permission | 'signed_in'>> = {
  PageInfo: 'signed_in',
  Alert: 'alerts:read',
  AlertEdge: 'alerts:read',
  AlertConnection: 'alerts:read',
  Case: 'cases:read',
  CaseEdge: 'cases:read',
  CaseConnection: 'cases:read',
  Comment: 'cases:read',
  TimelineEvent: 'cases:read',
  User: 'users:read',
  UebaAnomaly: 'alerts:read',
  Honeytoken: 'alerts:read',
  HoneytokenEvent: 'alerts:read',
  PurpleTeamExecution: 'rules:read',
  AttackCoverage: 'rules:read',
  TechniqueCoverage: 'rules:read',
  ComplianceDashboard: 'reports:read',
  AuditEvent: 'audit_log:read',
  AuditEdge: 'audit_log:read',
  AuditLogConnection: 'audit_log:read',
  PlaybookRun: 'playbooks:read',
  InvestigationStep: 'cases:read',
}
