/** Residency of data: the four rules, and that what is refused is recorded all the same. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireRegion, withinRegion } from '../../../control/platform/governance/index.ts'
import { workOnNext } from '../../../control/respond/playbooks/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi, VAULT } from '../../test-api.ts'

let api: TestApi
let acme: TenantId
let token: string
let stranger: string

beforeAll(async () => {
  api = await startTestApi()
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(() => api.close())

const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })
const declare = async (body: object) => expect((await ask('PUT', 'governance/residency', body)).status).toBe(200)
const violations = async () => (await ask('GET', 'governance/residency/violations')).body.items
const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(api.deps.pool, acme, work)
const model = (host: string) => requireRegion(inTenant, 'model', host)
const EU = {
  data_region: 'eu',
  residency_enforced: true,
  destinations: { 'models.example': 'eu', 'us.example': 'us', here: 'eu' },
}

test('nothing is enforced by default', async () => {
  const { body } = await ask('GET', 'governance/residency')
  expect(body).toEqual({ data_region: null, residency_enforced: false, destinations: {} })
  await model('anywhere.example')
  expect(await violations()).toEqual([])
})

test('an operation inside the region is allowed; outside, or with an unknown region, it is refused and recorded', async () => {
  await declare(EU)
  await model('models.example')
  await model('api.models.example')
  expect(await violations()).toEqual([])
  await expect(model('us.example')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(model('unknown.example')).rejects.toThrow('no region is declared for unknown.example')
  await declare({ ...EU, data_region: null })
  await expect(model('models.example')).rejects.toThrow('the tenant declares no region')
  const recorded = await violations()
  expect(
    recorded.map(({ expected_region, actual_region, refused }: Record<string, unknown>) => [
      expected_region,
      actual_region,
      refused,
    ]),
  ).toEqual([
    [null, 'eu', true],
    ['eu', null, true],
    ['eu', 'us', true],
  ])
  expect((await ask('GET', 'governance/residency/violations', undefined, stranger)).body.items).toEqual([])
})

test('a region that is declared but not enforced refuses nothing and is recorded', async () => {
  await declare({ ...EU, residency_enforced: false })
  await model('us.example')
  expect((await violations())[0]).toMatchObject({ operation: 'model', destination: 'us.example', refused: false })
})

test('the region is checked before anything is sent, and an export from an installation elsewhere is refused', async () => {
  await declare({ ...EU, destinations: { here: 'us' } })
  let calls = 0
  const egress = withinRegion(inTenant, async () => Promise.reject(new Error(`asked ${++calls}`)), 'feed')
  const request = { url: 'https://feeds.example/list', chosenBy: 'tenant', method: 'GET' } as never
  await expect(egress(request)).rejects.toMatchObject({ code: 'forbidden' })
  expect(calls).toBe(0)
  expect((await ask('GET', 'audit/export?format=csv')).status).toBe(403)
  expect((await violations()).slice(0, 2).map(({ operation }: { operation: string }) => operation)).toEqual([
    'export',
    'feed',
  ])
})

test('every export from an installation elsewhere is refused, whatever its format', async () => {
  await declare({ ...EU, destinations: { here: 'us' } })
  const { paths } = (await api.ask('GET', '/openapi.json')).body as { paths: Record<string, { get?: unknown }> }
  const EXPORTS = /\/exports\/[a-z]+(\/\{framework\})?$|\/export(\.[a-z]+)?$|\/intel\/stix$/
  const found = Object.keys(paths).filter((path) => EXPORTS.test(path) && paths[path]?.get !== undefined)
  expect(found.length).toBeGreaterThan(9)
  const urls = found
    .filter((path) => !path.endsWith('/exports/jobs')) // lists jobs; beginning one is an export
    .map((path) => path.replace('/api/v1/', '').replace('{framework}', 'nist-csf'))
  for (const url of urls) {
    const answer = await ask('GET', `${url}?${url.includes('usage') ? 'month=2026-11' : ''}`)
    expect([url, answer.status, answer.body?.detail]).toEqual([
      url,
      403,
      'residency refuses this export: this installation (`here` of destinations) is in us, and the data of the tenant stays in eu',
    ])
  }
  expect((await ask('POST', 'exports/jobs', {})).status).toBe(403)
})

test('hosts are host names in lower case', async () => {
  expect(
    (await ask('PUT', 'governance/residency', { ...EU, destinations: { 'https://a.example/': 'eu' } })).status,
  ).toBe(422)
  expect((await ask('PUT', 'governance/residency', { data_region: '' })).status).toBe(422)
})

test('a playbook step that would leave the region is refused before it sends, and its run has the reason', async () => {
  await declare({ ...EU, destinations: { here: 'eu', 'hooks.example': 'eu' } })
  const run = async (host: string) => {
    const sentTo: string[] = []
    const egress = async ({ url }: { url: string }) => {
      sentTo.push(url)
      return { status: 200, headers: {}, body: Buffer.from('{}'), url }
    }
    const steps = [{ id: 'a', type: 'http', params: { method: 'POST', url: `https://${host}/x`, body: '{}' } }]
    const document = { name: host, trigger: { on: 'manual' }, steps }
    const made = await ask('POST', 'playbooks', { document, enabled: true })
    const begun = await ask('POST', `playbooks/${made.body.id}/execute`, {})
    expect([made.status, begun.status]).toEqual([201, 202])
    const { log, nowMs } = api.deps
    while (await workOnNext({ pool: api.owner, vault: VAULT, egress: egress as never, log, nowMs }));
    const { body } = await ask('GET', `playbook-runs/${begun.body.run_id}`)
    return { sentTo, detail: body.step_results[0].detail as string }
  }
  expect(await run('hooks.example')).toMatchObject({ sentTo: ['https://hooks.example/x'] })
  const refused = await run('elsewhere.example')
  expect(refused).toEqual({ sentTo: [], detail: expect.stringContaining('residency refuses this webhook') })
  const [newest] = await violations()
  expect(newest).toMatchObject({ operation: 'webhook', destination: 'elsewhere.example', refused: true })
})
