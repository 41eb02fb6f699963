import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sealerOf } from '../../../platform/seal.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { openPostgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import type { Position } from '../accounts/index.ts'
import { createTenant, setTenantStatus } from '../tenants/index.ts'
import * as tokens from './index.ts'
import { tokensPage } from './list-tokens.ts'

const { findToken, mintPushToken, openTokenTouches } = tokens
const acme = tenantId('acme')
const bolt = tenantId('bolt')
const secret = 'sixteen letters!'
const newSealer = () => sealerOf(`${randomBytes(32).toString('base64url')}=`)
// A real server on a machine that may be busy with others.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: TestPostgres
let deps: tokens.TokenDeps

const inTenant = <T>(tenant: TenantId, work: (tx: TenantTx) => Promise<T>) => withTenant(deps.pool, tenant, work)
const pageOf = (tenant: TenantId, limit: number, after: Position | null) =>
  inTenant(tenant, (tx) => tokensPage(tx, limit, after))
const listTokens = async (tenant: TenantId) => (await pageOf(tenant, 500, null)).map(({ item }) => item)
const revokeToken = (tenant: TenantId, id: string) => inTenant(tenant, (tx) => tokens.revokeToken(tx, id))
const mintInboxToken = (tenant: TenantId, mint: tokens.InboxMint) =>
  inTenant(tenant, (tx) => tokens.mintInboxToken(tx, deps.sealer, mint))

beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())

beforeEach(async () => {
  const { appUrl } = await server.database()
  deps = { pool: openPostgres({ url: appUrl, poolSize: 8 }), sealer: newSealer() }
  return () => deps.pool.end()
})

