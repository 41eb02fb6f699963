import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AuditView,
  appendAudit,
  chainOnce,
  emailSubject,
  Personal,
  Subject,
  signHeads,
  verifyBundle,
} from '../../../control/platform/audit/index.ts'
import { openVault, type Vault, vaultKeys } from '../../../control/platform/vault/index.ts'
import * as merkle from '../../../platform/merkle.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeUser, newTenant, openTestApi, SEALER, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let vault: Vault
let acme: TenantId
let admin: string
let adminId: string

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  const { log } = api.deps
  vault = openVault(vaultKeys(null, true, log), log)
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})
beforeEach(async () => {
  acme = await newTenant(api, 'acme')
  adminId = await makeUser(api, acme, 'ada', 'tenant_admin')
  admin = await tokenOf(api, acme, 'ada')
})

const get = (path: string, token = admin) => api.ask('GET', path, { token })
const people = (subject: string) => ({ kind: 'user' as const, id: subject, email: `${subject}@x.example` })

async function record(action: string, more: Partial<Parameters<typeof appendAudit>[2]> = {}): Promise<void> {
  const entry = { action, resource: 'alert', resourceId: 'a-1', actor: people('u-eve'), ...more }
  await withTenant(api.deps.pool, acme, (tx) => appendAudit(tx, SEALER, entry))
}
async function chainAndSign(): Promise<void> {
  while ((await chainOnce(api.owner)) > 0);
  await signHeads({ pool: api.owner, vault }, Date.now(), 0)
}
const actionsOf = (body: { items: AuditView[] }) => body.items.map(({ action }) => action)
async function* whole(text: string) {
  yield text
}

describe('the list', () => {
  test('is newest first, names people, and is the same at both addresses', async () => {
    await record('alert:assigned', { changes: { to: new Personal('u-bob', 'Bob') } })
    await record('alert:closed')
    const { status, body, headers } = await get('audit')
    expect([status, actionsOf(body)]).toEqual([200, ['alert:closed', 'alert:assigned']])
    expect(body.items[1]).toMatchObject({ actor_id: 'u-eve', actor_email: 'u-eve@x.example', changes: { to: 'Bob' } })
    expect([body.total, headers['x-total-rows']]).toEqual([2, '2'])
    expect(actionsOf((await get('audit-log')).body).slice(1)).toEqual(actionsOf(body))
  })

  test('narrows by each filter, and its cursor leads to the last entry', async () => {
    await record('alert:assigned', { resourceId: 'a-7' })
    await record('alert:closed', { actor: people('u-mal'), changes: { note: 'needle' } })
    await record('rule:created', { resource: 'rule' })
    const found = async (query: string) => actionsOf((await get(`audit?${query}`)).body)
    expect(await found('action=alert:')).toEqual(['alert:closed', 'alert:assigned'])
    expect(await found('resource=rule')).toEqual(['rule:created'])
    expect(await found('resource_id=a-7')).toEqual(['alert:assigned'])
    expect(await found('actor_id=u-mal')).toEqual(['alert:closed'])
    expect(await found('search=NEEDLE')).toEqual(['alert:closed'])
    expect(await found('until=2001-01-01T00:00:00Z')).toEqual([])
    const first = (await get('audit?limit=2&action=alert:')).body
    const narrow = (await get(`audit?limit=1&action=alert:`)).body
    const second = (await get(`audit?limit=1&action=alert:&cursor=${narrow.next_cursor}`)).body
    expect([...actionsOf(narrow), ...actionsOf(second)]).toEqual(actionsOf(first))
    expect([first.next_cursor, second.next_cursor, narrow.total]).toEqual([undefined, undefined, 2])
  })

  test('refuses unknown parameters', async () => {
    for (const query of ['limit=501', 'cursor=nonsense', 'from=yesterday', 'actor=u'])
      expect([query, (await get(`audit?${query}`)).status >= 400]).toEqual([query, true])
    expect((await get('audit?limit=501')).status).toBe(422)
  })

  test('records who read it and with which filters, but not the search text', async () => {
    await get('audit?actor_id=u-eve&search=somebody')
    const [entry] = (await get('audit')).body.items
    expect(entry).toMatchObject({ action: 'audit_log:read', actor_id: adminId, actor_email: `ada@${acme}.example` })
    expect(entry.changes).toMatchObject({ actor_id: 'u-eve', searched: true, rows: 0 })
    expect(JSON.stringify(entry)).not.toContain('somebody')
  })
})

