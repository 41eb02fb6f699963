import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql/index.js'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../control/identity/accounts/index.ts'
import { OPERATIONS, TYPES } from './fields.ts'
import { RESOLVERS } from './resolvers.ts'
import { executableSchema, SCHEMA_TEXT } from './schema.ts'

const schema = buildSchema(SCHEMA_TEXT)

/** Section 2.1 and 4.11 of the interface specification, in its own notation. */
const TYPES_OF_THE_SPECIFICATION = {
  Alert: `id ID!, title String!, severity Severity!, status AlertStatus!, riskScore Float, source String, tenantId ID!,
    createdAt DateTime!, updatedAt DateTime!, case Case, tags [String!]!`,
  Case: `id ID!, title String!, status CaseStatus!, severity Severity!, assignee User, alerts [Alert!]!,
    timeline [TimelineEvent!]!, comments [Comment!]!, createdAt DateTime!, closedAt DateTime`,
  UebaAnomaly: `id ID!, entityId String!, entityType EntityType!, metricName String!, observedValue Float!,
    baselineMean Float!, baselineStddev Float!, zScore Float!, severity Severity!, detectedAt DateTime!`,
  Honeytoken: `id ID!, name String!, tokenType TokenType!, status TokenStatus!, createdAt DateTime!,
    lastTouched DateTime, touchCount Int!`,
  PurpleTeamExecution: `id ID!, atomicTestId String!, technique String!, status ExecutionStatus!, platform String!,
    startedAt DateTime!, completedAt DateTime, findings [String!]!`,
  ComplianceDashboard: `framework String!, overallScore Float!, controlsPassing Int!, controlsFailing Int!,
    controlsInReview Int!, lastUpdated DateTime!`,
}
/** Fields that the specification does not have. */
const MORE: Record<string, string[]> = { Alert: ['assignee'] }

const ENUMS_OF_THE_SPECIFICATION = {
  Severity: 'CRITICAL, HIGH, MEDIUM, LOW, INFO',
  AlertStatus: 'NEW, TRIAGED, IN_PROGRESS, RESOLVED, CLOSED',
  CaseStatus: 'OPEN, IN_PROGRESS, RESOLVED, CLOSED',
  EntityType: 'USER, HOST, IP, DOMAIN',
  TokenType: 'URL, FILE, AWS_KEY, EMAIL',
  TokenStatus: 'ACTIVE, TRIGGERED, REVOKED, EXPIRED',
  ExecutionStatus: 'PENDING, RUNNING, SUCCESS, FAILED, CANCELLED',
}
const OPERATIONS_OF_THE_SPECIFICATION = {
  Query: `
    alerts(status AlertStatus, severity Severity, limit Int = 50, cursor String) -> AlertConnection!
    alert(id ID!) -> Alert
    cases(status CaseStatus, assigneeId ID, limit Int = 50, cursor String) -> CaseConnection!
    case(id ID!) -> Case
    uebaAnomalies(entityId String, minZScore Float, limit Int = 50) -> [UebaAnomaly!]!
    honeytokens(status TokenStatus) -> [Honeytoken!]!
    honeytokenEvents(tokenId ID, limit Int = 100) -> [HoneytokenEvent!]!
    purpleTeamExecutions(status ExecutionStatus) -> [PurpleTeamExecution!]!
    attackCoverage -> AttackCoverage!
    complianceDashboard(framework String!) -> ComplianceDashboard!
    auditLog(limit Int = 100, cursor String) -> AuditLogConnection!`,
  Mutation: `
    createCase(input CreateCaseInput!) -> Case!
    updateCase(id ID!, input UpdateCaseInput!) -> Case!
    addCaseComment(caseId ID!, body String!) -> Comment!
    executePlaybook(playbookId ID!, caseId ID) -> PlaybookRun!
    createHoneytoken(input CreateHoneytokenInput!) -> Honeytoken!
    revokeHoneytoken(id ID!) -> Honeytoken!
    runAtomicTest(atomicTestId String!, targetHost String) -> PurpleTeamExecution!
    cancelExecution(id ID!) -> PurpleTeamExecution!`,
  Subscription: `
    alertCreated -> Alert!
    caseUpdated(caseId ID) -> Case!
    uebaAnomalyDetected -> UebaAnomaly!
    honeytokenTriggered -> HoneytokenEvent!
    investigationStep(investigationId ID!) -> InvestigationStep!`,
}
/** Named there without their fields. */
const NAMED = `HoneytokenEvent AttackCoverage AuditLogConnection PlaybookRun InvestigationStep TimelineEvent Comment User
  AlertConnection CaseConnection CreateCaseInput UpdateCaseInput CreateHoneytokenInput`

