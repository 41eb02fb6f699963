import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { clusterStatement, clusterStatements, makingStatements } from './cluster-ddl.ts'
import { readMigrations } from './migrate.ts'
import { START_MS, useEngine } from './test-engine.ts'

const engine = useEngine({ migrated: false })
const PLACE = `'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'`

test.each([
  [
    'CREATE TABLE IF NOT EXISTS a (x UInt8) ENGINE = MergeTree ORDER BY x',
    `CREATE TABLE IF NOT EXISTS a ON CLUSTER 'c' (x UInt8) ENGINE = ReplicatedMergeTree(${PLACE}) ORDER BY x`,
  ],
  [
    'CREATE TABLE a (x UInt8) ENGINE=SummingMergeTree(x) ORDER BY x',
    `CREATE TABLE a ON CLUSTER 'c' (x UInt8) ENGINE=ReplicatedSummingMergeTree(${PLACE}, x) ORDER BY x`,
  ],
  [
    'CREATE TABLE a (x UInt8) ENGINE = MergeTree() ORDER BY x SETTINGS non_replicated_deduplication_window = 5',
    `CREATE TABLE a ON CLUSTER 'c' (x UInt8) ENGINE = ReplicatedMergeTree(${PLACE}) ORDER BY x SETTINGS replicated_deduplication_window = 5`,
  ],
  [
    "ALTER TABLE `d`.`a b` ADD COLUMN t String DEFAULT 'ENGINE = MergeTree' -- ENGINE = MergeTree",
    "ALTER TABLE `d`.`a b` ON CLUSTER 'c' ADD COLUMN t String DEFAULT 'ENGINE = MergeTree' -- ENGINE = MergeTree",
  ],
  [
    'CREATE MATERIALIZED VIEW IF NOT EXISTS v TO t AS SELECT 1',
    `CREATE MATERIALIZED VIEW IF NOT EXISTS v ON CLUSTER 'c' TO t AS SELECT 1`,
  ],
  ['CREATE TABLE a (x UInt8) ENGINE = Memory', `CREATE TABLE a ON CLUSTER 'c' (x UInt8) ENGINE = Memory`],
])('%s', (sql, expected) => {
  expect(clusterStatement(sql, 'c')).toBe(expected)
})

test('any cluster name is quoted as text', () => {
  expect(clusterStatement('DROP TABLE a', "x' SYNC \\")).toBe("DROP TABLE a ON CLUSTER 'x\\' SYNC \\\\'")
})

test('refuses a statement of an unknown kind', () => {
  expect(() => clusterStatement('INSERT INTO a VALUES (1)', 'c')).toThrow('no form for a cluster: INSERT INTO A')
})

test('the engine parses every migration and policy in its form for a cluster', { timeout: START_MS }, async () => {
  const { client } = engine()
  const statements = makingStatements('svc', 'default')
  expect(statements.length).toBeGreaterThan(40)
  for (const onCluster of statements) {
    const { stream } = await client.exec({ query: `EXPLAIN AST ${onCluster}` })
    expect([onCluster, (await text(stream)).split(' ')[0]]).toEqual([
      onCluster,
      expect.stringMatching(/^(?:Create|Alter|Drop)/i),
    ])
    expect(onCluster).toContain("ON CLUSTER 'svc'")
    expect(onCluster).not.toMatch(/ENGINE\s*=\s*(?!Replicated)\w*MergeTree/)
  }
})

test('each migration is recorded after its statements', () => {
  const statements = clusterStatements('svc', 'default')
  const recorded = statements.filter((sql) => sql.startsWith('INSERT INTO schema_migrations'))
  expect(recorded).toHaveLength(readMigrations().length)
  expect(statements[0]).toBe('USE `default`')
  expect(statements[1]).toContain('schema_migrations')
  const made = statements.filter((sql) => sql !== 'USE `default`' && !recorded.includes(sql))
  expect(made).toEqual(makingStatements('svc', 'default'))
  expect(statements.findIndex((sql) => sql.includes('POLICY'))).toBeGreaterThan(
    statements.indexOf(recorded.at(-1) ?? ''),
  )
})
