import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { placeholdersOf, RULE_LIMITS, rulesPage } from '../../control/detect/detections/index.ts'
import { createTenant } from '../../control/identity/tenants/index.ts'
import { relayToNobody } from '../../control/platform/broadcast/testing.ts'
import { tenantId } from '../../platform/tenant.ts'
import { operatorReader } from '../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { openPostgres, type TenantTx, withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { RuleCosts } from '../metrics/rule-costs.ts'
import { RuleStops } from '../sync-stopped-rules.ts'
import { runRulesHunt } from './rules-hunt.ts'
import { runRulesImport, runRulesList } from './rules-manage.ts'
import { runRulesStats } from './rules-stats.ts'
import { runSql } from './sql.ts'
import { useCommand } from './testing.ts'

const engine = useEngine({ migrated: true })
let server: TestPostgres
let ownerUrl: string
const command = useCommand()

beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())
beforeEach(async () => {
  const { url, appUrl } = await server.database()
  ownerUrl = url
  vi.stubEnv('DATABASE_URL', appUrl)
  vi.stubEnv('CLICKHOUSE_URL', 'http://127.0.0.1:1') // Asked for, and no rule is in it.
  const pool = openPostgres({ url: appUrl, poolSize: 1 })
  await createTenant(pool, { id: 'acme' })
  await pool.end()
})
afterEach(() => void vi.unstubAllEnvs())

const SIGMA = 'title: s\nid: s\nlogsource: {product: windows}\ndetection: {sel: {a: b}, condition: sel}\n'
const acme = { tenant: 'acme' }

function placeholders() {
  return inAcme(async (tx) => [...(await placeholdersOf(tx))])
}

async function inAcme<T>(work: (tx: TenantTx) => Promise<T>): Promise<T> {
  const pool = openPostgres({ url: process.env.DATABASE_URL ?? '', poolSize: 1 })
  try {
    return await withTenant(pool, tenantId('acme'), work)
  } finally {
    await pool.end()
  }
}

async function relayed(): Promise<ReadonlyMap<string, number>> {
  const pool = openPostgres({ url: ownerUrl, poolSize: 1 })
  const feed = await relayToNobody(pool)
  await pool.end()
  return feed
}

async function listed(): Promise<readonly string[]> {
  command.clear()
  await runRulesList(acme)
  return command.lines.map((line) => line.split('\t').slice(1).join(' ')).sort()
}

test('imports a folder file by file as rules of the tenant; a file that is not a rule is named and skipped', async () => {
  command.write('a.yml', SIGMA)
  command.write('deep/b.eql', 'process where process.name == "x"')
  command.write('.hidden.yml', SIGMA.replaceAll('s\n', 'hidden\n'))
  command.write('bad.yml', SIGMA.replace('id: s', 'id: t').replace('condition: sel', 'condition: nope'))
  command.write('binary.yml', Buffer.from([0xff, 0xfe]))
  command.write('large.yml', SIGMA + ' '.repeat(RULE_LIMITS.textBytes))
  await runRulesImport(command.dir, acme)
  expect(process.exitCode).toBe(1)
  expect(command.stderr).toBe('2 created, 0 updated, 0 unchanged\n')
  expect(command.lines).toEqual([
    'binary.yml: the file is not UTF-8 text',
    `large.yml: is larger than ${RULE_LIMITS.textBytes} bytes`,
    'bad.yml:4: there is no search identifier "nope"',
  ])
  expect(await listed()).toEqual(['on medium eql deep/b.eql b', 'on medium sigma a.yml s'])
})

test('a second import updates only changed rules', async () => {
  command.write('a.yml', SIGMA)
  command.write('b.eql', 'process where process.name == "x"')
  await runRulesImport(command.dir, acme)
  command.write('a.yml', SIGMA.replace('title: s', 'title: new'))
  await runRulesImport(command.dir, acme)
  expect(command.stderr).toBe('2 created, 0 updated, 0 unchanged\n0 created, 1 updated, 1 unchanged\n')
  expect(await listed()).toEqual(['on medium eql b.eql b', 'on medium sigma a.yml new'])
})

test('a file of another folder that only shares a name removes nothing: it is named and left out', async () => {
  command.write('a.yml', [1, 2, 3].map((id) => SIGMA.replaceAll(': s\n', `: s${id}\n`)).join('---\n'))
  await runRulesImport(command.dir, acme)
  command.write('a.yml', SIGMA.replace('id: s', 'id: other'))
  await runRulesImport(command.dir, acme)
  expect(process.exitCode).toBe(1)
  expect(command.stderr).toContain('0 created, 0 updated, 0 unchanged\n')
  expect(command.lines.at(-1)).toBe(
    'a.yml: is the name of a stored file with s1 and 2 more rules, none of which is in this one: give it another name, or remove the stored one first',
  )
  command.write('a.yml', SIGMA.replaceAll(': s\n', ': s2\n'))
  await runRulesImport(command.dir, acme)
  expect(command.stderr, 'a file that keeps one of them is the same file').toContain('0 created, 1 updated')
})

