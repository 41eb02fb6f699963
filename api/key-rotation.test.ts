/** The credential key is rotated out of an installation that has something in every sealed column. */
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSigningKeys } from '../control/identity/accounts/index.ts'
import { mintPushToken } from '../control/identity/tokens/index.ts'
import { recordIn } from '../control/platform/acting/index.ts'
import { chainOnce, openAuditLog, signHeads } from '../control/platform/audit/index.ts'
import { resealAll } from '../control/platform/key-rotation/index.ts'
import {
  type KeyUse,
  keyRing,
  lookAtKeys,
  nameOfColumn,
  openAuthConfig,
  requireKeys,
  SEALED_COLUMNS,
} from '../control/platform/vault/index.ts'
import { credentialKeyIds, sealerOf } from '../platform/seal.ts'
import type { TenantId } from '../platform/tenant.ts'
import { text } from '../stores/postgres/columns.ts'
import { withOperator, withTenant } from '../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import {
  login,
  makeTenant,
  makeUser,
  CREDENTIAL_KEY as OLD,
  openTestApi,
  SEALER,
  type TestApi,
  VAULT,
  vaultOf,
} from './test-api.ts'

const NEW = `${randomBytes(32).toString('base64url')}=`
const OLD_ID = credentialKeyIds(OLD)[0] ?? ''
const NEW_ID = credentialKeyIds(NEW)[0] ?? ''
const ROOT = join(import.meta.dirname, '..')
const POLL = { secret: 'Bearer swordfish' }

let server: TestPostgres
let api: TestApi
let acme: TenantId
let pushToken: string
let attachment: { caseId: string; id: string }
let evidenceFile: string

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server, { deps: { audit: recordIn(SEALER) } })
  acme = await makeTenant(api, 'acme')
  await makeUser(api, acme, 'ann', 'tenant_admin')
  await fill()
}, 120_000)
afterAll(async () => {
  await api?.close()
  await server?.close()
})

/** A secret in every sealed column, each the way it gets there. */
async function fill(): Promise<void> {
  const { access_token: token } = (await login(api, 'ann@acme.example')).body
  const put = async (method: string, url: string, body: unknown) => {
    const answer = await api.ask(method, url, { token, body })
    expect([url, answer.status, answer.text]).toEqual([url, expect.toBeOneOf([200, 201]), answer.text])
    return answer.body
  }
  const sso = { provider: 'oidc', issuer: 'https://idp.example', display_name: 'Desk', client_id: 'svc' }
  await put('POST', 'sso-connections', { ...sso, client_secret: 'of the provider' })
  await put('POST', 'connectors', {
    ...{ name: 'polled', type: 'rest', enabled: false, auth_config: POLL },
    connector_config: { url: 'https://polled.example/' },
  })
  const executor = { name: 'edr', vendor: 'webhook', base_url: 'https://edr.example/', secret: 'sesame' }
  await put('POST', 'response/executors', executor)
  await put('POST', 'mcp-servers', { name: 'facts', url: 'https://facts.example/mcp', credential: { 'x-key': 'open' } })
  await put('PUT', 'llm/credentials', { provider: 'anthropic', model: 'm', api_key: 'of-the-model' })
  const feed = { name: 'feed', feed_type: 'csv', url: 'https://feed.example/', api_key: 'of-the-feed' }
  await put('POST', 'intel/feeds', feed)
  await put('PUT', 'playbook-secrets/TICKETS', { value: 'of the tickets', hosts: ['tickets.example'] })
  const document = { name: 'called', trigger: { on: 'webhook' }, steps: [{ id: 'a', type: 'set' }] }
  const playbook = await put('POST', 'playbooks', { document, enabled: true })
  await put('POST', `playbooks/${playbook.id}/hooks`, { label: 'called' })
  const found = await put('POST', 'cases', { title: 'with a file', severity: 'low' })
  const form = new FormData()
  form.append('file', new Blob(['a stolen file']), 'a.txt')
  attachment = { caseId: found.id, id: (await put('POST', `cases/${found.id}/attachments`, form)).id }
  const control = { framework: 'soc2', control_id: 'A1.2', evidence_kind: 'other', summary: 'with a file' }
  const evidence = await put('POST', 'compliance/evidence', control)
  const proof = new FormData()
  proof.append('file', new Blob(['a sealed proof']), 'proof.txt')
  const { files } = await put('POST', `compliance/evidence/${evidence.id}/files`, proof)
  evidenceFile = `compliance/evidence/${evidence.id}/files/${files[0].id}`
  const month = new Date().toISOString().slice(0, 7)
  expect((await api.ask('GET', `exports/usage?month=${month}`, { token })).status).toBe(200)
  const mint = { tenant: acme, hmacSecret: 'x'.repeat(32) }
  pushToken = (await mintPushToken({ pool: api.owner, sealer: SEALER }, mint)).token
  await chainOnce(api.owner)
  await signHeads({ pool: api.owner, vault: VAULT }, Date.now(), 0)
}

