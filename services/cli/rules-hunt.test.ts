import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { takeIn } from '../../query/testing.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { runRulesHunt } from './rules-hunt.ts'

const engine = useEngine({ migrated: true })
const dir = mkdtempSync(join(tmpdir(), 'svc-hunt-'))
const RULE = `title: Tool
id: tool
logsource: { category: process_creation }
detection:
  a: { Image|endswith: \\tool.exe }
  condition: a
`

beforeAll(() => {
  writeFileSync(join(dir, 'tool.yml'), RULE)
  vi.stubEnv('CLICKHOUSE_URL', engine().engine.url)
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none') // a folder of rules needs no database
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true, force: true })
})

async function output(options: Parameters<typeof runRulesHunt>[0]): Promise<{ out: string; err: string }> {
  const streams = { out: '', err: '' }
  const into = (name: keyof typeof streams) => (text: string | Uint8Array) => {
    streams[name] += String(text)
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'))
  await runRulesHunt(options)
  return streams
}

test('a folder of rules is hunted for in one tenant and one span of time', async () => {
  const event = (Image: string, hour: string) =>
    JSON.stringify({
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      EventID: 1,
      Image,
      '@timestamp': `2026-03-01T${hour}:00:00Z`,
    })
  const body = [event('C:\\tool.exe', '01'), event('C:\\tool.exe', '05'), event('C:\\x.exe', '05')].join('\n')
  await takeIn(engine().client, { tenant: 'acme', format: 'windows', body, receivedMs: Date.now() })
  const span = { from: '2026-03-01T04:00:00Z', to: '2026-03-02' }
  const { out, err } = await output({ tenant: 'acme', rules: dir, ...span, json: true })
  expect(JSON.parse(out)).toMatchObject({ rule_id: 'tool', time: '2026-03-01T05:00:00.000Z', group: [] })
  expect(err).toContain('2 events, 1 matches')
  const [line] = (
    await output({ tenant: 'acme', rules: dir, rule: 'tool', from: '2026-03-01', to: '2026-03-02' })
  ).out.split('\n')
  expect(line).toMatch(/^2026-03-01T05:00:00.000Z\ttool\t[0-9a-f-]{36}$/)
})

test('a tenant without events is looked up in Postgres, which fails here', async () => {
  const span = { from: '2026-03-01', to: '2026-03-02' }
  await expect(output({ tenant: 'globex', rules: dir, ...span })).rejects.toThrow('the database does not answer')
})

test('invalid options are refused', async () => {
  await expect(output({ tenant: 'acme' })).rejects.toThrow(/give a folder with --rules/)
  await expect(output({ tenant: 'acme', rules: dir, rule: 'other' })).rejects.toThrow(/no rule other/)
  await expect(output({ tenant: 'acme', rules: dir, from: 'soon' })).rejects.toThrow(/--from must be a time/)
  await expect(output({ tenant: 'acme', rules: dir, from: '2026-03-02', to: '2026-03-01' })).rejects.toThrow(
    /not before/,
  )
})

describe('KQL rules that the stream cannot run', () => {
  const queries = mkdtempSync(join(tmpdir(), 'svc-hunt-kql-'))
  const write = (file: string, text: string) => writeFileSync(join(queries, file), text)
  const span = { from: '2026-03-05', to: '2026-03-06' }
  const JOIN = `// Tool after a failed logon
SecurityEvent
| where EventID == 4625
| join kind=inner (DeviceProcessEvents | where FileName =~ "tool.exe") on $left.Computer == $right.DeviceName
| project TimeGenerated, Computer, ProcessCommandLine`
  const analytic = (name: string, threshold: string) => `id: ${name}
name: ${name}
queryPeriod: 1d
triggerOperator: ${threshold}
query: |
  SecurityEvent
  | where EventID == 4625
  | summarize n = count(), m = dcount(TargetUserName) by Computer
  | where n > 1 and m > 1
`

  beforeAll(async () => {
    write('tool.yml', RULE)
    write('join.kql', JOIN)
    write('many.yaml', analytic('many', 'gt\ntriggerThreshold: 0'))
    write('more.yaml', analytic('more', 'gt\ntriggerThreshold: 1'))
    write('none.yaml', analytic('none', 'eq\ntriggerThreshold: 0').replace('4625', '4999'))
    write('broken.kql', 'SecurityEvent\n| where EventID ==')
    write('other.yaml', analytic('other', 'gt').replace('SecurityEvent', 'IdentityInfo'))
    write('twice.yaml', analytic('many', 'gt'))
    write('list.yaml', '- no\n- rule\nquery: x')
    const failed = (TargetUserName: string, minute: string) =>
      JSON.stringify({
        Channel: 'Security',
        EventID: 4625,
        Computer: 'dc1',
        TargetUserName,
        '@timestamp': `2026-03-05T01:${minute}:00Z`,
      })
    const started = JSON.stringify({
      ...{ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, Image: 'C:\\tool.exe', CommandLine: 'tool -x' },
      ...{ Computer: 'dc1', '@timestamp': '2026-03-05T02:00:00Z' },
    })
    const body = [failed('ann', '01'), failed('bob', '02'), started].join('\n')
    await takeIn(engine().client, { tenant: 'acme', format: 'windows', body, receivedMs: Date.now() })
  })
  afterAll(() => rmSync(queries, { recursive: true, force: true }))

  test('are run over the span beside the others, and their rows are the matches', async () => {
    const { out, err } = await output({ tenant: 'acme', rules: queries, ...span, json: true })
    const found = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const row = { TimeGenerated: '2026-03-05T01:01:00.0000000Z', Computer: 'dc1', ProcessCommandLine: 'tool -x' }
    expect(found).toMatchObject([
      { rule_id: 'tool', time: '2026-03-05T02:00:00.000Z' },
      { rule_id: expect.stringMatching(/^kql-/), time: '2026-03-05T01:01:00.000Z', event_uids: [], raw: null, row },
      { rule_id: expect.stringMatching(/^kql-/), time: '2026-03-05T01:02:00.000Z' },
      { rule_id: 'many', time: null, row: { Computer: 'dc1', n: 2, m: 2 } },
      { rule_id: 'none', time: null, row: null },
    ])
    expect(err).toContain('4 matches of 6 queries')
    expect(err).toContain('more: 1 rows, which is no match')
    expect(process.exitCode).toBe(1)
    const faults = err.split('\n').filter((line) => /^\w+\.(?:kql|yaml)/.test(line))
    expect(faults).toEqual([
      expect.stringMatching(/^list.yaml:\d: not YAML/),
      'twice.yaml:1: id "many" is taken by many.yaml:1',
      expect.stringMatching(/^broken.kql:2: Missing expression/),
      'other.yaml:6: query: there is no table IdentityInfo',
    ])
  })

  test('runs one of them alone, and none for another tenant', async () => {
    const { out, err } = await output({ tenant: 'acme', rules: queries, rule: 'many', ...span })
    expect(out).toBe('-\tmany\t\t{"Computer":"dc1","n":2,"m":2}\n')
    expect(err).toContain(
      'many: 1 rows; SecurityEvent 2 of 3 events, 2026-03-05T00:00:00.000Z to 2026-03-06T00:00:00.000Z',
    )
    // The tenant of this lookup has no events, and the lookup itself fails.
    const globex = output({ tenant: 'globex', rules: queries, rule: 'many', ...span })
    await expect(globex).rejects.toThrow('the database does not answer')
  })
})
