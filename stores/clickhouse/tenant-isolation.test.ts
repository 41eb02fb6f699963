/**
 * A tenant's statement has the same result, rows or error text, whether or not the lake holds other tenants. Two
 * engines hold the same rows of `mine`; one also holds rows of others before, between and after them, in the same
 * granules and on other days. Hostile conditions, which fail on rows of others, are tried in every clause that accepts
 * a condition.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { operatorReader, tenantReader } from './tenant-reader.ts'
import { TENANT_TABLES } from './tenant-tables.ts'
import { START_MS, useEngine } from './test-engine.ts'

const alone = useEngine({ migrated: true })
const shared = useEngine({ migrated: true })

type Table = (typeof TENANT_TABLES)[number]
/** For each table: its partition column, a text column, and a key whose values several tenants share. */
const COLUMNS: Readonly<Record<Table, { time: string; text: string; key: string; more?: string }>> = {
  events: { time: 'ingest_time', text: 'raw', key: 'host', more: 'time, class_uid, user' },
  signals: { time: 'ingest_time', text: 'rule_title', key: 'host', more: 'time, class_uid, rule_id' },
  ledger: { time: 'minute', text: 'reason', key: 'source', more: 'outcome, events' },
  dead_letters: { time: 'received_at', text: 'detail', key: 'reason', more: 'raw' },
  schema_drift: { time: 'ingest_time', text: 'path', key: 'source', more: 'time' },
  anomalies: { time: 'ingest_time', text: 'entity', key: 'metric', more: 'time' },
  baselines: { time: 'ingest_time', text: 'entity', key: 'metric', more: 'time' },
  observables: { time: 'day', text: 'value', key: 'source', more: 'kind, first_seen, last_seen' },
  archived_rows: { time: 'ingest_time', text: 'source', key: 'source', more: 'listed_at' },
  rule_costs: { time: 'hour', text: 'rule_id', key: 'rule_id', more: 'evaluations' },
}
const DAY_OF_OTHERS = '2090-02-03'
const VALUES: Readonly<Record<string, string>> = {
  time: 'at + number % 50',
  first_seen: 'at',
  last_seen: 'at',
  listed_at: 'at',
  class_uid: 'class',
  events: '1',
  evaluations: '1',
  outcome: `'stored'`,
}

async function fill(client: ClickHouseClient, tenant: string, day: string, count: number, classUid: number) {
  for (const table of TENANT_TABLES) {
    const { time, text, key, more = '' } = COLUMNS[table]
    const others = more.split(', ').filter((name) => name !== key && name !== text)
    const columns = ['tenant_id', time, ...(text === key ? [text] : [text, key]), ...others]
    const named = (name: string) => VALUES[name] ?? `concat('${tenant} ', toString(number % 7))`
    const values = columns.map((name) => {
      if (name === 'tenant_id') return `'${tenant}'`
      if (name === time) return 'at + number % 100'
      if (name === text) return `concat('${tenant} text ', toString(number))`
      return name === key ? `concat('k', toString(number % 5))` : named(name)
    })
    const from = `(SELECT number, toDateTime('${day} 10:00:00', 'UTC') AS at, toUInt32(${classUid}) AS class FROM numbers(${count}))`
    await client.command({
      query: `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${from}`,
    })
  }
}

beforeAll(async () => {
  const both = [alone().client, shared().client]
  for (const client of both) {
    await fill(client, 'mine', '2090-02-01', 300, 3002)
    await fill(client, 'mine', '2090-02-02', 100, 3002)
  }
  for (const tenant of ['aaa', 'other']) {
    await fill(shared().client, tenant, '2090-02-01', 2000, 4_000_000_000)
    await fill(shared().client, tenant, DAY_OF_OTHERS, 50, 0)
  }
  for (const client of both)
    for (const table of TENANT_TABLES) await client.command({ query: `OPTIMIZE TABLE ${table}` })
}, START_MS)