const look = (keys: string) => lookAtKeys(api.owner, keyRing(keys))
const under = (uses: readonly KeyUse[]) => [...new Set(uses.map(({ keyId }) => keyId))]
const ALL = SEALED_COLUMNS.map(nameOfColumn).sort()

test('usage is known per key and sealed column, also for a lost key', async () => {
  const uses = await look(OLD)
  expect(uses.map(({ column }) => column).sort()).toEqual(ALL)
  expect(under(uses)).toEqual([OLD_ID])
  expect(uses.every(({ secrets }) => secrets > 0)).toBe(true)
  expect(() => requireKeys(keyRing(OLD), uses, [])).not.toThrow()
  const without = await look(NEW)
  expect(without.map(({ column }) => column).sort()).toEqual(ALL)
  expect(under(without)).toEqual([OLD_ID])
  const missing = new RegExp(`key ${OLD_ID} is missing.*sign-in \\(signing_keys.secret_sealed: 1\\).*connectors`)
  expect(() => requireKeys(keyRing(NEW), without, [])).toThrow(missing)
  expect(() => requireKeys(keyRing(NEW), without, [OLD_ID])).not.toThrow()
  expect(() => requireKeys(keyRing(`${NEW},${OLD}`), without, [])).not.toThrow()
})

test('without an earlier scan, a text that no key opens does not prevent the start: it may be damaged', async () => {
  const table = 'credential_key_use'
  await withOperator(api.owner, 'test', (tx) => tx.run(`DELETE FROM ${table} WHERE column_name LIKE 'connectors.%'`))
  const found = (await look(NEW)).filter(({ column }) => column === 'connectors.auth_config')
  expect(found).toEqual([{ column: 'connectors.auth_config', serves: 'connectors', keyId: null, secrets: 1 }])
  expect(() => requireKeys(keyRing(NEW), found, [])).not.toThrow()
  expect(under((await look(OLD)).filter(({ column }) => column === 'connectors.auth_config'))).toEqual([OLD_ID])
})

test('a reseal moves every secret, is audited, and the older key opens nothing afterwards', async () => {
  const both = `${NEW},${OLD}`
  const reseal = () => resealAll({ pool: api.owner, ring: keyRing(both), audit: recordIn(sealerOf(both)) })
  const done = await reseal()
  expect(done.map(({ column }) => column).sort()).toEqual(ALL)
  expect(done.every(({ unreadable }) => unreadable === 0)).toBe(true)
  expect(await reseal()).toEqual([])
  const uses = await look(NEW)
  expect(uses.map(({ column }) => column).sort()).toEqual(ALL)
  expect(under(uses)).toEqual([NEW_ID])
  expect(() => requireKeys(keyRing(NEW), uses, [])).not.toThrow()
  expect(() => requireKeys(keyRing(OLD), uses, [])).toThrow(`key ${NEW_ID} is missing`)
})

test('with the newest key alone logins, the audit log, its verification and every kind of secret work', async () => {
  const [sealer, vault] = [sealerOf(NEW), vaultOf(NEW)]
  const { pool, nowMs } = api.deps
  const anew = await openTestApi(server, {
    deps: {
      ...{ sealer, vault, audit: recordIn(sealer), auditLog: openAuditLog({ pool, sealer }) },
      keys: openSigningKeys({ pool, sealer, nowMs }),
    },
  })
  try {
    const signedIn = await login(anew, 'ann@acme.example')
    expect(signedIn.status).toBe(200)
    const token = signedIn.body.access_token
    const log = await anew.ask('GET', 'audit?limit=500', { token })
    expect(log.status).toBe(200)
    expect(log.body.items.map((entry: { action: string }) => entry.action)).toContain('vault:resealed')
    expect(log.text).toContain('ann@acme.example')
    await chainOnce(anew.owner)
    expect(await signHeads({ pool: anew.owner, vault }, Date.now(), 0)).not.toEqual([])
    const file = await anew.ask('GET', `cases/${attachment.caseId}/attachments/${attachment.id}`, { token })
    expect([file.status, file.text]).toEqual([200, 'a stolen file'])
    const proof = await anew.ask('GET', evidenceFile, { token })
    expect([proof.status, proof.text]).toEqual([200, 'a sealed proof'])
    expect((await anew.ask('POST', 'cases', { token, body: { title: 'after', severity: 'low' } })).status).toBe(201)
    const mint = { tenant: acme, hmacSecret: 'x'.repeat(32) }
    expect(await mintPushToken({ pool: anew.owner, sealer }, mint)).toMatchObject({ token: pushToken, created: false })
    const sql = 'SELECT auth_config FROM connectors'
    const stored = await withTenant(anew.owner, acme, (tx) => tx.maybeOne((row) => row.auth_config, sql))
    const use = { tenantId: acme, connectorId: 'polled', caller: 'test' }
    expect(openAuthConfig(vault, stored as Record<string, string>, use)).toEqual(POLL)
  } finally {
    await anew.close()
  }
})

