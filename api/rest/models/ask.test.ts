import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openScriptedModel, type ScriptedModel } from '../../../control/respond/models/scripted-model.ts'
import { parseAllowlist } from '../../../platform/egress/air-gap.ts'
import { type Egress, openEgress } from '../../../platform/egress/client.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Row } from '../../../stores/postgres/columns.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeUser, newTenant, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const KEY = 'sk-this-must-never-be-seen'
const LIMITS = { installationKey: 'sk-of-the-operator', callsMax: 1_000, tokensMax: 1_000_000, timeoutMs: 400 }
const OK = { text: '{"ok": true}', usage: [12, 3] as const }

let server: TestPostgres
let model: ScriptedModel
let api: TestApi
let acme: TenantId
let token: string
let seen: string[] = []

const log = pino({ level: 'trace' }, { write: (line: string) => seen.push(line) })
const egress = openEgress({ airGap: { enabled: false, allowlist: parseAllowlist('') }, allowPrivate: false, log })
/** Where a tenant's names lead in this test; the guard would refuse a tenant this machine. */
const toScript: Egress = ({ url, ...request }) => {
  const { pathname, search } = new URL(url)
  return egress({ ...request, url: new URL(pathname + search, model.url).href, chosenBy: 'operator' })
}

const openWith = (limits: Partial<typeof LIMITS> = {}, way: Egress = egress) =>
  openTestApi(server, {
    deps: {
      log,
      egress: way,
      model: { baseUrl: model.url, model: 'm', hasApiKey: true },
      modelLimits: { ...LIMITS, ...limits },
    },
  })

beforeAll(async () => {
  server = await withTestPostgres()
  model = await openScriptedModel()
  api = await openWith()
}, 120_000)
afterAll(async () => {
  await api?.close()
  await model?.close()
  await server?.close()
})
beforeEach(async () => {
  acme = await newTenant(api, 'acme')
  await makeUser(api, acme, 'ada', 'tenant_admin')
  token = await tokenOf(api, acme, 'ada')
  model.requests.length = 0
  model.script.length = 0
  model.otherwise = () => OK
  seen = []
  api.audited.length = 0
})

const ask = async (through = api) => {
  const answer = await through.ask('POST', 'llm/test', { token })
  seen.push(answer.text)
  return answer
}
const calls = () =>
  withTenant(api.deps.pool, acme, (tx) =>
    tx.many(
      (row: Row) => [row.purpose, row.outcome, row.prompt_tokens, row.completion_tokens, row.cost_usd, row.reason],
      'SELECT purpose, outcome, prompt_tokens, completion_tokens, cost_usd, reason FROM model_calls ORDER BY asked_at, id',
    ),
  )

