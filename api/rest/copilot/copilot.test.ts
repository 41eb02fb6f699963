import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let api: TestApi
const tokens: Record<string, string> = {}

beforeAll(async () => {
  api = await startTestApi()
  const acme = await makeTenant(api, 'acme')
  tokens.ann = await makeAdmin(api, acme)
  await makeUser(api, acme, 'vic', 'viewer')
  tokens.vic = await tokenOf(api, acme, 'vic')
  tokens.olga = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(() => api?.close())

const ask = (method: string, url: string, body?: unknown, who = 'ann') =>
  api.ask(method, url, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })
const context = async (type: string, id: string, who = 'ann') =>
  (await ask('GET', `copilot/context/${type}/${id}`, undefined, who)).body
const titles = async (type: string, id: string) =>
  (await context(type, id)).suggestions.map(({ title }: { title: string }) => title)
const run = (id: string, who = 'ann') => ask('POST', `copilot/actions/${id}:run`, undefined, who)
const runnable = async (type: string, id: string, action: string) =>
  (await context(type, id)).suggestions.find((one: { action: string | null }) => one.action === action)?.id as string

test('a suggested claim of an alert works once, and needs the permission', async () => {
  const { id } = (await ask('POST', 'alerts', { title: 'odd', severity: 'high', confidence: 90 })).body
  const claim = await runnable('alert', id, 'claim')
  expect(claim).toBe(`alert.${id}.claim`)
  expect((await run(claim, 'vic')).status).toBe(403)
  expect((await run(claim, 'olga')).status).toBe(404)
  api.audited.length = 0
  expect((await run(claim)).body).toEqual({ action: 'claim', resource_type: 'alert', resource_id: id, made_id: null })
  expect(api.audited.map(({ action }) => action)).toEqual(['copilot:ran'])
  expect((await ask('GET', `alerts/${id}`)).body.assigned_to_id).not.toBeNull()
  expect((await run(claim)).status).toBe(409)
  expect((await run(await runnable('alert', id, 'escalate'))).status).toBe(200)
  expect((await ask('GET', `alerts/${id}`)).body.severity).toBe('critical')
})

test('a case is taken and investigated, and its open tasks are the next suggestions', async () => {
  const { id } = (await ask('POST', 'cases', { title: 'A case', severity: 'high' })).body
  expect(await titles('case', id)).toEqual(['Take the case', 'Start an investigation'])
  await run(await runnable('case', id, 'take'))
  const { made_id } = (await run(await runnable('case', id, 'investigate'))).body
  expect((await ask('GET', `cases/${id}/investigations`)).body.items[0].run_id).toBe(made_id)
  const task = (await ask('POST', `cases/${id}/tasks`, { title: 'Call them' })).body
  expect(await titles('case', id)).toEqual(['Go on with: Call them'])
  await ask('PATCH', `cases/${id}/tasks/${task.id}`, { status: 'done' })
  expect(await titles('case', id)).toEqual(['Resolve the case'])
  await ask('PATCH', `cases/${id}`, { status: 'resolved' })
  expect(await titles('case', id)).toEqual([])
})

test('a rule with many false positives is suggested for disabling, with the figures', async () => {
  const ruleId = crypto.randomUUID()
  const text = `title: noisy\nid: ${ruleId}\nlogsource: { category: test }\ndetection: { a: { a: b }, condition: a }`
  const { id } = (await ask('POST', 'rules', { language: 'sigma', text })).body
  expect(await titles('rule', id)).toEqual(['Run it over what is stored'])
  const verdict = { corrected_verdict: 'false_positive', reason: 'ours', reason_code: 'known_scanner' }
  for (let n = 0; n < 20; n++) {
    const alert = (await ask('POST', 'alerts', { title: `noise ${n}`, severity: 'low', rule_id: ruleId })).body
    await ask('POST', `alerts/${alert.id}/verdict-override`, verdict)
  }
  expect(await titles('rule', id)).toEqual(['Switch the rule off', 'Write an exception to the rule'])
  const { suggestions } = await context('rule', id)
  expect(suggestions[0].rationale).toBe('Of its 20 alerts people judged 20, and called 20 no attack.')
  await run(suggestions[0].id)
  expect((await ask('GET', `rules/${id}`)).body.enabled).toBe(false)
  expect(await titles('rule', id)).toEqual(['Switch the rule on'])
})

test('a playbook is dry-run before it is enabled', async () => {
  const document = { name: 'one', trigger: { on: 'manual' }, steps: [{ id: 'a', type: 'set' }] }
  const { id } = (await ask('POST', 'playbooks', { document, enabled: false })).body
  expect(await titles('playbook', id)).toEqual(['Try it in a dry run', 'Switch it on'])
  expect((await run(await runnable('playbook', id, 'dry_run'))).body.made_id).toMatch(/^[0-9a-f-]{36}$/)
  await run(await runnable('playbook', id, 'enable_playbook'))
  expect(await titles('playbook', id)).toEqual([])
})

test.each(['x', 'alert.x.claim', `alert.${crypto.randomUUID()}.claim`, 'case.1.claim', 'alert..drop', "a'.b.c"])(
  '%s is no action',
  async (id) => {
    expect((await run(encodeURIComponent(id))).status).toBe(404)
  },
)
