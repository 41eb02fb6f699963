/** One campaign over several tenants, decided once by the provider, done in each under its own rules. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTenant, createOrganisation } from '../../../control/identity/organisations/index.ts'
import { carryCampaignsOn } from '../../../control/respond/campaigns/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let msp: TenantId
const tenants: Record<string, TenantId> = {}
const tokens: Record<string, string> = {}
/** Role of the delegations of pat, who asks, and of quinn, who agrees. */
const CUSTOMERS = {
  plain: ['soc_lead', 'soc_lead'],
  denies: ['soc_lead', 'soc_lead'],
  absent: [null, 'soc_lead'],
  own: ['soc_lead', null],
  weak: ['soc_lead', 'soc_analyst'],
} as const

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  msp = await makeTenant(api, 'msp')
  for (const name of ['pat', 'quinn']) {
    await makeUser(api, msp, name, 'soc_lead')
    tokens[name] = await tokenOf(api, msp, name)
  }
  await createOrganisation(api.owner, { name: 'MSP', kind: 'mssp', homeTenant: msp })
  for (const [name, roles] of Object.entries(CUSTOMERS)) {
    const tenant = await makeTenant(api, name)
    tenants[name] = tenant
    await makeUser(api, tenant, name, 'tenant_admin')
    tokens[name] = await tokenOf(api, tenant, name)
    await addTenant(api.owner, 'MSP', tenant)
    for (const [index, role] of roles.entries()) {
      const body = {
        email: `${['pat', 'quinn'][index]}@msp.example`,
        role,
        reason: 'looks after them',
        expires_in_hours: 24,
      }
      if (role === null) continue
      const delegation = await ask(name, 'POST', 'organisation/delegations', body)
      expect([delegation.status, delegation.text]).toMatchObject([201, expect.anything()])
    }
  }
  tenants.stranger = await makeTenant(api, 'stranger')
  await ask('denies', 'POST', 'response/targets', { list: 'deny', pattern: '198.51.100.*', reason: 'our partner' })
}, 120_000)
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const ask = (who: string, method: string, url: string, body?: object) =>
  api.ask(method, url, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })
const deps = () => ({ pool: api.owner, audit: api.deps.audit, log: pino({ level: 'silent' }), nowMs: Date.now })
async function carriedOn() {
  while (await carryCampaignsOn(deps()));
}
const campaignOf = (names: readonly string[], target = '198.51.100.7') => ({
  ...{ title: 'Block the C2', action_type: 'block_ip', rationale: 'seen at three customers' },
  targets: names.map((name) => ({ tenant_id: tenants[name], target })),
})
const outcomes = async (id: string) =>
  Object.fromEntries(
    (await ask('pat', 'GET', `campaigns/${id}`)).body.outcomes.map(
      (one: { customer: string; status: string; detail: string }) => [one.customer, [one.status, one.detail]],
    ),
  )

test('is decided once, and its outcome follows the rules of each tenant', async () => {
  const made = await ask('pat', 'POST', 'campaigns', campaignOf(Object.keys(CUSTOMERS)))
  expect([made.status, made.text]).toMatchObject([201, expect.anything()])
  const { id, approval_id: approval } = made.body
  await carriedOn()
  expect(new Set(Object.values(await outcomes(id)).map((one) => (one as string[])[0]))).toEqual(new Set(['waiting']))
  expect((await ask('plain', 'GET', 'actions')).body.items).toEqual([])
  expect((await ask('pat', 'POST', `approvals/${approval}/approve`, {})).status).toBe(403)
  // The approval names each tenant with its targets.
  expect((await ask('quinn', 'GET', `approvals/${approval}`)).body.action.parameters).toMatchObject({
    [`in ${tenants.plain}`]: '198.51.100.7',
  })
  expect((await ask('quinn', 'POST', `approvals/${approval}/approve`, {})).body.status).toBe('approved')
  api.audited.length = 0
  await Promise.all([carryCampaignsOn(deps()), carryCampaignsOn(deps())])
  await carriedOn()
  expect(await outcomes(id)).toEqual({
    [tenants.plain ?? '']: ['running', null],
    [tenants.denies ?? '']: ['refused', expect.stringContaining('our partner')],
    [tenants.absent ?? '']: ['refused', expect.stringContaining('no delegation')],
    [tenants.own ?? '']: ['held', 'people of the tenant have to agree'],
    [tenants.weak ?? '']: ['held', 'people of the tenant have to agree'],
  })
  const { items } = (await ask('plain', 'GET', 'actions')).body
  expect(items).toMatchObject([{ action_type: 'block_ip', target: '198.51.100.7', status: 'approved' }])
  const there = api.audited.filter(({ tenantId }) => tenantId === tenants.plain)
  expect(new Set(there.map(({ action, actorEmail }) => `${action} ${actorEmail}`))).toEqual(
    new Set(['action:requested pat@msp.example', 'approval:approved quinn@msp.example']),
  )
  for (const entry of there)
    expect(entry).toMatchObject({ delegationId: expect.any(String), changes: { campaign_id: id, by_tenant: msp } })
  // The tenant's own people decide where the provider may not.
  const [{ id: held }] = (await ask('own', 'GET', 'approvals')).body.items
  expect((await ask('own', 'POST', `approvals/${held}/reject`, { comment: 'not here' })).body.status).toBe('denied')
  await carriedOn()
  expect((await outcomes(id))[tenants.own ?? '']).toEqual(['refused', expect.stringContaining('not here')])
  expect((await ask('pat', 'GET', 'campaigns')).body.items).toMatchObject([
    { id, approval_status: 'approved', tenants: { running: 1, refused: 3, held: 1 } },
  ])
})

test('requests no action anywhere when it is denied', async () => {
  const made = (await ask('pat', 'POST', 'campaigns', campaignOf(['plain'], '198.51.100.99'))).body
  await ask('quinn', 'POST', `approvals/${made.approval_id}/reject`, {})
  await carriedOn()
  expect(await outcomes(made.id)).toEqual({ [tenants.plain ?? '']: ['not_decided', 'the campaign is denied'] })
  const { items } = (await ask('plain', 'GET', 'actions')).body
  expect(items.map(({ target }: { target: string }) => target)).not.toContain('198.51.100.99')
})

test('is refused for tenants without a delegation, and to non-providers', async () => {
  expect((await ask('pat', 'POST', 'campaigns', campaignOf(['plain', 'stranger']))).status).toBe(422)
  expect((await ask('pat', 'POST', 'campaigns', campaignOf(['plain'], 'no address'))).status).toBe(422)
  expect((await ask('plain', 'POST', 'campaigns', campaignOf(['plain']))).status).toBe(409)
  expect((await ask('plain', 'GET', 'campaigns')).body.items).toEqual([])
})
