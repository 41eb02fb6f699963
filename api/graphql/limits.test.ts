import fc from 'fast-check'
import { getIntrospectionQuery } from 'graphql/index.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAlert } from '../../control/soc/alerts/index.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { withTenant } from '../../stores/postgres/pool.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../test-api.ts'
import { checkOperation, operationOf, readDocument, type Variables } from './document-limits.ts'
import { ALIASES_MAX, DEPTH_MAX, ROOT_FIELDS_MAX, SOURCE_CHARS_MAX, TOKENS_MAX } from './limits.ts'
import { RESOLVERS } from './resolvers.ts'
import { executableSchema } from './schema.ts'
import { type Ask, asker, codes } from './test-graphql.ts'

let api: TestApi
let ask: Ask
let tenant: TenantId
let token: string

beforeAll(async () => {
  api = await startTestApi()
  ask = asker(api)
  tenant = await makeTenant(api, 'acme')
  await makeUser(api, tenant, 'tina', 'tenant_admin')
  token = await tokenOf(api, tenant, 'tina')
  await withTenant(api.deps.pool, tenant, async (tx) => {
    for (let i = 0; i < 3; i++) await createAlert(tx, { title: `a${i}`, severity: 'low' }, Date.now())
  })
}, 120_000)
afterAll(() => api.close())

/** A document of nested fields. They need not exist, because limits are checked before validation. */
const deep = (depth: number) => `${'{ a '.repeat(depth)}${'}'.repeat(depth)}`
const many = (count: number, field: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => field(i)).join(' ')

describe('a document is refused above each limit, and accepted at it', () => {
  const refused = async (query: string, limit: string, variables?: object) => {
    const { status, body } = await ask(token, query, variables)
    expect([limit, status, body.data, body.errors?.[0].extensions]).toEqual([
      limit,
      400,
      undefined,
      { code: 'LIMIT_EXCEEDED', status: 400, limit, max: expect.any(Number) },
    ])
  }
  const pageOf = async (query: string, variables?: object) => {
    const { status, body } = await ask(token, query, variables)
    expect([status, body.errors]).toEqual([200, undefined])
  }

  test('size', async () => {
    await refused(`{ __typename } #${'x'.repeat(SOURCE_CHARS_MAX)}`, 'size')
    await pageOf(`{ __typename } #${'x'.repeat(SOURCE_CHARS_MAX - 16)}`)
  })
  test('tokens', async () => {
    await refused(`{ ${'__typename '.repeat(TOKENS_MAX)} }`, 'tokens')
    await pageOf(`{ ${'__typename '.repeat(ROOT_FIELDS_MAX)} }`)
  })
  test('depth', async () => {
    await refused(deep(DEPTH_MAX + 1), 'depth')
    expect(codes(await ask(token, deep(DEPTH_MAX)))).toEqual(['BAD_USER_INPUT'])
    const [half, more] = [Math.floor(DEPTH_MAX / 2), Math.ceil(DEPTH_MAX / 2) + 1]
    const inFragment = `fragment A on Query ${deep(more)}`
    await refused(`${deep(half).replace('a }', 'a { ...A } }')} ${inFragment}`, 'depth')
  })
  test('aliases', async () => {
    const query = (count: number) => `{ alerts(limit: 1) { edges { ${many(count, (i) => `a${i}: cursor`)} } } }`
    await refused(query(ALIASES_MAX + 1), 'aliases')
    await pageOf(query(ALIASES_MAX))
  })
  test('root fields, in any fragment', async () => {
    await refused(`{ ${many(ROOT_FIELDS_MAX + 1, (i) => `a${i}: alerts(limit: 1) { totalCount }`)} }`, 'root_fields')
    const six = many(6, (i) => `f${i}: alerts(limit: 1) { totalCount }`)
    await refused(
      `{ ...F ...G } fragment F on Query { ${six} } fragment G on Query { ${six.replaceAll('f', 'g')} }`,
      'root_fields',
    )
  })
  test('cost: lists multiply, also when their limit comes from a variable', async () => {
    const all =
      'id title severity status riskScore source tenantId createdAt updatedAt tags case { id } assignee { id email username role isActive }'
    await pageOf(`{ alerts(limit: 500) { edges { cursor node { ${all} } } } }`)
    const natural =
      'alerts { id title severity status riskScore createdAt } timeline { id type title description actor timestamp } comments { id author body isSystem createdAt }'
    await pageOf(
      `{ cases { edges { node { id title status severity assignee { id username } createdAt closedAt ${natural} } } } }`,
    )
    await refused(`{ ${many(3, (i) => `a${i}: cases { edges { node { ${natural} } } }`)} }`, 'cost')
    await refused('{ cases(limit: 15) { edges { node { alerts { case { alerts { id } } } } } } }', 'cost')
    const query =
      'query ($limit: Int = 500) { alerts(limit: $limit) { edges { node { case { alerts { id title status } } } } } }'
    await refused(query, 'cost')
    await refused(query, 'cost', { limit: 500 })
    await pageOf(query, { limit: 10 })
  })
  test('fragments that expand each other exponentially', async () => {
    const doubled = many(40, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)
    await refused(`{ ...F0 } ${doubled} fragment F40 on Query { __typename }`, 'cost')
  })
  test('the schema introspected twice', async () => {
    await refused('{ a: __schema { queryType { name } } b: __schema { queryType { name } } }', 'introspection')
    await pageOf(getIntrospectionQuery())
  })
  test('circular introspection is refused by a rule of GraphQL', async () => {
    const { status, body } = await ask(
      token,
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    )
    expect([status, body.errors[0].message]).toEqual([400, 'Maximum introspection depth exceeded'])
  })
})

