/** Rules in a whole installation: what they find is stored once, for the tenant whose rules they are, and soon. */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Instance } from './instance.ts'
import { until } from './until.ts'

let instance: Instance
const tokens: Record<string, string> = {}

beforeAll(async () => {
  instance = await Instance.start()
  for (const tenant of ['acme', 'globex']) tokens[tenant] = await instance.token(tenant)
})
afterAll(() => instance.remove())

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

async function push(tenant: string, event: object): Promise<void> {
  const headers = { authorization: `Bearer ${tokens[tenant]}`, 'content-type': 'application/x-ndjson' }
  const url = `${instance.ingestUrl}/v1/ingest/batch?connector_id=edr&connector_type=test&source_format=auto`
  const answer = await fetch(url, { method: 'POST', headers, body: `${JSON.stringify(event)}\n` })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
}

type Found = { tenant_id: string; rule_id: string; rule_title: string }
async function signals(): Promise<Found[]> {
  await instance.svc('drain', '--timeout', '120')
  return instance.rows<Found>('SELECT tenant_id, rule_id, rule_title FROM signals ORDER BY ingest_time')
}

test('an event that a built-in rule is about is one signal', async () => {
  const event = processStart('C:\\Windows\\System32\\vssadmin.exe', 'vssadmin delete shadows /all', 1)
  await push('acme', event)
  await push('acme', event) // a repeat is dropped, and so is what it would be a signal of
  await push('acme', processStart('C:\\Windows\\System32\\vssadmin.exe', 'vssadmin list shadows', 2))
  const found = await signals()
  const rule = fs.readFileSync(path.join(import.meta.dirname, '../../detections/content/rules', BUILT_IN), 'utf8')
  expect(found.map(({ tenant_id, rule_id }) => [tenant_id, rule_id])).toEqual([
    ['acme', /^id: (.*)$/m.exec(rule)?.[1]],
  ])
})
