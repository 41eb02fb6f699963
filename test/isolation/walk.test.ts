/**
 * The isolation walk: every request is sent by users who must not get an answer. The requests are read from the program
 * itself (routes, catalogues), so that a new one fails here until it is walked.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INGEST_ROUTES } from '../../ingest/http/routes.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { TENANT_TABLES } from '../../stores/clickhouse/tenant-tables.ts'
import { text } from '../../stores/postgres/columns.ts'
import { openPostgres, withOperator, withSystem, withTenant } from '../../stores/postgres/pool.ts'
import { Instance } from '../e2e/instance.ts'

const VICTIM = tenantId('victim')
const OTHER = tenantId('other')
const K8S_SECRET = 'a-secret-of-the-installation'
const JSON_TYPE = { 'content-type': 'application/json' }
const EVENT = '{"connector_id":"walk","source_format":"json","events":[{"secret":"of the victim"}]}'

let instance: Instance
/** Tokens of the other tenant by template, and a revoked one. */
const tokens = { push: '', hook: '', cef: '', hec: '', email: '', revoked: '', victim: '' }

beforeAll(async () => {
  instance = await Instance.start({ K8S_AUDIT_SHARED_SECRET: K8S_SECRET })
  tokens.victim = await instance.token(VICTIM)
  tokens.push = await instance.token(OTHER)
  tokens.hook = await instance.token(OTHER, '--template', 'webhook-generic')
  tokens.cef = await instance.token(OTHER, '--template', 'cef-syslog')
  tokens.hec = await instance.token(OTHER, '--template', 'splunk-hec')
  tokens.email = await instance.token(OTHER, '--template', 'email-forwarded')
  tokens.revoked = await instance.token(OTHER, '--label', 'old')
  await instance.token(OTHER, '--label', 'old', '--rotate')
  await fillVictim()
})
afterAll(() => instance.remove())

/** Fills every table of the lake with a row: one event is stored, one is dead-lettered, and both are in the ledger. */
async function fillVictim(): Promise<void> {
  const query = '?connector_id=walk&source_format=json'
  const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${tokens.victim}` }
  const body = '{"secret":"of the victim","src_ip":"192.0.2.7"}\n{"secret":of the victim}\n'
  const answer = await fetch(`${instance.ingestUrl}/v1/ingest${query}`, { method: 'POST', headers, body })
  expect(answer.status).toBe(202)
  await instance.drained()
  await addSignalAndDrift()
  for (const tenant of [VICTIM, OTHER]) await fillControlPlane(tenant)
}

/**
 * Users, keys, roles, sessions and their audit entries, created over the API; and an identity provider of each tenant.
 */
async function fillControlPlane(tenant: typeof VICTIM): Promise<void> {
  const email = `lead@${tenant}.example`
  const password = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', tenant)).trim()
  const ask = async (method: string, path: string, body: unknown, token = '') => {
    const headers = { ...JSON_TYPE, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${instance.apiUrl}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return (await answer.json()) as Record<string, string>
  }
  const { access_token: token = '' } = await ask('POST', '/auth/login', { email, password, tenant })
  await ask('POST', '/api-keys', { name: 'walk', scopes: ['alerts:read'], expires_in_days: 1 }, token)
  await ask('POST', '/rbac/permissions', { name: 'custom:walk', description: 'walks' }, token)
  const role = await ask('POST', '/rbac/roles', { name: 'walker', description: 'walks', permission_ids: [] }, token)
  const member = {
    email: `viewer@${tenant}.example`,
    username: `viewer-${tenant}`,
    password: 'a-long-password-8',
    // Cases can only be assigned to users who may work on them.
    role: 'soc_analyst',
  }
  const user = await ask('POST', '/users', member, token)
  await ask('POST', `/rbac/users/${user.id}/roles`, { role_id: role.id }, token)
  const connection = { provider: 'oidc', issuer: `https://${tenant}.example`, display_name: 'walk', client_id: 'svc' }
  const { id: connectionId = '' } = await ask('POST', '/sso-connections', connection, token)
  const alert = await ask('POST', '/alerts', { title: 'seen on the walk', severity: 'low' }, token)
  await ask('PATCH', `/alerts/${alert.id}`, { status: 'in_progress' }, token)
  await addCases(ask, token ?? '', tenant, alert.id ?? '', user.id ?? '')
  await addDirectory((await ask('POST', '/scim-tokens', { name: 'walk' }, token)).token ?? '')
  await addProvider(tenant, user.id ?? '')
  await ask('PUT', '/branding', { product_name: tenant }, token)
  await ask('PUT', '/branding/messages/escalation', { subject: `${tenant}: {title}` }, token)
  await ask('PUT', '/llm/credentials', { provider: 'anthropic', model: 'm', api_key: 'walked' }, token)
  await addSsoIdentity(tenant, connectionId, user.id ?? '')
  await instance.svc('entitlements', 'set', '--tenant', tenant, '--meter', 'seats', '--allowance', '7')
}

type AskJson = (method: string, path: string, body: unknown, token: string) => Promise<Record<string, string>>

