import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openVault, vaultKeys } from '../../../control/platform/vault/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import type { ApiDeps } from '../../deps.ts'
import { makeUser, newTenant, openTestApi, type TestApi, tokenOf, VAULT } from '../../test-api.ts'

const KEY = 'sk-this-must-never-be-seen'
const OURS = { provider: 'openai-compatible', base_url: 'https://models.acme.example/v1', model: 'm-1', api_key: KEY }

let server: TestPostgres
let api: TestApi
let acme: TenantId
let token: string
/** Every answer and log line of the test, in which no key may stand. */
let seen: string[] = []

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openWith({})
  acme = await newTenant(api, 'acme')
  await makeUser(api, acme, 'ada', 'tenant_admin')
  token = await tokenOf(api, acme, 'ada')
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})
beforeEach(async () => {
  await ask('DELETE', 'credentials')
  api.audited.length = 0
  seen = []
})

const log = pino({ level: 'trace' }, { write: (line: string) => seen.push(line) })
const openWith = (deps: Partial<ApiDeps>) =>
  openTestApi(server, { deps: { log, vault: newVault(), asksModels: true, ...deps } })
const newVault = () => openVault(vaultKeys(null, true, log), log)

async function ask(method: string, path: string, body?: object, through = api, as = token) {
  const answer = await through.ask(method, `llm/${path}`, { token: as, ...(body ? { body } : {}) })
  seen.push(answer.text, JSON.stringify(answer.headers))
  return answer
}
const put = (body: object, through = api) => ask('PUT', 'credentials', body, through)
const status = async (through = api) => (await ask('GET', 'status', undefined, through)).body
const stored = () =>
  withTenant(api.deps.pool, acme, (tx) =>
    tx.maybeOne((row) => text(row, 'api_key'), 'SELECT api_key FROM model_credentials'),
  )

