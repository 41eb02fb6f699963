/** Requests every field of the query interface as every kind of caller. */
import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql/index.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GRANTABLE_ROLES, holds, permissionsOfRole } from '../../control/identity/accounts/index.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import type { ChangeFeed } from '../realtime/change-feed.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../test-api.ts'
import { OPERATIONS, TYPES } from './fields.ts'
import { RESOLVERS } from './resolvers.ts'
import { executableSchema } from './schema.ts'
import { type Ask, asker, codes } from './test-graphql.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const schema = executableSchema(RESOLVERS)
const silent: ChangeFeed = { subscribe: () => () => undefined }
let server: TestPostgres
let api: TestApi
let ask: Ask
let victim: TenantId
let stranger: string
const tokens: Record<string, string> = {}
let alert: string
/** Ids of the victim's records, by kind. */
const theirIds: Record<string, string> = {}

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(await server.database(), { deps: { changeFeed: silent } })
  ask = asker(api)
  victim = await makeTenant(api, 'victim')
  const other = await makeTenant(api, 'other')
  for (const role of GRANTABLE_ROLES) {
    await makeUser(api, victim, role, role)
    tokens[role] = await tokenOf(api, victim, role)
  }
  tokens.admin = await makeAdmin(api, victim)
  stranger = await makeAdmin(api, other)
  const body = { title: 'theirs', severity: 'high' }
  alert = (await api.ask('POST', 'alerts', { token: tokens.admin, body })).body.id
  const owner = await makeUser(api, victim, 'owner', 'soc_analyst')
  const case_ = await api.ask('POST', 'cases', { token: tokens.admin, body: { ...body, title: 'theirs too' } })
  Object.assign(theirIds, { alert, owner, case: case_.body.id })
  await api.ask('POST', `alerts/${alert}/assign`, { token: tokens.admin, body: { assigned_to_id: owner } })
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

type Operation = { name: string; kind: string; field: GraphQLField<unknown, unknown> }
const operations: Operation[] = (['query', 'mutation'] as const).flatMap((kind) => {
  const root = schema.getRootType({ query: 'query', mutation: 'mutation' }[kind] as never)
  return Object.values(root?.getFields() ?? {}).map((field) => ({ name: `${root?.name}.${field.name}`, kind, field }))
})

/** The value of each required argument, by type. A new type fails here until it is listed. */
const ARGUMENTS: Record<string, string> = {
  'ID!': `"${NOBODY}"`,
  'String!': '"x"',
  'CreateCaseInput!': '{ title: "walk", severity: LOW }',
  'UpdateCaseInput!': '{ title: "walk" }',
  'CreateHoneytokenInput!': '{ name: "x", tokenType: URL }',
}

/** Every plain value, and of the types that it leads to the plain values once. */
function selectionOf(type: GraphQLOutputType, seen: readonly string[] = []): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).flatMap((field) => {
    const inside = getNamedType(field.type)
    if (!isObjectType(inside)) return [field.name]
    return seen.includes(inside.name)
      ? []
      : [`${field.name} ${selectionOf(field.type, [...seen, named.name, inside.name])}`]
  })
  return `{ ${fields.join(' ')} }`
}

function documentOf({ kind, field }: Operation, selection = selectionOf(field.type)): string {
  const args = field.args.flatMap(({ name, type }) => {
    const argument = ARGUMENTS[String(type)]
    if (String(type).endsWith('!') && argument === undefined) throw new Error(`say in GIVEN what a ${type} is`)
    return argument === undefined ? [] : [`${name}: ${argument}`]
  })
  if (field.args.some(({ name }) => name === 'limit')) args.push('limit: 5')
  return `${kind} { ${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${selection} }`
}

/** Each argument that is an id, also inside of an input, and the operation with one in it. */
function idArguments(operation: Operation): { name: string; argument: (id: string) => string }[] {
  const usual = documentOf(operation, '{ __typename }')
  return operation.field.args.flatMap(({ name, type }) => {
    const named = getNamedType(type)
    const list = String(type).includes('[')
    const put = (text: string) =>
      usual.includes(`${name}: `)
        ? usual.replace(new RegExp(`${name}: (\\{[^}]*\\}|"[^"]*")`), `${name}: ${text}`)
        : usual.replace(/\) \{|\} *$/, (end) => (end.startsWith(')') ? `, ${name}: ${text}) {` : end))
    if (named.name === 'ID') return [{ name, argument: (id) => put(list ? `["${id}"]` : `"${id}"`) }]
    if (!isInputObjectType(named)) return []
    return Object.values(named.getFields()).flatMap((field) => {
      if (getNamedType(field.type).name !== 'ID') return []
      const argument = ARGUMENTS[String(type)] ?? '{}'
      const value = (id: string) => (String(field.type).includes('[') ? `["${id}"]` : `"${id}"`)
      return [
        {
          name: `${name}.${field.name}`,
          argument: (id: string) => put(argument.replace('}', `, ${field.name}: ${value(id)} }`)),
        },
      ]
    })
  })
}

function may(role: (typeof GRANTABLE_ROLES)[number], { name, field }: Operation): boolean {
  const needed = [OPERATIONS[name]?.permission, TYPES[getNamedType(field.type).name]]
  return needed.every((one) => one !== undefined && (one === 'signed_in' || holds(permissionsOfRole(role), one)))
}

/** Masks ids and times: each new request makes a record with others. */
function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|INC-\d+|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'ID')
}