/** A case with all of its parts, and the policies for cases. */
async function addCases(ask: AskJson, token: string, tenant: string, alertId: string, userId: string): Promise<void> {
  const post = (path: string, body: unknown) => ask('POST', `/cases${path}`, body, token)
  const terms = { ack_minutes: 1, resolve_minutes: 2, close_minutes: 3 }
  const { id: policy } = await post('/sla-policies', { name: 'walk', severity: 'low', ...terms })
  const { id: queue } = await post('/queues', { name: 'walk', sla_policy_id: policy })
  const ladder = [{ after_minutes: 0, notify: 'lead@walk.example' }]
  await post('/escalation-policies', { name: 'walk', queue_id: queue, ladder })
  await ask('POST', '/case-templates', { name: 'walk', title: 'walked' }, token)
  await ask('POST', '/case-fields', { key: 'walk', label: 'Walk', type: 'text' }, token)
  await ask('PUT', '/sla/configs/low', { mttr_target: 5 }, token)
  const { id = '' } = await post('', { title: 'of the walk', severity: 'low', alert_ids: [alertId] })
  await post(`/${id}/comments`, { body: `look, @viewer-${tenant}` })
  await post(`/${id}/tasks`, { title: 'walk' })
  await post(`/${id}/observables`, { kind: 'host', value: 'walked' })
  await post(`/${id}/time`, { minutes: 1 })
  await post('/handoffs', { to_user_id: userId, queue_id: queue })
  await post('/bulk/preview', { case_ids: [id], change: { severity: 'high' } })
  const other = await post('', { title: 'to be merged', severity: 'low' })
  await post(`/${id}/merge`, { case_id: other.id })
  await ask('PATCH', `/cases/${id}`, { status: 'in_progress' }, token)
}

/** A user and a group that a directory provisions. */
async function addDirectory(token: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/scim+json', authorization: `Bearer ${token}` }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${instance.apiUrl}/scim/v2/${path}`, sent)
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: string }
  }
  const { id } = await post('Users', { userName: 'walker@directory.example' })
  await post('Groups', { displayName: 'Walkers', members: [{ value: id }] })
}

/** Writes the identity that a sign-in through the connection would create; the walk has no identity provider. */
async function addSsoIdentity(tenant: typeof VICTIM, connectionId: string, userId: string): Promise<void> {
  const pool = openPostgres({ url: instance.file().databaseAppUrl, poolSize: 1 })
  await withTenant(pool, tenant, async (tx) => {
    const values = [connectionId, userId]
    await tx.run(`INSERT INTO sso_identities (connection_id, subject, user_id) VALUES ($1, 's', $2)`, values)
    await tx.run(`INSERT INTO sso_roles (connection_id, user_id, role) VALUES ($1, $2, 'viewer')`, values)
  })
  await pool.end()
}

