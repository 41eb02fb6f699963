/**
 * YARA and KQL rules of a tenant in a whole installation: they are imported, take effect, and report each event once.
 */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Instance } from '../instance.ts'
import { until } from '../until.ts'
import { push } from './push.ts'

const TENANT = 'yara'

const YARA = `rule ours { meta: severity = "high" strings: $a = "C:\\\\Tools\\\\beacon-7f3a.dll" condition: $a }`
const KQL_EVENT = '// Tool of ours\nDeviceProcessEvents | where FileName =~ "ours.exe"'
const KQL_WINDOW = [
  ...['id: kql-many', 'name: Many runs of a tool', 'severity: High', 'queryPeriod: 10m', 'query: |'],
  ...['  DeviceProcessEvents', '  | where FileName =~ "tool.exe"'],
  ...['  | summarize runs = count() by DeviceName, bin(TimeGenerated, 10m)', '  | where runs >= 3', ''],
].join('\n')

const SPAN_MS = 10 * 60_000
const BEGUN_MS = (Math.floor(Date.now() / SPAN_MS) - 1) * SPAN_MS

/** The engine's process, a child of the pipeline's. */
function enginePid(instance: Instance): number | null {
  const { pipeline } = instance.file().children
  const children = fs.readFileSync(`/proc/${pipeline}/task/${pipeline}/children`, 'utf8').split(' ').filter(Boolean)
  const isEngine = (pid: string) => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('yara/child.ts')
  return Number(children.find(isEngine) ?? 0) || null
}

export function yaraAndKqlRules(shared: () => Instance): void {
  describe('YARA and KQL rules of a tenant', () => {
    let instance: Instance
    let token = ''
    let record = 0

    beforeAll(async () => {
      instance = shared()
      token = await instance.token(TENANT)
    })

    const pushed = (...events: readonly object[]) => push(instance, token, events)

    async function importRules(files: Readonly<Record<string, string>>): Promise<void> {
      const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-rules-'))
      for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(dir, file), text)
      await instance.svc('rules', 'import', dir, '--tenant', TENANT)
      fs.rmSync(dir, { recursive: true })
    }

    type Found = { event_uids: string[]; severity_id: number; fields: string[] }
    async function signalsOf(rule: string): Promise<Found[]> {
      await instance.drained()
      const columns = 'event_uids, severity_id, matched.field AS fields'
      return instance.rows<Found>(
        `SELECT ${columns} FROM signals WHERE rule_id = '${rule}' AND tenant_id = '${TENANT}'`,
      )
    }

    /** Sends the event repeatedly, each time as a new event, until the rule matches it. */
    async function inForce(rule: string, event: () => object): Promise<void> {
      await until(`${rule} is in force`, async () => {
        await pushed(event())
        return (await signalsOf(rule)).length > 0
      })
    }

    const loaded = () => ({ note: `C:\\Tools\\beacon-7f3a.dll was loaded, ${record++}` })

    test('a YARA rule finds each event once, also when its engine is killed', async () => {
      await importRules({ 'ours.yar': YARA })
      await inForce('ours.yar#ours', loaded)
      const before = (await signalsOf('ours.yar#ours')).length
      const pid = enginePid(instance)
      expect(pid).not.toBeNull()
      process.kill(Number(pid), 'SIGKILL')
      // The event has an id, so that the second one is a duplicate: without id and time it would be a new event.
      const twice = { ...loaded(), external_id: 'loaded-twice' }
      await pushed(twice, loaded(), { note: 'nothing' })
      await pushed(twice)
      const found = await signalsOf('ours.yar#ours')
      expect(found).toHaveLength(before + 2)
      expect(new Set(found.flatMap(({ event_uids }) => event_uids)).size).toBe(before + 2)
      expect(found[0]).toMatchObject({ severity_id: 4, fields: ['note $a'] })
      expect(enginePid(instance)).not.toBe(pid)
    })

    const processStart = (image: string, second: number) => ({
      EventTime: new Date(BEGUN_MS + second * 1000).toISOString(),
      Hostname: 'WS-ACCT-11.harbor.example',
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      EventID: 1,
      RecordNumber: record++,
      Image: image,
      CommandLine: image,
    })

    test('KQL rules over one event and over a window of events raise their signals', async () => {
      await importRules({ 'ours.kql': KQL_EVENT, 'many.yml': KQL_WINDOW })
      const ids = await instance.svc('rules', 'list', '--tenant', TENANT)
      expect(ids).toMatch(/\tkql\tours\.kql\tTool of ours/)
      expect(ids).toMatch(/\tkql\tmany\.yml\tMany runs of a tool/)
      const titled = () =>
        instance.rows<{ n: string }>("SELECT count() AS n FROM signals WHERE rule_title = 'Tool of ours'")
      await until('the KQL rule is in force', async () => {
        await pushed(processStart('C:\\Tools\\ours.exe', 1))
        await instance.drained()
        return Number((await titled())[0]?.n) > 0
      })
      await pushed(...[1, 2, 3].map((second) => processStart('C:\\Tools\\tool.exe', second)))
      await until('the window has raised its signal', async () => (await signalsOf('kql-many')).length > 0)
      expect(await signalsOf('kql-many')).toHaveLength(1)
    })
  })
}