/** Conditions that are true on every row of `mine` and raise an error on rows of others. */
const CONDITIONS: readonly ((table: Table) => string)[] = [
  () => `throwIf(t.tenant_id != 'mine') = 0`,
  () => `intDiv(1, t.tenant_id = 'mine') = 1`,
  () => `modulo(1, toUInt8(t.tenant_id = 'mine')) = 0`,
  () => `toInt32(if(t.tenant_id = 'mine', '1', t.tenant_id)) = 1`,
  (table) => `toInt32(if(t.tenant_id = 'mine', '1', toString(t.${COLUMNS[table].text}))) = 1`,
  (table) => `toInt32(if(startsWith(t.${COLUMNS[table].text}, 'mine'), '1', t.${COLUMNS[table].text})) = 1`,
  (table) => `throwIf(startsWith(t.${COLUMNS[table].text}, 'other')) = 0`,
  (table) =>
    `length(toUUID(if(t.tenant_id = 'mine', toString(generateUUIDv4()), t.${COLUMNS[table].text}))::String) = 36`,
  (table) => `throwIf(toDate(t.${COLUMNS[table].time}) = '${DAY_OF_OTHERS}') = 0`,
  (table) => `intDiv(1, toDate(t.${COLUMNS[table].time}) != '${DAY_OF_OTHERS}') = 1`,
  (table) => `throwIf(toYYYYMM(t.${COLUMNS[table].time}) = 209002 AND t.tenant_id != 'mine') = 0`,
  (table) => `throwIf(toStartOfHour(t.${COLUMNS[table].time}) >= toDateTime('${DAY_OF_OTHERS} 00:00:00', 'UTC')) = 0`,
  (table) => `throwIf(t.${COLUMNS[table].time} >= toDateTime('${DAY_OF_OTHERS} 00:00:00', 'UTC')) = 0`,
  (table) => `toUInt8(tupleElement((1, t.${COLUMNS[table].key}), 1) + throwIf(t.tenant_id > 'n')) = 1`,
  (table) => `ifNull(nullIf(throwIf(t.tenant_id < 'm'), 7), 1) = 0 AND t.${COLUMNS[table].key} != ''`,
]

const JOINS = [
  ...['INNER JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', 'LEFT SEMI JOIN', 'RIGHT SEMI JOIN', 'LEFT ANTI JOIN'],
  ...['RIGHT ANTI JOIN', 'LEFT ANY JOIN', 'RIGHT ANY JOIN', 'INNER ANY JOIN', 'GLOBAL LEFT JOIN'],
] as const