test('with prune the tenant has exactly the rules of the folder; a moved rule is read from its new path', async () => {
  command.write('a.yml', SIGMA)
  command.write('deep/b.eql', 'process where process.name == "x"')
  command.write('c.eql', 'process where process.name == "y"')
  await runRulesImport(command.dir, acme)
  await rename(join(command.dir, 'a.yml'), join(command.dir, 'deep', 'moved.yml'))
  await rm(join(command.dir, 'c.eql'))
  await runRulesImport(command.dir, acme)
  expect(command.lines, 'without it the old one is still there').toEqual(['deep/moved.yml:1: id "s" is taken by a.yml'])
  expect(await listed()).toHaveLength(3)
  command.write('deep/b.eql', Buffer.from([0xff]))
  await runRulesImport(command.dir, { ...acme, prune: true })
  expect(command.stderr).toContain('1 created, 0 updated, 0 unchanged, 2 removed\n')
  expect(await listed(), 'what cannot be read stays as it was').toEqual([
    'on medium eql deep/b.eql b',
    'on medium sigma deep/moved.yml s',
  ])
})

test("placeholders of a file become the tenant's own, also where no rule changes", async () => {
  const expand = 'title: s\nid: s\nlogsource: {}\ndetection: {sel: {"a|expand": "%Admins%"}, condition: sel}\n'
  command.write('a.yml', expand)
  await runRulesImport(command.dir, acme)
  expect(await placeholders()).toEqual([])
  const how = '--placeholders FILE gives them values: YAML or JSON, values by name\n'
  expect(command.stderr).toBe(`a.yml:1: no value for %Admins%\n${how}1 created, 0 updated, 0 unchanged\n`)
  expect(process.exitCode, 'it is no fault').not.toBe(1)
  command.clear()
  const file = join(command.dir, 'values.txt')
  await writeFile(file, 'Admins: [root, adm*]\n')
  await runRulesImport(command.dir, { ...acme, placeholders: file })
  expect(command.stderr).toBe('0 created, 0 updated, 1 unchanged\n')
  expect(await placeholders()).toEqual([['Admins', ['root', 'adm*']]])
  await runRulesImport(command.dir, acme)
  expect(await placeholders(), 'an import without them leaves them').toHaveLength(1)
})

test("Elastic's rules become rules in EQL, those of other types are left out and named", async () => {
  const query = "query = '''\nprocess where process.name == \"x\"\n'''"
  command.write('a.toml', `[rule]\nname = "Started"\ntype = "eql"\nseverity = "high"\n${query}\n`)
  command.write('b.toml', '[rule]\nname = "Many"\ntype = "threshold"\nquery = "a: b"\n')
  await runRulesImport(command.dir, acme)
  expect(command.lines).toEqual([expect.stringMatching(/^b\.toml: a rule of type "threshold"/)])
  expect(await listed()).toEqual(['on high eql a.toml Started'])
})

test('YARA rules that do not compile are skipped and named with their line, and the others are imported', async () => {
  command.write(
    'a.yar',
    'rule a { condition: true }\nrule bad { condition: nope }\nrule c { meta: severity = "High" condition: filesize > 1 }',
  )
  command.write('b.yar', 'rule b {\n condition: nope }')
  await runRulesImport(command.dir, acme)
  const place = [expect.stringMatching(/^a\.yar:2: E009: /), expect.stringMatching(/^b\.yar:2: E009: /)]
  expect(command.lines).toEqual(place)
  expect(process.exitCode).toBe(1)
  expect(await listed()).toEqual(['on high yara a.yar a.yar'])
  const [first] = await inAcme((tx) => rulesPage(tx, 1, null))
  expect(first?.item.ruleIds).toEqual(['a.yar#a', 'a.yar#c'])
})

test('a list shows whether each rule is enabled, and the rules that the stream stopped', async () => {
  vi.stubEnv('CLICKHOUSE_URL', engine().engine.url)
  command.write('a.yml', SIGMA)
  command.write('b.eql', 'process where process.name == "x"')
  await runRulesImport(command.dir, acme)
  const sequenceOf = await relayed()
  const rows = await inAcme((tx) => rulesPage(tx, 10, null))
  const version = `${sequenceOf.get(rows.find(({ item }) => item.file === 'a.yml')?.item.id ?? '')}.0`
  const atMs = Date.now() - 3_600_000
  const stop = {
    ...{ tenant_id: 'acme', signal_id: crypto.randomUUID(), rule_id: 'svc-rule-stopped:s', language: 'sigma' },
    ...{ time: atMs, ingest_time: atMs },
    ...{ 'matched.field': ['rule.version', 'reason'], 'matched.value': [version, 'it threw'] },
  }
  await engine().client.insert({ table: 'signals', values: [stop], format: 'JSONEachRow' })
  expect(await listed()).toEqual(['on medium eql b.eql b', 'stopped medium sigma a.yml s'])
  const start = expect.stringMatching(
    /^s was stopped at [-0-9T:.]+Z: it threw; change it, or run `enable [-0-9a-f]+`, to start it again\n$/,
  )
  expect(command.stderr).toEqual(start)
  vi.stubEnv('CLICKHOUSE_URL', 'http://127.0.0.1:1')
  expect(await listed()).toContain('on medium sigma a.yml s')
  expect(command.stderr).toContain('cannot tell which rules are stopped')
  const learn = vi.fn()
  const stops = new RuleStops(operatorReader(engine().client), [{ learn }])
  await stops.ask(Date.now() + 10 * 86_400_000)
  await stops.ask(Date.now())
  const known = [{ tenant: 'acme', ruleId: 's', version }]
  expect(learn.mock.calls, 'and so the stream is told, each time').toEqual([[known], [known]])
})

