/** Fields of types of the query interface: `Type.field` as the specification writes the type. */
export const GRAPHQL_TYPES: Readonly<Record<string, string>> = {
  Alert:
    'id ID!, title String!, severity Severity!, status AlertStatus!, riskScore Float, source String, tenantId ID!, createdAt DateTime!, updatedAt DateTime!, case Case, tags [String!]!',
  Case: 'id ID!, title String!, status CaseStatus!, severity Severity!, assignee User, alerts [Alert!]!, timeline [TimelineEvent!]!, comments [Comment!]!, createdAt DateTime!, closedAt DateTime',
  UebaAnomaly:
    'id ID!, entityId String!, entityType EntityType!, metricName String!, observedValue Float!, baselineMean Float!, baselineStddev Float!, zScore Float!, severity Severity!, detectedAt DateTime!',
  Honeytoken:
    'id ID!, name String!, tokenType TokenType!, status TokenStatus!, createdAt DateTime!, lastTouched DateTime, touchCount Int!',
  PurpleTeamExecution:
    'id ID!, atomicTestId String!, technique String!, status ExecutionStatus!, platform String!, startedAt DateTime!, completedAt DateTime, findings [String!]!',
  ComplianceDashboard:
    'framework String!, overallScore Float!, controlsPassing Int!, controlsFailing Int!, controlsInReview Int!, lastUpdated DateTime!',
  Query:
    'alerts AlertConnection!, alert Alert, cases CaseConnection!, case Case, uebaAnomalies [UebaAnomaly!]!, honeytokens [Honeytoken!]!, honeytokenEvents [HoneytokenEvent!]!, purpleTeamExecutions [PurpleTeamExecution!]!, attackCoverage AttackCoverage!, complianceDashboard ComplianceDashboard!, auditLog AuditLogConnection!',
  Mutation:
    'createCase Case!, updateCase Case!, addCaseComment Comment!, executePlaybook PlaybookRun!, createHoneytoken Honeytoken!, revokeHoneytoken Honeytoken!, runAtomicTest PurpleTeamExecution!, cancelExecution PurpleTeamExecution!',
  Subscription:
    'alertCreated Alert!, caseUpdated Case!, uebaAnomalyDetected UebaAnomaly!, honeytokenTriggered HoneytokenEvent!, investigationStep InvestigationStep!',
}

/** A usual page of cases, with the default sizes. */
export const GRAPHQL_PAGE = `{ cases { edges { node { id title status severity assignee { id username } createdAt closedAt
  alerts { id title severity status riskScore createdAt } timeline { id type title description actor timestamp }
  comments { id author body isSystem createdAt } } } } }`