describe('a test of the model', () => {
  test('uses the OpenAI protocol with the key of the installation, and reports usage', async () => {
    const { status, body } = await ask()
    expect([status, body]).toEqual([
      200,
      {
        ...{ ok: true, reason: null, model: 'scripted-1', duration_ms: expect.any(Number) },
        ...{ prompt_tokens: 12, completion_tokens: 3, cost_usd: null },
      },
    ])
    const [request] = model.requests
    expect(request?.path).toBe('/v1/chat/completions')
    expect(request?.headers.authorization).toBe('Bearer sk-of-the-operator')
    expect(request?.body).toMatchObject({ model: 'm', messages: [{ role: 'system' }, { role: 'user' }] })
    expect(await calls()).toEqual([['test', 'answered', 12, 3, null, null]])
    expect(api.audited).toMatchObject([{ action: 'audit.llm_credential.tested', changes: { ok: true } }])
  })

  test.each([
    ['openai-compatible', 'http://llm.corp/v1', '/v1/chat/completions', 'authorization', `Bearer ${KEY}`],
    ['anthropic', null, '/v1/messages', 'x-api-key', KEY],
    [
      'azure-openai',
      'https://acme.openai.azure.com',
      '/openai/deployments/m-1/chat/completions?api-version=2024-10-21',
      'api-key',
      KEY,
    ],
  ])(
    'uses a tenant’s %s with the key from the vault, which is never shown',
    async (provider, base_url, path, name, value) => {
      const own = await openWith({}, toScript)
      const settings = { usd_per_million_prompt_tokens: 1, usd_per_million_completion_tokens: 2 }
      const put = { provider, base_url, model: 'm-1', api_key: KEY, settings }
      expect((await own.ask('PUT', 'llm/credentials', { token, body: put })).status).toBe(200)
      expect((await ask(own)).body).toMatchObject({ ok: true, prompt_tokens: 12, cost_usd: 18e-6 })
      expect([model.requests[0]?.path, model.requests[0]?.headers[name]]).toEqual([path, value])
      expect(seen.join('\n') + JSON.stringify(own.audited)).not.toContain('never-be-seen')
      await own.close()
    },
  )

  test('sends nothing to an address that the tenant may not use', async () => {
    const put = { provider: 'openai-compatible', base_url: 'http://llm.internal/v1', model: 'm-1', api_key: KEY }
    const inside = openEgress({
      airGap: { enabled: false, allowlist: [] },
      allowPrivate: true,
      log,
      resolve: async () => ['127.0.0.1'],
    })
    const own = await openWith({}, inside)
    await own.ask('PUT', 'llm/credentials', { token, body: put })
    expect((await ask(own)).body).toMatchObject({ ok: false, reason: expect.any(String) })
    expect(model.requests).toEqual([])
    await own.close()
  })

  test.each([
    ['refuses the key', [{ status: 401 }], 'refuses the key (401)'],
    [
      'is asked too often for the time there is',
      [{ status: 429, headers: { 'retry-after': '60' } }],
      'too many requests',
    ],
    ['knows no such model', [{ status: 404 }], 'answered 404'],
    ['fails each time', [{ status: 500 }, { status: 503 }, { status: 500 }], 'answered 50'],
    ['gives no JSON', [{ raw: '<html>' }], 'not JSON'],
    ['gives JSON of another protocol', [{ raw: '{"choices":[{"message":{}}]}' }], 'without a text'],
    ['gives something without a prototype’s name', [{ raw: '{"__proto__":{"choices":1}}' }], 'without a text'],
    ['hangs', ['hang'], 'no answer in time'],
    ['drops the connection', ['drop'], 'does not answer'],
    ['redirects', [{ status: 307, headers: { location: 'http://127.0.0.1:1/' } }], 'redirect'],
    ['says too much', [{ raw: `"${'x'.repeat(1 << 20)}"` }], 'bytes'],
    ['answers in another shape twice', [{ text: 'sure!' }, { text: '{"ok": 1}' }], 'another shape'],
  ] as const)('that %s reports the reason and is recorded as a call', async (_, script, reason) => {
    model.script.push(...script)
    expect((await ask()).body).toMatchObject({ ok: false, reason: expect.stringContaining(reason), cost_usd: null })
    expect((await calls()).length).toBe(reason === 'another shape' ? 2 : 1)
    expect(api.audited).toMatchObject([{ changes: { ok: false } }])
  })

  test('is retried after the pause that the model requests', async () => {
    model.script.push(
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503, headers: { 'retry-after': '0' } },
    )
    expect((await ask()).body.ok).toBe(true)
    expect(model.requests).toHaveLength(3)
  })

  test('explains the fault once when the answer has another shape, and unreported tokens are not measured', async () => {
    model.script.push({ text: 'Sure: {"ok": true}', usage: [10, 5] }, { text: '```json\n{"ok": true}\n```' })
    expect((await ask()).body).toMatchObject({ ok: true, prompt_tokens: null, completion_tokens: null })
    const turns = model.requests[1]?.body.messages
    expect(turns.map(({ role }: { role: string }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(turns[3].content).toContain('no JSON object')
    expect((await calls()).map(([, outcome, prompt]) => [outcome, prompt])).toEqual([
      ['answered', 10],
      ['answered', null],
    ])
  })

  test('without a model, network access or remaining budget sends nothing', async () => {
    const none = await openTestApi(server, { deps: { egress, modelLimits: LIMITS } })
    expect((await ask(none)).body).toMatchObject({ ok: false, reason: expect.stringContaining('No model') })
    const few = await openWith({ callsMax: 1 })
    expect([(await ask(few)).body.ok, (await ask(few)).body.reason]).toEqual([true, expect.stringContaining('used up')])
    const small = await openWith({ tokensMax: 20 })
    expect((await ask(small)).body.reason).toContain('tokens do not hold it')
    expect(model.requests).toHaveLength(1)
    for (const one of [none, few, small]) await one.close()
  })

  test('stays within the budget with many requests at once', async () => {
    const few = await openWith({ callsMax: 3, timeoutMs: 5_000 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(few)))
    expect(answers.filter(({ body }) => body.ok)).toHaveLength(3)
    expect(model.requests).toHaveLength(3)
    await few.close()
  })
})
