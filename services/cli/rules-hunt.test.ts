import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
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
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none') // rules of a folder need none
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
  const told = { out: '', err: '' }
  const into = (name: keyof typeof told) => (text: string | Uint8Array) => {
    told[name] += String(text)
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'))
  await runRulesHunt(options)
  return told
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
  expect((await output({ tenant: 'globex', rules: dir, ...span })).err).toContain('0 events, 0 matches')
})

test('what cannot be meant is refused', async () => {
  await expect(output({ tenant: 'acme' })).rejects.toThrow(/--rules names a folder/)
  await expect(output({ tenant: 'acme', rules: dir, rule: 'other' })).rejects.toThrow(/no rule other/)
  await expect(output({ tenant: 'acme', rules: dir, from: 'soon' })).rejects.toThrow(/--from is no time/)
  await expect(output({ tenant: 'acme', rules: dir, from: '2026-03-02', to: '2026-03-01' })).rejects.toThrow(
    /not before/,
  )
})
