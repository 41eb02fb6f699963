/** A SOC lead decides how cases are worked and what automation does, without the settings of the tenant. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, tokenOf } from '../../test-api.ts'
import { openTestCases, type TestCases } from './test-cases.ts'

let cases: TestCases
let lead: string
let id: string
beforeAll(async () => {
  cases = await openTestCases()
  id = await makeUser(cases.api, cases.acme, 'lea', 'soc_lead')
  lead = await tokenOf(cases.api, cases.acme, 'lea')
})
afterAll(() => cases?.close())

const CLOCKS = { ack_minutes: 60, resolve_minutes: 600, close_minutes: 1200 }
const STEPS = [{ id: 'note', type: 'set', params: { x: '1' } }]
const PLAYBOOK = { document: { name: 'p', trigger: { on: 'manual' }, steps: STEPS }, enabled: true }
const settings = (): readonly (readonly [string, object])[] => [
  ['cases/sla-policies', { name: 'night', severity: 'low', ...CLOCKS }],
  ['cases/queues', { name: 'night', match_tags: ['night'], precedence: 1 }],
  ['oncall/rotations', { name: 'night', time_zone: 'UTC', starts_on: '2020-01-01', handoff_days: 7, user_ids: [id] }],
]

test('a lead makes policies, queues and rotations, and an analyst does not', async () => {
  for (const [path, body] of settings()) {
    expect((await cases.ask('ann', 'POST', path, body)).status, path).toBe(403)
    expect((await cases.api.ask('POST', path, { token: lead, body })).status, path).toBe(201)
  }
})

test('a lead authors playbooks', async () => {
  expect((await cases.ask('ann', 'POST', 'playbooks', PLAYBOOK)).status).toBe(403)
  expect((await cases.api.ask('POST', 'playbooks', { token: lead, body: PLAYBOOK })).status).toBe(201)
})

test('a lead runs automation by its figures, and an analyst does not', async () => {
  const asks: readonly (readonly [string, string, object])[] = [
    ['PUT', 'autonomy-policy/kill-switch', { stopped: true, reason: 'a test' }],
    ['PUT', 'autonomy-policy/kill-switch', { stopped: false, reason: 'a test' }],
    ['PUT', 'autonomy-policy/shadow-mode/phishing', { enabled: true }],
    ['PUT', 'autonomy-policy/shadow-verbs/block_ip', { enabled: true }],
  ]
  for (const [method, path, body] of asks) {
    expect([path, (await cases.ask('ann', method, path, body)).status]).toEqual([path, 403])
    expect([path, (await cases.api.ask(method, path, { token: lead, body })).status]).toEqual([path, 200])
  }
})

test('a lead asks for a grant, which the figures refuse, and does not override them', async () => {
  const grant = { scope_kind: 'action_verb', scope_key: 'block_ip', capability: 'auto_execute' }
  const ask = (body: object) => cases.api.ask('POST', 'autonomy-policy/grants', { token: lead, body })
  expect((await ask(grant)).body).toMatchObject({ granted: false, state: 'shadow' })
  const override = await ask({ ...grant, override: true, override_reason: 'a test' })
  expect([override.status, override.body.detail]).toEqual([403, 'this needs the permission settings:write'])
  const { body } = await cases.api.ask('GET', 'autonomy-policy/grants', { token: lead })
  expect(body.items).toEqual([])
})

test('a lead plants decoys, and changes no settings of the tenant', async () => {
  const decoy = { name: 'share', token_type: 'url' }
  expect((await cases.ask('ann', 'POST', 'honeytokens', decoy)).status).toBe(403)
  expect((await cases.api.ask('POST', 'honeytokens', { token: lead, body: decoy })).status).toBe(201)
  const executor = { name: 'edr', vendor: 'webhook', base_url: 'https://edr.example/', secret: 'sesame' }
  expect((await cases.api.ask('POST', 'response/executors', { token: lead, body: executor })).status).toBe(403)
})
