/** Section 4.11: enumerations, arguments, inputs and connections of the query interface, and pages of it. */
import assert from 'node:assert/strict'
import { type ApiTarget, ask } from '../door.ts'
import { walk } from './walk.ts'

const ENUMS: Readonly<Record<string, string>> = {
  Severity: 'CRITICAL HIGH MEDIUM LOW INFO',
  AlertStatus: 'NEW TRIAGED IN_PROGRESS RESOLVED CLOSED',
  CaseStatus: 'OPEN IN_PROGRESS RESOLVED CLOSED',
  EntityType: 'USER HOST IP DOMAIN',
  TokenType: 'URL FILE AWS_KEY EMAIL',
  TokenStatus: 'ACTIVE TRIGGERED REVOKED EXPIRED',
  ExecutionStatus: 'PENDING RUNNING SUCCESS FAILED CANCELLED',
}
const ARGUMENTS: Readonly<Record<string, string>> = {
  'Query.alerts': 'status AlertStatus, severity Severity, limit Int = 50, cursor String',
  'Query.alert': 'id ID!',
  'Query.cases': 'status CaseStatus, assigneeId ID, limit Int = 50, cursor String',
  'Query.case': 'id ID!',
  'Query.uebaAnomalies': 'entityId String, minZScore Float, limit Int = 50',
  'Query.honeytokens': 'status TokenStatus',
  'Query.honeytokenEvents': 'tokenId ID, limit Int = 100',
  'Query.purpleTeamExecutions': 'status ExecutionStatus',
  'Query.complianceDashboard': 'framework String!',
  'Query.auditLog': 'limit Int = 100, cursor String',
  'Mutation.createCase': 'input CreateCaseInput!',
  'Mutation.updateCase': 'id ID!, input UpdateCaseInput!',
  'Mutation.addCaseComment': 'caseId ID!, body String!',
  'Mutation.executePlaybook': 'playbookId ID!, caseId ID',
  'Mutation.createHoneytoken': 'input CreateHoneytokenInput!',
  'Mutation.revokeHoneytoken': 'id ID!',
  'Mutation.runAtomicTest': 'atomicTestId String!, targetHost String',
  'Mutation.cancelExecution': 'id ID!',
  'Subscription.caseUpdated': 'caseId ID',
  'Subscription.investigationStep': 'investigationId ID!',
}
const NAMES = [
  'HoneytokenEvent',
  'AttackCoverage',
  'AuditLogConnection',
  'PlaybookRun',
  'InvestigationStep',
  'TimelineEvent',
  'Comment',
  'User',
  'AlertConnection',
  'CaseConnection',
  'CreateCaseInput',
  'UpdateCaseInput',
  'CreateHoneytokenInput',
]

type Named = { readonly kind: string; readonly name: string | null; readonly ofType?: Named | null }
type Type = {
  readonly name: string
  readonly enumValues: readonly { readonly name: string }[] | null
  readonly fields:
    | readonly {
        readonly name: string
        readonly args: readonly { readonly name: string; readonly defaultValue: string | null; readonly type: Named }[]
      }[]
    | null
}

/** The data of an answer without errors. */
export async function query<T>(door: ApiTarget, text: string, variables: object = {}): Promise<T> {
  const { status, body, text: came } = await ask(door, 'POST //graphql', { body: { query: text, variables } })
  const { data, errors } = (body ?? {}) as { data?: T; errors?: unknown }
  assert.ok(status === 200 && errors === undefined && data, `${status}: ${came.slice(0, 200)}`)
  return data
}

const INTROSPECTION = `{ __schema { types { name enumValues { name } fields { name args { name defaultValue type { ...T } } } } } }
  fragment T on __Type { kind name ofType { kind name ofType { kind name } } }`
const typesOf = async (door: ApiTarget) =>
  (await query<{ __schema: { types: Type[] } }>(door, INTROSPECTION)).__schema.types
const written = ({ kind, name, ofType }: Named): string =>
  kind === 'NON_NULL' && ofType ? `${written(ofType)}!` : (name ?? '')

const enums = Object.entries(ENUMS).map(([name, values]) =>
  walk('2.1', `enum ${name}: ${values}`, async (door) => {
    const type = (await typesOf(door)).find((one) => one.name === name)
    const own = (type?.enumValues ?? []).map((value) => value.name)
    assert.deepEqual([...own].sort(), values.split(' ').sort())
    return 'these, and no other'
  }),
)