describe('a request', () => {
  test('is one operation: a batch is refused with that reason', async () => {
    const { status, body } = await api.ask('POST', '/graphql', { token, body: [{ query: '{ __typename }' }] })
    expect([status, body.detail]).toEqual([
      422,
      [{ loc: ['body'], msg: 'is one operation, not a batch of them', type: 'batch' }],
    ])
  })

  test('of another form is refused as by REST', async () => {
    for (const body of [
      {},
      { query: 7 },
      { query: '' },
      { query: '{a}', more: 1 },
      { query: '{a}', variables: [] },
      'text',
      null,
    ]) {
      const { status, headers } = await api.ask('POST', '/graphql', { token, body })
      expect([body, status >= 400 && status < 500, headers['content-type']]).toEqual([
        body,
        true,
        'application/problem+json',
      ])
    }
    const text = await api.ask('POST', '/graphql', {
      token,
      body: { query: '{ __typename }', variables: { a: '\u0000' } },
    })
    expect(text.status).toBe(422)
    expect((await api.ask('GET', '/graphql?query={__typename}', { token })).status).toBe(405)
  })

  test('must name its operation when there are several, and gets the errors of its document and variables', async () => {
    const two = 'query A { __typename } query B { alerts(limit: 1) { totalCount } }'
    expect(codes(await ask(token, two))).toEqual(['BAD_USER_INPUT'])
    expect(codes(await ask(token, two, {}, { operationName: 'C' }))).toEqual(['BAD_USER_INPUT'])
    expect((await ask(token, two, {}, { operationName: 'B' })).body.data).toEqual({ alerts: { totalCount: 3 } })
    const wrong: [string, object?][] = [
      ['{'],
      ['{ nothing }'],
      ['{ alert { id } }'],
      ['{ alert(id: "x") }'],
      ['{ ...A } fragment A on Query { ...A }'],
      ['query ($id: ID!) { alert(id: $id) { id } }'],
      ['query ($id: ID!) { alert(id: $id) { id } }', { id: { a: 1 } }],
      ['query ($s: Severity) { alerts(severity: $s) { totalCount } }', { s: 'PURPLE' }],
      ['query ($s: String) { alerts(severity: $s) { totalCount } }', { s: 'LOW' }],
      ['subscription { alertCreated { id } }'],
      ['{"kind":"Document","definitions":[]}'],
      ['null'],
      ['fragment A on Query { __typename }'],
      ['type A { a: Int }'],
    ]
    for (const [query, variables] of wrong) {
      const { status, body } = await ask(token, query, variables)
      expect([query, status, body.errors?.[0].extensions]).toEqual([
        query,
        400,
        { code: 'BAD_USER_INPUT', status: 400 },
      ])
    }
    const nulled = await ask(token, 'query ($id: ID = "x") { alert(id: $id) { id } }', { id: null })
    expect([nulled.status, codes(nulled)]).toEqual([200, ['BAD_USER_INPUT']])
  })

  test('echoes little of its input in errors', async () => {
    const { text } = await ask(token, 'query ($s: Severity) { alerts(severity: $s) { totalCount } }', {
      s: 'x'.repeat(100_000),
    })
    expect(text.length).toBeLessThan(2_000)
  })
})

