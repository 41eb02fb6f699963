import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { takeIn } from '../../query/testing.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { type KqlOptions, runKqlQuery } from './kql.ts'

const engine = useEngine({ migrated: true })
const dir = mkdtempSync(join(tmpdir(), 'svc-kql-'))
const SPAN = { from: '2026-03-01', to: '2026-03-02' }

const logon = (EventID: number, TargetUserName: string, hour: string, more: object = {}) =>
  JSON.stringify({
    ...{ Channel: 'Security', EventID, TargetUserName, IpAddress: '203.0.113.9' },
    ...{ '@timestamp': `2026-03-01T${hour}:00:00Z`, ...more },
  })

beforeAll(async () => {
  vi.stubEnv('CLICKHOUSE_URL', engine().engine.url)
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none')
  const body = [
    logon(4625, 'ann', '01'),
    logon(4625, 'ann', '02'),
    logon(4624, 'ann "the\ttab"\u001b[2J', '03', { Details: { list: [1, 'x'], big: 2 } }),
  ].join('\n')
  await takeIn(engine().client, { tenant: 'acme', format: 'windows', body, receivedMs: Date.now() })
  await takeIn(engine().client, {
    tenant: 'globex',
    format: 'windows',
    body: logon(4625, 'bob', '01'),
    receivedMs: Date.now(),
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true, force: true })
})

async function output(
  query: string | undefined,
  options: Partial<KqlOptions> = {},
): Promise<{ out: string; err: string }> {
  const streams = { out: '', err: '' }
  const into = (name: keyof typeof streams) => (text: string | Uint8Array) => {
    streams[name] += String(text)
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'))
  await runKqlQuery(query, { tenant: 'acme', format: 'table', timeout: '60', ...SPAN, ...options })
  return streams
}

const FAILED = 'SecurityEvent | where EventID == 4625 | summarize n = count() by tostring(TargetUserName)'

test('a query sees one tenant only, and reports what it read', async () => {
  const { out, err } = await output(FAILED)
  expect(out).toBe('TargetUserName  n\nann             2\n')
  const read = 'SecurityEvent: 2 of 3 events, 2026-03-01T00:00:00.000Z to 2026-03-02T00:00:00.000Z\n'
  expect(err).toBe(`${read}unknown: the database does not answer, so the archive was not searched\n`)
  expect(process.exitCode).toBe(1)
  expect((await output(FAILED, { tenant: 'globex' })).out).toBe('TargetUserName  n\nbob             1\n')
  expect((await output(FAILED, { from: '2026-03-01T01:30:00Z' })).out).toContain('ann             1')
})

test('a tenant without events is looked up in Postgres, which fails here', async () => {
  await expect(output(FAILED, { tenant: 'acne' })).rejects.toThrow('the database does not answer')
})

test('a query may come from a file', async () => {
  const file = join(dir, 'failed.kql')
  writeFileSync(file, `\ufeff// failed logons\n${FAILED}\n| extend wrong = nosuch(n)`)
  await expect(output(undefined, { file })).rejects.toThrow(
    `${file}: line 3, column 18: the function nosuch is not supported`,
  )
  writeFileSync(file, FAILED)
  expect((await output(undefined, { file })).out).toContain('ann             2')
  await expect(output(undefined, { file: join(dir, 'none.kql') })).rejects.toThrow(/ENOENT/)
  writeFileSync(file, ' '.repeat(2 << 20))
  await expect(output(undefined, { file })).rejects.toThrow(/larger than 1048576 bytes/)
})

test('as another format', async () => {
  const query = 'SecurityEvent | where EventID == 4624 | project TargetUserName, Details, none = int(null)'
  const { out } = await output(query, { format: 'jsoneachrow' })
  expect(out).toBe(
    '{"TargetUserName":"ann \\"the\\ttab\\"\\u001b[2J","Details":{"list":[1,"x"],"big":2},"none":null}\n',
  )
})

describe('what cannot be done says why', () => {
  test.each<[string | undefined, Partial<KqlOptions>, RegExp]>([
    [undefined, {}, /a query, or --file/],
    ['print 1', { file: 'x' }, /a query, or --file/],
    ['print 1', { format: 'Parquet' }, /formats are table, TSV/],
    ['print 1', { from: 'soon' }, /--from must be a time/],
    ['print 1', { to: '2026-02-01' }, /--from is not before --to/],
    ['print 1', { timeout: '0' }, /--timeout must be a whole number from 1 to 3600/],
    ['print 1', { tenant: 'no tenant' }, /tenant/],
    ['SecurityEvent\n| where EventID ==', {}, /^line 2, column 19: Missing expression/],
    ['securityevent | count', {}, /^line 1, column 1: there is no table securityevent; SecurityEvent is one$/],
    ['union *', {}, /reads more than 20 tables/],
    ['range x from 1 to 1000000 step 1', {}, /^the query gives more than \d+ rows$/],
    ['range x from 1 to 9000000000000000000 step 1 | count', { timeout: '1' }, /not ended within 1 seconds/],
  ])('%s %j', async (query, options, reason) => {
    await expect(output(query, options)).rejects.toThrow(reason)
  })

  test('an interrupt ends a query that computes', async () => {
    const answer = output('range x from 1 to 9000000000000000000 step 1 | count')
    setImmediate(() => process.emit('SIGINT'))
    await expect(answer).rejects.toThrow('interrupted')
  })

  test('and so does a lake that is not there', async () => {
    vi.stubEnv('CLICKHOUSE_URL', 'http://127.0.0.1:1')
    await expect(output(FAILED)).rejects.toThrow(/ECONNREFUSED/)
    vi.stubEnv('CLICKHOUSE_URL', engine().engine.url)
  })
})
