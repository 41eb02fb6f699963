import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as merkle from '../../../platform/merkle.ts'
import { sealerOf } from '../../../platform/seal.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { keepRunning } from '../../../platform/workers-testing.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import { openPostgres, type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestDatabase, type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { openVault, vaultKeys } from '../vault/index.ts'
import * as audit from './index.ts'

const log = pino({ level: 'silent' })
const newKey = () => `${randomBytes(32).toString('base64url')}=`
const acme = tenantId('acme')
const bolt = tenantId('bolt')
const key = newKey()
const sealer = sealerOf(key)
const vault = openVault(vaultKeys(key, false, log), log)

let server: TestPostgres
let database: TestDatabase
let app: Postgres
let owner: Postgres

beforeAll(async () => {
  server = await withTestPostgres()
})
afterAll(() => server.close())

beforeEach(async () => {
  database = await server.database()
  app = openPostgres({ url: database.appUrl, poolSize: 8 })
  owner = openPostgres({ url: database.url, poolSize: 4 })
  return async () => {
    await app.end()
    await owner.end()
  }
})

const alice: audit.AuditActor = { kind: 'user', id: 'u-alice', email: 'Alice@acme.test', ip: '10.0.0.7' }
const auditor: audit.AuditActor = { kind: 'user', id: 'u-auditor' }
const assigned = (n: number, more: Partial<audit.AuditEntry> = {}): audit.AuditEntry => ({
  ...{ action: 'alert:assigned', resource: 'alert', resourceId: `a-${n}`, actor: alice, changes: { n } },
  ...more,
})

function append(entry: audit.AuditEntry, tenant = acme): Promise<void> {
  return withTenant(app, tenant, (tx) => audit.appendAudit(tx, sealer, entry))
}
async function chainAll(): Promise<number> {
  let chained = 0
  for (let last = -1; last !== 0; chained += last) last = await audit.chainOnce(owner)
  return chained
}
const sign = () => audit.signHeads({ pool: owner, vault }, Date.now(), 0)
const page = (query: audit.AuditQuery = {}, more: { limit?: number; cursor?: string } = {}, tenant = acme) =>
  withTenant(app, tenant, (tx) => audit.auditPage(tx, sealer, query, more))

async function bundle(tenant = acme): Promise<string> {
  let whole = ''
  for await (const block of audit.exportBundle({ pool: app, sealer }, tenant, auditor)) whole += block
  return whole
}
async function* pieces(whole: string) {
  yield whole
}
const verdict = (whole: string) => audit.verifyBundle(pieces(whole))
/** Everything written is chained and signed, the export itself not yet. */
async function verified(tenant = acme): Promise<audit.Verdict> {
  await chainAll()
  await sign()
  return verdict(await bundle(tenant))
}

describe('an entry', () => {
  test('is stored with its change, or not at all', async () => {
    const failing = withTenant(app, acme, async (tx) => {
      await audit.appendAudit(tx, sealer, assigned(1))
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    expect((await page()).items).toEqual([])
    await append(assigned(2))
    expect((await page()).items).toHaveLength(1)
  })

  test('is listed unchanged, before and after it is chained', async () => {
    const changes = {
      assignee: new audit.Subject('u-bob'),
      name: new audit.Personal('u-bob', 'Bob "B" Büchner'),
      $set: { a: [1, null, true] },
      lone: 'a\ud800b\0c',
    }
    await append(assigned(1, { changes, actor: { ...alice, apiKeyPrefix: 'svc_ab12' } }))
    const shown = {
      ...{ tenant_id: 'acme', actor_kind: 'user', actor_id: 'u-alice', actor_email: 'Alice@acme.test' },
      ...{ actor_ip: '10.0.0.7', action: 'alert:assigned', resource: 'alert', resource_id: 'a-1' },
      changes: { assignee: 'u-bob', name: 'Bob "B" Büchner', $set: { a: [1, null, true] }, lone: 'a\ufffdb\ufffdc' },
      api_key_prefix: 'svc_ab12',
    }
    const [waiting] = (await page()).items
    expect(waiting).toMatchObject({ ...shown, seq: null })
    expect(Math.abs(Date.parse(waiting?.created_at ?? '') - Date.now())).toBeLessThan(600_000)
    expect(await chainAll()).toBe(1)
    expect((await page()).items).toEqual([{ ...waiting, seq: 1 }])
  })

  test('holds nothing personal in the clear', async () => {
    await append(assigned(1, { changes: { name: new audit.Personal('u-bob', 'Bob Büchner') } }))
    await chainAll()
    const sql = 'SELECT l::text AS row FROM audit_log l'
    const [row = ''] = await withTenant(app, acme, (tx) => tx.many((r) => text(r, 'row'), sql))
    expect(row).toContain('alert:assigned')
    // Sealed members are base64, where a short name could occur by chance.
    expect(row).not.toMatch(/alice|10\.0\.0\.7|bob b|büchner/i)
  })

  test('whose changes are too large keeps their size and digest', async () => {
    await append(assigned(1, { changes: { body: 'x'.repeat(40_000) } }))
    const [item] = (await page()).items
    expect(item?.changes).toEqual({ omitted: { bytes: 40_011, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } })
  })

  test('out of bounds is refused', async () => {
    const wrong: Partial<audit.AuditEntry>[] = [
      { action: 'Alert Assigned' },
      { action: `a${'b'.repeat(100)}` },
      { resource: '' },
      { resourceId: 'x'.repeat(501) },
      { actor: { ...alice, id: '' } },
      { changes: { n: Number.NaN } },
      { changes: { people: Array.from({ length: 201 }, (_, i) => new audit.Subject(`u-${i}`)) } },
    ]
    for (const more of wrong) await expect(append(assigned(1, more))).rejects.toMatchObject({ code: 'bad_request' })
    expect((await page()).items).toEqual([])
  })

  test('without an actor belongs to its e-mail address, or to no subject', async () => {
    await append(assigned(1, { actor: { kind: 'anonymous', id: null, email: 'Eve@evil.test', ip: '10.9.9.9' } }))
    await append(assigned(2, { actor: { kind: 'service', id: null } }))
    const [service, eve] = (await page()).items
    expect(eve).toMatchObject({ actor_id: null, actor_email: 'Eve@evil.test', actor_ip: '10.9.9.9' })
    expect(service).toMatchObject({ actor_id: null, actor_email: null, actor_ip: null })
  })
})

describe('append-only', () => {
  const TABLES = ['audit_log', 'audit_outbox', 'audit_tree_heads', 'audit_tree_nodes']
  const CHANGES: Readonly<Record<string, string>> = {
    audit_log: 'seq = seq + 1',
    audit_outbox: `document = '{}'`,
    audit_tree_heads: 'size = size + 1',
    audit_tree_nodes: 'index = index + 1',
  }
  const statements = TABLES.flatMap((table) => [
    `UPDATE ${table} SET ${CHANGES[table]}`,
    `TRUNCATE ${table}`,
    `TRUNCATE ${table} CASCADE`,
    ...(table === 'audit_outbox' ? [] : [`DELETE FROM ${table}`]),
  ])

  test('a change is refused to the owner, the operator and the services, whatever it is', async () => {
    await append(assigned(1))
    await chainAll()
    await sign()
    await append(assigned(2))
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const refused = { code: '42501' }
    for (const sql of statements) {
      await expect(client.query(sql), sql).rejects.toMatchObject(refused)
      await expect(
        withOperator(owner, 'test', (tx) => tx.run(sql)),
        sql,
      ).rejects.toMatchObject(refused)
      await expect(
        withTenant(app, acme, (tx) => tx.run(sql)),
        sql,
      ).rejects.toMatchObject(refused)
    }
    await client.end()
    expect((await page()).items).toHaveLength(2)
  })

  test('a waiting entry cannot be removed before it is chained, and a service cannot write to the log directly', async () => {
    await append(assigned(1))
    const remove = (tx: { run(sql: string): Promise<number> }) => tx.run('DELETE FROM audit_outbox')
    await expect(withOperator(owner, 'test', remove)).rejects.toMatchObject({ code: '42501' })
    await expect(withTenant(app, acme, remove)).rejects.toMatchObject({ code: '42501' })
    const insert = `INSERT INTO audit_log (tenant_id, seq, id, document, hash, action, resource)
      SELECT tenant_id, 1, id, document, decode(repeat('00', 32), 'hex'), 'a', 'b' FROM audit_outbox`
    await expect(withTenant(app, acme, (tx) => tx.run(insert))).rejects.toMatchObject({ code: '42501' })
    expect(await chainAll()).toBe(1)
  })

  test('an entry cannot have another tenant or id than its row', async () => {
    await append(assigned(1))
    const copy = `INSERT INTO audit_outbox (id, document) SELECT gen_random_uuid(), document FROM audit_outbox`
    await expect(withTenant(app, acme, (tx) => tx.run(copy))).rejects.toMatchObject({ code: '23514' })
    const foreign = `INSERT INTO audit_outbox (tenant_id, id, document)
      SELECT 'bolt', gen_random_uuid(), document FROM audit_outbox`
    await expect(withTenant(app, acme, (tx) => tx.run(foreign))).rejects.toMatchObject({ code: '42501' })
  })

  test('an erased subject stays erased, and its references reveal nothing', async () => {
    await append(assigned(1))
    const change = (set: string) => withTenant(app, acme, (tx) => tx.run(`UPDATE audit_subjects SET ${set}`))
    for (const set of [`subject = 'u-eve'`, 'ref = gen_random_uuid()', `tenant_id = 'bolt'`])
      await expect(change(set)).rejects.toMatchObject({ code: '42501' })
    await withTenant(app, acme, (tx) => audit.eraseSubject(tx, sealer, { subjectId: 'u-alice', by: alice }))
    await expect(change(`subject = 'u-alice', key_sealed = '\\x00', erased_at = NULL`)).rejects.toMatchObject({
      code: '42501',
    })
  })
})

test('the backlog is the age of the oldest waiting entry of any tenant, and 0 when all are chained', async () => {
  expect(await audit.auditBacklog(app, Date.now())).toEqual({ oldest_unchained_seconds: 0 })
  await append(assigned(1), bolt)
  const later = Date.now() + 90_000
  const { oldest_unchained_seconds: waited } = await audit.auditBacklog(app, later)
  expect(waited).toBeGreaterThan(80)
  expect(waited).toBeLessThan(100)
  await chainAll()
  expect(await audit.auditBacklog(app, later)).toEqual({ oldest_unchained_seconds: 0 })
})

describe('the chain', () => {
  test('has no fork and no gap when many append and many chain at once', async () => {
    const batcher = audit.openAuditBatcher({ pool: app, sealer })
    const stop = new AbortController()
    const deps = { pool: owner, vault, log, pollMs: 1, headEveryMs: 1 }
    const chainers = [1, 2, 3].map(() => keepRunning(audit.chainWorkers(deps), stop.signal))
    const writes = Array.from({ length: 300 }, (_, n) => {
      const tenant = n % 3 === 0 ? bolt : acme
      return n % 2 === 0 ? append(assigned(n), tenant) : batcher.append(tenant, assigned(n))
    })
    await Promise.all(writes)
    await batcher.close()
    await expect
      .poll(
        async () =>
          (await withOperator(owner, 'test', (tx) => tx.many((r) => r, 'SELECT id FROM audit_outbox'))).length,
        {
          timeout: 60_000,
        },
      )
      .toBe(0)
    stop.abort()
    await Promise.all(chainers)
    expect(await verified(bolt)).toMatchObject({ fault: null, entries: 100 })
    expect(await verified(acme)).toMatchObject({ fault: null, entries: 200 })
    const sql = 'SELECT seq FROM audit_log ORDER BY seq'
    const seqs = await withTenant(app, acme, (tx) => tx.many((row) => int(row, 'seq'), sql))
    expect(seqs.slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  })

  test('of one tenant does not wait for an open transaction, and chains its entries later', async () => {
    let commit = () => {}
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    let written = () => {}
    const isWritten = new Promise<void>((resolve) => {
      written = resolve
    })
    const slow = withTenant(app, acme, async (tx) => {
      await audit.appendAudit(tx, sealer, assigned(1))
      written()
      await held
    })
    await isWritten
    await append(assigned(2, { actor: { kind: 'service', id: null } }))
    expect(await chainAll()).toBe(1)
    commit()
    await slow
    expect(await chainAll()).toBe(1)
    expect((await page()).items.map(({ seq, resource_id }) => [seq, resource_id])).toEqual([
      [1, 'a-2'],
      [2, 'a-1'],
    ])
  })

  test('keeps the order in which one process wrote', async () => {
    await withTenant(app, acme, async (tx) => {
      for (let n = 1; n <= 50; n++) await audit.appendAudit(tx, sealer, assigned(n))
    })
    await chainAll()
    const items = (await page({}, { limit: 50 })).items
    expect(items.map(({ resource_id }) => resource_id)).toEqual(Array.from({ length: 50 }, (_, i) => `a-${50 - i}`))
  })

  test('detects an entry that was changed in the database', async () => {
    for (let n = 1; n <= 5; n++) await append(assigned(n))
    expect((await verified()).fault).toBeNull()
    // Triggers stop mistakes. The owner of the table can remove them, and the chain then shows the change.
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(`ALTER TABLE audit_log DISABLE TRIGGER USER; ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY;
      UPDATE audit_log SET document = replace(document, 'a-3', 'a-9') WHERE seq = 3`)
    await client.end()
    expect((await verdict(await bundle())).fault).toMatchObject({ kind: 'changed', from: 3, to: 3 })
  })
})

describe('proofs', () => {
  const hashOf = async (seq: number) => {
    const sql = `SELECT encode(hash, 'hex') AS hash FROM audit_log WHERE seq = $1`
    return Buffer.from(
      (await withTenant(app, acme, (tx) => tx.maybeOne((r) => text(r, 'hash'), sql, [seq]))) ?? '',
      'hex',
    )
  }
  const raw = (path: readonly string[]) => path.map((hash) => Buffer.from(hash, 'hex'))

  test('of inclusion and of consistency hold, over stored subtrees too', async () => {
    const batcher = audit.openAuditBatcher({ pool: app, sealer })
    for (const size of [1, 255, 256, 257, 700]) {
      const have = await withTenant(app, acme, (tx) => audit.auditTotal(tx, {}))
      await Promise.all(Array.from({ length: size - have }, (_, n) => batcher.append(acme, assigned(n))))
      await chainAll()
      await sign()
    }
    const ids = await withTenant(app, acme, (tx) =>
      tx.many((r) => text(r, 'id'), 'SELECT id FROM audit_log WHERE seq IN (1, 2, 256, 257, 513, 700) ORDER BY seq'),
    )
    for (const id of ids) {
      const { seq, head, path } = await withTenant(app, acme, (tx) => audit.proveInclusion(tx, id))
      const leaf = merkle.leafHash(await hashOf(seq))
      expect(merkle.isIncluded(leaf, seq - 1, head.size, raw(path), Buffer.from(head.root, 'hex')), id).toBe(true)
    }
    for (const [from, to] of [
      [1, 255],
      [255, 700],
      [256, 257],
      [257, 700],
      [700, 700],
    ] as const) {
      const { older, newer, path } = await withTenant(app, acme, (tx) => audit.proveConsistency(tx, from, to))
      const tree = ({ size, root }: audit.SignedHead) => ({ size, root: Buffer.from(root, 'hex') })
      expect(merkle.isConsistent(tree(older), tree(newer), raw(path)), `${from} to ${to}`).toBe(true)
    }
  })

  test('are refused for an unknown entry, an unsigned one, and one of another tenant', async () => {
    const inclusion = (id: string, tenant = acme) => withTenant(app, tenant, (tx) => audit.proveInclusion(tx, id))
    await append(assigned(1))
    await chainAll()
    const [entry] = (await page()).items
    await expect(inclusion(entry?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
    await sign()
    expect((await inclusion(entry?.id ?? '')).path).toEqual([])
    await expect(inclusion(entry?.id ?? '', bolt)).rejects.toMatchObject({ code: 'not_found' })
    await expect(inclusion('nonsense')).rejects.toMatchObject({ code: 'not_found' })
    const consistency = withTenant(app, acme, (tx) => audit.proveConsistency(tx, 1, 2))
    await expect(consistency).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('signing keys', () => {
  test('rotate: heads of the old one stay valid, and its private half is gone', async () => {
    await append(assigned(1))
    const first = await verified()
    await audit.rotateSigningKey(owner, vault)
    await append(assigned(2))
    const second = await verified()
    expect(second).toMatchObject({ fault: null, heads: 2 })
    expect(second.keyIds).toHaveLength(2)
    expect(second.head?.key_id).not.toBe(first.head?.key_id)
    const sql = 'SELECT private_sealed FROM audit_signing_keys ORDER BY created_at'
    const sealed = await withOperator(owner, 'test', (tx) => tx.many((row) => row.private_sealed, sql))
    expect(sealed).toEqual([null, expect.stringMatching(/^vault:v1:/)])
    await expect(withTenant(app, acme, (tx) => tx.many((r) => r, sql))).rejects.toMatchObject({ code: '42501' })
  })
})

describe('erasing a subject', () => {
  const bob = { kind: 'user', id: 'u-bob', email: 'bob@acme.test' } as const
  const erase = (tenant = acme) =>
    withTenant(app, tenant, (tx) =>
      audit.eraseSubject(tx, sealer, { subjectId: 'u-alice', emails: ['alice@ACME.test'], by: bob }),
    )

  test('replaces every mention of the subject by [erased], and the chain still verifies', async () => {
    const about = { resource: 'user', resourceId: new audit.Subject('u-alice') }
    await append(assigned(1, { changes: { to: new audit.Subject('u-alice'), by: new audit.Subject('u-bob') } }))
    await append(assigned(2, { ...about, actor: bob, changes: { name: new audit.Personal('u-alice', 'Alice A.') } }))
    await append(assigned(3, { actor: { kind: 'anonymous', id: null, email: 'alice@acme.test' } }))
    const before = await verified()
    expect(await erase()).toEqual({ subjectsErased: 2 })
    const after = await verified()
    expect(after).toMatchObject({ fault: null, entries: before.entries + 2 })
    const items = (await page()).items
    expect(JSON.stringify(items)).not.toMatch(/alice|10\.0\.0\.7/i)
    const find = (id: string) => items.find(({ resource_id }) => resource_id === id)
    expect(find('a-1')).toMatchObject({ actor_id: '[erased]', actor_email: '[erased]', actor_ip: '[erased]' })
    expect(find('a-1')?.changes).toEqual({ to: '[erased]', by: 'u-bob' })
    expect(items.find(({ resource }) => resource === 'user')).toMatchObject({
      resource_id: '[erased]',
      actor_id: 'u-bob',
      changes: { name: '[erased]' },
    })
    expect(items.find(({ action }) => action === 'identity:data_erased')).toMatchObject({
      actor_email: 'bob@acme.test',
      resource_id: '[erased]',
    })
    expect((await page({ actorId: 'u-alice' })).items).toEqual([])
  })

  test('again changes nothing, and in one tenant leaves another’s log alone', async () => {
    await append(assigned(1))
    await append(assigned(1), bolt)
    await erase()
    expect(await erase()).toEqual({ subjectsErased: 0 })
    expect((await page({}, {}, bolt)).items[0]).toMatchObject({ actor_id: 'u-alice', actor_email: 'Alice@acme.test' })
  })

  test('reaches an entry that was sealed before and committed after', async () => {
    await append(assigned(1))
    await withTenant(app, acme, async (tx) => {
      await audit.appendAudit(tx, sealer, assigned(2))
      await erase()
    })
    expect((await page({ resourceId: 'a-2' })).items[0]).toMatchObject({ actor_id: '[erased]', actor_ip: '[erased]' })
  })
})

describe('listing', () => {
  beforeEach(async () => {
    await append(assigned(1, { changes: { note: '100%_sure "of" C:\\x' } }))
    await append(assigned(2, { action: 'scim:user:create', resource: 'user', resourceId: new audit.Subject('u-bob') }))
    await chainAll()
    await append(
      assigned(3, { action: 'scim_other', actor: { kind: 'user', id: 'u-bob' }, changes: { note: 'Sealed' } }),
    )
    await append(assigned(4), bolt)
  })

  const QUESTIONS: readonly [string, audit.AuditQuery, string[]][] = [
    ['everything, newest first', {}, ['a-3', 'u-bob', 'a-1']],
    ['an action', { action: 'alert:assigned' }, ['a-1']],
    ['a prefix of actions', { action: 'scim:' }, ['u-bob']],
    ['a prefix in which _ is no wildcard', { action: 'scim_' }, ['a-3']],
    ['a kind of resource', { resource: 'user' }, ['u-bob']],
    ['a resource', { resource: 'alert', resourceId: 'a-1' }, ['a-1']],
    ['a resource that is a person', { resourceId: 'u-bob' }, ['u-bob']],
    ['an actor', { actorId: 'u-bob' }, ['a-3']],
    ['an actor the log does not know', { actorId: 'u-nobody' }, []],
    ['a word of the changes in any case', { search: 'sEaLeD' }, ['a-3']],
    ['a word in which % is no wildcard', { search: '%_s' }, ['a-1']],
    ['what JSON and patterns escape', { search: '"OF" c:\\X' }, ['a-1']],
    ['a name of a field that only the document has', { search: 'tenant_id' }, []],
    ['a word of an id of a person', { search: 'U-BOB' }, ['a-3', 'u-bob']],
    ['people that somebody looked up', { search: 'Alice A.', searchActorIds: ['u-alice'] }, ['u-bob', 'a-1']],
    ['the future', { from: new Date(Date.now() + 86_400_000) }, []],
    ['the past', { until: new Date(0) }, []],
    [
      'an hour',
      { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 86_400_000) },
      ['a-3', 'u-bob', 'a-1'],
    ],
  ]

  test('finds and counts all matching entries, and none of another tenant', async () => {
    for (const [what, query, expected] of QUESTIONS) {
      const found = (await page(query)).items.map(({ resource_id }) => resource_id)
      expect(found, what).toEqual(expected)
      expect(await withTenant(app, acme, (tx) => audit.auditTotal(tx, query)), what).toBe(expected.length)
    }
  })

  test('pages are stable while entries are chained and added', async () => {
    const first = await page({}, { limit: 1 })
    expect(first.items.map(({ resource_id }) => resource_id)).toEqual(['a-3'])
    await append(assigned(9))
    await chainAll()
    const rest = await page({}, { limit: 2, cursor: first.nextCursor ?? '' })
    expect(rest.items.map(({ resource_id }) => resource_id)).toEqual(['u-bob', 'a-1'])
    expect(rest).not.toHaveProperty('nextCursor')
  })

  test('refuses a limit out of bounds, a cursor of another tenant, a search that is too long', async () => {
    for (const more of [{ limit: 0 }, { limit: 501 }, { limit: 1.5 }, { cursor: 'x' }, { cursor: '=' }])
      await expect(page({}, more)).rejects.toMatchObject({ code: 'bad_request' })
    for (const query of [{ search: '' }, { search: 'x'.repeat(201) }, { from: new Date(Number.NaN) }])
      await expect(page(query)).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('is itself logged, in the transaction that reads', async () => {
    const query = { actorId: 'u-bob', search: 'alice' }
    const request = { tenant: acme, reader: alice, query }
    const read = await audit.readAuditLog({ pool: app, sealer }, request, { limit: 1 })
    expect(read).toMatchObject({ totalRows: 0, items: [] })
    expect((await page()).items[0]).toMatchObject({
      action: 'audit_log:read',
      actor_id: 'u-alice',
      changes: { actor_id: 'u-bob', searched: true, rows: 0 },
    })
  })
})

describe('export', () => {
  const request = { tenant: acme, reader: alice, query: { action: 'alert:' } }

  test('as csv quotes everything and lets no cell be a formula', async () => {
    for (const id of ['=1+1', ' @SUM(A1)', '-2', '＝x', '"quoted", and', 'line\nbreak', 'a=b'])
      await append(assigned(0, { resourceId: id }))
    const { body, rows, totalRows, contentType } = await audit.exportAuditLog({ pool: app, sealer }, request, 'csv')
    expect({ rows, totalRows, contentType }).toEqual({ rows: 7, totalRows: 7, contentType: 'text/csv; charset=utf-8' })
    for (const cell of [`"'=1+1"`, `"' @SUM(A1)"`, `"'-2"`, `"'＝x"`, '"""quoted"", and"', '"line\nbreak"', '"a=b"'])
      expect(body).toContain(`,${cell},`)
    expect(body.split('\r\n')[0]).toMatch(/^"created_at","seq","id","tenant_id","actor_kind"/)
    expect((await page()).items[0]).toMatchObject({ action: 'audit_log:export', changes: { format: 'csv', rows: 7 } })
  })

  test('as HTML escapes every value and shows the count', async () => {
    await append(assigned(0, { resourceId: '<script>alert("1")</script>' }))
    const { body } = await audit.exportAuditLog({ pool: app, sealer }, request, 'html')
    expect(body).toContain('<td>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</td>')
    expect(body).toContain('1 of 1 entries')
  })

  test('contains the newest 10,000, and shows the total count', async () => {
    const batcher = audit.openAuditBatcher({ pool: app, sealer })
    const wanted = audit.EXPORT_ROWS_MAX + 3
    const plain = (n: number) => assigned(n, { actor: { kind: 'service', id: null } })
    await Promise.all(Array.from({ length: wanted }, (_, n) => batcher.append(acme, plain(n))))
    const made = await audit.exportAuditLog({ pool: app, sealer }, request, 'csv')
    expect(made).toMatchObject({ rows: audit.EXPORT_ROWS_MAX, totalRows: wanted })
    expect(made.body.split('\r\n')).toHaveLength(audit.EXPORT_ROWS_MAX + 2)
    expect(made.body).toContain(`"a-${wanted - 1}"`)
    expect(made.body).not.toContain('"a-0"')
  })

  test('of the whole log verifies over many pages, is recorded, and is refused before anything was signed', async () => {
    await expect(bundle()).rejects.toMatchObject({ code: 'unavailable' })
    const batcher = audit.openAuditBatcher({ pool: app, sealer })
    await Promise.all(Array.from({ length: 1_200 }, (_, n) => batcher.append(acme, assigned(n))))
    expect(await verified()).toMatchObject({ fault: null, entries: 1_200, heads: 1 })
    expect((await page()).items[0]).toMatchObject({
      action: 'audit_log:export',
      changes: { format: 'bundle', rows: 1_200 },
    })
  })
})

describe('the batcher', () => {
  test('refuses only entries out of bounds, and fails a batch that could not be written as a whole', async () => {
    const batcher = audit.openAuditBatcher({ pool: app, sealer })
    const writes = [batcher.append(acme, assigned(1)), batcher.append(acme, assigned(2, { action: 'NO' }))]
    const [good, bad] = await Promise.allSettled(writes)
    expect(good?.status).toBe('fulfilled')
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'bad_request' } })
    const gone = openPostgres({ url: 'postgres://svc_app:x@127.0.0.1:1/svc', poolSize: 1 })
    const lost = audit.openAuditBatcher({ pool: gone, sealer })
    await expect(lost.append(acme, assigned(1))).rejects.toMatchObject({ code: 'unavailable' })
    await lost.close()
    await gone.end()
  })

  test('accepts no more than its limit', async () => {
    const batcher = audit.openAuditBatcher({ pool: app, sealer })
    const plain = assigned(1, { actor: { kind: 'service', id: null }, changes: undefined })
    const writes = await Promise.allSettled(Array.from({ length: 20_001 }, () => batcher.append(acme, plain)))
    const refused = writes.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'unavailable' } }])
    expect(await withTenant(app, acme, (tx) => audit.auditTotal(tx, {}))).toBe(20_000)
  })
})
