/** A campaign over forty tenants, whose rules differ: decided once, done in each as its own rules say. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTenant, createOrganisation } from '../../../control/identity/organisations/index.ts'
import { carryCampaignsOn } from '../../../control/respond/campaigns/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const TENANTS = 40
/** Every fourth tenant has a partner that is never blocked, and every fourth no delegation for who agrees. */
const kindOf = (index: number) => (['plain', 'denies', 'own', 'plain'] as const)[index % 4] ?? 'plain'
let server: TestPostgres
let api: TestApi
const customers: TenantId[] = []
const tokens: Record<string, string> = {}
const ask = (who: string, method: string, url: string, body?: object) =>
  api.ask(method, url, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  const msp = await makeTenant(api, 'msp')
  for (const name of ['pat', 'quinn']) {
    await makeUser(api, msp, name, 'soc_lead')
    tokens[name] = await tokenOf(api, msp, name)
  }
  await createOrganisation(api.owner, { name: 'MSP', kind: 'mssp', homeTenant: msp })
  for (let index = 0; index < TENANTS; index++) {
    const tenant = await makeTenant(api, `customer-${index}`)
    customers.push(tenant)
    const admin = `admin${index}`
    await makeUser(api, tenant, admin, 'tenant_admin')
    tokens[admin] = await tokenOf(api, tenant, admin)
    await addTenant(api.owner, 'MSP', tenant)
    for (const name of kindOf(index) === 'own' ? ['pat'] : ['pat', 'quinn']) {
      const delegation = {
        email: `${name}@msp.example`,
        role: 'soc_lead',
        reason: 'looks after them',
        expires_in_hours: 24,
      }
      expect((await ask(admin, 'POST', 'organisation/delegations', delegation)).status).toBe(201)
    }
    if (kindOf(index) !== 'denies') continue
    const denied = { list: 'deny', pattern: '198.51.100.*', reason: 'our partner' }
    expect((await ask(admin, 'POST', 'response/targets', denied)).status).toBe(201)
  }
}, 600_000)
afterAll(async () => {
  await api?.close()
  await server?.close()
})

test('forty tenants, one decision', async () => {
  const targets = customers.map((tenant_id) => ({ tenant_id, target: '198.51.100.7' }))
  const campaign = { title: 'Block the C2', action_type: 'block_ip', rationale: 'seen at three', targets }
  const made = await ask('pat', 'POST', 'campaigns', campaign)
  expect([made.status, made.text]).toMatchObject([201, expect.anything()])
  const { id, approval_id: approval } = made.body
  expect((await ask('quinn', 'POST', `approvals/${approval}/approve`, {})).body.status).toBe('approved')
  const deps = { pool: api.owner, audit: api.deps.audit, log: pino({ level: 'silent' }), nowMs: Date.now }
  await Promise.all([carryCampaignsOn(deps), carryCampaignsOn(deps), carryCampaignsOn(deps)])
  while (await carryCampaignsOn(deps));
  const { outcomes } = (await ask('pat', 'GET', `campaigns/${id}`)).body
  const statusOf = new Map(outcomes.map((one: { customer: string; status: string }) => [one.customer, one.status]))
  const expected = { plain: 'running', denies: 'refused', own: 'held' } as const
  for (const [index, tenant] of customers.entries())
    expect([index, statusOf.get(tenant)]).toEqual([index, expected[kindOf(index)]])
  // Once in each: three workers looked at the same time.
  for (const [index] of customers.entries()) {
    const actions = kindOf(index) === 'denies' ? 0 : 1
    expect((await ask(`admin${index}`, 'GET', 'actions')).body.items).toHaveLength(actions)
  }
})