describe('an export', () => {
  test('is a bundle that verifies, and a changed bundle fails', async () => {
    for (let n = 0; n < 5; n++) await record('alert:closed', { changes: { n } })
    await chainAndSign()
    const { status, text, headers } = await get('audit/export')
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson'])
    expect(headers['content-disposition']).toBe('attachment; filename="audit.ndjson"')
    expect(await verifyBundle(whole(text))).toMatchObject({ fault: null, entries: 5 })
    const changed = await verifyBundle(whole(text.replace('"n":3', '"n":4')))
    expect(changed.fault).not.toBeNull()
    expect(actionsOf((await get('audit')).body)[0]).toBe('audit_log:export')
  })

  test('of a log without a signed head is refused and sends no broken file', async () => {
    const { status, body } = await get('audit/export')
    expect([status, body.code]).toEqual([503, 'unavailable'])
  })

  test('as a table has the requested entries and counts all of them', async () => {
    await record('alert:closed')
    await record('rule:created')
    const csv = await get('audit/export?format=csv&action=alert:')
    expect([csv.status, csv.headers['x-total-rows']]).toEqual([200, '1'])
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.text.split('\r\n')).toHaveLength(3)
    const html = await get('audit/export?format=html')
    expect(html.text).toContain('<td>rule:created</td>')
    expect((await get('audit/export?format=xml')).status).toBe(422)
  })
})

describe('a proof', () => {
  test('verifies an entry against the signed head with the answer alone', async () => {
    for (let n = 0; n < 6; n++) await record('alert:closed', { changes: { n } })
    await chainAndSign()
    for (const { id } of (await get('audit?action=alert:')).body.items) {
      const { body } = await get(`audit/entries/${id}/proof`)
      expect(JSON.parse(body.document)).toMatchObject({ id, tenant_id: acme })
      expect(hashOf(body)).toBe(body.hash)
      const path = body.path.map((text: string) => Buffer.from(text, 'hex'))
      const leaf = merkle.leafHash(Buffer.from(body.hash, 'hex'))
      const root = Buffer.from(body.head.root, 'hex')
      expect(merkle.isIncluded(leaf, body.seq - 1, body.head.size, path, root)).toBe(true)
    }
    const head = (await get('audit/head')).body
    const keys = (await get('audit/keys')).body.items
    expect(keys.map(({ key_id }: { key_id: string }) => key_id)).toContain(head.key_id)
    const [read] = (await get('audit?action=audit_log:read')).body.items
    expect(read.changes).toMatchObject({ entry_id: expect.any(String) })
  })

  test('answers 404 for an entry that no head covers, and for an entry of another tenant', async () => {
    expect((await get('audit/head')).status).toBe(404)
    await record('alert:closed')
    const [waiting] = (await get('audit')).body.items
    expect((await get(`audit/entries/${waiting.id}/proof`)).status).toBe(404)
    await chainAndSign()
    expect((await get(`audit/entries/${waiting.id}/proof`)).status).toBe(200)
    const bolt = await newTenant(api, 'bolt')
    await makeUser(api, bolt, 'bea', 'tenant_admin')
    expect((await get(`audit/entries/${waiting.id}/proof`, await tokenOf(api, bolt, 'bea'))).status).toBe(404)
  })

  test('is given between two heads, and answers 404 for sizes without a head', async () => {
    await record('alert:closed')
    await chainAndSign()
    for (let n = 0; n < 3; n++) await record('alert:closed')
    await chainAndSign()
    const { body } = await get('audit/consistency?older=1&newer=4')
    expect([body.older.size, body.newer.size, body.path.length]).toEqual([1, 4, 2])
    expect((await get('audit/consistency?older=2&newer=4')).status).toBe(404)
    expect((await get('audit/consistency?older=4&newer=1')).status).toBe(404)
  })
})

/** As the schema of the answer says it is made. */
function hashOf({ seq, prev, document }: { seq: number; prev: string; document: string }): string {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(seq))
  const parts = [Buffer.from('svc-audit-entry-v1\n'), place, Buffer.from(prev, 'hex'), Buffer.from(document)]
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex')
}

