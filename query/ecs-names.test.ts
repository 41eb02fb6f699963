/**
 * Rules with the names of public EQL rules, over real forms of events: they must match the same events in the stream
 * and in the lake, by SQL alone and with needles; and a field that ECS defines for all events of a kind must exclude
 * none of them.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseEql } from '../detections/eql/load.ts'
import type { Rule } from '../detections/plan/plan.ts'
import { tenantId } from '../platform/tenant.ts'
import { tenantReader } from '../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../stores/clickhouse/test-engine.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { hunt } from './hunt.ts'
import type { HuntRule } from './hunt-plan.ts'
import { lakeSources } from './lake-sources.ts'
import { takeIn } from './testing.ts'

const dir = corporaDir()
const engine = useEngine({ migrated: true })
const NOW_MS = Date.now()
const DAY_MS = 86_400_000
const SAMPLES = path.join(import.meta.dirname, '..', 'samples')

function ruleOf(id: string, query: string): HuntRule {
  const { rules, faults } = parseEql(
    `title: ${id}\nid: ${id}\nlanguage: eql\nquery: ${JSON.stringify(query)}\n`,
    'r.yml',
  )
  expect(faults).toEqual([])
  const [rule] = rules as readonly [Rule]
  if (rule.body.kind !== 'event') throw new Error(`${id} is about single events`)
  return { ...rule, body: rule.body }
}

/** For each rule id the events that it matches in the stream; a hunt must find the same. */
async function matchesOf(tenant: string, body: string, rules: readonly HuntRule[]) {
  const streamed = await takeIn(engine().client, { tenant, format: 'auto', body, receivedMs: NOW_MS }, rules as Rule[])
  for (const isAllInSql of [false, true]) {
    const found: string[] = []
    const onMatch = (rule: number, { event_uid }: { event_uid: string }) =>
      void found.push(`${rules[rule]?.id} ${event_uid}`)
    const span = { fromMs: Date.UTC(2000, 0), toMs: NOW_MS + DAY_MS, firstMsMax: null }
    const reader = tenantReader(engine().client, tenantId(tenant))
    const sources = lakeSources()
    const { unjudged } = await hunt(
      reader,
      sources,
      { rules, span, order: 'newest', decides: isAllInSql ? 'sql' : 'cheapest' },
      { onMatch },
    )
    expect(unjudged).toBe(0)
    expect(found.sort(), isAllInSql ? 'all in SQL' : 'by needles').toEqual([...streamed].sort())
  }
  const byRule = new Map<string, string[]>(rules.map(({ id }) => [id, []]))
  for (const match of streamed) byRule.get(match.split(' ')[0] ?? '')?.push(match.split(' ')[1] ?? '')
  return byRule
}

const START = 'host.os.type == "windows" and event.type == "start"'

/** The second query of each pair adds a condition that all matches of the first fulfil. */
const PAIRS: readonly (readonly [name: string, plain: string, ecs: string])[] = [
  ['process', 'process where EventID in (1, 4688)', `process where ${START} and EventID in (1, 4688)`],
  ['any', 'process where EventID in (1, 4688)', `any where event.category == "process" and ${START}`],
  [
    'family',
    'process where EventID == 5',
    'process where host.os.family : "WINDOWS" and event.type : "e*" and EventID == 5',
  ],
  ['action', 'process where EventID == 1', `process where event.code == "1" and event.action in ("exec", "start")`],
  ['either', 'process where EventID == 1', 'process where EventID == 1 and not event.type in ("end", "change")'],
  [
    'kind',
    'process where EventID == 1',
    'process where EventID == 1 and event.kind == "event" and event.module != null',
  ],
  [
    'network',
    'network where EventID == 3',
    'network where EventID == 3 and event.type == "connection" and event.dataset : "*sysmon*"',
  ],
  [
    'logon',
    'authentication where EventID == 4624',
    'authentication where event.action == "logged-in" and event.outcome == "success"',
  ],
  [
    'registry',
    'registry where EventID == 13',
    'registry where event.type == "change" and winlog.event_id == 13 and registry.path : "?*"',
  ],
  [
    'computed',
    'process where EventID == 1',
    `process where EventID == 1 and length(event.type) == 5 and concat(host.os.type, "!") == "windows!"`,
  ],
]

const rulesOfPairs = PAIRS.flatMap(([name, plain, ecs]) => [ruleOf(name, plain), ruleOf(`${name}-ecs`, ecs)])

function expectPairs(matches: ReadonlyMap<string, readonly string[]>, known: readonly string[]): void {
  for (const [name] of PAIRS) expect(matches.get(`${name}-ecs`), name).toEqual(matches.get(name))
  for (const name of known) expect(matches.get(name)?.length, name).toBeGreaterThan(0)
}

test('a field that ECS defines for all events of a kind excludes none of them', async () => {
  const body = fs.readFileSync(path.join(SAMPLES, 'windows-sysmon.ndjson'), 'utf8')
  expectPairs(await matchesOf('samples', body, rulesOfPairs), ['process', 'any', 'action', 'logon'])
}, 120_000)