test('a secret that no key opens is counted and left as it is, and does not stop the others', async () => {
  const third = `${randomBytes(32).toString('base64url')}=`
  const damage = /* sql */ `UPDATE playbook_secrets SET value = 'vault:v1:gAAAAAdamaged'`
  await withTenant(api.owner, acme, (tx) => tx.run(damage))
  const keys = `${third},${NEW}`
  const done = await resealAll({ pool: api.owner, ring: keyRing(keys), audit: recordIn(sealerOf(keys)) })
  expect(done.find(({ column }) => column === 'playbook_secrets.value')).toMatchObject({ resealed: 0, unreadable: 1 })
  expect(done.filter(({ resealed }) => resealed > 0)).toHaveLength(ALL.length - 1)
  await look(keys) // as the command and the worker do behind a reseal
  const uses = await look(third)
  expect(uses.filter(({ keyId }) => keyId === null)).toMatchObject([{ column: 'playbook_secrets.value', secrets: 1 }])
  expect(() => requireKeys(keyRing(third), uses, [])).not.toThrow()
})

test('only columns that a rotation moves contain sealed values', async () => {
  const columns = /* sql */ `
    SELECT c.table_name, c.column_name, c.data_type FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb', 'bytea')`
  const rows = await withOperator(api.owner, 'test', (tx) => tx.many((row) => row, columns))
  const ids = (await look(OLD)).flatMap(({ keyId }) => keyId ?? [])
  const found: string[] = []
  for (const row of rows) {
    const [table, column] = [text(row, 'table_name'), text(row, 'column_name')]
    const holds =
      row.data_type === 'bytea'
        ? `length("${column}") > 33 AND encode(substring("${column}" FROM 2 FOR 4), 'hex') = ANY ($1)`
        : `"${column}"::text LIKE '%vault:v1:gAAAA%' AND $1::text[] IS NOT NULL`
    const sql = `SELECT true AS found FROM "${table}" WHERE ${holds} LIMIT 1`
    // Reads as the tenant; columns that tenants cannot read, as the operator.
    const isFound = await withTenant(api.owner, acme, (tx) => tx.many(() => true, sql, [ids])).catch(() =>
      withOperator(api.owner, 'test', (tx) => tx.many(() => true, sql, [ids])),
    )
    if (isFound.length > 0) found.push(`${table}.${column}`)
  }
  expect(found.sort()).toEqual(ALL)
})

test('only code for columns that a rotation moves seals values', () => {
  const sealing = /\b(vault\.encrypt|sealer\.seal|sealedToken|saveAuthConfig)\(/
  const files = globSync(['control/**/*.ts', 'api/**/*.ts', 'ingest/**/*.ts', 'services/**/*.ts'], { cwd: ROOT })
  const found = files.filter(
    (file) =>
      !/test|bench|control\/platform\/vault\/(vault|key-ring)\.ts/.test(file) &&
      sealing.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  // Cursors of streams, codes that link a chat account, links in messages and addresses of web hooks are not stored.
  // Once their key is dropped they no longer open: a client opens a new stream, a person requests a new code or hook.
  const unstored = [
    ...['api/realtime/cursor.ts', 'control/soc/chat/accounts.ts', 'control/soc/notify/answer-link.ts'],
    'control/respond/response/ticket-hooks.ts',
  ]
  expect(found.sort()).toEqual(
    [...new Set([...SEALED_COLUMNS.flatMap(({ sealedIn }) => sealedIn), ...unstored])].sort(),
  )
})