const schema = executableSchema(RESOLVERS)
const NAMES = [
  'alerts',
  'alert',
  'auditLog',
  'cases',
  'edges',
  'node',
  'case',
  'assignee',
  'id',
  'title',
  'pageInfo',
  'totalCount',
  '__schema',
  'types',
  'fields',
  'type',
  'ofType',
  '__typename',
  'nothing',
]
const ARGUMENTS = [
  '',
  '(limit: 500)',
  '(limit: $n)',
  '(limit: -1)',
  '(limit: "x")',
  '(id: "x")',
  '(id: $n)',
  '(cursor: "")',
  '(status: NEW)',
  '(nothing: {a: [1]})',
]
const DIRECTIVES = ['', '@skip(if: true)', '@include(if: $b)', '@nothing', '@skip']
const pick = (from: readonly string[]) => fc.constantFrom(...from)
const { selection } = fc.letrec((tie) => ({
  selection: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    pick(['...F', '...G', '... on Alert { id }', '...Missing', ...NAMES]),
    fc
      .tuple(
        pick(['', 'x: ', 'y: ']),
        pick(NAMES),
        pick(ARGUMENTS),
        pick(DIRECTIVES),
        fc.array(tie('selection'), { minLength: 1, maxLength: 5 }),
      )
      .map(([alias, name, args, directive, inside]) => `${alias}${name}${args} ${directive} { ${inside.join(' ')} }`),
  ),
}))
const selections = fc
  .array(selection as fc.Arbitrary<string>, { minLength: 1, maxLength: 6 })
  .map((all) => all.join(' '))
const sound = fc
  .tuple(
    pick(['query', 'mutation', 'subscription', 'query Q']),
    pick(['', '($n: Int, $b: Boolean)', '($n: ID = 3, $b: Boolean = true)']),
    selections,
    selections,
    selections,
  )
  .map(
    ([kind, defined, all, f, g]) =>
      `${kind} ${defined} { ${all} } fragment F on Query { ${f} } fragment G on Alert { ${g} }`,
  )
const document = fc.oneof(
  { arbitrary: sound, weight: 3 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 200 }), weight: 1 },
)
const variables = fc.dictionary(pick(['n', 'b', 'other']), fc.jsonValue())

test('no document causes an internal error', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(document, variables, async (query, value) => {
      const answer = await api.ask('POST', '/graphql', { token, body: { query, variables: value } })
      expect([200, 400, 422]).toContain(answer.status)
      expect(codes(answer)).not.toContain('INTERNAL')
    }),
    { numRuns: 150 },
  )
})

test('the checks before execution run in bounded steps', () => {
  const judge = (source: string, variables: Variables) => {
    const parsed = readDocument(source)
    checkOperation(schema, parsed, operationOf(parsed, null), variables)
  }
  fc.assert(
    fc.property(sound, variables, (source, value) => {
      try {
        judge(source, value)
      } catch (error) {
        expect((error as { extensions: { code: string } }).extensions.code).toBe('LIMIT_EXCEEDED')
      }
    }),
    { numRuns: 200 },
  )
})

/** Small documents that are expensive to check: one that blocked the process would not be answered. */
test('no document blocks the process', { timeout: 30_000 }, async () => {
  const worst = {
    sameField: `{ alerts(limit: 1) { edges { node { ${'id '.repeat(TOKENS_MAX - 20)} } } } }`,
    sameFieldInFragments: `{ alerts(limit: 1) { edges { node { ${many(80, (i) => `...F${i}`)} } } } } ${many(80, (i) => `fragment F${i} on Alert { id title }`)}`,
    crossed: `{ ...F0 } ${many(100, (i) => `fragment F${i} on Query { ...F${(i * 7 + 1) % 100} __typename }`)}`,
    wideIntrospection:
      '{ __schema { types { name kind fields { name args { name type { name kind } } type { name kind fields { name type { name kind ofType { name } } } } } } } }',
    unknown: `{ ${many(900, (i) => `n${i}`)} }`,
    directives: `{ __typename ${'@skip(if: false) '.repeat(150)} }`,
    nestedInput: `mutation { createHoneytoken(input: { name: "n", tokenType: URL, metadata: ${'['.repeat(450)}${']'.repeat(450)} }) { id } }`,
  }
  for (const [name, query] of Object.entries(worst)) {
    const { status } = await ask(token, query)
    expect([name, status === 200 || status === 400]).toEqual([name, true])
  }
})