/** Statements that read `table` as `t`, with `condition` on `t`; every other table is `s`. */
const CLAUSES: Readonly<Record<string, (table: Table, condition: string, key: string, time: string) => string>> = {
  SELECT: (table, condition) => `SELECT sum(${condition}) FROM ${table} AS t`,
  'SELECT in a combinator': (table, condition) =>
    `SELECT countIf(${condition}), sumIf(1, ${condition}) FROM ${table} AS t`,
  DISTINCT: (table, condition) => `SELECT DISTINCT ${condition} FROM ${table} AS t`,
  PREWHERE: (table, condition) => `SELECT count() FROM ${table} AS t PREWHERE ${condition}`,
  WHERE: (table, condition) => `SELECT count() FROM ${table} AS t WHERE ${condition}`,
  'PREWHERE and WHERE': (table, condition) =>
    `SELECT count() FROM ${table} AS t PREWHERE ${condition} WHERE ${condition} AND t.tenant_id != 'mine'`,
  'WHERE beside a constant': (table, condition) => `SELECT count() FROM ${table} AS t WHERE (${condition}) OR 1`,
  'WHERE in a function of arrays': (table, condition) =>
    `SELECT count() FROM ${table} AS t WHERE arrayExists(x -> x > 0, [toUInt8(${condition})])`,
  'min and max': (table, condition, _key, time) =>
    `SELECT min(${time}), max(${time}), count() FROM ${table} AS t WHERE ${condition}`,
  'GROUP BY': (table, condition) => `SELECT count() FROM ${table} AS t GROUP BY ${condition}`,
  HAVING: (table, condition, key) =>
    `SELECT t.${key}, count() FROM ${table} AS t GROUP BY t.${key} HAVING sum(${condition}) >= 0`,
  'GROUPING SETS': (table, condition, key) =>
    `SELECT sum(${condition}) FROM ${table} AS t GROUP BY GROUPING SETS ((t.${key}), (t.tenant_id))`,
  'WITH TOTALS': (table, condition, key) =>
    `SELECT t.${key}, sum(${condition}) FROM ${table} AS t GROUP BY t.${key} WITH TOTALS`,
  ...Object.fromEntries(
    JOINS.map((join) => [
      join,
      (table: Table, condition: string, key: string) =>
        `SELECT count() FROM (SELECT DISTINCT ${key} FROM ${table}) AS s ${join} ${table} AS t ON s.${key} = t.${key} AND ${condition}`,
    ]),
  ),
  'JOIN of itself': (table, condition, key) =>
    `SELECT count() FROM ${table} AS s JOIN ${table} AS t ON s.${key} = t.${key} AND s.tenant_id = t.tenant_id WHERE ${condition}`,
  'JOIN with WHERE': (table, condition, key) =>
    `SELECT count() FROM ${table} AS t LEFT JOIN (SELECT DISTINCT ${key} FROM events_of_s) AS s USING (${key}) WHERE ${condition}`.replace(
      'events_of_s',
      table,
    ),
  'ASOF JOIN': (table, condition, key, time) =>
    `SELECT count() FROM (SELECT ${key}, max(${time}) AS at FROM ${table} GROUP BY ${key}) AS s ASOF JOIN ${table} AS t ON s.${key} = t.${key} AND s.at >= t.${time} WHERE ${condition}`,
  'CROSS JOIN': (table, condition) => `SELECT count() FROM numbers(2) AS s CROSS JOIN ${table} AS t WHERE ${condition}`,
  'PASTE JOIN': (table, condition) =>
    `SELECT count() FROM numbers(2) AS s PASTE JOIN (SELECT ${condition} FROM ${table} AS t) AS u`,
  'USING an expression': (table, condition) =>
    `SELECT count() FROM (SELECT toUInt8(1) AS c) AS s JOIN (SELECT toUInt8(${condition}) AS c FROM ${table} AS t) AS u USING (c)`,
  IN: (table, condition, key) =>
    `SELECT count() FROM ${table} AS s WHERE ${key} IN (SELECT ${key} FROM ${table} AS t WHERE ${condition})`,
  'NOT IN': (table, condition, key) =>
    `SELECT count() FROM ${table} AS s WHERE ${key} NOT IN (SELECT ${key} FROM ${table} AS t PREWHERE ${condition})`,
  'GLOBAL IN': (table, condition, key) =>
    `SELECT count() FROM ${table} AS s WHERE ${key} GLOBAL IN (SELECT ${key} FROM ${table} AS t WHERE ${condition})`,
  'IN on the order key': (table, condition) =>
    `SELECT count() FROM ${table} AS s WHERE tenant_id IN (SELECT t.tenant_id FROM ${table} AS t WHERE ${condition})`,
  EXISTS: (table, condition) =>
    `SELECT count() FROM numbers(1) WHERE EXISTS (SELECT 1 FROM ${table} AS t WHERE ${condition})`,
  'correlated EXISTS': (table, condition, key) =>
    `SELECT count() FROM ${table} AS s WHERE EXISTS (SELECT 1 FROM ${table} AS t WHERE t.${key} = s.${key} AND ${condition})`,
  'scalar subquery': (table, condition) => `SELECT (SELECT count() FROM ${table} AS t WHERE ${condition})`,
  'scalar subquery in WHERE': (table, condition) =>
    `SELECT count() FROM ${table} AS s WHERE (SELECT max(t.tenant_id) FROM ${table} AS t WHERE ${condition}) = s.tenant_id`,
  WITH: (table, condition) => `WITH c AS (SELECT * FROM ${table} AS t WHERE ${condition}) SELECT count() FROM c`,
  'WITH outside': (table, condition) =>
    `WITH c AS (SELECT * FROM ${table}) SELECT count() FROM c AS t WHERE ${condition}`,
  'WITH an expression': (table, condition) => `WITH ${condition} AS c SELECT count() FROM ${table} AS t WHERE c`,
  'subquery of a subquery': (table, condition) =>
    `SELECT count() FROM (SELECT * FROM (SELECT * FROM ${table}) WHERE tenant_id != '') AS t WHERE ${condition}`,
  'ORDER BY': (table, condition, key) => `SELECT t.${key} FROM ${table} AS t ORDER BY ${condition}, t.${key} LIMIT 5`,
  'ORDER BY a column, LIMIT': (table, condition, key) =>
    `SELECT t.${key} FROM ${table} AS t WHERE ${condition} ORDER BY t.${key} DESC LIMIT 3`,
  'LIMIT BY': (table, condition) => `SELECT t.tenant_id FROM ${table} AS t LIMIT 1 BY ${condition}`,
  window: (table, condition) => `SELECT DISTINCT sum(${condition}) OVER (PARTITION BY t.tenant_id) FROM ${table} AS t`,
  'window over it': (table, condition) => `SELECT DISTINCT count() OVER (PARTITION BY ${condition}) FROM ${table} AS t`,
  QUALIFY: (table, condition) =>
    `SELECT t.tenant_id FROM ${table} AS t QUALIFY row_number() OVER (PARTITION BY ${condition} ORDER BY t.tenant_id) <= 2`,
  'ARRAY JOIN': (table, condition) => `SELECT sum(x) FROM ${table} AS t ARRAY JOIN [toUInt8(${condition}), 1] AS x`,
  'LEFT ARRAY JOIN': (table, condition) =>
    `SELECT count() FROM ${table} AS t LEFT ARRAY JOIN range(toUInt8(${condition})) AS x`,
  'UNION ALL': (table, condition) =>
    `SELECT count() FROM ${table} AS t WHERE ${condition} UNION ALL SELECT count() FROM ${table} AS t PREWHERE ${condition}`,
  INTERSECT: (table, condition, key) =>
    `SELECT ${key} FROM ${table} INTERSECT DISTINCT SELECT ${key} FROM ${table} AS t WHERE ${condition}`,
  EXCEPT: (table, condition, key) =>
    `SELECT ${key} FROM ${table} EXCEPT SELECT ${key} FROM ${table} AS t WHERE ${condition}`,
  FINAL: (table, condition) => `SELECT count() FROM ${table} AS t FINAL PREWHERE ${condition}`,
  'FINAL and WHERE': (table, condition) => `SELECT count() FROM ${table} AS t FINAL WHERE ${condition}`,
  SAMPLE: (table, condition) => `SELECT count() FROM ${table} AS t SAMPLE 1/2 WHERE ${condition}`,
  'FROM first': (table, condition) => `FROM ${table} AS t SELECT count() WHERE ${condition}`,
}

