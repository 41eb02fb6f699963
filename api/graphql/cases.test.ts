import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '../../platform/tenant.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../test-api.ts'
import { type Ask, asker, codes } from './test-graphql.ts'

let api: TestApi
let ask: Ask
let tenant: TenantId
const tokens: Record<string, string> = {}
let lead: string

beforeAll(async () => {
  api = await startTestApi()
  ask = asker(api)
  tenant = await makeTenant(api, 'acme')
  lead = await makeUser(api, tenant, 'lee', 'soc_lead')
  await makeUser(api, tenant, 'vic')
  for (const name of ['lee', 'vic']) tokens[name] = await tokenOf(api, tenant, name)
}, 120_000)
afterAll(() => api.close())

const CASE = `id title status severity assignee { username } alerts { title } comments { author body isSystem }
  timeline { type title actor } createdAt closedAt`

test('a case can be opened, changed, commented on and read, with its links', async () => {
  const alert = (await api.ask('POST', 'alerts', { token: tokens.lee ?? '', body: { title: 'Seen', severity: 'low' } }))
    .body
  const create = 'mutation ($input: CreateCaseInput!) { createCase(input: $input) { id status } }'
  const input = { title: 'Found it', severity: 'HIGH', assigneeId: lead, alertIds: [alert.id], tags: ['a'] }
  const { id, status } = (await ask(tokens.lee, create, { input })).body.data.createCase
  expect(status).toBe('OPEN')
  const comment = `mutation { addCaseComment(caseId: "${id}", body: "Look") { caseId author body isSystem } }`
  expect((await ask(tokens.lee, comment)).body.data.addCaseComment).toEqual({
    ...{ caseId: id, author: 'lee', body: 'Look', isSystem: false },
  })
  const update = `mutation { updateCase(id: "INC-001", input: { status: CLOSED, title: "Done" }) { status closedAt } }`
  expect((await ask(tokens.lee, update)).body.data.updateCase).toEqual({
    status: 'CLOSED',
    closedAt: expect.any(String),
  })
  const found = (await ask(tokens.lee, `{ case(id: "inc-1") { ${CASE} } }`)).body.data.case
  expect(found).toMatchObject({
    ...{ id, title: 'Done', severity: 'HIGH', assignee: { username: 'lee' }, alerts: [{ title: 'Seen' }] },
    comments: [
      { author: 'system', isSystem: true },
      { author: 'lee', body: 'Look', isSystem: false },
    ],
  })
  expect(found.timeline.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['created', 'alert_linked', 'comment', 'status_change']),
  )
  const list = '{ cases(status: CLOSED) { totalCount edges { node { id } } } }'
  expect((await ask(tokens.vic, list)).body.data.cases).toEqual({ totalCount: 1, edges: [{ node: { id } }] })
  expect(
    (await ask(tokens.vic, `{ cases(assigneeId: "${lead}", status: OPEN) { totalCount } }`)).body.data.cases.totalCount,
  ).toBe(0)
  expect(api.audited.map(({ action }) => action).filter((action) => action.startsWith('case:'))).toEqual([
    ...['case:created', 'case:commented', 'case:updated'],
  ])
})

test.each([
  ['mutation { createCase(input: { title: "ab", severity: LOW }) { id } }', 'BAD_USER_INPUT'],
  ['mutation { createCase(input: { title: "abc", severity: LOW, assigneeId: "x" }) { id } }', 'BAD_USER_INPUT'],
  ['mutation { updateCase(id: "INC-77", input: { title: "abc" }) { id } }', 'NOT_FOUND'],
  ['mutation { updateCase(id: "INC-001", input: { status: OPEN }) { id } }', 'CONFLICT'],
  ['mutation { addCaseComment(caseId: "nonsense", body: "x") { id } }', 'NOT_FOUND'],
])('%s is refused', async (query, code) => {
  expect(codes(await ask(tokens.lee, query))).toEqual([code])
})

test('an unknown case is null, and a user with read permission cannot change it', async () => {
  expect((await ask(tokens.vic, '{ case(id: "INC-99") { id } }')).body.data).toEqual({ case: null })
  const create = 'mutation { createCase(input: { title: "abc", severity: LOW }) { id } }'
  expect(codes(await ask(tokens.vic, create))).toEqual(['FORBIDDEN'])
})