/** The provider belongs to a third tenant, so that only the tenant itself sees its grants. */
async function addProvider(tenant: typeof VICTIM, grantedBy: string): Promise<void> {
  const home = tenantId(`home-of-${tenant}`)
  const email = `analyst@${home}.example`
  await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', home)
  await instance.svc('organisations', 'create', '--name', home, '--home', home, '--kind', 'mssp')
  await instance.svc('organisations', 'add', '--name', home, '--tenant', tenant)
  const pool = openPostgres({ url: instance.file().databaseAppUrl, poolSize: 1 })
  const [delegate] = await withTenant(pool, home, (tx) =>
    tx.many((row) => text(row, 'id'), 'SELECT id::text FROM users'),
  )
  await withTenant(pool, tenant, async (tx) => {
    const insertDelegation = `INSERT INTO delegations (home_tenant, delegate_id, role, reason, granted_by, expires_at)
      VALUES ($1, $2, 'viewer', 'for the walk', $3, now() + interval '1 day')`
    await tx.run(insertDelegation, [home, delegate, grantedBy])
    await tx.run(`INSERT INTO idempotency_keys (route, key, body_digest) VALUES ('r', 'k', sha256('x'))`)
    const job = `INSERT INTO search_jobs (started_by, query, fields, asked_at, from_time, to_time, at_time, slice_ms)
      VALUES ('walk', 'walk', '{}', now(), now(), now(), now(), 1) RETURNING id::text`
    const [search] = await tx.many((row) => text(row, 'id'), job)
    await tx.run(
      `INSERT INTO dead_letter_replays (source, reason, until_time, requested_by) VALUES ('', 'walk', now(), 'walk')`,
    )
    await tx.run(`INSERT INTO search_job_pages (job_id, page, events, rows) VALUES ($1, 0, '[]', '[["secret"]]')`, [
      search,
    ])
    await tx.run(`INSERT INTO alert_views (owner_id, name, query, columns) VALUES ($1, 'walk', 'secret', '{}')`, [
      grantedBy,
    ])
    await tx.run(`INSERT INTO compliance_points (framework, day, passing, failing, in_review, unknown, measured, measured_at)
      VALUES ('cis', '2020-01-01', 0, 0, 0, 0, '[]', now())`)
    await tx.run(`INSERT INTO organisation_templates (name, documents, updated_by) VALUES ('walk', '[]', 'walk')`)
    await tx.run(`INSERT INTO field_uses (day, field, searches, ms) VALUES (current_date, 'unmapped.secret', 1, 1)`)
    await tx.run(`INSERT INTO field_indexes (field, made_by) VALUES ('unmapped.secret', 'walk')`)
    await tx.run(`INSERT INTO export_jobs (query, fields, format, asked_at, from_time, to_time, at_time, slice_ms, started_by, state)
      VALUES ('secret', '{}', 'csv', now(), now(), now(), now(), 1, 'walk', 'cancelled')`)
    const saved = `INSERT INTO saved_searches (owner_id, name, query, language, hours, columns, is_shared)
      VALUES ($1, 'walk', 'secret', 'lucene', 1, '{}', true)`
    await tx.run(saved, [grantedBy])
    await tx.run(`INSERT INTO rule_suppressions (rule_id, field, values, added, reason, created_by, expires_at)
      VALUES ('walk', 'host', '{secret}', '{}', 'walk', 'walk', now() + interval '1 day')`)
    await tx.run(`INSERT INTO report_schedules (name, kind, frequency, weekday, hour, time_zone, user_ids, addresses, enabled,
      created_by, created_at, next_run_at)
      VALUES ('walk', 'soc', 'daily', 1, 7, 'UTC', '{}', '{}', false, 'walk', now(), now())`)
    await tx.run(`INSERT INTO chat_threads (case_id, platform, team_id, channel, thread_ref, started_by, created_at)
      SELECT id, 'slack', 'walk', 'walk', 'walk', gen_random_uuid(), now() FROM cases LIMIT 1`)
    await tx.run(`INSERT INTO chat_messages (thread_id, comment_id, created_at)
      SELECT id, gen_random_uuid(), now() FROM chat_threads`)
    await tx.run(`INSERT INTO reports (kind, title, period_start, period_end, time_zone, document, made_by, created_at)
      VALUES ('soc', 'secret', now() - interval '1 day', now(), 'UTC', '{}', 'walk', now())`)
    await tx.run(
      `INSERT INTO warning_lists (name, effect, entries, skipped, updated_by) VALUES ('walk', 'flag', 1, 0, 'walk')`,
    )
    await tx.run(`INSERT INTO warning_list_entries (list_id, ioc_type, value, is_host)
      SELECT id, 'domain', 'secret.example', true FROM warning_lists`)
    await tx.run(`INSERT INTO indicator_sightings (indicator_id, sighting_type, count, first_seen, last_seen, noted_by)
      VALUES (gen_random_uuid(), 'sighting', 1, now(), now(), 'walk')`)
    await tx.run(`INSERT INTO misp_pushes (indicator_id) VALUES (gen_random_uuid())`)
    await tx.run(`INSERT INTO alert_enrichments (alert_id, entities, left_out, enriched_at)
      SELECT id, '[{"kind": "host", "value": "secret"}]', 0, now() FROM alerts LIMIT 1 ON CONFLICT DO NOTHING`)
    await tx.run(`INSERT INTO enrichment_answers (kind, value, provider, data, checked_at)
      VALUES ('host', 'secret', 'walk', '{}', now())`)
    await tx.run(`INSERT INTO enrichment_records (table_name, name, names) VALUES ('assets', 'secret', '{secret}')`)
    await tx.run(`INSERT INTO osquery_secrets (label, digest, created_by) VALUES ('walk', sha256($1), 'walk')`, [
      Buffer.from(tenant),
    ])
    await tx.run(`INSERT INTO osquery_configs (document, updated_by) VALUES ('{}', 'walk')`)
    await tx.run(`INSERT INTO osquery_nodes (host_identifier, key_digest, enrolled_with)
      SELECT 'secret', digest, id FROM osquery_secrets`)
    await tx.run(`INSERT INTO osquery_queries (sql, requested_by, deadline) VALUES ('SELECT 1', 'walk', now())`)
    await tx.run(
      `INSERT INTO osquery_answers (query_id, node_id) SELECT q.id, n.id FROM osquery_queries q, osquery_nodes n`,
    )
    await tx.run(`INSERT INTO archive_tables (metadata_path, version) VALUES ('walk', 1)`)
    await tx.run(`INSERT INTO archive_moves (day, path) VALUES ('2026-01-01', 'walk')`)
  })
  await pool.end()
}

/** No rule matches such a plain event, and it has no drift: its signal, its drift and its cost are written here. */
async function addSignalAndDrift(): Promise<void> {
  const client = openClickhouse({ url: instance.file().clickhouseUrl })
  const values = [{ tenant_id: VICTIM, rule_id: 'r', rule_title: 'secret', time: Date.now(), ingest_time: Date.now() }]
  await client.insert({ table: 'signals', format: 'JSONEachRow', values })
  const drift = [{ tenant_id: VICTIM, source: 'walk', kind: 'new', path: 'secret', ingest_time: Date.now() }]
  await client.insert({ table: 'schema_drift', format: 'JSONEachRow', values: drift })
  const usual = { tenant_id: VICTIM, entity: 'secret', metric: 'logons', time: Date.now(), ingest_time: Date.now() }
  for (const table of ['anomalies', 'baselines']) await client.insert({ table, format: 'JSONEachRow', values: [usual] })
  const costs = [{ tenant_id: VICTIM, rule_id: 'secret', hour: Math.floor(Date.now() / 1000), evaluations: 1 }]
  await client.insert({ table: 'rule_costs', format: 'JSONEachRow', values: costs })
  const archived = [{ tenant_id: VICTIM, ingest_time: Date.now() }]
  await client.insert({ table: 'archived_rows', format: 'JSONEachRow', values: archived })
  await client.close()
}

