/** A provider's person over all tenants that gave it a delegation: who it is there, its queue, figures, usage, templates. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addTenant, createOrganisation } from '../../../control/identity/organisations/index.ts'
import { PORTFOLIO_LIMITS } from '../../../control/identity/portfolio/each-tenant.ts'
import { setTenantStatus } from '../../../control/identity/tenants/index.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let home: TenantId
let pat: string
let other: string
/** Tokens of administrators of the customers. */
const admins: Record<string, string> = {}
const delegations: Record<string, string> = {}
let patId: string

const ask = (method: string, url: string, body?: unknown, token = pat) =>
  api.ask(method, url, { token, ...(body === undefined ? {} : { body }) })

async function delegate(tenant: string, role: string) {
  const body = { email: 'pat@provider.example', role, reason: 'looks after us', expires_in_hours: 8 }
  const { body: made } = await ask('POST', 'organisation/delegations', body, admins[tenant])
  delegations[tenant] = made.id
}

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  home = await makeTenant(api, 'provider')
  patId = await makeUser(api, home, 'pat', 'tenant_admin')
  await makeUser(api, home, 'oda', 'tenant_admin')
  pat = await tokenOf(api, home, 'pat')
  other = await tokenOf(api, home, 'oda')
  await createOrganisation(api.owner, { name: 'Provider', kind: 'mssp', homeTenant: home })
  for (const name of ['acme', 'bolt', 'cape', 'dune']) {
    const tenant = await makeTenant(api, name)
    await addTenant(api.owner, 'Provider', tenant)
    await makeUser(api, tenant, 'ann', 'tenant_admin')
    admins[name] = await tokenOf(api, tenant, 'ann')
  }
  await delegate('acme', 'soc_lead')
  await delegate('bolt', 'tenant_admin')
  // None from cape; dune's will have ended.
  await delegate('dune', 'soc_lead')
  await ask('DELETE', `organisation/delegations/${delegations.dune}`, undefined, admins.dune)
  for (const [tenant, title, severity] of [
    ['acme', 'Ransom note', 'critical'],
    ['acme', 'Odd sign-in', 'medium'],
    ['bolt', 'Beacon', 'high'],
    ['cape', 'Not theirs to see', 'critical'],
    ['dune', 'No more theirs to see', 'critical'],
  ] as const)
    await ask('POST', 'alerts', { title, severity, rule_id: title, affected_hosts: [`${tenant}-host`] }, admins[tenant])
  await ask('POST', 'cases', { title: 'Breach at Bolt', severity: 'critical' }, admins.bolt)
}, 120_000)
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title)

test('a user who works by delegation is shown with the tenant and the delegation', async () => {
  const { body: entered } = await ask('POST', `delegations/${delegations.acme}/enter`)
  const { status, body } = await ask('GET', 'users/me', undefined, entered.access_token)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...{ id: patId, email: 'pat@provider.example', username: 'pat', tenant_id: 'acme', role: 'soc_lead' },
    delegation: { id: delegations.acme, home_tenant_id: 'provider', role: 'soc_lead', reason: 'looks after us' },
  })
  expect(body.permissions).toContain('alerts:read')
  expect(body.permissions).not.toContain('settings:write')
  expect((await ask('GET', 'users/me')).body).toMatchObject({ tenant_id: 'provider', delegation: null })
})

