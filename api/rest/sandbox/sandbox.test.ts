import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SandboxSettings } from '../../../control/detect/sandbox/index.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const log = pino({ level: 'silent' })
const egress = openEgress({ airGap: { enabled: false, allowlist: [] }, allowPrivate: true, log })
const FILE = Buffer.from('MZ this is no program')
const SHA256 = createHash('sha256').update(FILE).digest('hex')

let server: TestPostgres
let api: TestApi
let gapped: TestApi
let acme: TenantId
let token: string
let stranger: string
let viewer: string
let sandboxes: Server
let settings: SandboxSettings
type SandboxRequest = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}
const requests: SandboxRequest[] = []
/** The faulty answer that a sandbox gives instead of the true one. */
let fault: { status?: number; text: string } | null
/** Tasks of CAPE and samples of Triage by the hash of their file, with their state. */
const tasks = new Map<number, { sha256: string; status: string }>()

beforeAll(async () => {
  sandboxes = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
    }
    requests.push(one)
    const { status = 200, text } = fault ?? answerTo(one)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => sandboxes.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(sandboxes.address() as AddressInfo).port}`
  settings = {
    local: { url: base, token: 'local-token' },
    hosted: {
      url: base,
      key: 'hosted-key',
      keyHeader: 'Authorization',
      keyPrefix: 'Bearer ',
      isPrivateConfirmed: false,
    },
  }
  server = await withTestPostgres()
  api = await openTestApi(server, { deps: { egress, sandbox: settings } })
  gapped = await openTestApi(server, { deps: { egress, sandbox: settings, airgap: { enabled: true, allowlist: [] } } })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  await makeUser(api, acme, 'vera')
  viewer = await tokenOf(api, acme, 'vera')
})
beforeEach(() => {
  requests.length = 0
  tasks.clear()
  fault = null
})
afterAll(async () => {
  sandboxes?.close()
  await gapped?.close()
  await api?.close()
  await server?.close()
})

/** As CAPE and as Triage, over the same tasks. */
function answerTo({ method, url, headers, body }: SandboxRequest): { status?: number; text: string } {
  const json = (value: unknown, status = 200) => ({ status, text: JSON.stringify(value) })
  const isLocal = url.startsWith('/apiv2/')
  if (headers.authorization !== (isLocal ? 'Token local-token' : 'Bearer hosted-key')) return json({}, 401)
  const known = [...tasks].filter(([, { sha256 }]) => url.includes(sha256)).map(([id]) => id)
  const made = () => {
    const content = /\r\n\r\n([^\r]*MZ[^\r]*)\r\n--/.exec(body.toString('latin1'))?.[1] ?? ''
    tasks.set(tasks.size + 1, {
      sha256: createHash('sha256').update(content, 'latin1').digest('hex'),
      status: 'pending',
    })
    return tasks.size
  }
  if (url.startsWith('/apiv2/tasks/search/sha256/'))
    return json(
      known.length > 0 ? { error: false, data: known.map((id) => ({ id })) } : { error: true, error_value: 'none' },
    )
  if (method === 'POST' && url.startsWith('/apiv2/tasks/create/'))
    return json({ error: false, data: { task_ids: [made()] } })
  const status = tasks.get(Number(/(\d+)/.exec(url.replace('/apiv2', '').replace('/v0', ''))?.[1]))?.status
  if (url.startsWith('/apiv2/tasks/status/'))
    return json(status === undefined ? { error: true, error_value: 'no task' } : { error: false, data: status })
  if (url.startsWith('/apiv2/tasks/get/report/'))
    return json({ malscore: 8.5, malfamily: 'AgentTesla', signatures: [{ name: 'steals_credentials' }] })
  if (url.startsWith('/v0/search')) return json({ data: known.map((id) => ({ id: `s-${id}` })) })
  if (method === 'POST' && url === '/v0/samples') return json({ id: `s-${made()}`, status: 'pending' })
  if (url.endsWith('/overview.json')) return json({ analysis: { score: 1 } })
  if (url.startsWith('/v0/samples/')) return status === undefined ? json({}, 404) : json({ status })
  return json({}, 404)
}

const post = async (path: string, body: object, as = token, on = api) => {
  const answer = await on.ask('POST', `sandbox/${path}`, { token: as, body })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}
const file = (provider: string, more: object = {}) =>
  post('files', {
    provider,
    file_base64: FILE.toString('base64'),
    file_name: 'a"b\r\n.exe',
    confirm_upload: true,
    ...more,
  })
const consent = (provider: string, version: string, isOn = true) =>
  api.ask('PUT', 'sandbox/consent', {
    token,
    body: { provider, uploads_enabled: isOn, consent_text_version: version },
  })
const uploads = () => requests.filter(({ method, body }) => method === 'POST' && body.includes('MZ this'))

describe.each([
  ['sandbox_local', 'local-1', 'malicious'],
  ['sandbox_hosted', 'hosted-public-1', 'no_threats_found'],
] as const)('%s', (provider, version, verdict) => {
  test('is queried by hash first, and gets no file without consent and confirmation', async () => {
    await consent(provider, version, false)
    expect(await post('lookup', { provider, sha256: SHA256.toUpperCase() })).toMatchObject({
      outcome: 'not_seen',
      report: null,
    })
    expect(await file(provider)).toMatchObject({ outcome: 'upload_refused', uploaded: false, decision: 'refused' })
    expect((await consent(provider, 'an older text')).status).toBe(422)
    expect((await consent(provider, version)).body).toMatchObject({ uploads_enabled: true })
    const unsure = await file(provider, { confirm_upload: false })
    expect(unsure).toMatchObject({ outcome: 'upload_refused', detail: 'confirm_upload was not set' })
    expect(uploads()).toEqual([])
    const submitted = await file(provider)
    expect(submitted).toMatchObject({ outcome: 'pending', uploaded: true, sha256: SHA256, poll_after_seconds: 30 })
    expect(uploads()).toHaveLength(1)
    expect(uploads()[0]?.body.toString('latin1')).toContain('filename="a_b__.exe"')
    const shown = async () => (await api.ask('GET', `sandbox/analyses/${provider}/${submitted.handle}`, { token })).body
    expect(await shown()).toMatchObject({ state: 'pending', verdict: 'unavailable', score: { value: null } })
    for (const task of tasks.values()) task.status = 'running'
    expect(await shown()).toMatchObject({ state: 'running', verdict: 'unavailable' })
    for (const task of tasks.values()) task.status = 'reported'
    expect(await shown()).toMatchObject({ state: 'complete', verdict })
    // The next caller gets the report, and uploads nothing.
    expect(await file(provider)).toMatchObject({ outcome: 'known', uploaded: false, report: { verdict } })
    expect(uploads()).toHaveLength(1)
  })

  test.each([
    [{ status: 500, text: '' }, '500'],
    [{ status: 401, text: '{}' }, 'refuses the key'],
    [{ status: 429, text: '{}' }, 'too many requests'],
    [{ text: '<html>' }, 'not JSON'],
    [{ text: '{"data":7}' }, 'without a list'],
    [{ status: 302, text: '{}' }, '302'],
  ])('with a fault (%#) gives "could not check"', async (value, why) => {
    fault = value
    const found = await post('lookup', { provider, sha256: SHA256 })
    expect(found).toMatchObject({ outcome: 'could_not_check', report: null, uploaded: false })
    expect(found.detail).toContain(why)
  })

  test('analyses a URL', async () => {
    expect(await post('urls', { provider, url: 'https://a.example/x' })).toMatchObject({
      outcome: 'pending',
      uploaded: false,
    })
    const bad = await api.ask('POST', 'sandbox/urls', { token, body: { provider, url: 'file:///etc/passwd' } })
    expect(bad.status).toBe(422)
  })
})

test('a value that a provider does not publish has a reason', async () => {
  tasks.set(1, { sha256: SHA256, status: 'reported' })
  const { report } = await post('lookup', { provider: 'sandbox_hosted', sha256: SHA256 })
  expect(report).toMatchObject({
    score: { value: 1, reason: null },
    family: { value: null, reason: 'none was named' },
    signatures: { value: null, reason: 'the overview has no signatures' },
  })
})

test('behind an air gap a third-party sandbox is listed but not contacted', async () => {
  const { body } = await gapped.ask('GET', 'sandbox/providers', { token })
  const found = Object.fromEntries(body.items.map((one: { name: string }) => [one.name, one]))
  expect(found.sandbox_local.available).toBe(true)
  expect(found.sandbox_hosted).toMatchObject({ available: false, excluded_reason: expect.stringContaining('air gap') })
  expect(await post('lookup', { provider: 'sandbox_hosted', sha256: SHA256 }, token, gapped)).toMatchObject({
    outcome: 'could_not_check',
  })
  expect(requests).toEqual([])
})

test.each(['sandbox_local', 'sandbox_hosted'])(
  'an analysis by %s is visible only to the tenant that requested it',
  async (provider) => {
    const handle = (await post('urls', { provider, url: 'https://a.example/' })).handle
    const shown = (as: string, name = provider) => api.ask('GET', `sandbox/analyses/${name}/${handle}`, { token: as })
    expect((await shown(token)).status).toBe(200)
    requests.length = 0
    const theirs = await shown(stranger)
    const nobodys = await api.ask('GET', `sandbox/analyses/${provider}/424242`, { token })
    expect([theirs.status, nobodys.status]).toEqual([404, 404])
    expect({ ...theirs.body, instance: '' }).toEqual({ ...nobodys.body, instance: '' })
    // The same number at another sandbox, or written otherwise, is another analysis.
    for (const name of ['sandbox_local', 'sandbox_hosted', 'mock'].filter((one) => one !== provider))
      expect((await shown(stranger, name)).status).toBe(404)
    for (const other of [`0${handle}`, `${handle}%2F`, `%20${handle}`])
      expect((await api.ask('GET', `sandbox/analyses/${provider}/${other}`, { token: stranger })).status).toBe(404)
    expect(requests).toEqual([]) // the sandbox is not even asked
  },
)

test('another tenant that looked up the same hash may follow the analysis', async () => {
  tasks.set(7, { sha256: SHA256, status: 'running' })
  const ask = () => api.ask('GET', 'sandbox/analyses/sandbox_local/7', { token: stranger })
  expect((await ask()).status).toBe(404)
  const body = { provider: 'sandbox_local', sha256: SHA256 }
  expect(await post('lookup', body, stranger)).toMatchObject({ outcome: 'pending', handle: '7' })
  expect((await ask()).body).toMatchObject({ state: 'running' })
})

test('every decision is recorded for its own tenant, and the mock analyses nothing', async () => {
  expect(await file('mock')).toMatchObject({
    outcome: 'pending',
    uploaded: false,
    warnings: ['the mock analyses nothing'],
  })
  const { body } = await api.ask('GET', 'sandbox/submissions?limit=500', { token })
  expect(body.items[0]).toMatchObject({ provider: 'mock', kind: 'file', artefact: SHA256, uploaded: false })
  expect(new Set(body.items.map(({ outcome }: { outcome: string }) => outcome)).size).toBeGreaterThanOrEqual(4)
  const { body: others } = await api.ask('GET', 'sandbox/submissions?limit=500', { token: stranger })
  expect(others.items.map(({ kind }: { kind: string }) => kind)).toEqual(['lookup'])
  const theirs = await api.ask('GET', 'sandbox/providers', { token: stranger })
  expect(theirs.body.items.every(({ uploads_enabled }: { uploads_enabled: boolean }) => !uploads_enabled)).toBe(true)
  const refused = { provider: 'mock', file_base64: 'd2Fsaw==', file_name: 'x' }
  expect((await api.ask('POST', 'sandbox/files', { token: viewer, body: refused })).status).toBe(403)
  expect((await api.ask('POST', 'sandbox/files', { token, body: { ...refused, file_base64: '!!!!' } })).status).toBe(
    422,
  )
  expect((await api.ask('PUT', 'sandbox/consent', { token: viewer, body: {} })).status).toBeGreaterThanOrEqual(403)
})
