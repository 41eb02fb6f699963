import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { validate } from '../../schemas/ocsf/validate.ts'

const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-normalize-'))
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }))

const COMMAND = `import { runNormalize } from '${new URL('normalize.ts', import.meta.url)}'
const [file, options] = process.argv.slice(1)
await runNormalize(file, JSON.parse(options))`

const SYSMON = {
  Channel: 'Microsoft-Windows-Sysmon/Operational',
  EventID: 1,
  Hostname: 'pc',
  TimeCreated: '2024-01-02T03:04:05Z',
  Image: 'C:\\a.exe',
  ProcessId: '7',
  User: 'CORP\\alice',
}

function normalize(text: string | Buffer, options: Record<string, unknown>) {
  const file = path.join(dir, 'events')
  fs.writeFileSync(file, text)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', COMMAND, file, JSON.stringify(options)],
    { encoding: 'utf8', timeout: 60_000 },
  )
  return {
    status,
    stderr,
    events: stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line)),
    stdout,
  }
}

test('lines become OCSF events, and a line that is not an event is reported with its number', () => {
  const { status, stderr, events } = normalize(`${JSON.stringify(SYSMON)}\n\n{"broken\n{"host":"other"}\n`, {
    format: 'json',
  })
  expect(stderr).toBe('line 3: not_an_object\n')
  expect(status).toBe(1)
  expect(events.length).toBe(2)
  expect(events[0]).toMatchObject({
    class_uid: 1007,
    class_name: 'Process Activity',
    process: { name: 'a.exe' },
    unmapped: SYSMON,
  })
  expect(validate(events[0], '1.8.0')).toEqual([])
  expect(events[1]).toMatchObject({ class_uid: 0, device: { hostname: 'other' } })
})

test('a file that is one array, and events that are OCSF already', () => {
  const event = { class_uid: 4001, metadata: { version: '1.8.0' }, own: true }
  const { status, events } = normalize(JSON.stringify([SYSMON, event, 7], null, 2), { format: 'auto' })
  expect(status).toBe(1)
  expect(events.map(({ class_uid }) => class_uid)).toEqual([1007, 4001])
  expect(events[1]).toEqual(event)
})

test('the fidelity table instead of the events', () => {
  const { status, stdout, events } = normalize(`${JSON.stringify({ ...SYSMON, Unheard: 'x' })}\n`, {
    format: 'windows',
    fidelity: true,
  })
  expect([status, events.length]).toEqual([0, 0])
  expect(stdout).toMatch(/1 records by a table, 0 of them without a class[\s\S]*mapped +8\d\.\d%[\s\S]*Unheard/)
})

test('another version of OCSF on request; an unknown version is refused', () => {
  const [event] = normalize(JSON.stringify(SYSMON), { format: 'windows', ocsfVersion: '1.0.0' }).events
  expect(event).toMatchObject({ class_uid: 1007, metadata: { version: '1.0.0' }, unmapped: SYSMON })
  expect(validate(event, '1.0.0')).toEqual([])
  const refused = normalize(JSON.stringify(SYSMON), { format: 'windows', ocsfVersion: '9.9.9' })
  expect(refused.stderr).toContain('OCSF versions are 1.0.0')
  expect(refused.events).toEqual([])
})

test('a file that is one envelope gives the same events as ingest', () => {
  const record = (eventID: string) => ({ eventID, eventName: 'CreateUser', eventSource: 'iam.amazonaws.com' })
  const sns = { Type: 'Notification', TopicArn: 'arn:aws:sns:x', Message: JSON.stringify(record('3')) }
  for (const text of [
    JSON.stringify({ Records: [record('1'), record('2')] }, null, 2),
    JSON.stringify([sns, record('2')]),
    `${JSON.stringify(sns)}\n${JSON.stringify(record('2'))}\n`,
  ]) {
    const { events } = normalize(text, { format: 'auto' })
    expect(events).toMatchObject([{ class_uid: 3001 }, { class_uid: 3001 }])
  }
})

test('text of no known form has the time that its line begins with, and says how it was found', () => {
  const [event] = normalize('2026-03-04T10:11:12Z app started\n', { format: 'auto' }).events
  expect(event).toMatchObject({
    class_uid: 0,
    time: Date.UTC(2026, 2, 4, 10, 11, 12),
    message: '2026-03-04T10:11:12Z app started',
    enrichments: [{ name: 'format', value: 'text' }],
  })
})

test('an event that names no time has that of its receipt, and says so', () => {
  const [event] = normalize('{"user":"ada"}\n', { format: 'auto' }).events
  expect(event.time).toBeGreaterThan(Date.UTC(2026, 0, 1))
  expect(event.enrichments).toMatchObject([{ name: 'time', value: 'received' }])
})

test('a file in UTF-16 gives the same events as ingest', () => {
  const line = '<38>Mar  4 10:11:12 web1 sshd[7]: Accepted password for ada from 198.51.100.7 port 5 ssh2\n'
  for (const text of [Buffer.from(`\ufeff${line}`, 'utf16le'), Buffer.from(`\ufeff${line}`)]) {
    const { events } = normalize(text, { format: 'auto' })
    expect(events).toMatchObject([{ class_uid: 3002, user: { name: 'ada' } }])
  }
})

test('an unknown format is refused and not guessed', () => {
  const { status, stderr, events } = normalize(JSON.stringify(SYSMON), { format: 'nonsense' })
  expect(status).toBe(1)
  expect(stderr).toContain('unknown format nonsense')
  expect(events).toEqual([])
})

test('--received tells the year of dates without one', () => {
  const line = '<13>Nov 28 10:00:00 host1 sshd[1]: Failed password for root from 198.51.100.4 port 22 ssh2\n'
  const timeAt = (received: string) => normalize(line, { format: 'auto', received }).events[0]?.time
  expect(new Date(timeAt('2024-03-01')).toISOString()).toBe('2023-11-28T10:00:00.000Z')
  expect(new Date(timeAt('2020-12-01T08:00:00Z')).toISOString()).toBe('2020-11-28T10:00:00.000Z')
  expect(normalize(line, { format: 'auto', received: 'soon' }).stderr).toContain('--received must be a time such as')
})