describe('erasing a person', () => {
  test('leaves a tombstone, no readable data in the log, and a chain that verifies', async () => {
    const eve = await makeUser(api, acme, 'eve', 'viewer')
    const token = await tokenOf(api, acme, 'eve')
    const email = `eve@${acme}.example`
    await record('user:updated', { actor: people(eve), resource: 'user', resourceId: new Subject(eve) })
    await record('auth:login_failed', { actor: { kind: 'anonymous', id: null, email } })
    await chainAndSign()
    const { status, body } = await api.ask('DELETE', `identity/${eve}/data`, { token: admin })
    expect([status, body]).toMatchObject([200, { status: 'completed', affected_counts: { users: 1, sessions: 1 } }])
    expect(body.affected_counts.audit_subjects).toBe(2)
    expect((await get(`users/${eve}`)).body).toMatchObject({ email: `erased-${eve}@erased.invalid`, is_active: false })
    expect((await get('users/me', token)).status).toBe(401)
    const log = (await get('audit')).text
    expect(log).toContain('[erased]')
    for (const name of [eve, email, emailSubject(email)]) expect(log).not.toContain(name)
    expect((await get('audit?action=identity:')).body.items).toMatchObject([{ action: 'identity:data_erased' }])
    await chainAndSign()
    expect(await verifyBundle(whole((await get('audit/export')).text))).toMatchObject({ fault: null })
  })

  test('a second time finds nothing more to erase', async () => {
    const eve = await makeUser(api, acme, 'eve', 'viewer')
    await api.ask('DELETE', `identity/${eve}/data`, { token: admin })
    const { status, body } = await api.ask('DELETE', `identity/${eve}/data`, { token: admin })
    expect(status).toBe(200)
    expect(new Set(Object.values(body.affected_counts))).toEqual(new Set([0]))
  })

  test('is refused for oneself, for users with more permissions, and for an unknown user', async () => {
    expect((await api.ask('DELETE', `identity/${adminId}/data`, { token: admin })).status).toBe(409)
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await api.ask('DELETE', `identity/${nobody}/data`, { token: admin })).status).toBe(404)
    await makeUser(api, acme, 'viv', 'viewer')
    const viewer = await tokenOf(api, acme, 'viv')
    expect((await api.ask('DELETE', `identity/${adminId}/data`, { token: viewer })).status).toBe(403)
  })

  const rule = (id: string) =>
    `title: T\nid: ${id}\nlogsource: { category: test }\ndetection:\n  a: { b: c }\n  condition: a\n`

  test('removes the address everywhere: rules name its author until then, and a tombstone after', async () => {
    const eve = await makeUser(api, acme, 'eve', 'soc_lead')
    const token = await tokenOf(api, acme, 'eve')
    const email = `eve@${acme}.example`
    const headers = { 'idempotency-key': 'k-1' }
    const made = await api.ask('POST', 'rules', {
      ...{ token, headers, body: { language: 'sigma', text: rule(`${acme}-1`), file: 'a.yml' } },
    })
    await api.ask('PUT', `rules/${made.body.id}`, { token, body: { text: rule(`${acme}-2`) } })
    await api.ask('PUT', 'rules/*/overlay', { token, body: { reason: 'quiet', min_severity: 'low' } })
    await api.ask('PUT', 'rules/placeholders', { token, body: { placeholders: { a: ['b'] } } })
    const shown = async () => [
      (await get(`rules/${made.body.id}`)).body.changed_by,
      (await get(`rules/${made.body.id}/versions`)).body.items[0].changed_by,
      (await get('rules/*/overlay')).body.author,
      (await get('rules/overlays')).body.items[0].author,
    ]
    expect([made.body.changed_by, ...(await shown())]).toEqual(Array(5).fill(email))
    expect(await tablesWith(email)).toEqual(['idempotency_keys', 'users'])
    await api.ask('DELETE', `identity/${eve}/data`, { token: admin })
    expect(await tablesWith(email)).toEqual([])
    expect(await shown()).toEqual(Array(4).fill(`erased-${eve}@erased.invalid`))
  })

  /** Tables of which a row of the tenant holds a text. */
  const tablesWith = (wanted: string) =>
    withTenant(api.deps.pool, acme, async (tx) => {
      const tables = await tx.many(
        ({ relname }) => String(relname),
        `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
         WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
           AND has_table_privilege(c.oid, 'SELECT')
         ORDER BY c.relname`,
      )
      const found: string[] = []
      for (const table of tables) {
        const sql = `SELECT FROM "${table}" AS t WHERE position($1 IN lower(t::text)) > 0 LIMIT 1`
        if (await tx.maybeOne(() => true, sql, [wanted])) found.push(table)
      }
      return found
    })

  test('the migration turns addresses in rules into ids, or into "unknown" when no user has the address', async () => {
    const made = await api.ask('POST', 'rules', {
      ...{ token: admin, body: { language: 'sigma', text: rule(`${acme}-1`), file: 'a.yml' } },
    })
    const { id } = made.body
    const changedBy = (author: string) =>
      withTenant(api.deps.pool, acme, (tx) => tx.run('UPDATE detection_rules SET changed_by = $1', [author]))
    const migrate = async () => {
      const file = join(import.meta.dirname, '../../../stores/postgres/migrations/0142-rule-authors.sql')
      await api.owner.query(`BEGIN; ${readFileSync(file, 'utf8')}; COMMIT`)
      return withTenant(api.deps.pool, acme, (tx) =>
        tx.maybeOne((row) => row.changed_by, 'SELECT changed_by FROM detection_rules WHERE id = $1', [id]),
      )
    }
    for (const [before, after] of [
      [`ada@${acme}.example`, adminId],
      ['gone@elsewhere.example', 'unknown'],
      ['svc rules', 'svc rules'],
    ] as const) {
      await changedBy(before)
      expect(await migrate()).toBe(after)
    }
  })

  test('also removes the stored answer for a repeated creation', async () => {
    const body = { email: `eve@${acme}.example`, username: 'eve', password: 'x'.repeat(20) }
    const create = () => api.ask('POST', 'users', { token: admin, body, headers: { 'idempotency-key': 'k-1' } })
    const { id } = (await create()).body
    const { affected_counts } = (await api.ask('DELETE', `identity/${id}/data`, { token: admin })).body
    expect(affected_counts.answers).toBe(1)
    expect((await create()).body.id).not.toBe(id)
  })
})
