import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BegunSlots, startByClock, startDue } from '../../../control/respond/playbooks/index.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let token: string
let stranger: string

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  token = await makeAdmin(api, await makeTenant(api, 'acme'))
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
})
beforeEach(async () => {
  for (const as of [token, stranger]) {
    const { items } = (await api.ask('GET', 'playbooks?limit=500', { token: as })).body
    for (const { id, is_builtin } of items) if (!is_builtin) await api.ask('DELETE', `playbooks/${id}`, { token: as })
  }
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const document = (trigger: object) => ({
  name: 'of the test',
  trigger,
  steps: [{ id: 'a', type: 'set', params: { x: '1' } }],
})
async function made(trigger: object, as = token): Promise<string> {
  const { status, body } = await api.ask('POST', 'playbooks', {
    token: as,
    body: { document: document(trigger), enabled: true },
  })
  expect([status, body]).toEqual([201, body])
  return body.id
}
const runsOf = async (id: string, as = token) =>
  (await api.ask('GET', `playbooks/${id}/runs?limit=100`, { token: as })).body.items
const started = async () => {
  while (await startDue({ pool: api.owner }));
}
const openCase = async (severity = 'high', as = token) =>
  (await api.ask('POST', 'cases', { token: as, body: { title: 'a case', severity } })).body.id
const patched = (id: string, status: string) => api.ask('PATCH', `cases/${id}`, { token, body: { status } })

test('an opened case starts its playbooks once, with the case', async () => {
  const id = await made({ on: 'case', severity: ['high'] })
  const high = await openCase()
  await openCase('low')
  await started()
  await api.ask('POST', `cases/${high}/comments`, { token, body: { body: 'still open' } })
  await api.ask('PATCH', `cases/${high}`, { token, body: { title: 'another title' } })
  await started()
  expect(await runsOf(id)).toMatchObject([{ case_id: high, requested_by: 'playbook/of the test' }])
})

test('a case that enters a status starts its playbooks, once each', async () => {
  const id = await made({ on: 'case', case_events: ['resolved', 'closed'] })
  const one = await openCase()
  await started()
  expect(await runsOf(id)).toEqual([])
  await patched(one, 'resolved')
  await started()
  await api.ask('POST', `cases/${one}/reopen`, { token, body: { reason: 'again' } })
  await patched(one, 'resolved')
  await started()
  expect(await runsOf(id)).toHaveLength(1)
  await patched(one, 'closed')
  await started()
  expect(await runsOf(id)).toHaveLength(2)
})

test('a condition is evaluated on the case', async () => {
  const id = await made({
    on: 'case',
    condition: { field: 'trigger.case.title', operator: 'contains', value: 'ransom' },
  })
  await openCase()
  const body = { title: 'ransomware', severity: 'high' }
  await api.ask('POST', 'cases', { token, body })
  await started()
  expect(await runsOf(id)).toHaveLength(1)
})

test('cases of another tenant start nothing here', async () => {
  const [ours, theirs] = [await made({ on: 'case' }), await made({ on: 'case' }, stranger)]
  await openCase('high', stranger)
  await started()
  expect([await runsOf(ours), (await runsOf(theirs, stranger)).length]).toEqual([[], 1])
})

test('a scheduled playbook runs once per slot, with any number of replicas', async () => {
  const id = await made({ on: 'schedule', every_minutes: 60 })
  const theirs = await made({ on: 'schedule', every_minutes: 30 }, stranger)
  const at = Date.UTC(2026, 5, 1, 10, 20)
  const [a, b]: [BegunSlots, BegunSlots] = [new Map(), new Map()]
  const counts = await Promise.all([startByClock(api.owner, a, at), startByClock(api.owner, b, at)])
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(2)
  expect(await startByClock(api.owner, a, at + 5 * 60_000)).toBe(0)
  // Another process, which knows of nothing.
  expect(await startByClock(api.owner, new Map(), at + 9 * 60_000)).toBe(0)
  expect(await startByClock(api.owner, a, at + 15 * 60_000)).toBe(1)
  expect(await startByClock(api.owner, a, at + 45 * 60_000)).toBe(2)
  expect(await runsOf(id)).toHaveLength(2)
  expect(await runsOf(theirs, stranger)).toHaveLength(3)
  await api.ask('PUT', `playbooks/${id}`, { token, body: { enabled: false } })
  await api.ask('PUT', `playbooks/${theirs}`, { token: stranger, body: { enabled: false } })
  expect(await startByClock(api.owner, a, at + 500 * 60_000)).toBe(0)
})

test.each([
  [{ on: 'schedule' }, 'every_minutes'],
  [{ on: 'schedule', every_minutes: 1 }, 'every_minutes'],
  [{ on: 'manual', every_minutes: 60 }, 'not of a trigger by manual'],
  [{ on: 'case', techniques: ['T1003'] }, 'not of a trigger by case'],
  [{ on: 'alert', case_events: ['open'] }, 'not of a trigger by alert'],
  [{ on: 'case', case_events: ['never'] }, 'case_events'],
])('%j is refused with its place', async (trigger, why) => {
  const { body } = await api.ask('POST', 'playbooks/validate', { token, body: { document: document(trigger) } })
  expect(JSON.stringify(body.problems)).toContain(why)
})
