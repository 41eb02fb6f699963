import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { placeholdersOf, RULE_LIMITS } from '../../control/detections/index.ts'
import { createTenant } from '../../control/tenants/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, type TenantTx, withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { runRulesImport, runRulesList } from './rules-manage.ts'

let server: TestPostgres
let dir = ''
let printed: string[] = []
let said = ''

beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())
beforeEach(async () => {
  const { appUrl } = await server.database()
  vi.stubEnv('DATABASE_URL', appUrl)
  vi.stubEnv('CLICKHOUSE_URL', 'http://127.0.0.1:1') // Asked for, and no rule is in it.
  const pool = openPostgres({ url: appUrl, poolSize: 1 })
  await createTenant(pool, { id: 'acme' })
  await pool.end()
  dir = await mkdtemp(join(tmpdir(), 'svc-rules-manage-'))
  printed = []
  said = ''
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.exitCode = 0
  await rm(dir, { recursive: true, force: true })
})

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

async function listed(): Promise<readonly string[]> {
  printed = []
  await runRulesList(acme)
  return printed.map((line) => line.split('\t').slice(1).join(' ')).sort()
}

test('a folder becomes rules of the tenant, file by file; what is no rule is named and left out', async () => {
  await mkdir(join(dir, 'deep'))
  await writeFile(join(dir, 'a.yml'), SIGMA)
  await writeFile(join(dir, 'deep', 'b.eql'), 'process where process.name == "x"')
  await writeFile(join(dir, '.hidden.yml'), SIGMA.replaceAll('s\n', 'hidden\n'))
  await writeFile(join(dir, 'bad.yml'), SIGMA.replace('id: s', 'id: t').replace('condition: sel', 'condition: nope'))
  await writeFile(join(dir, 'binary.yml'), Buffer.from([0xff, 0xfe]))
  await writeFile(join(dir, 'large.yml'), SIGMA + ' '.repeat(RULE_LIMITS.textBytes))
  await runRulesImport(dir, acme)
  expect(process.exitCode).toBe(1)
  expect(said).toBe('2 created, 0 updated, 0 unchanged\n')
  expect(printed).toEqual([
    'binary.yml: the file is not UTF-8 text',
    `large.yml: is larger than ${RULE_LIMITS.textBytes} bytes`,
    'bad.yml:4: there is no search identifier "nope"',
  ])
  expect(await listed()).toEqual(['on medium eql deep/b.eql b', 'on medium sigma a.yml s'])
})

test('a second import changes what changed', async () => {
  await writeFile(join(dir, 'a.yml'), SIGMA)
  await writeFile(join(dir, 'b.eql'), 'process where process.name == "x"')
  await runRulesImport(dir, acme)
  await writeFile(join(dir, 'a.yml'), SIGMA.replace('title: s', 'title: new'))
  await runRulesImport(dir, acme)
  expect(said).toBe('2 created, 0 updated, 0 unchanged\n0 created, 1 updated, 1 unchanged\n')
  expect(await listed()).toEqual(['on medium eql b.eql b', 'on medium sigma a.yml new'])
})

test("placeholders of a file become the tenant's own, also where no rule changes", async () => {
  const expand = 'title: s\nid: s\nlogsource: {}\ndetection: {sel: {"a|expand": "%Admins%"}, condition: sel}\n'
  await writeFile(join(dir, 'a.yml'), expand)
  await runRulesImport(dir, acme)
  expect(await placeholders()).toEqual([])
  const file = join(dir, 'values.txt')
  await writeFile(file, 'Admins: [root, adm*]\n')
  await runRulesImport(dir, { ...acme, placeholders: file })
  expect(said).toBe('1 created, 0 updated, 0 unchanged\n0 created, 0 updated, 1 unchanged\n')
  expect(await placeholders()).toEqual([['Admins', ['root', 'adm*']]])
  await runRulesImport(dir, acme)
  expect(await placeholders(), 'an import without them leaves them').toHaveLength(1)
})

test("Elastic's rules become rules in EQL, those of other types are left out and named", async () => {
  const query = "query = '''\nprocess where process.name == \"x\"\n'''"
  await writeFile(join(dir, 'a.toml'), `[rule]\nname = "Started"\ntype = "eql"\nseverity = "high"\n${query}\n`)
  await writeFile(join(dir, 'b.toml'), '[rule]\nname = "Many"\ntype = "threshold"\nquery = "a: b"\n')
  await runRulesImport(dir, acme)
  expect(printed).toEqual([expect.stringMatching(/^b\.toml: a rule of type "threshold"/)])
  expect(await listed()).toEqual(['on high eql a.toml Started'])
})

test('a folder that is not there is refused', async () => {
  await expect(runRulesImport(join(dir, 'gone'), acme)).rejects.toThrow(/cannot be read/)
})
