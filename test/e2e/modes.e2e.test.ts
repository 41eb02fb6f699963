/**
 * A whole installation in development mode, behind an air gap and with parts switched off: checks which ports open and
 * which do not.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Instance } from './instance.ts'

const DEMO = 'demo'
let instance: Instance

beforeAll(async () => {
  instance = await Instance.start({
    SVC_ENV: 'development',
    SVC_DEMO_TENANT: DEMO,
    SVC_AIRGAPPED: '1',
    SVC_AIRGAP_ALLOWLIST: 'feed.example, 10.1.2.3:8443',
    SVC_DISABLE_GRAPHQL: '1',
    SVC_DISABLE_ORGANISATIONS: '1',
  })
  for (const tenant of [DEMO, 'other']) await instance.token(tenant)
})
afterAll(() => instance.remove())

async function ask(method: string, url: string, headers: Record<string, string> = {}, body?: object) {
  const sent = body ? { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } } : {}
  const answer = await fetch(url, { method, headers, ...sent })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : null }
}

const submit = (headers: Record<string, string>) =>
  ask('POST', `${instance.apiUrl}/api/v1/alerts/submit`, headers, { events: [{ title: 'from the workbench' }] })

test('development mode only opens the direct-write submit, for the demo tenant', async () => {
  expect((await submit({ 'x-tenant-id': DEMO })).status).toBe(201)
  for (const headers of [{}, { 'x-tenant-id': 'other' }, { 'x-tenant-id': DEMO, authorization: 'Bearer guess' }])
    expect([headers, (await submit(headers as Record<string, string>)).status]).toEqual([headers, 401])

  const { body: document } = await ask('GET', `${instance.apiUrl}/openapi.json`)
  const operations = Object.entries<Record<string, { security: unknown[] }>>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { security }]) => ({ path, method, isClosed: security.length > 0 })),
  )
  const closed = operations.filter(({ path, isClosed }) => isClosed && !path.endsWith('/alerts/submit'))
  expect(closed.length).toBeGreaterThan(40)
  for (const { path, method } of closed) {
    const url = `${instance.apiUrl}${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`
    const { status } = await ask(method.toUpperCase(), url, { 'x-tenant-id': DEMO })
    expect([method, path, status]).toEqual([method, path, 401])
  }
  for (const url of [`${instance.ingestUrl}/v1/ingest`, `${instance.ingestUrl}/v1/ingest/batch`])
    expect((await ask('POST', url, { 'x-tenant-id': DEMO }, { connector_id: 'c', events: [{}] })).status).toBe(401)
  for (const path of ['/sse', '/ws/alerts'])
    expect((await ask('GET', `${instance.file().realtimeUrl}${path}`, { 'x-tenant-id': DEMO })).status).toBe(401)
})

test('the API and realtime show the air gap without credentials', async () => {
  const { realtimeUrl } = instance.file()
  const status = (await ask('GET', `${instance.apiUrl}/api/v1/airgap/status`)).body
  expect(status).toEqual({
    enabled: true,
    allowlist: ['feed.example', '10.1.2.3:8443'],
    implicit_private_suffixes: [
      ...['.local', '.internal', '.lan', '.intranet', '.corp', '.home', '.localdomain', 'localhost'],
    ],
    policy: expect.stringContaining('refused before a socket opens'),
  })
  for (const url of [`${instance.apiUrl}/health`, `${instance.apiUrl}/api/v1/healthz`, `${realtimeUrl}/health`])
    expect((await ask('GET', url)).body.airgap).toEqual(status)
})

test('disabled parts answer 503 with that reason, and health is not degraded', async () => {
  const password = await instance.svc('admin', 'bootstrap', '--email', 'lead@demo.example', '--tenant', DEMO)
  const credentials = { email: 'lead@demo.example', password: password.trim() }
  const login = await ask('POST', `${instance.apiUrl}/api/v1/auth/login`, {}, credentials)
  const bearer = { authorization: `Bearer ${login.body.access_token}` }
  const off = [
    await ask('POST', `${instance.apiUrl}/graphql`, bearer, { query: '{ __typename }' }),
    await ask('GET', `${instance.apiUrl}/api/v1/organisation`, bearer),
  ]
  for (const { status, body } of off) {
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(body.detail).toMatch(/(graphql|organisations) is switched off/)
  }
  expect((await ask('GET', `${instance.apiUrl}/api/v1/rules`, bearer)).status).toBe(200)
  const { status, body } = await ask('GET', `${instance.apiUrl}/health`)
  expect([status, body.status, body.disabled]).toEqual([200, 'ok', ['graphql', 'organisations']])
})