describe('every route of the ingest service', () => {
  type Ask = {
    readonly as: string
    readonly path: string
    readonly headers: Record<string, string>
    readonly status: number
  }
  const bearer = (token: string) => ({ ...JSON_TYPE, authorization: `Bearer ${token}` })
  const k8s = (secret: string) => ({ ...JSON_TYPE, 'x-svc-k8s-token': secret })

  const pushAsks = (path: string): Ask[] => [
    { as: 'nobody', path, headers: JSON_TYPE, status: 401 },
    { as: 'somebody with a guess', path, headers: bearer(`svc_${'0'.repeat(48)}`), status: 401 },
    { as: 'a revoked token', path, headers: bearer(tokens.revoked), status: 401 },
    { as: 'a token of another template', path, headers: bearer(tokens.cef), status: 403 },
    {
      as: 'another tenant that names the victim',
      path,
      headers: { ...bearer(tokens.push), 'x-tenant-id': VICTIM },
      status: 403,
    },
  ]
  const inboxAsks = (path: string, wrong: string): Ask[] => [
    { as: 'nobody', path, headers: JSON_TYPE, status: 401 },
    { as: 'somebody with a guess', path, headers: bearer(`svc_${'0'.repeat(48)}`), status: 401 },
    { as: 'a revoked token', path, headers: bearer(tokens.revoked), status: 410 },
    { as: 'a token of another template', path, headers: bearer(wrong), status: 403 },
  ]
  // Splunk's own status codes, which its clients know.
  const hecAsks = (path: string): Ask[] => [
    ...inboxAsks(path, tokens.push).map((ask) => (ask.as === 'nobody' ? ask : { ...ask, status: 403 })),
    {
      as: 'another tenant that names the victim',
      path,
      headers: { ...bearer(tokens.hec), 'x-tenant-id': VICTIM },
      status: 403,
    },
  ]
  const tokenAsks = (path: (token: string) => string): Ask[] => [
    { as: 'nobody', path: path('none'), headers: JSON_TYPE, status: 404 },
    { as: 'somebody with a guess', path: path(`svc_${'0'.repeat(48)}`), headers: JSON_TYPE, status: 404 },
    { as: 'a revoked token', path: path(tokens.revoked), headers: JSON_TYPE, status: 410 },
    {
      as: 'another tenant that names the victim',
      path: path(tokens.hook),
      headers: { ...JSON_TYPE, 'x-tenant-id': VICTIM },
      status: 403,
    },
  ]
  const open = (path: string): Ask[] => [{ as: 'nobody', path, headers: {}, status: 200 }]

  const WALK: Readonly<Record<string, () => Ask[]>> = {
    'POST /v1/ingest': () => pushAsks('/v1/ingest'),
    'POST /v1/ingest/batch': () => pushAsks('/v1/ingest/batch'),
    'POST /v1/logs': () => pushAsks('/v1/logs'),
    'POST /v1/ingest/k8s-audit/:tenant': () => [
      { as: 'nobody', path: `/v1/ingest/k8s-audit/${VICTIM}`, headers: JSON_TYPE, status: 401 },
      { as: 'somebody with a guess', path: `/v1/ingest/k8s-audit/${VICTIM}`, headers: k8s('guess'), status: 401 },
      { as: 'another tenant', path: `/v1/ingest/k8s-audit/${VICTIM}`, headers: k8s(tokens.push), status: 401 },
      { as: 'a tenant that is none', path: '/v1/ingest/k8s-audit/no-such', headers: k8s(K8S_SECRET), status: 403 },
    ],
    'POST /v1/inbox/cef': () => [
      ...inboxAsks('/v1/inbox/cef', tokens.push),
      {
        as: 'another tenant that names the victim',
        path: '/v1/inbox/cef',
        headers: { ...bearer(tokens.cef), 'x-tenant-id': VICTIM },
        status: 403,
      },
    ],
    'POST /v1/inbox/hec': () => hecAsks('/v1/inbox/hec'),
    'POST /services/collector': () => hecAsks('/services/collector'),
    'POST /services/collector/event': () => hecAsks('/services/collector/event'),
    'POST /services/collector/event/1.0': () => hecAsks('/services/collector/event/1.0'),
    'POST /services/collector/raw': () => hecAsks('/services/collector/raw'),
    'POST /services/collector/raw/1.0': () => hecAsks('/services/collector/raw/1.0'),
    'POST /services/collector/ack': () => hecAsks('/services/collector/ack'),
    'POST /services/collector/ack/1.0': () => hecAsks('/services/collector/ack/1.0'),
    'GET /services/collector/health': () => open('/services/collector/health'),
    'GET /services/collector/health/1.0': () => open('/services/collector/health/1.0'),
    'POST /v1/inbox/email/:token': () => tokenAsks((token) => `/v1/inbox/email/${token}`),
    'POST /v1/inbox/:token': () => tokenAsks((token) => `/v1/inbox/${token}`),
    'GET /v1/inbox/:token': () => tokenAsks((token) => `/v1/inbox/${token}`),
    'GET /health': () => open('/health'),
    'GET /healthz': () => open('/healthz'),
    'GET /metrics': () => open('/metrics'),
    'GET /internal/metrics': () => open('/internal/metrics'),
  }

  test('is listed here', () => {
    expect(Object.keys(WALK).sort()).toEqual([...INGEST_ROUTES].sort())
  })

  test.each(INGEST_ROUTES)('%s', async (route) => {
    const [method = ''] = route.split(' ')
    const asks = WALK[route]?.() ?? []
    expect(asks.length).toBeGreaterThan(0)
    for (const { as, path, headers, status } of asks) {
      const body = method === 'POST' ? { body: EVENT } : {}
      const answer = await fetch(`${instance.ingestUrl}${path}`, { method, headers, ...body })
      const reply = await answer.text()
      expect({ as, status: answer.status }).toEqual({ as, status })
      expect(reply).not.toContain(VICTIM)
      for (const token of Object.values(tokens)) expect(reply).not.toContain(token)
    }
  })

  test('events of another tenant stay in that tenant, whatever they contain', async () => {
    const body = `{"connector_id":"walk","source_format":"json","tenant_id":"${VICTIM}","events":[{"tenant_id":"${VICTIM}","n":1}]}`
    const answer = await fetch(`${instance.ingestUrl}/v1/ingest`, {
      method: 'POST',
      headers: bearer(tokens.push),
      body,
    })
    expect(answer.status).toBe(202)
    const [own, ...rest] = await instance.ledger(OTHER)
    expect(own).toMatchObject({ tenant_id: OTHER, source: 'walk', received: 1, stored: 1 })
    expect(rest).toEqual([])
  })

  test('no request of this file reached the victim', async () => {
    const rows = await instance.ledger(VICTIM)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ source: 'walk', received: 2, stored: 1, dead_lettered: 1 })
  })
})