test('rule costs are written once even when the answer is lost, and shown beside the hits', async () => {
  const { client, engine: lake } = engine()
  vi.stubEnv('CLICKHOUSE_URL', lake.url)
  const rows = [
    { tenant: 'costly', ruleId: 'dear', evaluations: 100, timed: 100, costUs: 5_000 },
    { tenant: 'costly', ruleId: 'new', evaluations: 3, timed: 0, costUs: 0 },
    { tenant: 'globex', ruleId: 'theirs', evaluations: 9, timed: 9, costUs: 9_000 },
  ]
  const spent = vi.fn().mockReturnValueOnce(rows).mockReturnValueOnce([rows[0]]).mockReturnValue([])
  const costs = new RuleCosts({ spent }, client)
  const insert = client.insert.bind(client)
  vi.spyOn(client, 'insert').mockImplementationOnce(async (request) => {
    await insert(request)
    throw new Error('the answer was lost')
  })
  await expect(costs.write(Date.now())).rejects.toThrow('the answer was lost')
  for (let n = 0; n < 3; n++) await costs.write(Date.now())
  const hit = { tenant_id: 'costly', rule_id: 'found', rule_title: 'F', time: Date.now(), ingest_time: Date.now() }
  await insert({ table: 'signals', values: [hit], format: 'JSONEachRow' })
  await runRulesStats({ tenant: 'costly', hours: '1' })
  expect(command.lines.map((line) => line.split('\t'))).toEqual([
    ['found', '1', new Date(hit.time).toISOString(), '-', '-', '-', 'F'],
    ['dear', '0', '-', '200', '50.00', '10.0', '-'],
    ['new', '0', '-', '3', '-', '-', '-'],
  ])
  command.clear()
  await runRulesStats({ tenant: 'costly', hours: '1', rule: 'dear', json: true })
  const cost = { evaluations: 200, mean_us: 50, cost_ms: 10 }
  expect(JSON.parse(command.printed)).toMatchObject({ by_rule: [], by_cost: [{ rule_id: 'dear', ...cost }] })
})

test('a single file cannot prune, because every other rule would go', async () => {
  command.write('one.yml', 'title: one')
  await expect(runRulesImport(join(command.dir, 'one.yml'), { ...acme, prune: true })).rejects.toThrow(/needs a folder/)
})

test('a missing folder is refused', async () => {
  await expect(runRulesImport(join(command.dir, 'gone'), acme)).rejects.toThrow(/cannot be read/)
})

test('the rules of an unknown tenant are an error', async () => {
  const nobody = { tenant: 'acne' }
  await expect(runRulesList(nobody)).rejects.toMatchObject({ code: 'not_found', message: 'no tenant acne' })
  command.write('a.yml', SIGMA)
  await expect(runRulesImport(command.dir, nobody)).rejects.toMatchObject({ code: 'not_found' })
  await expect(runRulesHunt({ ...nobody, rule: 's' })).rejects.toMatchObject({ message: 'no tenant acne' })
})

test('SQL as an unknown tenant is an error, not an empty answer', async () => {
  const answer = runSql('SELECT count() FROM events', { tenant: 'acne', format: 'TSV' })
  await expect(answer).rejects.toMatchObject({ code: 'not_found', message: 'no tenant acne' })
})

test('SQL over events says how many events only the archive has', async () => {
  vi.stubEnv('CLICKHOUSE_URL', engine().engine.url)
  await runSql('SELECT count() FROM events', { ...acme, format: 'TSV' })
  expect([command.printed, command.stderr]).toEqual(['0\n', ''])
  await inAcme(async (tx) => {
    await tx.run(`INSERT INTO archive_moves (id, day, path) VALUES (gen_random_uuid(), '2026-03-01', 'acme/x.parquet')`)
    await tx.run(
      `UPDATE archive_moves SET state = 'dropped', rows = 7, bytes = 1, checksum = '7:1', from_time = now(), to_time = now()`,
    )
  })
  await runSql('SELECT count() FROM events', { ...acme, format: 'TSV' })
  expect(command.stderr).toContain('7 events are in the archive')
  command.clear()
  await runSql('SELECT count() FROM signals', { ...acme, format: 'TSV' })
  expect(command.stderr).toBe('')
})