describe('minting a push token', () => {
  test('makes tenant and token once, and gives the same token after that', async () => {
    const first = await mintPushToken(deps, { tenant: 'acme' })
    expect(first).toEqual({ token: expect.stringMatching(/^svc_[0-9a-f]{48}$/), created: true, tenantCreated: true })
    const again = await mintPushToken(deps, { tenant: 'acme' })
    expect(again).toEqual({ token: first.token, created: false, tenantCreated: false })
  })

  test('at the same moment many times gives one token', async () => {
    const minted = await Promise.all(Array.from({ length: 8 }, () => mintPushToken(deps, { tenant: 'acme' })))
    expect(new Set(minted.map(({ token }) => token)).size).toBe(1)
    expect(minted.filter(({ created }) => created)).toHaveLength(1)
    expect(minted.filter(({ tenantCreated }) => tenantCreated)).toHaveLength(1)
    expect(await listTokens(acme)).toHaveLength(1)
  })

  test('with rotate revokes the old token, keeps its secret, and gives the new one from then on', async () => {
    const old = await mintPushToken(deps, { tenant: 'acme', hmacSecret: secret })
    const rotated = await mintPushToken(deps, { tenant: 'acme', rotate: true })
    expect(rotated).toMatchObject({ created: true, tenantCreated: false })
    expect(rotated.token).not.toBe(old.token)
    expect(await findToken(deps, old.token)).toMatchObject({ revokedAt: expect.any(Date) })
    expect(await findToken(deps, rotated.token)).toMatchObject({ revokedAt: null, hmacSecret: secret })
    expect((await mintPushToken(deps, { tenant: 'acme' })).token).toBe(rotated.token)
  })

  test('rotations at the same moment leave one live token', async () => {
    await mintPushToken(deps, { tenant: 'acme' })
    await Promise.all(Array.from({ length: 4 }, () => mintPushToken(deps, { tenant: 'acme', rotate: true })))
    const all = await listTokens(acme)
    expect(all).toHaveLength(5)
    expect(all.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
  })

  test('without a label names it after its template, so that two templates are two sources', async () => {
    await mintPushToken(deps, { tenant: 'acme' })
    const hook = await mintPushToken(deps, { tenant: 'acme', templateId: 'webhook-github' })
    expect((await mintPushToken(deps, { tenant: 'acme', templateId: 'webhook-github' })).token).toBe(hook.token)
    await mintPushToken(deps, { tenant: 'acme', templateId: 'splunk-hec' })
    const labels = (await listTokens(acme)).map(({ templateId, label }) => [templateId, label])
    expect(labels).toEqual(
      expect.arrayContaining([
        ['connector-push', 'push'],
        ['webhook-github', 'webhook-github'],
        ['splunk-hec', 'splunk-hec'],
      ]),
    )
  })

  test('after a revocation makes a new one', async () => {
    const first = await mintPushToken(deps, { tenant: 'acme' })
    const [listed] = await listTokens(acme)
    await revokeToken(acme, listed?.id ?? '')
    const second = await mintPushToken(deps, { tenant: 'acme' })
    expect(second).toMatchObject({ created: true })
    expect(second.token).not.toBe(first.token)
  })

  test('does not change a secret without rotate', async () => {
    await mintPushToken(deps, { tenant: 'acme', hmacSecret: secret })
    const other = mintPushToken(deps, { tenant: 'acme', hmacSecret: `${secret}!` })
    await expect(other).rejects.toMatchObject({ code: 'conflict' })
    expect(await mintPushToken(deps, { tenant: 'acme', hmacSecret: secret })).toMatchObject({ created: false })
  })

  test.each([{ templateId: 'no-such' }, { hmacSecret: 'short' }, { label: '' }])('refuses %j', async (wrong) => {
    await expect(async () => mintPushToken(deps, { tenant: 'acme', ...wrong })).rejects.toMatchObject({
      code: 'bad_request',
    })
  })

  test('an unknown template is refused with the list of known ones', async () => {
    const unknown = async () => mintPushToken(deps, { tenant: 'acme', templateId: 'no-such' })
    await expect(unknown).rejects.toThrow(/^no inbox template no-such; there are connector-push, .*splunk-hec/)
  })
})

describe('finding a token', () => {
  test('gives tenant, template, secret and whether it still counts', async () => {
    const { token } = await mintPushToken(deps, { tenant: 'acme', hmacSecret: secret })
    const found = {
      tenantId: acme,
      templateId: 'connector-push',
      label: 'push',
      hmacSecret: secret,
      revokedAt: null,
      tenantStatus: 'active',
    }
    expect(await findToken(deps, token)).toEqual({ ...found, tokenId: expect.any(String) })
    await setTenantStatus(deps.pool, acme, 'suspended')
    expect(await findToken(deps, token)).toMatchObject({ tenantStatus: 'suspended' })
  })

  test.each([
    ['nothing', ''],
    ['half a token', 'svc_00'],
    ['an unknown token', `svc_${'0'.repeat(48)}`],
    ['no hexadecimal', `svc_${'x'.repeat(48)}`],
    ['a long text', 'x'.repeat(10_000)],
  ])('finds no token for %s', async (_, raw) => {
    await mintPushToken(deps, { tenant: 'acme' })
    expect(await findToken(deps, raw)).toBeNull()
  })

  test('a sealed secret that is copied to another row cannot be opened', async () => {
    const { token } = await mintPushToken(deps, { tenant: 'acme', hmacSecret: secret })
    const other = await mintPushToken(deps, { tenant: 'acme', label: 'other', hmacSecret: `${secret}!` })
    await withTenant(deps.pool, acme, (tx) =>
      tx.run(
        `UPDATE inbox_tokens SET hmac_secret_sealed = (SELECT hmac_secret_sealed FROM inbox_tokens WHERE label = 'other')`,
      ),
    )
    await expect(findToken(deps, token)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await findToken(deps, other.token)).toMatchObject({ hmacSecret: `${secret}!` })
  })

  test('with another credential key a token that requires signatures is refused, not accepted unsigned', async () => {
    const { token } = await mintPushToken(deps, { tenant: 'acme', hmacSecret: secret })
    await expect(findToken({ ...deps, sealer: newSealer() }, token)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('token and secret are never stored in clear text', async () => {
  const { token } = await mintPushToken(deps, { tenant: 'acme', hmacSecret: secret })
  const rows = await withTenant(deps.pool, acme, (tx) =>
    tx.many((row) => row, 'SELECT t::text AS all FROM inbox_tokens t'),
  )
  const stored = JSON.stringify(rows)
  for (const clear of [token, secret]) {
    expect(stored).not.toContain(clear)
    expect(stored).not.toContain(Buffer.from(clear).toString('hex'))
  }
})

test("a tenant's tokens are listed newest first in pages, without raw tokens, and without another tenant's", async () => {
  await createTenant(deps.pool, { id: 'acme' })
  await mintPushToken(deps, { tenant: 'bolt' })
  const minted = []
  for (const label of ['one', 'two', 'three'])
    minted.push(await mintInboxToken(acme, { templateId: 'cef-syslog', label, hmacSecret: secret }))
  const first = await pageOf(acme, 2, null)
  const page = first.map(({ item }) => item)
  const rest = (await pageOf(acme, 2, first.at(-1)?.position ?? null)).map(({ item }) => item)
  expect([...page, ...rest].map(({ label }) => label)).toEqual(['three', 'two', 'one'])
  expect(page[0]).toMatchObject({ fingerprint: minted[2]?.fingerprint, hasHmacSecret: true, lastUsedAt: null })
  for (const { token } of minted) expect(JSON.stringify([page, rest])).not.toContain(token)
})

test("another tenant's token cannot be revoked", async () => {
  const { token } = await mintPushToken(deps, { tenant: 'acme' })
  await createTenant(deps.pool, { id: 'bolt' })
  const [listed] = await listTokens(acme)
  await expect(revokeToken(bolt, listed?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
  await expect(revokeToken(acme, 'no uuid')).rejects.toMatchObject({ code: 'not_found' })
  expect(await findToken(deps, token)).toMatchObject({ revokedAt: null })
})

test('an inbox token needs a tenant that exists', async () => {
  const minted = mintInboxToken(acme, { templateId: 'splunk-hec', label: 'x' })
  await expect(minted).rejects.toMatchObject({ code: 'not_found' })
})

test('the last use is written in batches, at most once a minute a token', async () => {
  await mintPushToken(deps, { tenant: 'acme' })
  const touches = openTokenTouches(deps.pool, pino({ level: 'silent' }))
  const [before] = await listTokens(acme)
  const nowMs = Date.now()
  for (let n = 0; n < 5; n++) touches.note(acme, before?.id ?? '', nowMs + n)
  expect(await touches.flush()).toBe(1)
  expect((await listTokens(acme))[0]?.lastUsedAt?.getTime()).toBe(nowMs + 4)
  touches.note(acme, before?.id ?? '', nowMs + 59_000)
  expect(await touches.flush()).toBe(0)
  touches.note(acme, before?.id ?? '', nowMs + 61_000)
  await touches.close()
  expect((await listTokens(acme))[0]?.lastUsedAt?.getTime()).toBe(nowMs + 61_000)
})