const words = (text: string) => text.split(',').map((part) => part.trim().replaceAll(/\s+/g, ' '))
const objectType = (name: string) => schema.getType(name) as GraphQLObjectType

function written({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const argumentsText = args.map(
    (arg) => `${arg.name} ${arg.type}${arg.defaultValue === undefined ? '' : ` = ${arg.defaultValue}`}`,
  )
  return `${name}${argumentsText.length > 0 ? `(${argumentsText.join(', ')})` : ''} -> ${type}`
}

test('the types have the fields of the specification, and no others except those listed here', () => {
  for (const [name, fields] of Object.entries(TYPES_OF_THE_SPECIFICATION)) {
    const present = Object.values(objectType(name).getFields()).map((field) => `${field.name} ${field.type}`)
    const more = present.filter((field) => MORE[name]?.includes(field.split(' ')[0] ?? ''))
    expect([name, present.filter((field) => !more.includes(field))]).toEqual([name, words(fields)])
  }
  for (const name of NAMED.split(/\s+/)) {
    const type = schema.getType(name)
    expect([name, isObjectType(type) || isInputObjectType(type)]).toEqual([name, true])
  }
})

test('the enumerations have the values of the specification', () => {
  for (const [name, values] of Object.entries(ENUMS_OF_THE_SPECIFICATION)) {
    const type = schema.getType(name)
    expect(isEnumType(type) && type.getValues().map((value) => value.name)).toEqual(words(values))
  }
})

test('the operations have the arguments, defaults and results of the specification, and there are no others', () => {
  for (const [root, operations] of Object.entries(OPERATIONS_OF_THE_SPECIFICATION)) {
    const present = Object.values(objectType(root).getFields()).map(written)
    expect(present).toEqual(operations.trim().split(/\n\s+/))
  }
})

test('every operation and type declares a known permission', () => {
  const all = Object.entries(OPERATIONS_OF_THE_SPECIFICATION).flatMap(
    ([root, operations]) =>
    operations.trim().split(/\n\s+/).map((line) => `${root}.${/^\w+/.exec(line)}`), // biome-ignore format: one line
  )
  expect(Object.keys(OPERATIONS)).toEqual(all)
  const needed = [...Object.values(OPERATIONS).map(({ permission }) => permission), ...Object.values(TYPES)]
  expect(needed.filter((name) => name !== 'signed_in' && !PERMISSIONS.includes(name))).toEqual([])
})

test('a missing permission, audit action or resolver, or too many of them, prevents the start', () => {
  const { 'Query.alert': _alert, ...operations } = OPERATIONS
  expect(() => executableSchema(RESOLVERS, { OPERATIONS: operations, TYPES })).toThrow(/Query.alert declares/)
  const { Alert: _type, ...types } = TYPES
  expect(() => executableSchema(RESOLVERS, { OPERATIONS, TYPES: types })).toThrow(/type Alert declares/)
  const unaudited = {
    ...OPERATIONS,
    'Mutation.createCase': { permission: 'cases:write' },
  } as const
  expect(() => executableSchema(RESOLVERS, { OPERATIONS: unaudited, TYPES })).toThrow(/createCase declares its audit/)
  const { 'Query.alerts': _answer, ...fewer } = RESOLVERS
  expect(() => executableSchema(fewer)).toThrow(/Query.alerts has an answer/)
  expect(() => executableSchema({ ...RESOLVERS, 'Alert.colour': () => null })).toThrow(/Alert.colour/)
})
