/** A tenant's configuration planned, applied and read back over the API. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TenantId } from '../../../platform/tenant.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let api: TestApi
let tenant: TenantId
let token: string
let tenants = 0

beforeAll(async () => {
  api = await startTestApi()
}, 120_000)
afterAll(() => api?.close())
beforeEach(async () => {
  tenant = await makeTenant(api, `files-${++tenants}`)
  token = await makeAdmin(api, tenant)
})

type Document = { kind: string; name: string; spec: object }
const post = (path: string, documents: Document[], more: object = {}, as = token) =>
  api.ask('POST', `configuration/${path}`, { token: as, body: { documents, ...more } })
const kept = async (kind: string) => (await api.ask('GET', `configuration?kind=${kind}`, { token })).body.items
type Changed = { body: { changes: { change: string; kind: string; name: string }[] } }
const shortOf = ({ body }: Changed) => body.changes.map((one) => `${one.change} ${one.kind} ${one.name}`).sort()
const namesOf = async (kind: string) => (await kept(kind)).map(({ name }: Document) => name)

const sigma = (id: string, value: string) => `title: Tool ${value}
id: ${id}
status: test
logsource: { product: windows, category: process_creation }
detection:
  selection: { Image|endswith: '\\${value}.exe' }
  condition: selection
level: high
`
const ID = '5f2a7109-dd16-4b85-95f4-e290e4bf50c1'
const OTHER = '6f2a7109-dd16-4b85-95f4-e290e4bf50c1'
const rule = (name: string, id = ID, value = 'a'): Document => {
  return { kind: 'rule', name, spec: { text: sigma(id, value) } }
}
const playbook = (enabled = true, seconds = '60'): Document => {
  return {
    kind: 'playbook',
    name: 'Wait',
    spec: { enabled, trigger: { on: 'manual' }, steps: [{ id: 'wait', type: 'wait', params: { seconds } }] },
  }
}
const all = (): Document[] => [
  rule('windows/a.yml'),
  { kind: 'overlay', name: ID, spec: { min_severity: 'critical', reason: 'crown jewels' } },
  { kind: 'placeholders', name: 'placeholders', spec: { admins: ['root', 'adm'] } },
  playbook(),
  { kind: 'hunt', name: 'Odd', spec: { hypothesis: 'somebody tries', query: 'severity:high', every_minutes: 60 } },
  { kind: 'sla_target', name: 'high', spec: { mttr_target: 60 } },
  { kind: 'sla_policy', name: 'high/Gold', spec: { ack_minutes: 15, resolve_minutes: 240, close_minutes: 1440 } },
  { kind: 'message_text', name: 'escalation', spec: { subject: 'Take it: {title}' } },
]

test('a plan changes nothing, an apply does what the plan lists, and a second apply changes nothing', async () => {
  const planned = await post('plan', all())
  expect(planned.status).toBe(200)
  expect(shortOf(planned)).toEqual(
    all()
      .map(({ kind, name }) => `create ${kind} ${name}`)
      .sort(),
  )
  expect(await kept('rule')).toEqual([])
  const applied = await post('apply', all(), { digest: planned.body.digest })
  expect([applied.status, applied.body.digest]).toEqual([200, planned.body.digest])
  expect(await kept('rule')).toEqual([
    { kind: 'rule', name: 'windows/a.yml', spec: { language: 'sigma', text: sigma(ID, 'a') } },
  ])
  expect(await kept('hunt')).toMatchObject([
    { name: 'Odd', spec: { enabled: true, every_minutes: 60, window_hours: 24 } },
  ])
  expect(await kept('sla_target')).toEqual([
    { kind: 'sla_target', name: 'high', spec: { mttd_target: null, mttr_target: 60, mttc_target: null } },
  ])
  const entries = api.audited.filter(({ action }) => action === 'configuration:applied').length
  const again = await post('apply', all())
  expect(again.body).toMatchObject({ changes: [], unchanged: 8 })
  expect(api.audited.filter(({ action }) => action === 'configuration:applied')).toHaveLength(entries)
})

test('an export can be applied unchanged', async () => {
  await post('apply', all())
  const documents = []
  for (const kind of [
    'rule',
    'overlay',
    'placeholders',
    'playbook',
    'hunt',
    'sla_target',
    'sla_policy',
    'message_text',
  ])
    documents.push(...(await kept(kind)))
  expect((await post('plan', documents, { prune: true })).body).toMatchObject({ changes: [], unchanged: 8 })
})

test('a plan shows both sides of each change and what prune deletes, for the kinds of the request only', async () => {
  await post('apply', all())
  const next = [rule('windows/moved.yml'), playbook(false)]
  const planned = await post('plan', next, { prune: true })
  expect(shortOf(planned)).toEqual([
    'create rule windows/moved.yml',
    'delete rule windows/a.yml',
    'update playbook Wait',
  ])
  expect(planned.body.changes.find(({ kind }: Document) => kind === 'playbook')).toMatchObject({
    before: { enabled: true },
    after: { enabled: false },
  })
  expect((await post('apply', next, { prune: true })).status).toBe(200)
  expect(await namesOf('rule')).toEqual(['windows/moved.yml'])
  expect(await kept('hunt')).toHaveLength(1)
})

test.each<[string, () => Document[], (string | number)[]]>([
  [
    'a rule that does not compile',
    () => [playbook(), { kind: 'rule', name: 'b.yml', spec: { text: 'title: x' } }],
    [1, 'spec', 'text'],
  ],
  ['an id that another file has', () => [playbook(), rule('one.yml'), rule('two.yml', ID, 'b')], [2, 'spec', 'text']],
  [
    'a playbook with a step that there is not',
    () => [rule('a.yml'), { ...playbook(), spec: { trigger: { on: 'manual' }, steps: [{ id: 'x', type: 'fly' }] } }],
    [1, 'spec'],
  ],
  [
    'an overlay of no rule',
    () => [playbook(), { kind: 'overlay', name: 'nobody', spec: { reason: 'x' } }],
    [1, 'spec'],
  ],
  [
    'a hunt whose query is none',
    () => [playbook(), { kind: 'hunt', name: 'h', spec: { hypothesis: '', query: 'a:(' } }],
    [1, 'spec'],
  ],
  [
    'words of no kind of message',
    () => [playbook(), { kind: 'message_text', name: 'x', spec: { subject: 'y' } }],
    [1, 'spec'],
  ],
  [
    'words with a wrong placeholder',
    () => [{ kind: 'message_text', name: 'mention', spec: { body: '{x}' } }],
    [0, 'spec'],
  ],
  ['an SLA policy of no severity', () => [playbook(), { kind: 'sla_policy', name: 'Gold', spec: {} }], [1, 'spec']],
  ['a severity that there is not', () => [playbook(), { kind: 'sla_target', name: 'grave', spec: {} }], [1, 'spec']],
  ['two of one name', () => [playbook(), playbook(false)], [1, 'name']],
  [
    'a member that there is not',
    () => [playbook(), { kind: 'sla_target', name: 'high', spec: { mttr: 5 } }],
    [1, 'spec'],
  ],
])('%s refuses the whole request and names its place', async (_, documents, place) => {
  const refused = await post('apply', documents())
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(JSON.stringify(['body', 'documents', ...place]).slice(0, -1))
  expect([...(await kept('playbook')), ...(await kept('rule'))]).toEqual([])
})

test('an outdated plan is not applied', async () => {
  const { body } = await post('plan', [playbook()])
  await post('apply', [playbook(false)])
  expect((await post('apply', [playbook()], { digest: body.digest })).status).toBe(409)
  expect(await kept('playbook')).toMatchObject([{ spec: { enabled: false } }])
})

test('one of two concurrent plans is applied, and the other has to be planned again', async () => {
  await post('apply', [playbook()])
  const sent = [playbook(true, '70'), playbook(true, '80')]
  const answers = await Promise.all(
    sent.map(async (one) => {
      const { body } = await post('plan', [one])
      return () => post('apply', [one], { digest: body.digest })
    }),
  )
  const done = await Promise.all(answers.map((apply) => apply()))
  expect(done.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('each kind that changes needs its own permission, and another tenant sees none of it', async () => {
  const scopes = ['rules:read', 'rules:write']
  const { key } = (await api.ask('POST', 'api-keys', { token, body: { name: 'ci', scopes } })).body
  const byKey = (documents: Document[]) => api.ask('POST', 'configuration/apply', { key, body: { documents } })
  expect((await byKey([rule('windows/a.yml')])).status).toBe(200)
  expect((await byKey([{ kind: 'sla_target', name: 'high', spec: { mttr_target: 5 } }])).status).toBe(403)
  expect((await byKey([playbook()])).status).toBe(403)

  const other = await makeAdmin(api, await makeTenant(api, `stranger-${tenants}`))
  expect((await api.ask('GET', 'configuration?kind=rule', { token: other })).body.items).toEqual([])
  const applied = await post('apply', [rule('windows/b.yml', OTHER)], { prune: true }, other)
  expect(shortOf(applied)).toEqual(['create rule windows/b.yml'])
  expect(await namesOf('rule')).toEqual(['windows/a.yml'])
})

test('an SLA policy is changed in place, disabled when it is removed, and enabled when it returns', async () => {
  const terms = { ack_minutes: 15, resolve_minutes: 240, close_minutes: 1440 }
  const policy = (name: string, more = {}): Document => ({ kind: 'sla_policy', name, spec: { ...terms, ...more } })
  const gold = async () => {
    const { items } = (await api.ask('GET', 'cases/sla-policies?limit=500', { token })).body
    return items.filter(({ name }: { name: string }) => name === 'Night shift')
  }
  await post('apply', [policy('critical/Night shift', { business_hours_only: true, timezone: 'Europe/Berlin' })])
  const [first] = await gold()
  expect(first).toMatchObject({ severity: 'critical', ack_minutes: 15, timezone: 'Europe/Berlin', enabled: true })
  await post('apply', [policy('critical/Night shift', { ack_minutes: 5 })])
  expect(await gold()).toMatchObject([{ id: first.id, ack_minutes: 5, business_hours_only: false, timezone: 'UTC' }])
  const gone = await post('apply', [policy('low/Other')], { prune: true })
  expect(shortOf(gone)).toContain('delete sla_policy critical/Night shift')
  expect(await gold()).toMatchObject([{ id: first.id, enabled: false }])
  expect((await post('plan', [policy('low/Other')], { prune: true })).body.changes).toEqual([])
  await post('apply', [policy('critical/Night shift')])
  expect(await gold()).toMatchObject([{ id: first.id, enabled: true, ack_minutes: 15 }])
  const wrong = await post('plan', [policy('critical/Night shift', { close_minutes: 1, timezone: 'Nowhere' })])
  expect(wrong.status).toBe(200)
  expect((await post('apply', [policy('critical/Night shift', { timezone: 'Nowhere' })])).status).toBe(422)
})

const role = (permissions: string[], description = 'first line'): Document => {
  return { kind: 'role', name: 'Night shift', spec: { description, permissions } }
}

test('roles are created, changed, exported and removed as documents, with immediate effect', async () => {
  expect(shortOf(await post('apply', [role(['cases:read', 'alerts:read'])]))).toEqual(['create role Night shift'])
  expect(await kept('role')).toEqual([role(['alerts:read', 'cases:read'])])
  expect((await post('plan', await kept('role'), { prune: true })).body).toMatchObject({ changes: [], unchanged: 1 })
  const held = async () => {
    const { body } = await api.ask('GET', 'rbac/roles', { token })
    return body.items.find(({ name }: { name: string }) => name === 'Night shift')
  }
  const { id } = await held()
  const user = await makeUser(api, tenant, `nina-${tenants}`, 'viewer')
  const nina = await tokenOf(api, tenant, `nina-${tenants}`)
  await api.ask('POST', `rbac/users/${user}/roles`, { token, body: { role_id: id } })
  expect((await api.ask('GET', 'alerts?limit=1', { token: nina })).status).toBe(200)
  const writes = () =>
    api.ask('POST', 'alerts', { token: nina, body: { title: 'by the night shift', severity: 'low' } })
  expect((await writes()).status).toBe(403)
  await post('apply', [role(['alerts:read', 'alerts:write'])])
  expect((await writes()).status).toBe(201)
  const other = { ...role(['cases:read']), name: 'Day shift' }
  expect(shortOf(await post('apply', [other], { prune: true }))).toEqual([
    'create role Day shift',
    'delete role Night shift',
  ])
  expect((await writes()).status).toBe(403)
})

test('a role cannot confer permissions that its author lacks, and an invalid role is named', async () => {
  const scopes = ['rules:read', 'rules:write', 'roles:read', 'roles:write', 'alerts:read']
  const { key } = (await api.ask('POST', 'api-keys', { token, body: { name: 'ci', scopes } })).body
  const apply = (...documents: Document[]) => api.ask('POST', 'configuration/apply', { key, body: { documents } })
  expect((await apply(role(['alerts:read']))).status).toBe(200)
  const more = await apply(role(['alerts:read', 'users:write']))
  expect([more.status, more.text]).toEqual([403, expect.stringContaining('users:write')])
  expect(await kept('role')).toEqual([role(['alerts:read'])])
  for (const [spec, at] of [
    [{ permissions: ['alerts:read', 'alerts:fly'] }, ['spec', 'permissions', 1]],
    [{ permissions: 'alerts:read' }, ['spec', 'permissions']],
    [{ permissions: [], users: [] }, ['spec']],
  ] as const) {
    const { status, body } = await apply({ kind: 'role', name: 'Other', spec })
    expect([status, body.detail?.[0]?.loc.slice(0, 3 + at.length)]).toEqual([422, ['body', 'documents', 0, ...at]])
  }
  expect((await apply({ kind: 'role', name: 'tenant_admin', spec: { permissions: [] } })).status).toBe(422)
  const narrow = (await api.ask('POST', 'api-keys', { token, body: { name: 'n', scopes: scopes.slice(0, 3) } })).body
    .key
  const body = { documents: [{ ...role([]), name: 'Empty' }] }
  expect((await api.ask('POST', 'configuration/apply', { key: narrow, body })).status).toBe(403)
})

const SECRET = 'a-token-of-okta'
const okta = (spec: object = {}): Document => {
  const connector_config = { base_url: 'https://acme.okta.com' }
  return { kind: 'connector', name: 'Okta', spec: { type: 'okta', connector_config, secrets: ['api_token'], ...spec } }
}
const withSecret = (value = SECRET) => ({ connector_secrets: { Okta: { api_token: value } } })

test('a connector is applied with its secret beside it, and no plan, document or audit entry contains the secret', async () => {
  const planned = await post('plan', [okta()], withSecret())
  expect(shortOf(planned)).toEqual(['create connector Okta'])
  const applied = await post('apply', [okta()], { ...withSecret(), digest: planned.body.digest })
  expect(applied.status).toBe(200)
  const documents = await kept('connector')
  expect(documents).toMatchObject([
    { name: 'Okta', spec: { type: 'okta', secrets: ['api_token'], identifiers: {}, poll_interval_seconds: 300 } },
  ])
  expect(JSON.stringify([planned.body, applied.body, documents, api.audited])).not.toContain(SECRET)
  // The same again, with the secret or without, is nothing.
  expect((await post('plan', [okta()], withSecret())).body).toMatchObject({ changes: [], unchanged: 1 })
  expect((await post('plan', documents)).body).toMatchObject({ changes: [], unchanged: 1 })
  const renewed = await post('plan', [okta()], withSecret('another-token'))
  expect(renewed.body.changes).toMatchObject([{ change: 'update', after: { secrets_renewed: ['api_token'] } }])
  expect((await post('apply', [okta({ enabled: false })], withSecret('another-token'))).status).toBe(200)
  expect((await post('plan', [okta({ enabled: false })], withSecret('another-token'))).body.unchanged).toBe(1)
})

test('a connector is refused at its place when its secret is missing, stands in the document or belongs to no connector', async () => {
  const locOf = ({ body }: { body: { detail: { loc: unknown[] }[] } }) => body.detail[0]?.loc
  const missing = await post('apply', [playbook(), okta()])
  expect([missing.status, locOf(missing)]).toEqual([422, ['body', 'documents', 1, 'spec', 'secrets']])
  const open = await post('plan', [okta({ identifiers: { api_token: SECRET } })])
  expect([open.status, locOf(open)]).toEqual([422, ['body', 'documents', 0, 'spec', 'identifiers', 'api_token']])
  expect(open.text).not.toContain(SECRET)
  const stray = await post('plan', [playbook()], withSecret())
  expect([stray.status, locOf(stray)]).toEqual([422, ['body', 'connector_secrets', 'Okta']])
  const moved = await post('apply', [okta()], withSecret())
  expect(moved.status).toBe(200)
  const other = okta({ connector_config: { base_url: 'https://evil.example' } })
  expect((await post('apply', [other])).status).toBe(422)
  await makeUser(api, tenant, `rita-${tenants}`, 'viewer')
  const reader = await tokenOf(api, tenant, `rita-${tenants}`)
  expect((await post('plan', [okta()], withSecret(), reader)).status).toBe(403)
})