const callable = Object.entries(ARGUMENTS).map(([place, expected]) =>
  walk('4.11', `${place}(${expected})`, async (door) => {
    const [typeName, fieldName] = place.split('.')
    const type = (await typesOf(door)).find((one) => one.name === typeName)
    const field = type?.fields?.find((one) => one.name === fieldName)
    const own = (field?.args ?? []).map(
      (one) => `${one.name} ${written(one.type)}${one.defaultValue === null ? '' : ` = ${one.defaultValue}`}`,
    )
    for (const one of expected.split(', ')) assert.ok(own.includes(one), `has ${own.join(', ')}, and not ${one}`)
    return own.join(', ')
  }),
)

export const QUERIES = [
  ...enums,
  ...callable,
  walk('2.1', `types by their names: ${NAMES.join(', ')}`, async (door) => {
    const own = new Set((await typesOf(door)).map(({ name }) => name))
    assert.deepEqual(
      NAMES.filter((name) => !own.has(name)),
      [],
    )
    return 'all of them'
  }),
  walk('4.11', 'createCase, updateCase, addCaseComment, case(id): what was written is read', async (door) => {
    const { createCase } = await query<{ createCase: { id: string; status: string } }>(
      door,
      'mutation { createCase(input: {title: "walked by query", severity: HIGH}) { id status } }',
    )
    assert.equal(createCase.status, 'OPEN')
    const id = JSON.stringify(createCase.id)
    await query(door, `mutation { updateCase(id: ${id}, input: {status: IN_PROGRESS}) { id } }`)
    await query(door, `mutation { addCaseComment(caseId: ${id}, body: "walked") { id body } }`)
    const { case: found } = await query<{ case: { status: string; comments: { body: string }[] } }>(
      door,
      `{ case(id: ${id}) { status comments { body } } }`,
    )
    assert.deepEqual([found.status, found.comments.some(({ body }) => body === 'walked')], ['IN_PROGRESS', true])
    return 'OPEN, then IN_PROGRESS with the comment'
  }),
  walk('4.11', 'createHoneytoken, revokeHoneytoken, honeytokens(status: REVOKED)', async (door) => {
    const { createHoneytoken } = await query<{ createHoneytoken: { id: string; status: string; touchCount: number } }>(
      door,
      'mutation { createHoneytoken(input: {name: "walked by query", tokenType: URL}) { id status touchCount } }',
    )
    assert.deepEqual([createHoneytoken.status, createHoneytoken.touchCount], ['ACTIVE', 0])
    const { revokeHoneytoken } = await query<{ revokeHoneytoken: { status: string } }>(
      door,
      `mutation { revokeHoneytoken(id: "${createHoneytoken.id}") { status } }`,
    )
    const { honeytokens } = await query<{ honeytokens: { id: string }[] }>(
      door,
      '{ honeytokens(status: REVOKED) { id } }',
    )
    assert.ok(revokeHoneytoken.status === 'REVOKED' && honeytokens.some(({ id }) => id === createHoneytoken.id))
    return 'ACTIVE, REVOKED'
  }),
  walk('4.11', 'runAtomicTest, cancelExecution, purpleTeamExecutions, attackCoverage', async (door) => {
    const { runAtomicTest } = await query<{ runAtomicTest: { id: string; technique: string } }>(
      door,
      'mutation { runAtomicTest(atomicTestId: "aws-trail-stopped") { id status technique platform startedAt findings } }',
    )
    const { cancelExecution } = await query<{ cancelExecution: { status: string } }>(
      door,
      `mutation { cancelExecution(id: "${runAtomicTest.id}") { status } }`,
    )
    const { purpleTeamExecutions } = await query<{ purpleTeamExecutions: { id: string }[] }>(
      door,
      '{ purpleTeamExecutions { id } attackCoverage { __typename } }',
    )
    assert.ok(purpleTeamExecutions.some(({ id }) => id === runAtomicTest.id))
    return `${runAtomicTest.technique}, then ${cancelExecution.status}`
  }),
  walk('4.11', 'uebaAnomalies, honeytokenEvents, complianceDashboard, auditLog are answered', async (door) => {
    await query(
      door,
      '{ uebaAnomalies(minZScore: 3) { id zScore } honeytokenEvents { __typename } complianceDashboard(framework: "soc2") { framework overallScore controlsPassing controlsFailing controlsInReview lastUpdated } auditLog(limit: 2) { edges { node { __typename } } } }',
    )
    return 'without errors'
  }),
]
