/** A SOC lead decides how cases are worked, without the settings of the tenant. */
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

test('a lead sees automation, and grants none', async () => {
  expect((await cases.api.ask('GET', 'autonomy-policy/grants', { token: lead })).status).toBe(200)
  const body = { engaged: true, reason: 'a test' }
  expect((await cases.api.ask('PUT', 'autonomy-policy/kill-switch', { token: lead, body })).status).toBe(403)
})
