/** PyIceberg and DuckDB as people install them, over HTTP, with nothing but the address of the API and a key. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GRANTABLE_ROLES } from '../../control/identity/accounts/index.ts'
import { lakeRows, runArchive } from '../../control/platform/archive/index.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { takeIn } from '../../query/testing.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { localStore } from '../../stores/iceberg/object-store.ts'
import { pythonWith } from '../../test/python.ts'
import { CREDENTIAL_KEY, makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../test-api.ts'
import { secretOfVendedKeys } from './vended-keys.ts'

const DUCKDB = ['duckdb==1.5.5', ...['iceberg', 'avro', 'httpfs'].map((name) => `duckdb-extension-${name}==1.5.5`)]
const python = pythonWith('pyiceberg', '0.12.0', 'pyiceberg, pyarrow, duckdb', [
  'pyarrow',
  'duckdb-extensions',
  ...DUCKDB,
])
if (python.missing !== undefined) console.warn(`SKIPPED: pyiceberg: ${python.missing}`)

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 10)
let api: TestApi
let folder: string
let base: string
let acme: TenantId
let globex: TenantId
let admin: string
let key: string
let foreignKey: string

const event = (user: string, at: string) =>
  JSON.stringify({
    ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', '@timestamp': at },
    ...{ TargetUserName: user, IpAddress: '203.0.113.9', Message: 'ü' },
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-iceberg-test-'))
  const store = localStore(join(folder, 'archive'))
  api = await startTestApi({
    deps: { archive: { store, secretOf: secretOfVendedKeys(CREDENTIAL_KEY) } },
  })
  base = `http://127.0.0.1:${await api.api.listen(0, '127.0.0.1')}/iceberg`
  acme = await makeTenant(api, 'acme')
  globex = await makeTenant(api, 'globex')
  admin = await makeAdmin(api, acme)
  key = await keyOf(admin)
  foreignKey = await keyOf(await makeAdmin(api, globex))
  const lake = lakeRows(engine().client)
  const record = async () => {}
  for (const [tenant, user] of [
    [acme, 'ann'],
    [globex, 'theirs'],
  ] as const) {
    const events = [event(user, '2026-03-01T01:00:00Z'), event(`${user}-2`, '2026-03-02T02:03:04Z')]
    await takeIn(engine().client, { tenant, format: 'windows', body: events.join('\n'), receivedMs: NOW_MS })
    const deps = { pool: api.owner, store, lake, tempFolder: join(folder, 'temp'), record, report: () => {} }
    await runArchive({ ...deps, nowMs: () => NOW_MS }, tenant, NOW_MS)
  }
}, 240_000)
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

async function keyOf(token: string, scopes: readonly string[] = ['lake:query', 'lake:read_schema']): Promise<string> {
  const made = await api.ask('POST', 'api-keys', { token, body: { name: `reader ${scopes}`, scopes } })
  expect([made.status, made.text]).toEqual([201, made.text])
  return made.body.key
}

async function run(script: string, ...args: string[]): Promise<unknown> {
  const child = spawn(python.path, ['-c', script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(out, err).not.toBe('')
  return JSON.parse(out)
}

const PYICEBERG = `
import json, sys
from pyiceberg.catalog import load_catalog
from pyiceberg.exceptions import NoSuchNamespaceError, RESTError
catalog = load_catalog('svc', type='rest', uri=sys.argv[1], token=sys.argv[2])
table = catalog.load_table('acme.events')
rows = table.scan(selected_fields=('user', 'target_user', 'src_ip', 'time', 'ocsf', 'class_uid', 'time_missing'), row_filter="time < '2026-03-02T00:00:00+00:00'").to_arrow().to_pylist()
def refused(work):
    try:
        work()
        return ''
    except Exception as error:
        return type(error).__name__
print(json.dumps({
    'namespaces': catalog.list_namespaces(),
    'tables': catalog.list_tables('acme'),
    'columns': [field.name for field in table.schema().fields],
    'partitions': [str(field.transform) for field in table.spec().fields],
    'count': table.scan().count(),
    'planned': len(list(table.scan(row_filter="time < '2026-03-02T00:00:00+00:00'").plan_files())),
    'rows': [{**row, 'time': row['time'].isoformat(), 'ocsf': json.loads(row['ocsf'])['class_uid']} for row in rows],
    'foreign': refused(lambda: catalog.load_table('globex.events')),
    'absent': refused(lambda: catalog.load_table('acme.nothing')),
    'created': refused(lambda: catalog.create_namespace('more')),
    'dropped': refused(lambda: catalog.drop_table('acme.events')),
}))
`

const DUCK = `
import json, sys, duckdb
from duckdb_extensions import import_extension
for name in ('avro', 'httpfs', 'iceberg'):
    import_extension(name)
db = duckdb.connect()
for name in ('avro', 'httpfs', 'iceberg'):
    db.execute(f'LOAD {name}')
db.execute(f"CREATE SECRET svc (TYPE iceberg, TOKEN '{sys.argv[2]}')")
db.execute(f"ATTACH '' AS svc (TYPE iceberg, ENDPOINT '{sys.argv[1]}', SECRET svc)")
rows = db.execute("SELECT target_user, src_ip, ocsf::JSON->>'$.class_uid' FROM svc.acme.events WHERE time >= TIMESTAMPTZ '2026-03-02 00:00:00+00' ORDER BY time").fetchall()
print(json.dumps({'count': db.execute('SELECT count(*) FROM svc.acme.events').fetchone()[0], 'rows': rows}))
`

describe.skipIf(python.missing !== undefined)('other programs', () => {
  test('PyIceberg finds, reads and prunes the table of its tenant, and changes nothing', async () => {
    expect(await run(PYICEBERG, base, key)).toMatchObject({
      namespaces: [['acme']],
      tables: [['acme', 'events']],
      columns: expect.arrayContaining(['time', 'host', 'raw', 'ocsf']),
      partitions: ['identity', 'day'],
      count: 2,
      planned: 1,
      rows: [
        {
          ...{ user: '', target_user: 'ann', src_ip: '203.0.113.9', time: '2026-03-01T01:00:00+00:00' },
          ...{ ocsf: 3002, class_uid: 3002, time_missing: false },
        },
      ],
      foreign: 'NoSuchTableError',
      absent: 'NoSuchTableError',
      created: expect.stringMatching(/Error/),
      dropped: expect.stringMatching(/Error/),
    })
  }, 120_000)

  test('DuckDB reads it through the catalogue', async () => {
    expect(await run(DUCK, base, key)).toEqual({ count: 2, rows: [['ann-2', '203.0.113.9', '3002']] })
  }, 120_000)
})

describe('the catalogue', () => {
  const ask = (path: string, token?: string) =>
    fetch(`${base}/v1/${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  const TABLE = 'namespaces/acme/tables/events'
  const PATHS = ['config', 'namespaces', 'namespaces/acme', 'namespaces/acme/tables', TABLE]

  test('has every route in this walk', () => {
    const routes = api.api.routes.filter(({ method, url }) => url.startsWith('/iceberg/v1') && method !== 'HEAD')
    const urls = routes.map(({ url }) => url.replace(':namespace', 'acme').replace(':table', 'events'))
    expect(urls.sort()).toEqual(PATHS.map((path) => `/iceberg/v1/${path}`).sort())
    expect(routes.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('refuses missing or wrong credentials', async () => {
    for (const path of PATHS) {
      expect([path, (await ask(path)).status]).toEqual([path, 401])
      const refused = await ask(path, `svc_${'0'.repeat(48)}`)
      expect([path, refused.status, await refused.json()]).toMatchObject([path, 401, { error: { code: 401 } }])
    }
  })

  test('answers each role that may search the lake, and a key with the scope', async () => {
    const may = new Set(['tenant_admin', 'soc_lead', 'soc_analyst', 'threat_hunter'])
    for (const role of GRANTABLE_ROLES) {
      await makeUser(api, acme, role, role)
      const status = (await ask(TABLE, await tokenOf(api, acme, role))).status
      expect([role, status]).toEqual([role, may.has(role) ? 200 : 403])
    }
    expect((await ask(TABLE, await keyOf(admin, ['alerts:read']))).status).toBe(403)
  })

  test('does not reveal to another tenant that the namespace exists', async () => {
    for (const path of PATHS.slice(2)) {
      const [theirs, nobodys] = await Promise.all([
        ask(path, foreignKey),
        ask(path.replace('acme', 'nobody'), foreignKey),
      ])
      expect([path, theirs.status, nobodys.status]).toEqual([path, 404, 404])
      expect((await theirs.text()).replaceAll('acme', 'nobody')).toBe(await nobodys.text())
    }
    expect(await (await ask('namespaces', foreignKey)).json()).toEqual({ namespaces: [['globex']] })
  })

  test('accepts no change', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    for (const [method, path] of [
      ['POST', TABLE],
      ['DELETE', TABLE],
      ['POST', 'namespaces'],
      ['POST', 'tables/rename'],
    ] as const) {
      const answer = await fetch(`${base}/v1/${path}`, {
        method,
        headers,
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
      expect([method, path, answer.status >= 400 && answer.status < 500]).toEqual([method, path, true])
    }
  })

  test('lends its files to keys of their tenant only, while the credentials behind them are valid', async () => {
    const { signedForAws } = await import('../../platform/aws-signature.ts')
    const load = async (token: string, tenant: string) =>
      (await ask(`namespaces/${tenant}/tables/events`, token)).json()
    type Loaded = { 'metadata-location': string; config: Record<string, string> }
    const ours = (await load(key, 'acme')) as Loaded
    const theirs = (await load(foreignKey, 'globex')) as Loaded
    const urlOf = (loaded: Loaded) => loaded['metadata-location'].replace('s3://iceberg', base)
    const get = (
      loaded: Loaded,
      url: string,
      { secret = loaded.config['s3.secret-access-key'] ?? '', nowMs = Date.now(), range = '' } = {},
    ) => {
      const keys = { accessKeyId: loaded.config['s3.access-key-id'] ?? '', secretAccessKey: secret }
      const scope = { service: 's3', region: 'us-east-1', nowMs }
      const headers = signedForAws({ method: 'GET', url, headers: range === '' ? {} : { range } }, keys, scope)
      return fetch(url, { headers })
    }
    const whole = await get(ours, urlOf(ours))
    const metadata = await whole.text()
    expect([whole.status, JSON.parse(metadata)['format-version']]).toEqual([200, 2])
    const part = await get(ours, urlOf(ours), { range: 'bytes=0-4' })
    expect([part.status, await part.text()]).toEqual([206, metadata.slice(0, 5)])
    const statuses = [
      await fetch(urlOf(ours)),
      await get(theirs, urlOf(ours)),
      await get(ours, urlOf(ours), { secret: 'guessed' }),
      await get(ours, urlOf(ours), { nowMs: Date.now() - 3_600_000 }),
      await get(ours, `${base}/files/acme/events/../../globex/events/metadata/x`),
      await get(ours, `${base}/files/acme/events/%2e%2e/%2e%2e/globex/x`),
      await get(ours, `${base}/files/acme/other/x`),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 403, 401, 401, 403, 403, 403])
    expect((await get(ours, `${base}/files/acme/events/metadata/nothing`)).status).toBe(404)
    const lost = await keyOf(admin)
    const lent = (await load(lost, 'acme')) as Loaded
    expect((await get(lent, urlOf(lent))).status).toBe(200)
    const keys = await api.ask('GET', 'api-keys', { token: admin })
    const { id } = keys.body.items.find(({ prefix }: { prefix: string }) => lost.startsWith(prefix))
    await api.ask('DELETE', `api-keys/${id}`, { token: admin })
    expect((await get(lent, urlOf(lent))).status).toBe(401)
  })

  test('is closed to users from whom a rule hides a field of events, also with earlier keys, and open to exempt users', async () => {
    const { signedForAws } = await import('../../platform/aws-signature.ts')
    type Loaded = { config: Record<string, string> }
    await makeUser(api, acme, 'hana', 'tenant_admin')
    const hana = await tokenOf(api, acme, 'hana')
    const hers = await keyOf(hana)
    const readers = [hana, hers, key]
    const lent = await Promise.all(readers.map(async (token) => (await (await ask(TABLE, token)).json()) as Loaded))
    const files: string[] = []
    for await (const { path } of localStore(join(folder, 'archive')).list('acme/events')) files.push(path)
    expect(files.some((path) => path.endsWith('.parquet')) && files.some((path) => path.endsWith('.avro'))).toBe(true)
    const statusesOf = ({ config }: Loaded) =>
      Promise.all(
        files.map(async (path) => {
          const url = `${base}/files/${path}`
          const keys = {
            accessKeyId: config['s3.access-key-id'] ?? '',
            secretAccessKey: config['s3.secret-access-key'] ?? '',
          }
          const scope = { service: 's3', region: 'us-east-1', nowMs: Date.now() }
          return (await fetch(url, { headers: signedForAws({ method: 'GET', url, headers: {} }, keys, scope) })).status
        }),
      )
    for (const one of lent) expect(new Set(await statusesOf(one))).toEqual(new Set([200]))
    const rule = { resource: 'event', field_path: 'target_user', treatment: 'omit', visible_to_roles: ['admin'] }
    const made = await api.ask('POST', 'governance/field-rules', { token: admin, body: rule })
    expect(made.status).toBe(201)
    api.deps.principals.forget(() => true)
    for (const token of [hana, hers]) {
      expect((await ask(TABLE, token)).status).toBe(403)
      for (const path of PATHS) expect(await (await ask(path, token)).text()).not.toMatch(/\bann\b/)
    }
    const [ofHana, ofHers, ofAdmin] = await Promise.all(lent.map(statusesOf))
    expect([new Set(ofHana), new Set(ofHers)]).toEqual([new Set([403]), new Set([403])])
    expect([(await ask(TABLE, key)).status, new Set(ofAdmin)]).toEqual([200, new Set([200])])
    await api.ask('DELETE', `governance/field-rules/${made.body.id}`, { token: admin })
  })
})