describe('every operation', () => {
  test('is walked', () => {
    const subscriptions = Object.keys(OPERATIONS).filter((name) => name.startsWith('Subscription.'))
    expect([...operations.map(({ name }) => name), ...subscriptions].sort()).toEqual(Object.keys(OPERATIONS).sort())
  })

  test('answers missing, guessed and expired credentials with 401, and reveals nothing', async () => {
    for (const operation of operations) {
      for (const token of [undefined, 'guess', `${tokens.admin}x`]) {
        const { status, body } = await ask(token, documentOf(operation))
        expect([operation.name, status]).toEqual([operation.name, 401])
        expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'instance', 'status', 'title', 'type'])
      }
    }
  })

  test('is FORBIDDEN for a role that lacks its permission, and never for one that has it', async () => {
    for (const role of GRANTABLE_ROLES) {
      for (const operation of operations) {
        const answer = await ask(
          tokens[role],
          documentOf(
            operation,
            operation.field.type.toString().includes('Connection') ? '{ totalCount }' : '{ __typename }',
          ),
        )
        expect([role, operation.name, answer.status, codes(answer).includes('FORBIDDEN')]).toEqual([
          role,
          operation.name,
          200,
          !may(role, operation),
        ])
      }
    }
  })

  test('shows another tenant nothing of the victim, whatever ids it names', async () => {
    for (const operation of operations) {
      const query = documentOf(operation).replaceAll(NOBODY, alert)
      const [named, missing] = [await ask(stranger, query), await ask(stranger, documentOf(operation))]
      expect([operation.name, named.text.includes('theirs'), named.text.includes('victim')]).toEqual([
        operation.name,
        false,
        false,
      ])
      if (operation.name !== 'Query.auditLog')
        expect([operation.name, withoutIds(named.text)]).toEqual([operation.name, withoutIds(missing.text)])
    }
    const { body } = await ask(stranger, '{ alerts { totalCount edges { cursor } } }')
    expect(body.data.alerts).toEqual({ totalCount: 0, edges: [] })
  })

  test('that is a mutation accepts no id of another tenant and no unknown id, in any argument', async () => {
    const foreign = { ...theirIds, nobody: NOBODY }
    const tried: string[] = []
    const made = await api.ask('POST', 'cases', { token: stranger, body: { title: 'own', severity: 'low' } })
    const own = made.body.id
    for (const operation of operations.filter(({ kind }) => kind === 'mutation')) {
      for (const { name, argument } of idArguments(operation)) {
        for (const id of Object.values(foreign)) {
          api.audited.length = 0
          // A case of the asker's own, so that the other argument is what is refused.
          const query = name.startsWith('input.')
            ? argument(id).replace(`id: "${NOBODY}", input`, `id: "${own}", input`)
            : argument(id)
          const answer = await ask(stranger, query)
          expect([operation.name, name, answer.text.includes('title'), codes(answer).length]).toEqual([
            operation.name,
            name,
            false,
            1,
          ])
          expect(api.audited).toEqual([])
        }
        tried.push(`${operation.name} ${name}`)
      }
    }
    expect(tried).toEqual(
      expect.arrayContaining(['Mutation.createCase input.alertIds', 'Mutation.executePlaybook caseId']),
    )
  })

  test('treats a cursor of another tenant as a place in the own list', async () => {
    const { body } = await ask(tokens.admin, '{ alerts { pageInfo { endCursor } } }')
    const cursor = body.data.alerts.pageInfo.endCursor
    const theirs = await ask(stranger, 'query ($c: String) { alerts(cursor: $c) { totalCount edges { cursor } } }', {
      c: cursor,
    })
    expect(theirs.body.data.alerts).toEqual({ totalCount: 0, edges: [] })
  })

  test('ignores a chosen tenant as REST does: another tenant in X-Tenant-ID answers 401', async () => {
    const headers = { 'x-tenant-id': 'other' }
    const { status } = await api.ask('POST', '/graphql', {
      token: tokens.admin ?? '',
      headers,
      body: { query: '{ __typename }' },
    })
    expect(status).toBe(401)
  })
})

describe('a link between objects', () => {
  test('needs the permission for its target', async () => {
    const query = `{ alert(id: "${alert}") { title assignee { email } } }`
    for (const role of GRANTABLE_ROLES) {
      const answer = await ask(tokens[role], query)
      const sees = holds(permissionsOfRole(role), 'users:read')
      const { assignee } = answer.body.data.alert
      expect([role, assignee?.email ?? null]).toEqual([role, sees ? 'owner@victim.example' : null])
      expect(codes(answer)).toEqual(sees ? [] : ['FORBIDDEN'])
    }
  })

  test('gives an API key its scopes and no more, whatever its owner has', async () => {
    const body = { name: 'narrow', scopes: ['alerts:read'] }
    const { key } = (await api.ask('POST', 'api-keys', { token: tokens.tenant_admin ?? '', body })).body
    const asKey = (query: string) => api.ask('POST', '/graphql', { key, body: { query } })
    expect((await asKey('{ alerts { totalCount } }')).body).toEqual({ data: { alerts: { totalCount: 1 } } })
    expect(codes(await asKey('{ auditLog { totalCount } }'))).toEqual(['FORBIDDEN'])
    expect(codes(await asKey('{ cases { totalCount } }'))).toEqual(['FORBIDDEN'])
    expect(codes(await asKey('mutation { createCase(input: { title: "x", severity: LOW }) { id } }'))).toEqual([
      'FORBIDDEN',
    ])
  })

  test('answers nothing when GraphQL is disabled', async () => {
    const off = await openTestApi(await server.database(), { deps: { disabled: new Set(['graphql']) } })
    const tenant = await makeTenant(off, 'acme')
    await makeUser(off, tenant, 'vic')
    const token = await tokenOf(off, tenant, 'vic')
    expect((await asker(off)(token, '{ __typename }')).status).toBe(503)
    await off.close()
  })
})
