/** Rules over several events, over the events of a file. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type RulesRunOptions, runRulesRun } from './rules-run.ts'
import { useCommand } from './testing.ts'

const command = useCommand()
beforeEach(async () => {
  command.write('failed.yml', FAILED)
})

const FAILED = `title: A log-on failed
id: failed
name: failed
level: low
logsource: {product: windows, service: security}
detection:
  sel: {EventID: 4625}
  condition: sel
`
const THIRD = `title: Three failed
id: third
level: high
correlation:
  type: event_count
  rules: [failed]
  group-by: [TargetUserName]
  timespan: 10m
  condition: {gte: 3}
`

const at = (seconds: number) => new Date(Date.UTC(2024, 4, 14, 8, 0, seconds)).toISOString()
const failure = (seconds: number, user: string, more: object = {}) => ({
  Channel: 'Security',
  EventID: 4625,
  EventTime: at(seconds),
  TargetUserName: user,
  ...more,
})
const ndjson = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')

type Printed = { readonly rule_id: string; readonly line: number; readonly [name: string]: unknown }

async function run(events: readonly object[], options: Partial<RulesRunOptions> = {}): Promise<readonly Printed[]> {
  return linesOf(await textOf(events, { json: true, ...options })).map((line) => JSON.parse(line) as Printed)
}

async function textOf(events: readonly object[], options: Partial<RulesRunOptions> = {}): Promise<string> {
  const file = join(command.dir, 'events.ndjson')
  await writeFile(file, ndjson(events))
  command.clear()
  await runRulesRun({ rules: command.dir, events: file, format: 'windows', threads: '1', ...options })
  return command.printed
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

const BY_BOB = [failure(0, 'bob'), failure(1, 'ann'), failure(20, 'bob'), failure(30, 'bob')]
const THIRD_OF_BOB = {
  rule_id: 'third',
  line: 4,
  time: at(30),
  from: at(0),
  to: at(30),
  group: { TargetUserName: 'bob' },
  count: 3,
  lines: [1, 3, 4],
}

test('a correlation says its group, its span and its events, and its rules are parts of it', async () => {
  command.write('third.yml', THIRD)
  expect(await run(BY_BOB)).toEqual([THIRD_OF_BOB])
  expect(command.stderr).toBe('')
  expect(await run(BY_BOB, { details: true })).toEqual([
    { ...THIRD_OF_BOB, title: 'Three failed', severity: 'high', tags: [], file: 'third.yml' },
  ])
  expect(await textOf(BY_BOB)).toBe(
    `4\thigh\tThree failed\tthird\t${at(30)}\t${at(0)}/${at(30)}\tTargetUserName=bob\t1,3,4\n`,
  )
})

test('with generate: true matches of its component rules are printed too, before its own', async () => {
  command.write('third.yml', THIRD.replace('correlation:', 'generate: true\ncorrelation:'))
  expect(await run(BY_BOB)).toEqual([1, 2, 3, 4].map((line) => ({ rule_id: 'failed', line })).concat(THIRD_OF_BOB))
  await run(BY_BOB, { stats: true })
  expect(JSON.parse(command.stderr)).toMatchObject({ rules: 2, events: 4, matches: 5 })
})

test('a correlation that is only a component of another is not printed, and the other names its events', async () => {
  command.write('third.yml', THIRD.replace('id: third', 'id: third\nname: third'))
  const chain = `title: Then in\nid: chain\ncorrelation:\n  type: temporal_ordered\n  rules: [third, in]\n  group-by: [TargetUserName]\n  timespan: 10m\n`
  command.write('in.yml', FAILED.replaceAll('failed', 'in').replace('4625', '4624'))
  command.write('chain.yml', chain)
  const found = await run([...BY_BOB, failure(40, 'bob', { EventID: 4624 })])
  expect(found).toMatchObject([{ rule_id: 'chain', line: 5, lines: [1, 3, 4, 5], from: at(30), to: at(40) }])
})

test('threads and the full scan find the same, and the order of the file does not matter', async () => {
  command.write('third.yml', THIRD)
  const filler = failure(0, 'x', { EventID: 1, CommandLine: 'y'.repeat(3000) })
  const many = Array.from({ length: 1500 }, (_, i) => (i % 50 === 7 ? failure(i, `user${i % 4}`) : filler))
  const expected = await run(many)
  expect(expected.length).toBeGreaterThan(5)
  expect(await run(many, { threads: '3' })).toEqual(expected)
  expect(await run(many, { fullScan: true })).toEqual(expected)
  const backwards = await run(many.toReversed(), { threads: '2' })
  expect(backwards.map(({ time, group }) => [time, group])).toEqual(expected.map(({ time, group }) => [time, group]))
})

test('sequences and samples of EQL, and summaries of KQL', async () => {
  const start = (seconds: number, image: string, host = 'h1') => ({
    Channel: 'Microsoft-Windows-Sysmon/Operational',
    EventID: 1,
    UtcTime: at(seconds).replace('T', ' ').replace('Z', ''),
    Computer: host,
    Image: `C:\\Windows\\${image}`,
    CommandLine: 'x',
    User: 'ACME\\bob',
  })
  command.write(
    'sequence.eql',
    'sequence by host.name with maxspan=1m [process where process.name : "whoami.exe"] [process where process.name : "net.exe"]',
  )
  command.write(
    'absent.eql',
    'sequence by host.name with maxspan=1m [process where process.name : "whoami.exe"] ![process where process.name : "net.exe"]',
  )
  command.write(
    'sample.eql',
    'sample by host.name [process where process.name : "net.exe"] [process where process.name : "whoami.exe"]',
  )
  command.write(
    'summary.kql',
    'DeviceProcessEvents | where FolderPath endswith "whoami.exe" | summarize n = count() by DeviceName, bin(Timestamp, 1h) | where n >= 2',
  )
  const events = [
    start(0, 'whoami.exe'),
    start(10, 'net.exe'),
    start(20, 'net.exe', 'h2'),
    start(30, 'whoami.exe', 'h2'),
    start(40, 'whoami.exe', 'h2'),
    // The file ends after the time in which the absent event could still have come.
    start(101, 'calc.exe', 'h3'),
  ]
  for (const threads of ['1', '2']) {
    const found = await run(events, { details: true, threads })
    expect(found.map(({ file, lines, group }) => [file, lines, group])).toEqual([
      ['sequence.eql', [1, 2], { 'host.name': 'h1' }],
      ['sample.eql', [1, 2], { 'host.name': 'h1' }],
      ['sample.eql', [3, 4], { 'host.name': 'h2' }],
      ['summary.kql', [4, 5], { 'device.hostname': 'h2' }],
      ['absent.eql', [4], { 'host.name': 'h2' }],
      ['absent.eql', [5], { 'host.name': 'h2' }],
    ])
  }
})

test('events that lack an optional join key are of one group', async () => {
  command.write(
    'optional.eql',
    'sequence by ?session, TargetUserName with maxspan=1m [any where EventID == 1] [any where EventID == 2]',
  )
  const bob = (seconds: number, EventID: number, more: object = {}) => failure(seconds, 'bob', { EventID, ...more })
  const events = [
    bob(0, 1),
    bob(1, 2, { session: '7' }),
    bob(2, 2),
    bob(3, 1, { session: 7 }),
    bob(4, 2, { session: '7' }),
  ]
  expect((await run(events)).map(({ lines, group }) => [lines, group])).toEqual([
    [[1, 3], { session: null, TargetUserName: 'bob' }],
    [[4, 5], { session: '7', TargetUserName: 'bob' }],
  ])
  expect(linesOf(await textOf(events))[0]).toContain('\tsession=, TargetUserName=bob\t1,3')
})

test('events without a time get the time of the run, and that is reported', async () => {
  command.write('third.yml', THIRD)
  const timeless = { Channel: 'Security', EventID: 4625, TargetUserName: 'bob' }
  expect(await run([timeless, timeless, timeless])).toMatchObject([{ rule_id: 'third', lines: [1, 2, 3] }])
  expect(command.stderr).toBe('3 matches in windows have no event time; the time of this run was used\n')
})

test('an event that the pipeline would quarantine is left out of windows', async () => {
  command.write('third.yml', THIRD)
  const old = failure(0, 'bob', { EventTime: '1970-01-01T00:00:00Z' })
  expect(await run([old, old, old])).toEqual([])
  expect(command.stderr).toBe('3 matches were left out of windows: the pipeline would quarantine their events\n')
})