describe('a model credential', () => {
  test('is set, returned without its key, and removed; without one the answer is null', async () => {
    const nothing = await ask('GET', 'credentials')
    expect([nothing.status, nothing.text, nothing.headers['content-type']]).toEqual([
      ...[200, 'null', 'application/json; charset=utf-8'],
    ])
    const { status: code, body } = await put({ ...OURS, settings: { temperature: 0 } })
    const { api_key: _, ...shown } = OURS
    expect([code, body]).toMatchObject([
      200,
      { ...shown, has_api_key: true, enabled: true, settings: { temperature: 0 } },
    ])
    expect(body).not.toHaveProperty('api_key')
    expect((await ask('GET', 'credentials')).body).toEqual(body)
    expect((await ask('DELETE', 'credentials')).status).toBe(204)
    expect((await ask('GET', 'credentials')).text).toBe('null')
    expect((await ask('DELETE', 'credentials')).status).toBe(404)
  })

  test('has its key only in the vault, and in no answer, log line or audit entry', async () => {
    await put(OURS)
    await put({ ...OURS, model: 'm-2' })
    await put({ ...OURS, base_url: 'nonsense' })
    await put({ ...OURS, api_key: 7 })
    await ask('GET', 'credentials')
    await status()
    const kept = (await stored()) ?? ''
    expect(kept).toMatch(/^vault:v1:/)
    expect(api.deps.vault.decrypt(kept, { tenantId: acme, connectorId: 'llm', caller: 'test' })).toBe(KEY)
    await ask('DELETE', 'credentials')
    expect(seen.join('\n')).toContain('vault.encrypt')
    expect(seen.join('\n') + JSON.stringify(api.audited)).not.toContain('never-be-seen')
    const recorded = api.audited.map(({ action, changes }) => [action, changes?.api_key])
    expect(recorded).toEqual([
      ['audit.llm_credential.created', 'set'],
      ['audit.llm_credential.updated', 'kept'],
      ['audit.llm_credential.deleted', undefined],
    ])
  })

  test('shows when its key last changed', async () => {
    const first = (await put(OURS)).body
    expect(first.last_rotated_at).toBe(first.created_at)
    const { api_key: _, ...rest } = OURS
    const kept = (await put({ ...rest, model: 'm-2' })).body
    const same = (await put(OURS)).body
    expect([kept.has_api_key, kept.last_rotated_at, same.last_rotated_at]).toEqual([
      ...[true, first.last_rotated_at, first.last_rotated_at],
    ])
    expect(kept.updated_at > first.updated_at).toBe(true)
    const rotated = (await put({ ...OURS, api_key: 'another' })).body
    expect(rotated.last_rotated_at > first.last_rotated_at).toBe(true)
    const without = (await put({ ...rest, api_key: null })).body
    expect([without.has_api_key, without.last_rotated_at > rotated.last_rotated_at]).toEqual([false, true])
    expect((await put({ ...rest, api_key: null })).body.last_rotated_at).toBe(without.last_rotated_at)
    expect(without.created_at).toBe(first.created_at)
  })

  test('is replaced as a whole, except a key that the request leaves out', async () => {
    await put({ ...OURS, settings: { a: 1 }, enabled: false })
    const { body } = await put({ provider: OURS.provider, base_url: OURS.base_url })
    expect(body).toMatchObject({ model: null, settings: {}, enabled: true, has_api_key: true })
  })

  test.each([
    { base_url: 'https://collector.evil.example/v1' },
    { base_url: 'https://models.acme.example:8443/v1' },
    { provider: 'azure-openai', base_url: 'https://acme.openai.azure.com' },
    { provider: 'anthropic', base_url: null },
  ])('does not keep its key when it changes to %o', async (change) => {
    await put(OURS)
    const { api_key: _, ...rest } = { ...OURS, ...change }
    expect((await put(rest)).status).toBe(422)
    expect((await ask('GET', 'credentials')).body).toMatchObject({ base_url: OURS.base_url, has_api_key: true })
    expect((await put({ ...rest, api_key: 'for the other' })).status).toBe(200)
  })

  test('whose key cannot be decrypted any more needs a new key', async () => {
    await put(OURS)
    const later = await openWith({ vault: newVault() })
    const { api_key: _, ...rest } = OURS
    expect((await put(rest, later)).status).toBe(409)
    expect((await put(OURS, later)).body.has_api_key).toBe(true)
    await later.close()
  })

  test.each([
    { ...OURS, provider: 'somebody' },
    { ...OURS, provider: 'azure-openai', base_url: null },
    { provider: 'openai-compatible', api_key: KEY },
    { provider: 'svc', api_key: KEY },
    { provider: 'svc', base_url: 'https://models.acme.example' },
    { ...OURS, base_url: 'models.acme.example' },
    { ...OURS, base_url: 'ftp://models.acme.example' },
    { ...OURS, base_url: 'http://models.acme.example/v1' },
    { ...OURS, base_url: 'https://user:pass@models.acme.example' },
    { ...OURS, base_url: 'https://models.acme.example/v1?key=1' },
    { ...OURS, base_url: 'http://127.0.0.1:8000' },
    { ...OURS, base_url: 'https://0x7f.1/' },
    { ...OURS, base_url: 'http://localhost:11434' },
    { ...OURS, base_url: 'http://[::1]:11434' },
    { ...OURS, base_url: 'http://169.254.169.254/latest' },
    { ...OURS, base_url: 'http://[fd00:ec2::254]/' },
    { ...OURS, api_key: '' },
    { ...OURS, api_key: 'vault:v1:gAAAA' },
    { ...OURS, settings: { a: 'x'.repeat(16_384) } },
    { ...OURS, tenant_id: 'other' },
  ])('is refused as %o', async (body) => {
    expect((await put(body)).status).toBe(422)
    expect((await ask('GET', 'credentials')).text).toBe('null')
  })

  test('is read and changed with the permissions for settings', async () => {
    await put(OURS)
    await makeUser(api, acme, 'lea', 'soc_analyst')
    const lea = await tokenOf(api, acme, 'lea')
    for (const [method, path, body] of [
      ['GET', 'credentials', undefined],
      ['GET', 'status', undefined],
      ['PUT', 'credentials', OURS],
      ['DELETE', 'credentials', undefined],
    ] as const)
      expect([method, path, (await ask(method, path, body, api, lea)).status]).toEqual([method, path, 403])
  })

  test('set by two requests at once is one credential with one of the keys', async () => {
    const answers = await Promise.all(['one', 'two', 'three'].map((api_key) => put({ ...OURS, api_key })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(api.audited.filter(({ action }) => action.endsWith('.created'))).toHaveLength(1)
  })
})

describe('the status', () => {
  const INSTALLED = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'local', hasApiKey: false }
  let gapped: TestApi
  let opened: TestApi
  let bounded: TestApi
  beforeAll(async () => {
    const airgap = { enabled: true, allowlist: ['allowed.example'] }
    gapped = await openWith({ airgap, model: INSTALLED, vault: VAULT })
    bounded = await openWith({
      modelLimits: { installationKey: null, callsMax: 9, tokensMax: 1_000, timeoutMs: 1_000 },
    })
    opened = await openWith({
      model: { baseUrl: 'https://models.example', model: 'big', hasApiKey: true },
      vault: VAULT,
      allowPrivateTargets: true,
    })
  })
  afterAll(async () => {
    await gapped.close()
    await opened.close()
    await bounded.close()
  })

  test('without a model is deterministic and says so', async () => {
    expect(await status()).toMatchObject({
      ...{ source: null, provider: null, model: null, base_url: null, host: null, key_set: false, is_local: false },
      ...{ airgap_enabled: false, airgap_compliant: true, effective_path: 'deterministic_fallback' },
      policy_note: expect.stringContaining('deterministic'),
    })
  })

  test('shows the used part of the daily budget, which a tenant may lower but not raise', async () => {
    const today = async () => (await status(bounded)).today
    expect(await today()).toEqual({ calls: 0, calls_max: 9, tokens: 0, tokens_max: 1_000, cost_usd: 0 })
    await put({ ...OURS, settings: { daily_calls_max: 2, daily_tokens_max: 10_000 } })
    expect(await today()).toMatchObject({ calls_max: 2, tokens_max: 1_000 })
    const spend = (cost: number | null) =>
      withTenant(api.deps.pool, acme, (tx) =>
        tx.run(
          `INSERT INTO model_calls (purpose, model, outcome, reserved_tokens, prompt_tokens, completion_tokens, cost_usd, asked_at)
            VALUES ('copilot', 'm-1', 'answered', 90, 20, 5, $1, $2)`,
          [cost, new Date(api.deps.nowMs())],
        ),
      )
    await spend(0.25)
    expect(await today()).toMatchObject({ calls: 1, tokens: 25, cost_usd: 0.25 })
    await spend(null)
    expect(await today()).toMatchObject({ calls: 2, tokens: 50, cost_usd: null })
  })

  test('shows the model of the installation unless the tenant has an enabled one of its own', async () => {
    const installed = { source: 'installation', provider: 'svc', model: 'big', key_set: true, effective_path: 'live' }
    expect(await status(opened)).toMatchObject({ ...installed, host: 'models.example' })
    await put(OURS, opened)
    const own = { source: 'tenant', provider: 'openai-compatible', model: 'm-1', key_set: true, effective_path: 'live' }
    expect(await status(opened)).toMatchObject({ ...own, host: 'models.acme.example' })
    await put({ ...OURS, enabled: false }, opened)
    expect(await status(opened)).toMatchObject(installed)
    await put({ provider: 'svc', model: 'small' }, opened)
    expect(await status(opened)).toMatchObject({ ...installed, model: 'small' })
  })

  test.each([
    ['https://models.acme.example/v1', false, false],
    ['https://allowed.example/v1', true, true],
    ['https://eu.allowed.example/v1', true, true],
    ['https://notallowed.example/v1', false, false],
    ['http://ollama:11434/v1', true, true],
    ['http://llm.corp/v1', true, true],
    // Within the gap, but tenants may not name private addresses here.
    ['http://10.0.0.7/v1', true, false],
  ])('for a tenant’s %s behind an air gap is compliant: %s, live: %s', async (base_url, compliant, live) => {
    expect((await put({ ...OURS, base_url }, gapped)).status).toBe(200)
    const found = await status(gapped)
    expect([found.airgap_enabled, found.airgap_compliant]).toEqual([true, compliant])
    expect(found.effective_path).toBe(live ? 'live' : 'deterministic_fallback')
    expect(found.policy_note).not.toBe('')
  })

  test('is live without a key for the operator’s own model on this machine, also behind an air gap', async () => {
    expect(await status(gapped)).toMatchObject({
      host: '127.0.0.1',
      is_local: true,
      key_set: false,
      effective_path: 'live',
    })
  })

  test.each([
    [{ ...OURS, api_key: null }, 'No key'],
    [{ ...OURS, model: null }, 'No model is named'],
  ])('says what is missing', async (body, note) => {
    await put(body)
    expect(await status()).toMatchObject({
      effective_path: 'deterministic_fallback',
      policy_note: expect.stringContaining(note),
    })
  })

  test('is never live when model requests are not possible, whatever the configuration', async () => {
    const idle = await openWith({ asksModels: undefined, vault: VAULT })
    await put(OURS, idle)
    expect(await status(idle)).toMatchObject({
      ...{ source: 'tenant', host: 'models.acme.example', key_set: true, effective_path: 'deterministic_fallback' },
      policy_note: expect.stringContaining('no part of this installation sends requests'),
    })
    await idle.close()
  })

  test('needs no address for a provider that has a well-known one', async () => {
    await put({ provider: 'anthropic', model: 'c', api_key: KEY })
    expect(await status()).toMatchObject({ host: 'api.anthropic.com', effective_path: 'live', is_local: false })
    await put({ ...OURS, base_url: 'http://10.0.0.7:11434', api_key: null }, opened)
    expect(await status(opened)).toMatchObject({ host: '10.0.0.7', effective_path: 'live', is_local: true })
  })
})
