import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { type RulesRunOptions, runRulesRun } from './rules-run.ts'
import { useCommand } from './testing.ts'

const command = useCommand()
beforeEach(async () => {
  command.write('whoami.yml', rule('whoami', "{Image|endswith: '\\whoami.exe'}"))
  command.write('keyword.yml', rule('keyword', "['sekurlsa::', 'lsadump::']"))
})

function rule(id: string, selection: string): string {
  return `title: Rule ${id}\nid: ${id}\nlevel: high\nlogsource: {product: windows}\ndetection:\n  sel: ${selection}\n  condition: sel\n`
}

const CHANNEL = 'Microsoft-Windows-Sysmon/Operational'
const start = (Image: string, CommandLine = 'x') => ({ Channel: CHANNEL, EventID: 1, Image, CommandLine })
const WHOAMI = start('C:\\Windows\\whoami.exe')
const OTHER = start('C:\\Windows\\calc.exe')
const MIMIKATZ = start('C:\\m.exe', 'm SEKURLSA::logonpasswords')

async function run(text: string | Buffer, options: Partial<RulesRunOptions> = {}, name = 'events.ndjson') {
  const events = join(command.dir, name)
  await writeFile(events, text)
  command.clear()
  await runRulesRun({ rules: command.dir, events, format: 'auto', threads: '1', json: true, ...options })
  return command.printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { rule_id: string; line: number })
}

const ndjson = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')

test('a line a match, in the order of the lines, which count from 1 and include blank ones', async () => {
  const text = `\n${ndjson([OTHER, WHOAMI])}  \n${ndjson([MIMIKATZ, WHOAMI])}`
  expect(await run(text)).toEqual([
    { rule_id: 'whoami', line: 3 },
    { rule_id: 'keyword', line: 5 },
    { rule_id: 'whoami', line: 6 },
  ])
  expect(process.exitCode ?? 0).toBe(0)
  expect(command.stderr).toBe('')
})

test('threads, the full scan and a last line without an end find the same as one thread', async () => {
  const filler = start('C:\\Windows\\calc.exe', 'y'.repeat(3000))
  const many = Array.from({ length: 1500 }, (_, i) => (i % 100 === 7 ? WHOAMI : i % 211 === 0 ? MIMIKATZ : filler))
  const text = ndjson(many).trimEnd()
  const expected = many.flatMap((event, i) =>
    event === filler ? [] : [{ rule_id: event === WHOAMI ? 'whoami' : 'keyword', line: i + 1 }],
  )
  expect(text.length).toBeGreaterThan(4 << 20)
  expect(await run(text)).toEqual(expected)
  expect(await run(text, { threads: '2' })).toEqual(expected)
  expect(await run(text, { fullScan: true })).toEqual(expected)
})

test('an unreadable event is reported with its line, and the exit status is 1', async () => {
  expect(await run(`${ndjson([WHOAMI])}[1]\n${ndjson([WHOAMI])}`, { format: 'json' })).toHaveLength(2)
  expect(command.stderr).toBe('line 2: not_an_object\n')
  expect(process.exitCode).toBe(1)
})

test('an invalid rule is reported, and the others run', async () => {
  command.write('bad.yml', rule('bad', '{a|nosuch: 1}'))
  expect(await run(ndjson([WHOAMI]))).toEqual([{ rule_id: 'whoami', line: 1 }])
  expect(command.stderr).toMatch(/^bad\.yml:6: .*nosuch.*\n$/)
  expect(process.exitCode).toBe(1)
})

test('rules of other languages are run too, by the class of an event where they ask for it', async () => {
  command.write('e.eql', 'process where process.name : "WHOAMI.exe"')
  command.write('f.eql', 'file where process.name : "whoami.exe"')
  command.write('k.kql', 'DeviceProcessEvents | where FolderPath endswith "whoami.exe"')
  expect(await run(ndjson([OTHER, WHOAMI]), { details: true })).toMatchObject([
    { line: 2, file: 'whoami.yml' },
    { line: 2, file: 'e.eql' },
    { line: 2, file: 'k.kql' },
  ])
  expect(command.stderr).toBe('')
})

test('rules that it does not run are counted on stderr', async () => {
  command.write('y.yara', 'rule y { condition: true }')
  expect(await run(ndjson([WHOAMI]))).toEqual([{ rule_id: 'whoami', line: 1 }])
  expect(command.stderr).toBe('1 files of YARA rules are skipped: this command does not run YARA\n')
  expect(process.exitCode ?? 0).toBe(0)
})

test('events of one JSON array count by their place, a packed file is unpacked', async () => {
  expect(await run(JSON.stringify([OTHER, WHOAMI], null, 2))).toEqual([{ rule_id: 'whoami', line: 2 }])
  const packed = brotliCompressSync(ndjson([OTHER, WHOAMI]))
  expect(await run(packed, {}, 'events.ndjson.br')).toEqual([{ rule_id: 'whoami', line: 2 }])
})

test('in formats that are not line by line, an event has the number of its first line', async () => {
  command.write('csv.yml', rule('csv', '{user: bob}').replace('{product: windows}', '{}'))
  const text = 'time,user,note\n2024-11-01T12:00:00Z,ann,"two\nlines"\n2024-11-01T12:00:01Z,bob,x\n'
  expect(await run(text, { format: 'csv', threads: '2' }, 'events.csv')).toEqual([{ rule_id: 'csv', line: 4 }])
})

test('statistics are one object on stderr', async () => {
  const text = ndjson([WHOAMI, OTHER])
  await run(text, { stats: true })
  const { load_seconds, eval_seconds, load_cpu_seconds, eval_cpu_seconds, ...counts } = JSON.parse(
    command.stderr,
  ) as Record<string, number>
  expect(counts).toEqual({ rules: 2, events: 2, bytes: Buffer.byteLength(text), matches: 1 })
  expect(
    [load_seconds, eval_seconds, load_cpu_seconds, eval_cpu_seconds].every(
      (value) => typeof value === 'number' && value >= 0,
    ),
  ).toBe(true)
})

test('prints details and text on request', async () => {
  expect(await run(ndjson([WHOAMI]), { details: true })).toEqual([
    { rule_id: 'whoami', line: 1, title: 'Rule whoami', severity: 'high', tags: [], file: 'whoami.yml' },
  ])
  const events = join(command.dir, 'events.ndjson')
  command.clear()
  await runRulesRun({ rules: command.dir, events, format: 'auto', threads: '1' })
  expect(command.printed).toBe('1\thigh\tRule whoami\twhoami\n')
})

test('placeholders hold for the values of a file', async () => {
  command.write('expand.yml', rule('expand', "{CommandLine|contains|expand: '%tools%'}"))
  expect(await run(ndjson([MIMIKATZ, OTHER]))).toEqual([{ rule_id: 'keyword', line: 1 }])
  command.write('values.json', '{"tools": ["nothing", "logonpass*ds"]}')
  const found = await run(ndjson([MIMIKATZ, OTHER]), { placeholders: join(command.dir, 'values.json') })
  expect(found.map(({ rule_id }) => rule_id)).toEqual(['expand', 'keyword'])
})

test('a rule that cannot run is refused', async () => {
  await expect(run('', { threads: '0' })).rejects.toThrow(/--threads must be a number from 1 to 64/)
  await expect(run('', { format: 'no-such' })).rejects.toThrow(/unknown format/)
  await expect(run('', { rules: join(command.dir, 'gone') })).rejects.toThrow(/cannot be read/)
  await expect(run('', { events: join(command.dir, 'gone') })).rejects.toThrow(/cannot be read/)
  expect(await run('')).toEqual([])
})
