import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runRulesExplain } from './rules-explain.ts'
import { useCommand } from './testing.ts'

const command = useCommand()
beforeEach(async () => {
  command.write('dump.yml', DUMP)
  command.write(
    'linux.yml',
    'title: l\nid: linux\nlogsource: {product: linux}\ndetection:\n  s: {a: b}\n  condition: s\n',
  )
  command.write('events.ndjson', EVENTS.map((event) => `${JSON.stringify(event)}\n`).join(''))
})

const DUMP = `title: Registry saved
id: dump
logsource: {product: windows, category: process_creation}
detection:
  image: {Image|endswith: '\\reg.exe'}
  verb: {CommandLine|contains: [' save ', ' export ']}
  known: {ParentImage: 'C:\\agent?\\\\*', User: 'a\\*b?'}
  condition: image and verb and not known
`
const started = (members: object) => ({ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, ...members })
const EVENTS = [
  started({ Image: 'C:\\Windows\\reg.exe', CommandLine: 'reg save HKLM\\SAM a' }),
  started({ Image: 'C:\\Windows\\reg.exe', ParentImage: 'C:\\agent1\\a.exe', User: 'A*bc' }),
]

const run = (options: object) =>
  runRulesExplain({
    rules: command.dir,
    events: join(command.dir, 'events.ndjson'),
    line: '1',
    format: 'auto',
    ...options,
  })

test('a condition is shown part by part, with what the event has', async () => {
  await run({ line: '2' })
  expect(command.printed).toBe(`Registry saved (dump) does not match
  - and
    + Image ends with "\\\\reg.exe"   event: "C:\\\\Windows\\\\reg.exe"
    - or
      - CommandLine contains " save "   event: none
      - CommandLine contains " export "   event: none
    - not
      + and
        + ParentImage is like "C:\\\\agent?\\\\*"   event: "C:\\\\agent1\\\\a.exe"
        + User is like "a\\\\*b?"   event: "A*bc"
`)
  expect(command.stderr).toBe('1 rules are for other log sources\n')
})

test('prints the answer of the API as JSON', async () => {
  await run({ json: true })
  expect(JSON.parse(command.printed)).toMatchObject({
    rule_id: 'dump',
    is_for_log_source: true,
    matches: true,
    where: { held: true },
  })
})

test('a rule chosen with --rule is shown even if it is for other log sources', async () => {
  await run({ rule: 'linux' })
  expect(command.printed).toBe('l (linux) is for other log sources\n  - a is "b"   event: none\n')
})

test('of a rule over several events each step says whether the event counts as it', async () => {
  const step = (image: string) => `[process where process.name == "${image}"]`
  command.write('two.eql', `sequence with maxspan=5m ${step('reg.exe')} ${step('other.exe')}`)
  command.write(
    'many.yml',
    'title: m\nid: many\ncorrelation:\n  type: event_count\n  rules: [dump]\n  group-by: [Image]\n  timespan: 5m\n  condition: {gte: 2}\n',
  )
  await run({})
  expect(command.printed).toMatch(/^two \(eql-[0-9a-f]+\), step 1, matches$/m)
  expect(command.printed).toMatch(/^two \(eql-[0-9a-f]+\), step 2, does not match$/m)
  expect(command.printed).not.toMatch(/many/)
  await run({ rule: 'many' })
  expect(command.printed).toMatch(/^m \(many\), step 1, matches$/m)
})

test.each([
  [{ line: '3' }, 'no event begins at line 3 of'],
  [{ line: '0' }, '--line must be a whole number'],
  [{ rule: 'nobody' }, 'no rule nobody found'],
  [{ events: 'nowhere.ndjson' }, 'nowhere.ndjson cannot be read'],
  [{ rules: 'nowhere' }, 'nowhere cannot be read'],
  [{ format: 'nosuch' }, 'unknown format nosuch'],
])('%j is refused: %s', async (options, reason) => {
  const refused = await run(options).catch((error: unknown) => error)
  expect(JSON.stringify(refused instanceof Error ? { ...refused, message: refused.message } : null)).toContain(reason)
})
