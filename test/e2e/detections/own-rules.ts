/** A tenant's rules in a whole installation: their matches are stored once, only for that tenant, and soon. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Instance } from '../instance.ts'
import { until } from '../until.ts'
import { idOfRule, push } from './push.ts'

export function ownRules(shared: () => Instance): void {
  describe('rules over one event', () => {
    let instance: Instance
    const tokens: Record<string, string> = {}

    beforeAll(async () => {
      instance = shared()
      for (const tenant of ['acme', 'globex']) tokens[tenant] = await instance.token(tenant)
    })

    const BUILT_IN = 'windows/shadow-copies-deleted.yml'
    const processStart = (image: string, commandLine: string, record: number) => ({
      EventTime: '2024-05-14 07:00:09',
      Hostname: 'WS-ACCT-11.harbor.example',
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      EventID: 1,
      RecordNumber: record,
      Image: image,
      CommandLine: commandLine,
    })

    const pushFor = (tenant: string, ...events: readonly object[]) => push(instance, tokens[tenant] ?? '', events)

    type Found = { tenant_id: string; rule_id: string; rule_title: string }
    async function signals(): Promise<Found[]> {
      await instance.drained()
      return instance.rows<Found>(
        "SELECT tenant_id, rule_id, rule_title FROM signals WHERE tenant_id IN ('acme', 'globex') ORDER BY ingest_time",
      )
    }

    test('an event that a built-in rule is about is one signal', async () => {
      const event = processStart('C:\\Windows\\System32\\vssadmin.exe', 'vssadmin delete shadows /all', 1)
      await pushFor('acme', event)
      await pushFor('acme', event) // A duplicate is dropped, and gives no signal.
      await pushFor('acme', processStart('C:\\Windows\\System32\\vssadmin.exe', 'vssadmin list shadows', 2))
      const found = await signals()
      expect(found.map(({ tenant_id, rule_id }) => [tenant_id, rule_id])).toEqual([['acme', idOfRule(BUILT_IN)]])
    })

    test("a tenant's own rule finds its events only, and is switched off within seconds", async () => {
      const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-rules-'))
      const rule = ['title: Tool Of Ours', 'id: ours-1', 'logsource:', '  category: process_creation', 'detection:']
      fs.writeFileSync(
        path.join(dir, 'ours.yml'),
        [...rule, '  tool:', '    Image|endswith: \\ours.exe', '  condition: tool', 'level: high', ''].join('\n'),
      )
      fs.writeFileSync(path.join(dir, 'broken.yml'), 'title: broken\ndetection: [')
      const imported = await instance.run('rules', 'import', dir, '--tenant', 'acme')
      fs.rmSync(dir, { recursive: true })
      expect([imported.code, imported.stderr]).toEqual([1, '1 created, 0 updated, 0 unchanged\n'])
      expect(imported.stdout).toMatch(/^broken\.yml:\d+/)
      expect(await instance.svc('rules', 'list', '--tenant', 'acme')).toMatch(
        /\ton\thigh\tsigma\tours\.yml\tTool Of Ours/,
      )

      let sent = 10
      const send = (tenant: string) => pushFor(tenant, processStart('C:\\Tools\\ours.exe', 'ours.exe', sent++))
      const ours = async () => (await signals()).filter(({ rule_id }) => rule_id === 'ours-1')
      await until('the rule is in force', async () => {
        await send('acme')
        return (await ours()).length > 0
      })
      await send('globex')
      expect(new Set((await ours()).map(({ tenant_id }) => tenant_id))).toEqual(new Set(['acme']))

      await instance.svc('rules', 'disable', 'ours-1', '--tenant', 'acme')
      const switchedOffAt = performance.now()
      await until('the rule is off', async () => {
        const before = (await ours()).length
        await send('acme')
        return (await ours()).length === before
      })
      // A round of this test takes seconds itself; the product promises five.
      expect(performance.now() - switchedOffAt).toBeLessThan(30_000)
    })
  })
}