describe('the queue of the organisation', () => {
  test('has alerts and cases of the delegated tenants only, the highest priority first', async () => {
    const { status, body } = await ask('GET', 'organisation/queue')
    expect(status).toBe(200)
    expect(titles(body.items)).toEqual(['Ransom note', 'Breach at Bolt', 'Beacon', 'Odd sign-in'])
    expect(body.items[1]).toMatchObject({ tenant_id: 'bolt', tenant_name: 'bolt', kind: 'case', number: 'INC-001' })
    expect(body).toMatchObject({ tenants_read: 2, not_read: [], tenants_left_off: false })
    expect((await ask('GET', 'organisation/queue', undefined, other)).body).toMatchObject({
      items: [],
      tenants_read: 0,
    })
  })

  test('is the same page by page', async () => {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await ask('GET', `organisation/queue?limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...titles(body.items))
      if (body.next_cursor === undefined) break
      cursor = body.next_cursor
    }
    expect(seen).toEqual(['Ransom note', 'Breach at Bolt', 'Beacon', 'Odd sign-in'])
    expect((await ask('GET', 'organisation/queue?cursor=x')).status).toBe(422)
  })

  test('can be filtered by kind, severity and tenant', async () => {
    const of = async (query: string) => titles((await ask('GET', `organisation/queue?${query}`)).body.items)
    expect(await of('kind=case')).toEqual(['Breach at Bolt'])
    expect(await of('severity=medium,high')).toEqual(['Beacon', 'Odd sign-in'])
    expect(await of('tenant=acme')).toEqual(['Ransom note', 'Odd sign-in'])
    expect(await of('tenant=cape')).toEqual([])
    expect((await ask('GET', 'organisation/queue?severity=grave')).status).toBe(422)
  })

  test('is audited in every tenant that it reads, with the delegation', async () => {
    api.audited.length = 0
    await ask('GET', 'organisation/queue')
    const reads = api.audited.filter(({ action }) => action === 'organisation:queue_read')
    expect(reads.map(({ tenantId, delegationId, actorId }) => [tenantId, delegationId, actorId]).sort()).toEqual([
      ['acme', delegations.acme, patId],
      ['bolt', delegations.bolt, patId],
    ])
  })

  test('applies the field rules of each tenant', async () => {
    const rule = { resource: 'alert', field_path: 'affected_hosts', treatment: 'redact', visible_to_roles: ['viewer'] }
    expect((await ask('POST', 'governance/field-rules', rule, admins.bolt)).status).toBe(201)
    const named = { title: 'Beacon of bolt-host', severity: 'high', rule_id: 'named', affected_hosts: ['bolt-host'] }
    await ask('POST', 'alerts', named, admins.bolt)
    const { body, text } = await ask('GET', 'organisation/queue?tenant=bolt&kind=alert')
    expect(body.items).toHaveLength(2)
    expect(body.items[1].withheld_fields).toContain('affected_hosts')
    expect(text).not.toContain('bolt-host')
  })

  test.each([
    ['alert', 'severity', 'alert', 'critical_alerts'],
    ['alert', 'priority', 'alert', null],
    ['case', 'severity', 'case', 'overdue_cases'],
  ])(
    'has no %s of a tenant that hides its %s, by which the queue is ordered',
    async (resource, field_path, kind, figure) => {
      const rule = { resource, field_path, treatment: 'redact', visible_to_roles: ['viewer'] }
      const made = await ask('POST', 'governance/field-rules', rule, admins.bolt)
      expect(made.status).toBe(201)
      for (const query of ['', '&severity=critical', '&severity=low']) {
        const { body } = await ask('GET', `organisation/queue?tenant=bolt&kind=${kind}${query}`)
        expect(body.items).toEqual([])
        expect(body.not_read).toEqual([
          { tenant_id: 'bolt', reason: expect.stringContaining(`hides ${resource}.${field_path}`) },
        ])
      }
      const { body } = await ask('GET', 'organisation/portfolio')
      const bolt = body.items.find(({ tenant_id }: { tenant_id: string }) => tenant_id === 'bolt')
      if (figure !== null) expect([bolt[figure], bolt.not_measured[figure]]).toEqual([null, expect.any(String)])
      await ask('DELETE', `governance/field-rules/${made.body.id}`, undefined, admins.bolt)
    },
  )

  test('shows a hidden status as the rule treats it', async () => {
    const rule = { resource: 'alert', field_path: 'status', treatment: 'redact', visible_to_roles: ['viewer'] }
    const made = await ask('POST', 'governance/field-rules', rule, admins.bolt)
    const { body } = await ask('GET', 'organisation/queue?tenant=bolt&kind=alert')
    expect(body.items.map(({ status }: { status: string }) => status)).toContain('[redacted]')
    expect(JSON.stringify(body.items)).not.toContain('"status":"new"')
    await ask('DELETE', `governance/field-rules/${made.body.id}`, undefined, admins.bolt)
  })

  test('leaves a suspended tenant out and says so', async () => {
    await setTenantStatus(api.owner, 'bolt' as TenantId, 'suspended')
    const { body } = await ask('GET', 'organisation/queue')
    await setTenantStatus(api.owner, 'bolt' as TenantId, 'active')
    expect(titles(body.items)).toEqual(['Ransom note', 'Odd sign-in'])
    expect(body.not_read).toEqual([{ tenant_id: 'bolt', reason: 'this tenant is suspended' }])
  })

  test('is refused to API keys and inside a delegation', async () => {
    const { body: entered } = await ask('POST', `delegations/${delegations.acme}/enter`)
    expect((await ask('GET', 'organisation/queue', undefined, entered.access_token)).status).toBe(403)
    const scopes = ['alerts:read', 'cases:read']
    const { body: made } = await ask('POST', 'api-keys', { name: 'k', scopes })
    expect((await api.ask('GET', 'organisation/queue', { key: made.key })).status).toBe(403)
  })
})

test('the portfolio has figures of each tenant, and says which ones are unknown and why', async () => {
  const { body } = await ask('GET', 'organisation/portfolio')
  expect(body.items.map(({ tenant_id: id }: { tenant_id: string }) => id)).toEqual(['acme', 'bolt'])
  expect(body.items[0]).toMatchObject({
    ...{ open_alerts: 2, critical_alerts: 1, open_cases: 0, events_24h: null, overdue_alerts: null },
    not_measured: { events_24h: 'no lake is configured here', overdue_alerts: 'no severity has a target to resolve' },
  })
  expect(body.items[1]).toMatchObject({ open_cases: 1, critical_alerts: 0 })
})

test('the portfolio is sorted by a figure: the highest first, then by id, and unknown figures last', async () => {
  const idsBy = async (query: string) => {
    const { status, body } = await ask('GET', `organisation/portfolio?${query}`)
    expect(status).toBe(200)
    return body.items.map(({ tenant_id: id }: { tenant_id: string }) => id)
  }
  await ask('POST', 'alerts', { title: 'One more', severity: 'low', rule_id: 'more' }, admins.bolt)
  await ask('POST', 'alerts', { title: 'And more', severity: 'low', rule_id: 'more 2' }, admins.bolt)
  expect(await idsBy('sort=id')).toEqual(['acme', 'bolt'])
  expect(await idsBy('sort=critical_alerts')).toEqual(['acme', 'bolt'])
  expect(await idsBy('sort=open_alerts')).toEqual(['bolt', 'acme'])
  expect(await idsBy('sort=late_sources'), 'unknown without a lake').toEqual(['acme', 'bolt'])
  const { body: first } = await ask('GET', 'organisation/portfolio?sort=open_alerts&limit=1')
  expect(first).toMatchObject({ items: [{ tenant_id: 'bolt', not_measured: { late_sources: expect.anything() } }] })
  expect(await idsBy(`sort=open_alerts&limit=1&cursor=${first.next_cursor}`)).toEqual(['acme'])
  const { body: last } = await ask('GET', `organisation/portfolio?sort=open_alerts&limit=1&cursor=${first.next_cursor}`)
  expect(last.next_cursor).toBeUndefined()
  for (const query of [`sort=critical_alerts&cursor=${first.next_cursor}`, 'sort=open_alerts&cursor=x', 'sort=role'])
    expect((await ask('GET', `organisation/portfolio?${query}`)).status).toBe(422)
})

test('a sorted portfolio names a tenant that could not be read once, on its first page', async () => {
  await setTenantStatus(api.owner, 'bolt' as TenantId, 'suspended')
  const { body } = await ask('GET', 'organisation/portfolio?sort=critical_alerts&limit=1')
  await setTenantStatus(api.owner, 'bolt' as TenantId, 'active')
  expect(body).toMatchObject({
    items: [{ tenant_id: 'acme' }],
    not_read: [{ tenant_id: 'bolt', reason: 'this tenant is suspended' }],
  })
  expect(body.next_cursor).toBeUndefined()
})

test('usage is summed over the tenants, and is incomplete when a tenant lacks a measurement', async () => {
  const { status, body } = await ask('GET', 'organisation/usage')
  expect(status).toBe(200)
  const alerts = body.items.map((one: { totals: Record<string, number> }) => one.totals.alerts)
  expect(body.totals.alerts).toBe(alerts[0] + alerts[1])
  expect(body.is_whole).toBe(false)
})

describe('a template', () => {
  const documents = [
    { kind: 'sla_target', name: 'critical', spec: { mttr_target: 60 } },
    { kind: 'branding', name: 'branding', spec: { product_name: 'Provider SOC', primary_color: '#112233' } },
  ]
  const kept = async () => (await ask('PUT', 'organisation/templates', { name: 'Standard', documents })).body.id

  test('previews the differences per tenant, and is applied as previewed', async () => {
    await ask('PUT', 'organisation/templates', { name: 'Standard', documents })
    const id = await kept()
    const plan = await ask('POST', `organisation/templates/${id}/plan`, {})
    expect(plan.status).toBe(200)
    const created = [{ change: 'create' }, { change: 'create' }]
    const items = ['acme', 'bolt'].map((tenant_id) => ({ tenant_id, changes: created }))
    expect(plan.body).toMatchObject({ items, not_read: [] })
    const tenants = plan.body.items.map(({ tenant_id, digest }: Record<string, string>) => ({ tenant_id, digest }))
    const applied = await ask('POST', `organisation/templates/${id}/apply`, { tenants })
    expect(applied.body).toMatchObject({
      items: [{ tenant_id: 'bolt', changes: 2 }],
      // The role in acme sees settings, and may not change them.
      not_applied: [{ tenant_id: 'acme', reason: expect.stringContaining('settings:write') }],
    })
    const again = await ask('POST', `organisation/templates/${id}/plan`, { tenants: ['bolt', 'cape'] })
    expect(again.body).toMatchObject({
      items: [{ tenant_id: 'bolt', changes: [], unchanged: 2 }],
      not_read: [{ tenant_id: 'cape', reason: 'no delegation into it' }],
    })
    expect((await ask('GET', 'branding', undefined, admins.bolt)).body).toMatchObject({ product_name: 'Provider SOC' })
  })

  test('is not applied to a tenant that changed since the preview', async () => {
    const id = await kept()
    const digest = '0'.repeat(64)
    const applied = await ask('POST', `organisation/templates/${id}/apply`, {
      tenants: [{ tenant_id: 'bolt', digest }],
    })
    expect(applied.body).toMatchObject({
      items: [],
      not_applied: [{ tenant_id: 'bolt', reason: expect.stringContaining('plan again') }],
    })
  })

  test('can be made from the provider’s own configuration, and belongs to the provider', async () => {
    await ask('PUT', 'sla/configs/high', { mttr_target: 120 })
    const body = { name: 'Ours', from_this_tenant: ['sla_target'] }
    const made = await ask('PUT', 'organisation/templates', body)
    expect(made.body.documents.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)).toEqual([
      'sla_target high',
    ])
    expect((await ask('POST', `organisation/templates/${made.body.id}/plan`, {}, admins.cape)).status).toBe(404)
    expect((await ask('GET', 'organisation/templates', undefined, admins.cape)).body.items).toEqual([])
    expect((await ask('PUT', 'organisation/templates', { name: 'empty' })).status).toBe(422)
    expect((await ask('DELETE', `organisation/templates/${made.body.id}`)).status).toBe(204)
  })
})

test('a named tenant is found beyond the limit of tenants, and only a tenant without a delegation is reported so', async () => {
  const { tenants: bound } = PORTFOLIO_LIMITS
  Object.assign(PORTFOLIO_LIMITS, { tenants: 1 })
  onTestFinished(() => void Object.assign(PORTFOLIO_LIMITS, { tenants: bound }))
  const template = await ask('PUT', 'organisation/templates', {
    name: 'Policies',
    documents: [
      {
        kind: 'sla_policy',
        name: 'critical/Gold',
        spec: { ack_minutes: 15, resolve_minutes: 240, close_minutes: 1440 },
      },
    ],
  })
  expect([template.status, template.text]).toEqual([200, expect.anything()])
  // Acme is before Bolt.
  const plan = (body: object) => ask('POST', `organisation/templates/${template.body.id}/plan`, body)
  expect((await plan({})).body).toMatchObject({ items: [{ tenant_id: 'acme' }], tenants_left_off: true })
  const { status, body } = await plan({ tenants: ['bolt', 'cape'] })
  expect([status, body]).toMatchObject([
    200,
    {
      items: [{ tenant_id: 'bolt', changes: [{ kind: 'sla_policy', name: 'critical/Gold', change: 'create' }] }],
      not_read: [{ tenant_id: 'cape', reason: 'no delegation into it' }],
      tenants_left_off: false,
    },
  ])
})

describe('a new customer', () => {
  const body = { tenant_id: 'fresh', name: 'Fresh Corp', admin_email: 'amy@fresh.example' }

  test('is created by the provider in one request, and its administrator signs in by a link', async () => {
    const { status, body: made } = await ask('POST', 'organisation/tenants', body)
    expect(status).toBe(201)
    expect(made).toMatchObject({
      tenant_id: 'fresh',
      organisation: 'Provider',
      delegations: [{ role: 'tenant_admin' }],
    })
    expect(made.invitation_url).toBe(`https://soc.example${made.invitation_path}`)
    expect(made.invitation_mailed, 'no mail is sent here').toBe(false)
    const link = new URLSearchParams(made.invitation_path.split('#')[1]).get('token')
    const accepted = await api.ask('POST', 'auth/invitations/accept', { body: { token: link } })
    expect(accepted.status).toBe(200)
    const amy = await ask('GET', 'users/me', undefined, accepted.body.access_token)
    expect(amy.body).toMatchObject({ tenant_id: 'fresh', email: 'amy@fresh.example', role: 'tenant_admin' })
    const { body: shown } = await ask('GET', 'organisation/portfolio')
    expect(shown.items.at(-1)).toMatchObject({ tenant_id: 'fresh', tenant_name: 'Fresh Corp', open_alerts: 0 })
    // The delegation of the beginning is listed as any other.
    const delegated = await ask('GET', 'organisation/delegations', undefined, accepted.body.access_token)
    expect(delegated.body.items).toMatchObject([{ id: made.delegations[0].id, role: 'tenant_admin' }])
  })

  test('has the link mailed to its administrator when a mail server exists', async () => {
    const deps = api.deps as { passwordMail?: unknown }
    deps.passwordMail = { webUrl: 'https://soc.example' }
    onTestFinished(() => void delete deps.passwordMail)
    const made = await ask('POST', 'organisation/tenants', { ...body, tenant_id: 'fresh-mail' })
    expect([made.status, made.body.invitation_mailed]).toEqual([201, true])
    const sql = /* sql */ `
      SELECT n.secret_url, d.address FROM notifications n JOIN notification_deliveries d ON d.notification_id = n.id`
    const rows = await withTenant(api.deps.pool, tenantId('fresh-mail'), (tx) => tx.many((row) => row, sql))
    expect(rows).toEqual([
      { secret_url: `https://soc.example${made.body.invitation_path}`, address: 'amy@fresh.example' },
    ])
  })

  test('is refused for a used id, without being the provider, and for roles that the caller lacks', async () => {
    expect((await ask('POST', 'organisation/tenants', { ...body, tenant_id: 'cape' })).status).toBe(409)
    expect((await ask('POST', 'organisation/tenants', { ...body, tenant_id: 'x1' }, admins.acme)).status).toBe(409)
    await makeUser(api, home, 'ana', 'soc_analyst')
    const analyst = await tokenOf(api, home, 'ana')
    expect((await ask('POST', 'organisation/tenants', { ...body, tenant_id: 'x2' }, analyst)).status).toBe(403)
    const stranger = [{ email: 'ann@acme.example', role: 'viewer' }]
    const refused = await ask('POST', 'organisation/tenants', { ...body, tenant_id: 'x3', delegates: stranger })
    expect(refused.status).toBe(422)
    expect((await ask('GET', 'organisation/tenants')).body.items.map(({ id }: { id: string }) => id)).not.toContain(
      'x3',
    )
  })
})
