import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { clusterStatement } from './cluster-ddl.ts'
import { CREATE_RECORD, readMigrations } from './migrate.ts'
import { splitStatements } from './split-statements.ts'
import { policyStatements } from './tenant-policies.ts'
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

test('a name of a cluster is a text, whatever it holds', () => {
  expect(clusterStatement('DROP TABLE a', "x' SYNC \\")).toBe("DROP TABLE a ON CLUSTER 'x\\' SYNC \\\\'")
})

test('a statement of another kind is refused', () => {
  expect(() => clusterStatement('INSERT INTO a VALUES (1)', 'c')).toThrow('no form for a cluster: INSERT INTO A')
})

test('the engine reads every migration and policy in its form for a cluster', { timeout: START_MS }, async () => {
  const { client } = engine()
  const migrations = [{ name: 'record', sql: CREATE_RECORD }, ...readMigrations()]
  const statements = [
    ...migrations.flatMap(({ name, sql }) => splitStatements(sql).map((one) => ({ name, sql: one }))),
    ...policyStatements('default', ['events']).map((sql) => ({ name: 'policy', sql })),
  ]
  expect(statements.length).toBeGreaterThan(40)
  for (const { name, sql } of statements) {
    const onCluster = clusterStatement(sql, 'svc')
    const { stream } = await client.exec({ query: `EXPLAIN AST ${onCluster}` })
    expect([name, (await text(stream)).split(' ')[0]]).toEqual([name, expect.stringMatching(/^(?:Create|Alter)/i)])
    expect([name, /ENGINE\s*=\s*(?!Replicated)\w*MergeTree/.test(onCluster)]).toEqual([name, false])
  }
})