const sysmon = (EventID: number, fields: Record<string, unknown>) => ({
  ...{ Channel: 'Microsoft-Windows-Sysmon/Operational', SourceName: 'Microsoft-Windows-Sysmon', EventID },
  ...{ Hostname: 'host-1', UtcTime: '2026-01-02 03:04:05.678', ...fields },
})
const CMD = { Image: 'C:\\Windows\\System32\\cmd.exe', CommandLine: 'cmd  /c "C:\\a b\\run.bat" n"ote"pad' }
const EVENTS = [
  sysmon(1, {
    ...CMD,
    ParentImage: 'C:\\x\\word.exe',
    OriginalFileName: 'Cmd.Exe',
    ParentCommandLine: 'word /n "a b"',
  }),
  sysmon(5, { Image: CMD.Image }),
  sysmon(11, { Image: CMD.Image, TargetFilename: 'C:\\Users\\a.b\\payload.tar.GZ' }),
  sysmon(11, { Image: CMD.Image, TargetFilename: 'C:\\Users\\a.b\\payload' }),
  sysmon(7, { Image: CMD.Image, ImageLoaded: 'C:\\x\\evil.dll', Signed: 'false', SignatureStatus: 'Unavailable' }),
  sysmon(13, { Image: CMD.Image, TargetObject: 'HKLM\\SOFTWARE\\Run\\Evil', Details: 'C:\\evil.exe' }),
  sysmon(12, { Image: CMD.Image, EventType: 'DeleteKey', TargetObject: 'HKLM\\SOFTWARE\\Gone' }),
  sysmon(3, { Image: CMD.Image, Initiated: 'true', DestinationIp: '198.51.100.7', DestinationPort: 4444 }),
  {
    Channel: 'Security',
    EventID: 4625,
    Hostname: 'host-1',
    LogonType: 3,
    IpAddress: '192.0.2.7',
    TargetUserName: 'ann',
  },
  {
    winlog: { channel: 'Security', event_id: 4698, event_data: { TaskName: '\\Evil' } },
    '@timestamp': '2026-01-02T03:04:05Z',
  },
]

/** A rule, and the numbers of the events that it must match. */
const CASES: readonly (readonly [query: string, events: readonly number[]])[] = [
  ['process where process.args : ("/c", "-c") and process.args : "*run.bat"', [0]],
  ['process where process.args == "notepad" and process.args_count == 4', [0]],
  ['process where process.args : "C:\\\\a b\\\\run.bat" and process.parent.args : "a b"', [0]],
  ['process where process.parent.name : "word.exe" and process.pe.original_file_name == "Cmd.Exe"', [0]],
  ['process where process.name : "cmd.exe" and event.type == "end"', [1]],
  ['file where event.type == "creation" and file.extension : ("gz", "zip")', [2]],
  ['file where file.extension != null and file.directory : "*a.b"', [2]],
  ['file where file.extension == null', [3]],
  ['file where not file.extension : "exe"', [2]],
  [
    'any where event.category : ("library", "driver") and dll.name : "evil.dll" and dll.code_signature.trusted != true',
    [4],
  ],
  ['library where event.action : "load*" and dll.code_signature.exists == false', [4]],
  ['registry where event.type in ("creation", "change") and registry.path : "HKLM\\\\*\\\\Run\\\\Evil"', [5]],
  ['registry where registry.data.strings : "*evil.exe" and registry.value : "Evil"', [5]],
  ['registry where event.type == "deletion"', [6]],
  ['network where event.type == "start" and network.direction == "egress" and destination.port == 4444', [7]],
  [
    'authentication where event.action == "logon-failed" and winlog.logon.type : "network" and source.ip != "127.0.0.1"',
    [8],
  ],
  ['authentication where winlog.event_data.TargetUserName == "ann" and winlog.computer_name : "HOST-1"', [8]],
  ['iam where event.action == "scheduled-task-created" and winlog.event_data.TaskName : "*Evil"', [9]],
  ['any where event.dataset == "system.security" and host.os.type != "linux"', [8, 9]],
  ['any where event.category == "process" and host.id : "host-1"', [0, 1]],
  ['process where host.os.type in ("linux", "macos")', []],
]

test('field names, computed fields and constants match the same events in the stream and in the lake', async () => {
  const rules = CASES.map(([query], at) => ruleOf(`case-${at}`, query))
  const each = EVENTS.map((_, at) => ruleOf(`event-${at}`, `any where Marker == ${at}`))
  const marked = EVENTS.map((event, at) =>
    'winlog' in event
      ? { ...event, winlog: { ...event.winlog, event_data: { ...event.winlog.event_data, Marker: at } } }
      : { ...event, Marker: at },
  )
  const matches = await matchesOf('names', marked.map((one) => JSON.stringify(one)).join('\n'), [...rules, ...each])
  for (const [at, [query, events]] of CASES.entries())
    expect([...(matches.get(`case-${at}`) ?? [])].sort(), query).toEqual(
      events.flatMap((event) => matches.get(`event-${event}`) ?? []).sort(),
    )
  for (const { id } of each) expect(matches.get(id), id).toHaveLength(1)
}, 120_000)

const EVENTS_MAX = 1500

test.skipIf(dir === null)(
  'over the Windows events of the corpora too (SVC_CORPORA_DIR)',
  async () => {
    const folder = path.join(dir ?? '', 'windows-sample')
    const names = fs.readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
    const lines = names.flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n')).filter(Boolean)
    const every = Math.max(1, Math.floor(lines.length / EVENTS_MAX))
    const body = lines.filter((_, at) => at % every === 0).join('\n')
    expectPairs(await matchesOf('corpora', body, rulesOfPairs), ['process', 'any', 'family', 'network', 'registry'])
  },
  600_000,
)