describe('every table of the lake', () => {
  /** Tables without a tenant: the record of migrations. */
  const SHARED = ['schema_migrations']
  /** A view for inserts, which no tenant may name. */
  const VIEWS = ['observables_of_events']
  type Table = { name: string; has_tenant: number }

  const tables = () =>
    instance.rows<Table>(
      `SELECT name, toUInt8(name IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'tenant_id')) AS has_tenant
       FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
    )

  test('is a table of tenants or listed as shared', async () => {
    const found = await tables()
    expect(found.filter((table) => table.has_tenant === 1).map(({ name }) => name)).toEqual(
      [...TENANT_TABLES, ...VIEWS].sort(),
    )
    expect(found.filter((table) => table.has_tenant === 0).map(({ name }) => name)).toEqual(SHARED)
  })

  test.each(TENANT_TABLES)('%s shows a tenant its own rows and no others', async (table) => {
    const client = openClickhouse({ url: instance.file().clickhouseUrl })
    try {
      const sql = `SELECT tenant_id, toUInt32(count()) AS n FROM ${table} GROUP BY tenant_id`
      const seenBy = (tenant: typeof VICTIM) =>
        tenantReader(client, tenant).query<{ tenant_id: string; n: number }>(sql)
      const own = await seenBy(VICTIM)
      expect(own.map((row) => row.tenant_id)).toEqual([VICTIM])
      expect(own[0]?.n).toBeGreaterThan(0)
      expect((await seenBy(OTHER)).filter((row) => row.tenant_id !== OTHER)).toEqual([])
      expect(await seenBy(tenantId('nobody'))).toEqual([])
    } finally {
      await client.close()
    }
  })

  test.each([
    "SELECT raw FROM events WHERE tenant_id = 'victim'",
    "SELECT raw FROM default.events WHERE tenant_id = 'victim'",
    "SELECT e.raw FROM events AS e JOIN ledger AS l ON l.tenant_id = e.tenant_id WHERE l.tenant_id = 'victim'",
    "WITH v AS (SELECT raw FROM events WHERE tenant_id = 'victim') SELECT raw FROM v",
    "SELECT count() FROM events WHERE tenant_id = 'victim' HAVING count() > 0",
    "SELECT raw FROM dead_letters WHERE tenant_id = 'victim'",
  ])('svc sql --tenant returns nothing for %s', async (sql) => {
    expect((await instance.svc('sql', sql, '--tenant', VICTIM)).trim()).not.toBe('')
    expect((await instance.svc('sql', sql, '--tenant', OTHER)).trim()).toBe('')
  })

  test('a tenant finds its own tables in the catalogue, and no others', async () => {
    const sql = 'SELECT name FROM system.tables ORDER BY name'
    const found = (await instance.svc('sql', sql, '--tenant', OTHER)).trim().split('\n')
    expect(found).toEqual([...TENANT_TABLES].sort())
  })

  test.each([
    'SELECT name FROM system.users',
    'SELECT query FROM system.query_log',
    'SELECT * FROM schema_migrations',
    'SELECT value FROM observables_of_events',
    'SELECT raw FROM events SETTINGS additional_table_filters = {}',
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT * FROM url('http://127.0.0.1/', 'LineAsString')",
    "SELECT * FROM merge(currentDatabase(), '.*')",
    'SELECT 1 WHERE 1 IN schema_migrations',
    'INSERT INTO events (raw) VALUES (1)',
    'DROP TABLE events',
    'SELECT 1; SELECT 2',
  ])('svc sql --tenant refuses %s', async (sql) => {
    const { code, stdout, stderr } = await instance.run('sql', sql, '--tenant', OTHER)
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^svc: /)
  })

  test.each(['DROP TABLE events', 'INSERT INTO events (raw) VALUES (1)', 'TRUNCATE TABLE ledger'])(
    'svc sql reads and nothing else: %s',
    async (sql) => {
      expect((await instance.run('sql', sql)).code).toBe(1)
    },
  )
})

describe('every table of Postgres', () => {
  /** The walk must list each table of tenants: add a new table where it belongs. */
  const OF_TENANTS = [
    'alert_arrivals',
    'alert_bulk_changes',
    'alert_enrichments',
    'alert_entities',
    'alert_facets',
    'alert_history',
    'alert_successors',
    'alert_verdicts',
    'alert_views',
    'alerts',
    'api_keys',
    'approval_votes',
    'approvals',
    'archive_moves',
    'archive_tables',
    'audit_chains',
    'audit_log',
    'audit_outbox',
    'audit_subjects',
    'audit_tree_heads',
    'audit_tree_nodes',
    'audit_waiting',
    'autonomy_grants',
    'autonomy_stops',
    'block_list',
    'branding',
    'case_arrivals',
    'case_attachments',
    'case_bulk_offers',
    'case_comments',
    'case_counters',
    'case_escalation_policies',
    'case_escalations',
    'case_events',
    'case_fields',
    'case_handoffs',
    'case_mentions',
    'case_moves',
    'case_observables',
    'case_queues',
    'case_tasks',
    'case_templates',
    'case_time_entries',
    'case_transitions',
    'campaign_tenants',
    'campaigns',
    'cases',
    'chat_accounts',
    'chat_link_codes',
    'chat_messages',
    'chat_threads',
    'chat_workspaces',
    'closure_audits',
    'closure_sweeps',
    'compliance_evidence',
    'compliance_evidence_files',
    'connector_polls',
    'compliance_points',
    'connectors',
    'control_outbox',
    'dead_letter_replays',
    'delegations',
    'deleted_alerts',
    'deputies',
    'detection_overlays',
    'detection_placeholders',
    'detection_proposals',
    'detection_rule_versions',
    'detection_rules',
    'enrichment_answers',
    'enrichment_records',
    'entitlements',
    'entity_changes',
    'entity_risks',
    'eval_baselines',
    'export_jobs',
    'export_signatures',
    'export_signing_keys',
    'field_indexes',
    'field_rules',
    'field_uses',
    'honeytoken_ignores',
    'honeytoken_touches',
    'honeytokens',
    'hunt_hits',
    'hunt_runs',
    'hunt_schedules',
    'hunts',
    'idempotency_keys',
    'inbox_tokens',
    'indicator_sightings',
    'indicators',
    'intel_feeds',
    'investigation_events',
    'investigation_runs',
    'legal_holds',
    'marketplace_installs',
    'marketplace_parts',
    'message_texts',
    'misp_pushes',
    'model_asks',
    'model_calls',
    'model_comparisons',
    'model_credentials',
    'model_shares',
    'notification_breaches',
    'notification_deliveries',
    'notification_preferences',
    'notifications',
    'oncall_overrides',
    'oncall_presence',
    'oncall_rotations',
    'organisation_tenants',
    'osquery_answers',
    'osquery_configs',
    'osquery_nodes',
    'osquery_queries',
    'osquery_secrets',
    'passkeys',
    'organisation_templates',
    'password_resets',
    'permissions',
    'phishing_submissions',
    'playbook_hook_signatures',
    'playbook_hooks',
    'playbook_run_steps',
    'playbook_runs',
    'playbook_secrets',
    'playbook_versions',
    'playbooks',
    'purple_alarms',
    'purple_atomics',
    'purple_executions',
    'purple_expectations',
    'purple_host_runs',
    'purple_rounds',
    'purple_schedules',
    'purple_snapshots',
    'purple_tabletop_scores',
    'purple_tabletop_steps',
    'purple_tabletops',
    'push_deliveries',
    'push_subscriptions',
    'report_schedules',
    'reports',
    'residency_violations',
    'response_actions',
    'response_executors',
    'response_targets',
    'retention_runs',
    'risk_due',
    'risk_settings',
    'roles',
    'sandbox_consents',
    'scim_group_members',
    'scim_groups',
    'scim_tokens',
    'scim_users',
    'rule_suppressions',
    'saved_searches',
    'search_job_pages',
    'search_jobs',
    'sessions',
    'shadow_verbs',
    'sla_configs',
    'sla_policies',
    'source_alarms',
    'source_tables',
    'sso_connections',
    'sso_identities',
    'sso_roles',
    'standing_approval_uses',
    'standing_approvals',
    'subject_deletions',
    'svc_sandbox_submissions',
    'svc_shadow_decisions',
    'svc_shadow_modes',
    'tenant_residency',
    'tenant_retention',
    'tenants',
    'tickets',
    'told_anomalies',
    'tool_servers',
    'ueba_resets',
    'user_phones',
    'user_roles',
    'users',
    'verb_decisions',
    'warning_list_entries',
    'warning_lists',
  ]
  const SHARED = [
    'audit_signing_keys',
    'autonomy_stop_of_all',
    'background_workers',
    'control_relay',
    'credential_key_use',
    'vault_reseals',
    'entity_relay',
    'marketplace_serials',
    'organisations',
    'signing_keys',
    'svc_migrations',
  ]
  /** Tables for which the operator has no rights, because no task across tenants needs them. */
  const NOT_THE_OPERATORS = [
    ...[
      'alert_bulk_changes',
      'alert_enrichments',
      'alert_entities',
      'enrichment_answers',
      'enrichment_records',
      'oncall_overrides',
      'osquery_answers',
      'osquery_configs',
      'alert_facets',
      'alert_views',
      'source_tables',
      'saved_searches',
      'organisation_templates',
      'warning_list_entries',
      'warning_lists',
      'risk_settings',
      'detection_proposals',
      'eval_baselines',
      'alert_history',
      'alert_successors',
      'alert_verdicts',
      'alerts',
      'detection_overlays',
      'detection_placeholders',
      'detection_rule_versions',
    ],
    ...['detection_rules', 'idempotency_keys', 'roles', 'sessions', 'user_roles', 'sso_identities', 'sso_roles'],
    ...['scim_group_members', 'scim_groups', 'scim_users', 'branding', 'message_texts', 'permissions'],
    ...['model_calls', 'push_subscriptions', 'deleted_alerts'],
    ...['case_bulk_offers', 'case_comments', 'case_counters'],
    ...['case_escalation_policies', 'case_escalations', 'case_events', 'case_fields'],
    ...['case_handoffs', 'case_mentions', 'case_moves', 'case_observables'],
    ...['case_queues', 'case_tasks', 'case_templates', 'case_time_entries'],
    ...['case_transitions', 'sla_configs', 'sla_policies'],
    ...['ueba_resets', 'hunt_hits', 'hunts', 'told_anomalies', 'connector_polls'],
    ...['sandbox_consents', 'svc_sandbox_submissions', 'source_alarms', 'phishing_submissions'],
    ...['approval_votes', 'block_list', 'playbook_run_steps', 'playbook_versions'],
    ...['response_targets', 'investigation_events'],
    'playbook_hook_signatures',
    ...[
      'honeytoken_ignores',
      'purple_alarms',
      'purple_atomics',
      'purple_rounds',
      'purple_snapshots',
      'purple_tabletop_scores',
      'purple_tabletop_steps',
      'purple_tabletops',
      'compliance_evidence',
    ],
    ...['marketplace_installs', 'marketplace_parts', 'closure_sweeps'],
    ...[
      'notifications',
      'notification_preferences',
      'chat_accounts',
      'chat_link_codes',
      'password_resets',
      'user_phones',
    ],
    ...['deputies', 'standing_approvals'],
    ...['field_rules', 'residency_violations', 'tenant_residency', 'reports', 'chat_messages'],
    'export_signatures',
  ]
  /**
   * Tables that are often empty: rows that exist for less than a second, tree nodes, which begin with the 256th entry
   * of a tenant, and tables that the contexts' own tests fill for both tenants.
   */
  const OFTEN_EMPTY = [
    ...['entity_changes', 'audit_outbox', 'audit_waiting', 'audit_tree_nodes', 'alert_successors', 'alert_verdicts'],
    ...['detection_overlays', 'detection_placeholders', 'detection_rule_versions', 'detection_rules', 'ueba_resets'],
    ...['detection_proposals', 'eval_baselines', 'svc_shadow_modes', 'svc_shadow_decisions', 'autonomy_grants'],
    ...['autonomy_stops', 'closure_audits', 'model_comparisons', 'shadow_verbs', 'verb_decisions'],
    ...[
      'user_phones',
      'oncall_overrides',
      'oncall_presence',
      'oncall_rotations',
      'alert_bulk_changes',
      'password_resets',
      'deleted_alerts',
    ],
    ...['alert_entities', 'alert_facets', 'risk_due', 'entity_risks', 'risk_settings'],
    ...['model_credentials', 'case_attachments', 'case_escalations', 'indicators', 'intel_feeds', 'told_anomalies'],
    ...[
      'honeytokens',
      'honeytoken_ignores',
      'honeytoken_touches',
      'hunts',
      'hunt_hits',
      'hunt_runs',
      'hunt_schedules',
      'alert_arrivals',
      'connectors',
      'connector_polls',
    ],
    ...['sandbox_consents', 'svc_sandbox_submissions', 'source_alarms', 'phishing_submissions', 'case_arrivals'],
    ...['approval_votes', 'approvals', 'block_list', 'response_actions', 'response_executors', 'response_targets'],
    ...['playbooks', 'playbook_runs', 'playbook_run_steps', 'playbook_versions', 'playbook_hooks', 'playbook_secrets'],
    'playbook_hook_signatures',
    ...[
      'passkeys',
      'push_deliveries',
      'push_subscriptions',
      'investigation_events',
      'investigation_runs',
      'model_asks',
      'model_calls',
      'model_shares',
    ],
    ...['purple_executions', 'purple_snapshots', 'purple_tabletop_steps', 'purple_tabletops', 'compliance_evidence'],
    'compliance_evidence_files',
    ...['purple_atomics', 'purple_expectations', 'purple_host_runs'],
    ...['purple_alarms', 'purple_rounds', 'purple_schedules', 'purple_tabletop_scores'],
    ...[
      'marketplace_installs',
      'marketplace_parts',
      'tool_servers',
      'closure_sweeps',
      'legal_holds',
      'field_rules',
      'subject_deletions',
    ],
    ...['chat_accounts', 'chat_link_codes', 'chat_workspaces'],
    'source_tables',
    ...['notifications', 'notification_breaches', 'notification_deliveries', 'notification_preferences'],
    ...[
      'tenant_residency',
      'residency_violations',
      'export_signatures',
      'export_signing_keys',
      'tenant_retention',
      'retention_runs',
    ],
    ...['campaigns', 'campaign_tenants', 'deputies', 'standing_approvals', 'standing_approval_uses'],
    'tickets',
  ]
  /** Tables without a tenant that a service reads: public halves of keys, sealed keys, and its own organisation. */
  const READ_BY_SERVICES = [
    'audit_signing_keys',
    'autonomy_stop_of_all',
    'background_workers',
    'credential_key_use',
    'vault_reseals',
    'organisations',
    'signing_keys',
  ]

  type Pools = { readonly owner: ReturnType<typeof openPostgres>; readonly app: ReturnType<typeof openPostgres> }
  let pools: Pools | undefined
  afterAll(async () => {
    await pools?.owner.end()
    await pools?.app.end()
  })

  /**
   * One connection of each role for all tables, because each new connection reads the catalogue of all tables again.
   */
  function withPools<T>(work: (owner: Pools['owner'], app: Pools['app']) => Promise<T>): Promise<T> {
    const { databaseUrl, databaseAppUrl } = instance.file()
    pools ??= {
      owner: openPostgres({ url: databaseUrl, poolSize: 1 }),
      app: openPostgres({ url: databaseAppUrl, poolSize: 1 }),
    }
    return work(pools.owner, pools.app)
  }

  const tenantColumn = (table: string) => (table === 'tenants' ? 'id' : 'tenant_id')

  test('is a table of tenants or listed as shared', async () => {
    const sql = /* sql */ `
      SELECT c.relname AS name, (c.relname = 'tenants' OR EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
      ))::text AS of_tenants
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'm') ORDER BY 1`
    const found = await withPools((_, app) =>
      withSystem(app, 'isolation walk', (tx) => tx.many((row) => [text(row, 'name'), text(row, 'of_tenants')], sql)),
    )
    expect(found.filter(([, isTenants]) => isTenants === 'true').map(([name]) => name)).toEqual(OF_TENANTS.toSorted())
    expect(found.filter(([, isTenants]) => isTenants === 'false').map(([name]) => name)).toEqual(SHARED.toSorted())
  })

  /**
   * Expects a refusal because no tenant is bound. An empty table may return no rows instead, because its policy is not
   * evaluated.
   */
  async function expectUnbound(table: string, rows: Promise<readonly unknown[]>): Promise<void> {
    const answer = await rows.catch((error: Error) => error.message)
    if (OFTEN_EMPTY.includes(table) && typeof answer !== 'string') expect(answer).toEqual([])
    else expect(answer).toMatch('no tenant bound')
  }

  test.each(OF_TENANTS)('%s shows a tenant its own rows and no others', async (table) => {
    const sql = `SELECT DISTINCT ${tenantColumn(table)} AS tenant FROM ${table} ORDER BY 1`
    await withPools(async (owner, app) => {
      const tenants = (row: Record<string, unknown>) => text(row, 'tenant')
      const writtenOnce = () =>
        withSystem(app, 'isolation walk', (tx) =>
          tx.many((row) => text(row, 'name'), /* sql */ `SELECT svc_written_once() AS name`),
        )
      const isErased = [...(await writtenOnce()), 'investigation_events', 'compliance_evidence'].includes(table)
      const all = withOperator(owner, 'isolation walk', (tx) => tx.many(tenants, sql))
      // The role may replace a subject's values by marks, but only in the tenant of the request.
      if (NOT_THE_OPERATORS.includes(table) && isErased) await expectUnbound(table, all)
      else if (NOT_THE_OPERATORS.includes(table)) await expect(all).rejects.toThrow('permission denied')
      else
        expect(await all).toEqual(
          OFTEN_EMPTY.includes(table) ? expect.anything() : expect.arrayContaining([OTHER, VICTIM]),
        )
      for (const tenant of [VICTIM, OTHER]) {
        const own = await withTenant(app, tenant, (tx) => tx.many(tenants, sql))
        expect(own.filter((seen) => seen !== tenant)).toEqual([])
        if (!OFTEN_EMPTY.includes(table)) expect(own).toEqual([tenant])
      }
      expect(await withTenant(app, tenantId('nobody'), (tx) => tx.many(tenants, sql))).toEqual([])
      const unbound = withSystem(app, 'isolation walk', (tx) => tx.many(tenants, sql))
      await expectUnbound(table, unbound)
      await expect(withOperator(app, 'isolation walk', (tx) => tx.many(tenants, sql))).rejects.toThrow(
        'permission denied',
      )
    })
  })

  test.each(['answer', 'reason', 'model', 'run_id'])(
    'the operator counts the queue of model requests, and cannot read its %s',
    async (column) => {
      await withPools(async (owner) => {
        const read = withOperator(owner, 'isolation walk', (tx) =>
          tx.many((row) => row, `SELECT ${column} FROM model_shares`),
        )
        await expect(read).rejects.toThrow('permission denied')
      })
    },
  )

  test.each(OF_TENANTS)('a tenant cannot write a row of another tenant into %s', async (table) => {
    const column = tenantColumn(table)
    await withPools(async (_, app) => {
      const moved = `UPDATE ${table} SET ${column} = '${VICTIM}' WHERE ${column} = '${OTHER}'`
      const reply = await withTenant(app, OTHER, (tx) => tx.run(moved)).catch((error: Error) => error.message)
      const isNothing = reply === 0 && OFTEN_EMPTY.includes(table)
      if (!isNothing)
        expect(String(reply)).toMatch(
          /row-level security|permission denied|cannot update view|the investigation has ended/,
        )
      const removed = `DELETE FROM ${table} WHERE ${column} = '${VICTIM}'`
      const count = await withTenant(app, OTHER, (tx) => tx.run(removed)).catch((error: Error) => error.message)
      expect(count).toSatisfy(
        (answer) => answer === 0 || /permission denied|cannot delete from view/.test(String(answer)),
      )
    })
  })

  test.each(SHARED.filter((table) => !READ_BY_SERVICES.includes(table)))(
    '%s is not readable for services',
    async (table) => {
      await withPools(async (_, app) => {
        const attempt = withTenant(app, OTHER, (tx) => tx.many((row) => row, `SELECT count(*) FROM ${table}`))
        await expect(attempt).rejects.toThrow('permission denied')
      })
    },
  )
})
