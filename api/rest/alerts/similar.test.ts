import { afterAll, beforeAll, expect, test } from 'vitest'
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
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const make = async (title: string, more: object, as = token) => {
  const { status, body } = await api.ask('POST', 'alerts', { token: as, body: { title, severity: 'high', ...more } })
  expect([status, body]).toMatchObject([201, {}])
  return body.id as string
}
const similar = (id: string, as = token) => api.ask('GET', `alerts/${id}/similar`, { token: as })

test('counts the outcomes of alerts of the same kind, and shows those that share the most', async () => {
  const about = { rule_id: 'r-1', affected_hosts: ['ws1'], affected_users: ['ann'], mitre_techniques: ['T1110'] }
  const id = await make('one', about)
  const twin = await make('twin', about)
  const sameHost = await make('same host', { rule_id: 'r-2', affected_hosts: ['ws1'] })
  const sameRule = await make('same rule', { rule_id: 'r-1', affected_hosts: ['ws9'] })
  await make('nothing', { rule_id: 'r-3', affected_hosts: ['ws3'] })
  await make('theirs', about, stranger)
  const verdict = { corrected_verdict: 'false_positive', reason: 'a scanner', reason_code: 'known_scanner' }
  const overridden = await api.ask('POST', `alerts/${sameRule}/verdict-override`, { token, body: verdict })
  expect([overridden.status, overridden.body]).toMatchObject([200, {}])
  const { status, body } = await similar(id)
  expect(status).toBe(200)
  expect(body.of_its_kind).toEqual({
    ...{ total: 2, is_whole: true },
    verdicts: [
      { verdict: 'false_positive', count: 1 },
      { verdict: null, count: 1 },
    ],
  })
  const items = body.items.map(
    ({ alert, score, shared }: { alert: { id: string }; score: number; shared: string[] }) => {
      return [alert.id, score, shared]
    },
  )
  expect(items).toEqual([
    [twin, 1, ['host:ws1', 'rule:r-1', 'technique:T1110', 'user:ann']],
    [sameRule, 0.2, ['rule:r-1']],
    [sameHost, 0.2, ['host:ws1']],
  ])
  expect((await similar(id, stranger)).status).toBe(404)
})

test('an alert without similar ones gets an empty answer', async () => {
  const { body } = await similar(await make('alone', {}))
  expect(body).toEqual({ of_its_kind: { total: 0, is_whole: true, verdicts: [] }, items: [] })
})
