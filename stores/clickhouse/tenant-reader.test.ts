import { beforeAll, describe, expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from './client.ts'
import { policyStatements } from './tenant-policies.ts'
import { operatorReader, type Reader, tenantReader } from './tenant-reader.ts'
import { TENANT_TABLES } from './tenant-tables.ts'
import { rows, START_MS, useEngine } from './test-engine.ts'

const engine = useEngine({ migrated: true })
const SECRET = 'belongs to the other tenant'

beforeAll(async () => {
  const { client } = engine()
  const at = '2090-01-01 00:00:00'
  const event = (tenant: string, message: string) => ({
    tenant_id: tenant,
    time: at,
    ingest_time: at,
    host: 'h',
    message,
    raw: message,
  })
  const values = [event('mine', 'mine 1'), event('mine', 'mine 2'), event('other', SECRET)]
  await client.insert({ table: 'events', values, format: 'JSONEachRow' })
  const letter = (tenant: string) => ({
    tenant_id: tenant,
    received_at: at,
    reason: 'r',
    detail: tenant === 'mine' ? '' : SECRET,
  })
  await client.insert({ table: 'dead_letters', values: [letter('mine'), letter('other')], format: 'JSONEachRow' })
  const entry = (tenant: string) => ({
    tenant_id: tenant,
    source: tenant === 'mine' ? 's' : SECRET,
    minute: at,
    outcome: 'stored',
    events: 1,
  })
  await client.insert({ table: 'ledger', values: [entry('mine'), entry('other')], format: 'JSONEachRow' })
  await client.command({ query: 'CREATE VIEW events_view AS SELECT * FROM events' })
  await client.command({ query: 'CREATE TABLE untenanted (s String) ENGINE = MergeTree ORDER BY s' })
  await client.command({ query: `INSERT INTO untenanted VALUES ('${SECRET}')` })
}, START_MS)

const mine = (): Reader => tenantReader(engine().client, tenantId('mine'))

test('the readers filter every table with a tenant_id', async () => {
  // Views are not readable by tenants: `events_view` belongs to this test, the other one fills `observables`.
  const query = `SELECT DISTINCT table FROM system.columns WHERE name = 'tenant_id' AND database = currentDatabase() AND table NOT IN ('events_view', 'observables_of_events')`
  const found = (await rows<{ table: string }>(engine().client, query)).map((row) => row.table)
  expect(found.sort()).toEqual([...TENANT_TABLES].sort())
})

describe('a tenant reads its own rows', () => {
  test.each([
    ['SELECT message FROM events ORDER BY message', 2],
    ['SELECT message FROM default.events AS e', 2],
    ['SELECT e.message FROM events AS e JOIN events AS f ON e.host = f.host', 4],
    ['WITH c AS (SELECT message FROM events) SELECT message FROM c', 2],
    ['SELECT message FROM events UNION ALL SELECT detail FROM dead_letters UNION ALL SELECT source FROM ledger', 4],
    ['SELECT message FROM events AS `default.ledger`', 2],
    ['SELECT message FROM (SELECT * FROM events) WHERE message IN (SELECT message FROM events)', 2],
    ['SELECT message FROM events PREWHERE host = {host:String} ORDER BY time LIMIT 1 BY message', 2],
    ['SELECT ocsf FROM events', 2],
    [
      `SELECT countIf(message != ''), uniqExact(host), any(raw), row_number() OVER (ORDER BY host) FROM events GROUP BY message, host`,
      2,
    ],
    [
      `SELECT CASE WHEN host = 'h' THEN 1 ELSE 2 END, now() - INTERVAL 1 DAY, host LIKE 'h%', arrayMap(x -> x + 1, [1]) FROM events`,
      2,
    ],
    ['SELECT number FROM numbers(3)', 3],
  ])('%s', async (sql, count) => {
    const found = await mine().query(sql, { host: 'h' })
    expect(found.length).toBe(count)
    expect(JSON.stringify(found)).not.toContain(SECRET)
  })

  test('counts and extremes see only its rows', async () => {
    expect(await mine().query('SELECT toUInt32(count()) AS n FROM events')).toEqual([{ n: 2 }])
    expect(await mine().query(`SELECT toUInt32(count()) AS n FROM events WHERE tenant_id = 'other' OR 1`)).toEqual([
      { n: 2 },
    ])
    expect(await mine().query('SELECT min(tenant_id) AS a, max(tenant_id) AS b FROM events')).toEqual([
      { a: 'mine', b: 'mine' },
    ])
    expect(await mine().query('SELECT DISTINCT tenant_id AS t FROM events')).toEqual([{ t: 'mine' }])
    expect(await mine().query('SELECT toUInt32(count()) AS n FROM (SELECT 1 FROM events GROUP BY tenant_id)')).toEqual([
      { n: 1 },
    ])
  })

  test('as a stream in any format', async () => {
    let text = ''
    for await (const part of await mine().stream('SELECT message FROM events ORDER BY message', 'CSVWithNames'))
      text += String(part)
    expect(text).toBe('"message"\n"mine 1"\n"mine 2"\n')
    let json = ''
    for await (const part of await mine().stream('SELECT message FROM events', 'JSON')) json += String(part)
    // `rows_read` counts whole granules, with the rows of others in them.
    expect(Object.keys(JSON.parse(json))).not.toContain('statistics')
    await expect(mine().stream('SELECT 1', 'TSV SETTINGS readonly=0')).rejects.toMatchObject({ code: 'bad_request' })
  })
})

/**
 * A refusal by us or by the engine: a syntax error, a column that a cut list lacks, an argument that its HTTP face
 * refuses.
 */
const REFUSAL = { code: expect.stringMatching(/^(forbidden|62|36|47|1)$/) }

describe('a tenant finds its tables and their columns', () => {
  const names = async (sql: string) => (await mine().query<{ name: string }>(sql)).map((row) => row.name)
  const ours = [...TENANT_TABLES].sort()

  test.each([
    'SHOW TABLES',
    'show tables from default',
    'SELECT name FROM system.tables ORDER BY name',
    'SELECT t.name AS name FROM system.tables AS t JOIN system.databases AS d ON t.database = d.name ORDER BY name',
    'SELECT DISTINCT table AS name FROM system.columns ORDER BY name',
    'SELECT table_name AS name FROM information_schema.tables ORDER BY name',
    'SELECT DISTINCT table_name AS name FROM INFORMATION_SCHEMA.COLUMNS ORDER BY name',
    'SELECT name FROM (SELECT * FROM `system`.`tables`) ORDER BY name',
  ])('%s', async (sql) => expect(await names(sql)).toEqual(ours))

  test('by a part of the name', async () => {
    expect(await names(`SHOW TABLES LIKE 'e%'`)).toEqual(['events'])
    expect(await names('SHOW TABLES LIMIT 1')).toEqual(ours.slice(0, 1))
    expect(await names('SHOW TABLES FROM system')).toEqual([])
    expect(await names('SHOW DATABASES')).toEqual(['default'])
  })

  test.each(['DESCRIBE events', 'DESC default.events', `SELECT name FROM system.columns WHERE table = 'events'`])(
    '%s',
    async (sql) => {
      const found = await names(sql)
      expect(found).toEqual(expect.arrayContaining(['tenant_id', 'raw', 'ocsf']))
      expect(found.filter((name) => name.startsWith('_'))).toEqual([])
    },
  )

  test('SHOW COLUMNS', async () => {
    const found = await mine().query<{ field: string }>('SHOW FULL COLUMNS FROM ledger')
    expect(found.map((row) => row.field)).toEqual(expect.arrayContaining(['tenant_id', 'events']))
    expect(await mine().query('SHOW COLUMNS FROM untenanted')).toEqual([])
  })

  test('hides columns of a list that would reveal other tenants', async () => {
    const lists = ['system.tables', 'system.columns', 'information_schema.tables', 'information_schema.columns']
    for (const list of lists) {
      const [row] = await mine().query<object>(`SELECT * FROM ${list} LIMIT 1`)
      expect(Object.keys(row ?? {}).filter((name) => /bytes|rows|length|path|uuid|part$/.test(name))).toEqual([])
    }
  })
})

test('virtual columns of every table are known', async () => {
  const { client } = engine()
  for (const table of TENANT_TABLES) {
    const query = `DESCRIBE TABLE ${table}`
    const answer = await client.query({
      query,
      format: 'JSONEachRow',
      clickhouse_settings: { describe_include_virtual_columns: 1 },
    })
    for (const { name, is_virtual } of await answer.json<{ name: string; is_virtual: number }>()) {
      const read = mine().query(`SELECT count(${name}) FROM ${table}`)
      if (is_virtual) await expect(read).rejects.toMatchObject({ code: 'forbidden' })
    }
  }
})

describe('policies', () => {
  test('exist on every table, and a client without them reads nothing', async () => {
    const { client } = engine()
    const query = /* sql */ `SELECT table FROM system.row_policies WHERE database = currentDatabase()`
    expect((await rows<{ table: string }>(client, query)).map((row) => row.table).sort()).toEqual(
      [...TENANT_TABLES].sort(),
    )
    await client.command({ query: 'CREATE DATABASE IF NOT EXISTS bare' })
    const bare = openClickhouse({ url: `${engine().engine.url}/bare` })
    await expect(tenantReader(bare, tenantId('mine')).query('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' })
    await bare.close()
  })

  test('are created by statements that a server accepts', async () => {
    for (const sql of policyStatements('lake', TENANT_TABLES)) {
      const [formatted] = await rows<{ sql: string }>(
        engine().client,
        'SELECT formatQuerySingleLine({sql:String}) AS sql',
        { sql },
      )
      expect(formatted?.sql).toContain('AS RESTRICTIVE FOR SELECT USING')
    }
  })
})

describe('what reaches past its own rows is refused', () => {
  test.each([
    'SELECT * FROM events SETTINGS additional_table_filters = {}',
    'SELECT * FROM (SELECT * FROM events SETTINGS additional_table_filters = {})',
    'SELECT (SELECT any(message) FROM events SETTINGS additional_table_filters = {})',
    'SELECT 1 UNION ALL (SELECT count() FROM events SETTINGS additional_table_filters = {})',
    'WITH c AS (SELECT * FROM events SETTINGS additional_table_filters = {}) SELECT * FROM c',
    'SELECT * FROM events; SELECT * FROM events',
    'SELECT * FROM events_view',
    'SELECT * FROM untenanted',
    `SELECT 1 WHERE 'x' IN untenanted`,
    `SELECT 1 WHERE 'x' NOT IN default.untenanted`,
    `SELECT 1 WHERE 'x' GLOBAL IN system.one`,
    'SELECT * FROM {t:Identifier}',
    'SELECT total_rows FROM system.tables',
    'SELECT data_compressed_bytes FROM system.columns',
    'SELECT table_rows FROM information_schema.tables',
    'SELECT 1 WHERE 1 IN system.tables',
    'SELECT 1 WHERE 1 IN (system.tables)',
    'SELECT system.tables.total_rows FROM system.tables',
    'SELECT * FROM system.tables FINAL',
    'DESCRIBE TABLE untenanted',
    'DESCRIBE TABLE system.tables',
    'DESCRIBE TABLE nothing',
    `DESCRIBE TABLE file('/etc/passwd', 'LineAsString')`,
    'DESCRIBE (SELECT 1)',
    'DESCRIBE TABLE events SETTINGS describe_include_virtual_columns = 1',
    'SHOW TABLES WHERE 1',
    'SHOW CREATE TABLE events',
    'SHOW PROCESSLIST',
    'SELECT * FROM system.parts',
    'SELECT * FROM `system.tables`, system.one AS events',
    `SELECT * FROM merge('default', 'events')`,
    `SELECT * FROM remote('127.0.0.1', default.events)`,
    `SELECT * FROM cluster('default', default.events)`,
    `SELECT * FROM file('/etc/passwd', 'LineAsString')`,
    `SELECT * FROM url('http://127.0.0.1:1', 'LineAsString')`,
    `SELECT * FROM s3('http://127.0.0.1:1', 'TSV')`,
    `SELECT * FROM executable('x', 'TSV', 'a String')`,
    `SELECT * FROM mergeTreeIndex('default', 'events')`,
    `SELECT * FROM mergeTreeProjection('default', 'events', 'p')`,
    `SELECT * FROM view(SELECT * FROM events)`,
    `SELECT * FROM dictionary('d')`,
    `SELECT file('/etc/passwd')`,
    `SELECT * APPLY(file) FROM (SELECT '/etc/passwd')`,
    `SELECT sum(number) OVER (ORDER BY number ROWS BETWEEN length(file('/etc/passwd')) PRECEDING AND CURRENT ROW) FROM numbers(1)`,
    `SELECT number FROM numbers(1) ORDER BY number WITH FILL FROM length(file('/etc/passwd')) TO 5`,
    `SELECT 1 AS a INTO OUTFILE '/tmp/x'`,
    `SELECT joinGet('default.events', 'message', 1)`,
    `SELECT dictGet('d', 'a', 1)`,
    `SELECT hasColumnInTable('default', 'untenanted', 's')`,
    `SELECT getSetting('additional_table_filters')`,
    'SELECT hostName(), serverUUID(), currentUser()',
    'SELECT sleep(3)',
    `SELECT aiGenerate('x')`,
    'EXPLAIN SELECT * FROM events',
    'SELECT * FROM (EXPLAIN SELECT * FROM events SETTINGS additional_table_filters = {})',
    'SHOW CREATE TABLE events',
    'EXISTS TABLE untenanted',
    'SET additional_table_filters = {}',
    "INSERT INTO events (tenant_id) SELECT 'mine'",
    'DROP TABLE events',
    'ALTER TABLE events DELETE WHERE 1',
    'SYSTEM STOP MERGES',
    `KILL QUERY WHERE 1`,
    // Virtual columns reveal where rows lie, which depends on rows of others; the engine tests them on whole parts
    // before it reads a row.
    'SELECT _part FROM events',
    `SELECT count() FROM events WHERE throwIf(_partition_id = '20900203') = 0`,
    'SELECT count() FROM events AS e ORDER BY e._part_offset',
    'SELECT count() FROM events JOIN events AS f USING (_part)',
    'SELECT `_block_number` FROM events',
    `SELECT count() FROM events WHERE indexHint(user = 'x')`,
    'SELECT rowNumberInBlock() FROM events',
    'SELECT * FROM `events\n TableIdentifier x`',
    'SELECT (1 AS `a\nLiteral b`) IN untenanted',
    'SELECT (1 AS `a\\nLiteral b`) IN untenanted',
    'SELECT (1 AS "a\nLiteral b") IN system.one',
  ])('%s', async (sql) => {
    await expect(mine().query(sql, { t: 'untenanted' })).rejects.toMatchObject(REFUSAL)
    await expect(mine().stream(sql, 'TSV', { t: 'system.tables' })).rejects.toMatchObject(REFUSAL)
  })

  test('by the engine itself too, if a query passed the check', async () => {
    const query = `SELECT * FROM file('/etc/passwd', 'LineAsString')`
    await expect(operatorReader(engine().client).query(query)).rejects.toMatchObject({ code: '164' })
    await expect(operatorReader(engine().client).query('SELECT 1 SETTINGS max_threads = 1')).rejects.toMatchObject({
      code: '164',
    })
  })

  test('and all rows are still there', async () => {
    expect(await rows(engine().client, 'SELECT toUInt32(count()) AS n FROM events')).toEqual([{ n: 3 }])
  })
})

describe('limits are errors, never a part of the answer', () => {
  test('rows', async () => {
    const reader = tenantReader(engine().client, tenantId('mine'), { rowsMax: 10 })
    await expect(reader.query('SELECT number FROM numbers(11)')).rejects.toMatchObject({ code: '396' })
    expect((await reader.query('SELECT number FROM numbers(10)')).length).toBe(10)
  })

  test('time', async () => {
    const reader = tenantReader(engine().client, tenantId('mine'), { timeoutSeconds: 1 })
    await expect(
      reader.query('SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(number)'),
    ).rejects.toMatchObject({ code: '159' })
  })

  test('memory', async () => {
    const reader = tenantReader(engine().client, tenantId('mine'), { memoryMb: 50 })
    await expect(
      reader.query('SELECT count() FROM (SELECT groupArray(number) FROM numbers(100000000))'),
    ).rejects.toMatchObject({ code: '241' })
  })
})

test('the operator reads every tenant and changes nothing', async () => {
  const operator = operatorReader(engine().client)
  expect(await operator.query('SELECT toUInt32(count()) AS n FROM events')).toEqual([{ n: 3 }])
  await expect(operator.query('DROP TABLE events')).rejects.toThrow()
  await expect(operator.query('CREATE TABLE x (a UInt8) ENGINE = Memory')).rejects.toThrow()
})
