/** An installation that is stopped and started again: its credential key is rotated out, and its legal holds stay. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { heldTenants } from '../../stores/clickhouse/retention.ts'
import { Instance } from './instance.ts'
import { until } from './until.ts'

const ACME = tenantId('acme')
const HOLDS = '/api/v1/governance/legal-holds'

let instance: Instance
const keyFile = () => path.join(instance.dir, 'credential.key')
const newKey = () => `${randomBytes(32).toString('base64url')}=`
const lead = { email: 'lead@acme.example', password: '', tenant: ACME }

beforeAll(async () => {
  instance = await Instance.start()
})
afterAll(() => instance.remove())

async function ask(method: string, where: string, token?: string, body?: object) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
  const answer = await fetch(`${instance.apiUrl}${where}`, sent)
  const text = await answer.text()
  // An export has one JSON value on each line.
  const parsed = (where.includes('/export') ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: answer.status, body: parsed, text }
}
/** The bootstrap password is valid for one sign-in. */
async function signIn() {
  lead.password = (await instance.svc('admin', 'bootstrap', '--email', lead.email, '--tenant', lead.tenant)).trim()
  return String((await ask('POST', '/api/v1/auth/login', undefined, lead)).body.access_token)
}

async function heldInTheLake() {
  const client = openClickhouse({ url: instance.file().clickhouseUrl })
  return heldTenants(client).finally(() => client.close())
}

test('a new hold reaches the lake', async () => {
  const token = await signIn()
  const hold = { name: 'Case of May', matter_ref: 'M-1', subject_kind: 'host', subject_value: 'web-1' }
  const { body } = await ask('POST', HOLDS, token, hold)
  expect(body).toMatchObject({ subject_value: 'web-1', kept_since: null })
  await until('the lake holds the tenant', async () => (await heldInTheLake()).includes(ACME))
  await until('the hold has kept_since', async () => {
    await delay(1_000) // A user may send a hundred requests a minute.
    const { items } = (await ask('GET', HOLDS, token)).body as { items: { kept_since: unknown }[] }
    return items[0]?.kept_since !== null
  })
})

test('the start with only the new key is refused; after NEW,OLD and a reseal everything works with the new key alone', async () => {
  const old = fs.readFileSync(keyFile(), 'utf8').trim()
  const token = await signIn()
  const secret = { client_id: 'svc', client_secret: 'swordfish' }
  const sso = { provider: 'oidc', issuer: 'https://idp.example', display_name: 'Desk', ...secret }
  expect((await ask('POST', '/api/v1/sso-connections', token, sso)).status).toBe(201)
  const pushed = await instance.token(ACME)
  await until('a head of the log is signed', async () =>
    /signing of the audit log/.test(await instance.svc('vault', 'status')),
  )
  await instance.end('SIGTERM')

  const fresh = newKey()
  fs.writeFileSync(keyFile(), `${fresh}\n`)
  const refused = await instance.up()
  expect(refused.isReady).toBe(false)
  expect(refused.stderr).toMatch(/SVC_CREDENTIAL_KEY: key [0-9a-f]{8} is missing and still needed for .*sign-in/)
  for (const named of ['audit log', 'signing of the audit log', 'sign-in over SSO', 'tokens mint'])
    expect(refused.stderr).toContain(named)

  fs.writeFileSync(keyFile(), `${fresh},${old}\n`)
  await instance.restart()
  await instance.svc('vault', 'reseal')
  const status = await instance.svc('vault', 'status', '--format', 'TSV')
  expect(status).toMatch(/\tolder\tnothing\t/)
  expect(status.split('\n').filter((line) => /\tolder\t/.test(line))).toHaveLength(1)
  await instance.end('SIGTERM')

  fs.writeFileSync(keyFile(), `${fresh}\n`)
  await instance.restart()
  const again = await signIn()
  expect((await ask('GET', '/api/v1/audit?limit=100', again)).status).toBe(200)
  const log = path.join(instance.dir, 'log.ndjson')
  fs.writeFileSync(log, (await ask('GET', '/api/v1/audit/export', again)).text)
  expect(await instance.svc('audit', 'verify', log)).toContain('acme')
  expect((await ask('POST', '/api/v1/cases', again, { title: 'after', severity: 'low' })).status).toBe(201)
  const { body } = await ask('GET', '/api/v1/sso-connections', again)
  expect(body).toMatchObject({ items: [{ has_client_secret: true }] })
  expect((await ask('GET', '/health')).body).toMatchObject({ status: 'ok' })
  expect(await instance.token(ACME)).toBe(pushed)
  expect(await instance.svc('vault', 'status')).not.toMatch(/missing|unreadable|older/)
})

test('the lake keeps the hold over the restarts', async () => {
  expect(await heldInTheLake()).toEqual([ACME])
})
