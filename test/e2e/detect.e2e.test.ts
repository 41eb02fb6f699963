/** Rules in a whole installation: what they find is stored once, for the tenant whose rules they are, and soon. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Instance } from './instance.ts'
import { until } from './until.ts'

let instance: Instance
const tokens: Record<string, string> = {}

beforeAll(async () => {
  instance = await Instance.start()
  for (const tenant of ['acme', 'globex', 'initech']) tokens[tenant] = await instance.token(tenant)
  await pushLogons() // first: a minute has to pass before all of it is told
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

async function push(tenant: string, ...events: readonly object[]): Promise<void> {
  const headers = { authorization: `Bearer ${tokens[tenant]}`, 'content-type': 'application/x-ndjson' }
  const url = `${instance.ingestUrl}/v1/ingest/batch?connector_id=edr&connector_type=test&source_format=auto`
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
}

type Found = { tenant_id: string; rule_id: string; rule_title: string }
async function signals(): Promise<Found[]> {
  await instance.svc('drain', '--timeout', '120')
  return instance.rows<Found>(
    "SELECT tenant_id, rule_id, rule_title FROM signals WHERE tenant_id != 'initech' ORDER BY ingest_time",
  )
}

test('an event that a built-in rule is about is one signal', async () => {
  const event = processStart('C:\\Windows\\System32\\vssadmin.exe', 'vssadmin delete shadows /all', 1)
  await push('acme', event)
  await push('acme', event) // a repeat is dropped, and so is what it would be a signal of
  await push('acme', processStart('C:\\Windows\\System32\\vssadmin.exe', 'vssadmin list shadows', 2))
  const found = await signals()
  const rule = fs.readFileSync(path.join(import.meta.dirname, '../../detections/content/rules', BUILT_IN), 'utf8')
  expect(found.map(({ tenant_id, rule_id }) => [tenant_id, rule_id])).toEqual([['acme', /^id: (.*)$/m.exec(rule)?.[1]]])
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
  expect(await instance.svc('rules', 'list', '--tenant', 'acme')).toMatch(/\ton\thigh\tsigma\tours\.yml\tTool Of Ours/)

  let sent = 10
  const send = (tenant: string) => push(tenant, processStart('C:\\Tools\\ours.exe', 'ours.exe', sent++))
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
  // A round of this test takes seconds itself; what is promised is five.
  expect(performance.now() - switchedOffAt).toBeLessThan(30_000)
})

type Correlated = Found & { event_uids: string[]; user: string; src_ip: string; group: string[] }
const correlated = (rule: string) =>
  instance.rows<Correlated>(
    `SELECT tenant_id, rule_id, rule_title, event_uids, user, src_ip, matched.value AS group FROM signals WHERE rule_id = '${rule}'`,
  )

const SPRAYING = 'windows/password-spraying.yml'
const GUESSED = 'windows/guessed-password.yml'
const idIn = (file: string) =>
  /^id: (.*)$/m.exec(
    fs.readFileSync(path.join(import.meta.dirname, '../../detections/content/rules', file), 'utf8'),
  )?.[1] ?? ''

const SPAN_MS = 10 * 60_000
/** All in one span of the windows, which the end of the last one is: over the edge of two it would be two affairs. */
const BEGUN_MS = (Math.floor(Date.now() / SPAN_MS) - 1) * SPAN_MS

const logon = (record: number, eventId: number, user: string, second: number) => ({
  EventTime: new Date(BEGUN_MS + second * 1000).toISOString(),
  Hostname: 'WS-ACCT-11.harbor.example',
  Channel: 'Security',
  EventID: eventId,
  RecordNumber: record,
  TargetUserName: user,
  LogonType: 3,
  IpAddress: '10.2.0.77',
  Status: '0xc000006d',
  SubStatus: '0xc000006a',
})

async function pushLogons(): Promise<void> {
  const failed = Array.from({ length: 12 }, (_, n) => logon(100 + n, 4625, 'j.doe', 10 + n))
  const sprayed = Array.from({ length: 25 }, (_, n) => logon(200 + n, 4625, `user-${n}`, 40 + n))
  // Backwards and in several pushes: what counts is when it happened.
  await push('initech', logon(300, 4624, 'j.doe', 100))
  await push('initech', ...sprayed.toReversed())
  await push('initech', ...failed.toReversed())
  await push('initech', ...failed)
}

test('many failed logons and then one that works are signals of the rules over several events, once', async () => {
  await instance.svc('drain', '--timeout', '120')
  const spraying = await correlated(idIn(SPRAYING))
  expect(spraying.map(({ tenant_id, src_ip }) => [tenant_id, src_ip])).toEqual([['initech', '::ffff:10.2.0.77']])

  // Two windows in a row, of which the first must be over: a minute of lateness has to pass.
  await until('the guessed password is told', async () => (await correlated(idIn(GUESSED))).length > 0)
  const [guessed, ...rest] = await correlated(idIn(GUESSED))
  expect(rest).toEqual([])
  expect(guessed).toMatchObject({ tenant_id: 'initech', user: 'j.doe', group: ['10.2.0.77', 'j.doe'] })
  const success = await instance.rows<{ event_uid: string }>(
    "SELECT event_uid FROM events WHERE tenant_id = 'initech' AND event_code = '4624'",
  )
  expect(guessed?.event_uids).toContain(success[0]?.event_uid)
})