type Outcome = { readonly rows: readonly string[] } | { readonly error: string }

async function outcome(client: ClickHouseClient, sql: string, tenant = 'mine'): Promise<Outcome> {
  try {
    const found = await tenantReader(client, tenantId(tenant)).query<object>(sql)
    return { rows: found.map((row) => JSON.stringify(row)).sort() }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

async function sameInBoth(sql: string, tenant = 'mine'): Promise<Outcome> {
  const [one, two] = await Promise.all([outcome(alone().client, sql, tenant), outcome(shared().client, sql, tenant)])
  expect(two, sql).toEqual(one)
  return two
}

const statement = (table: Table, clause: string, condition: string): string => {
  const { key, time } = COLUMNS[table]
  return CLAUSES[clause]?.(table, condition, key, time) ?? ''
}

/** Conditions of each kind alone, and all in one AND, which the engine splits again. */
const SEVERAL: typeof CONDITIONS = [
  ...[0, 4, 8].flatMap((at) => CONDITIONS[at] ?? []),
  (table) => CONDITIONS.map((condition) => `(${condition(table)})`).join(' AND '),
]

describe('a condition that fails on rows of others', () => {
  test.each(Object.keys(CLAUSES))('%s', async (clause) => {
    for (const condition of SEVERAL) {
      const found = await sameInBoth(statement('events', clause, condition('events')))
      // FINAL and SAMPLE want a table that has it.
      if (!/FINAL|SAMPLE/.test(clause)) expect(found).toHaveProperty('rows')
    }
  })

  test('in any clause, of any table, two at a time', async () => {
    const names = Object.keys(CLAUSES)
    const any = fc.record({
      table: fc.constantFrom(...TENANT_TABLES),
      clause: fc.constantFrom(...names),
      first: fc.constantFrom(...CONDITIONS),
      second: fc.constantFrom(...CONDITIONS),
      joined: fc.constantFrom('AND', 'OR'),
      tenant: fc.constantFrom('mine', 'mine', 'mine', 'nobody'),
    })
    await fc.assert(
      fc.asyncProperty(any, async ({ table, clause, first, second, joined, tenant }) => {
        await sameInBoth(statement(table, clause, `((${first(table)}) ${joined} (${second(table)}))`), tenant)
      }),
      { numRuns: 60 },
    )
  })

  test('does fail for a reader of all tenants', async () => {
    const operator = operatorReader(shared().client)
    for (const condition of CONDITIONS) {
      await expect(operator.query(statement('events', 'WHERE', condition('events')))).rejects.toThrow()
    }
  })

  test('an error about the tenant’s own row names its cause', async () => {
    const found = await sameInBoth(`SELECT count() FROM events WHERE raw = 'mine text 7' AND toInt32(raw) = 1`)
    expect(found).toMatchObject({ error: expect.stringContaining(`Cannot parse string 'mine text 7' as Int32`) })
  })
})
