/**
 * What every field of the query interface needs, as the configuration of a route says it. An operation is listed by
 * itself; any other field needs what seeing the type it leads to needs, whoever leads there, and the plain values of a
 * type need no more than the type. A field that this page does not cover fails the start (`schema.ts`).
 */
import type { Permission } from '../../control/identity/index.ts'

/** Contexts of the platform that the query interface already speaks of and that are not there yet. */
export type MissingContext = 'purple_team' | 'compliance'

export type Operation = {
  readonly permission: Permission
  /** Written to the audit log, in the transaction of the change. Every mutation has one. */
  readonly audit?: string
  /** Answers NOT_AVAILABLE until that context is there. */
  readonly missing?: MissingContext
}

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'Query.alerts': { permission: 'alerts:read' },
  'Query.alert': { permission: 'alerts:read' },
  'Query.cases': { permission: 'cases:read' },
  'Query.case': { permission: 'cases:read' },
  'Query.uebaAnomalies': { permission: 'alerts:read' },
  'Query.honeytokens': { permission: 'alerts:read' },
  'Query.honeytokenEvents': { permission: 'alerts:read' },
  'Query.purpleTeamExecutions': { permission: 'reports:read', missing: 'purple_team' },
  'Query.attackCoverage': { permission: 'reports:read', missing: 'purple_team' },
  'Query.complianceDashboard': { permission: 'reports:read', missing: 'compliance' },
  'Query.auditLog': { permission: 'audit_log:read' },
  'Mutation.createCase': { permission: 'cases:write', audit: 'case:created' },
  'Mutation.updateCase': { permission: 'cases:write', audit: 'case:updated' },
  'Mutation.addCaseComment': { permission: 'cases:write', audit: 'case:commented' },
  'Mutation.executePlaybook': { permission: 'playbooks:execute', audit: 'playbook:executed' },
  'Mutation.createHoneytoken': { permission: 'settings:write', audit: 'honeytoken:created' },
  'Mutation.revokeHoneytoken': { permission: 'settings:write', audit: 'honeytoken:revoked' },
  'Mutation.runAtomicTest': { permission: 'actions:execute:high', audit: 'emulation:started', missing: 'purple_team' },
  'Mutation.cancelExecution': { permission: 'actions:write', audit: 'emulation:cancelled', missing: 'purple_team' },
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
  PurpleTeamExecution: 'reports:read',
  AttackCoverage: 'reports:read',
  TechniqueCoverage: 'reports:read',
  ComplianceDashboard: 'reports:read',
  AuditEvent: 'audit_log:read',
  AuditEdge: 'audit_log:read',
  AuditLogConnection: 'audit_log:read',
  PlaybookRun: 'playbooks:read',
  InvestigationStep: 'cases:read',
}

/** The operations that answer NOT_AVAILABLE, with what they wait for. README.md lists them. */
export const NOT_AVAILABLE: Readonly<Record<string, MissingContext>> = Object.fromEntries(
  Object.entries(OPERATIONS).flatMap(([name, { missing }]) => (missing === undefined ? [] : [[name, missing]])),
)
