/** A run over a folder of rules finds the same with and without a cache of the folder. */
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CONTENT_DIR } from '../../../detections/content/load.ts'
import { PrivateCache } from '../../../platform/cache/private-cache.ts'
import { runRulesRun } from '../rules-run.ts'
import { useCommand } from '../testing.ts'

const command = useCommand()
let [rules, cache] = ['', '']
beforeEach(() => {
  ;[rules, cache] = [path.join(command.dir, 'rules'), path.join(command.dir, 'cache')]
  const isSingle = (file: string) => !/^correlation:/m.test(fs.readFileSync(file, 'utf8'))
  const filter = (file: string) => fs.statSync(file).isDirectory() || isSingle(file)
  fs.cpSync(path.join(CONTENT_DIR, 'windows'), rules, { recursive: true, filter })
  command.write('rules/starts.yml', 'title: starts\nid: starts\nlanguage: eql\nquery: process where true\n')
  command.write('rules/broken.yml', 'title: broken\ndetection: 1\n')
  command.write('rules/bytes.yara', 'rule bytes { condition: true }')
  command.write('rules/own.yml', own('CommandLine|contains: " -own "'))
  process.env.SVC_CACHE_DIR = cache
})
afterEach(() => {
  process.env.SVC_CACHE_DIR = ''
  vi.useRealTimers()
})

const own = (test: string) =>
  `title: own\nid: own\nlogsource: {product: windows, category: process_creation}\ndetection:\n  sel:\n    ${test}\n  condition: sel\n`
const START = {
  Channel: 'Microsoft-Windows-Sysmon/Operational',
  EventID: 1,
  Image: 'C:\\x\\y.exe',
  Computer: 'h',
  UtcTime: '2026-01-01 10:00:00',
}

function events(): string {
  const lines = [
    'certutil.exe -urlcache -f http://x/y',
    'whoami /priv',
    'x -own y',
    'é -OWN ',
    'vssadmin delete shadows',
  ]
  return lines.map((line) => `${JSON.stringify({ ...START, CommandLine: line })}\n`).join('')
}

type Ran = { readonly matches: readonly string[]; readonly faults: string; readonly status: unknown }

async function run(options: { cache?: boolean; threads?: string; fullScan?: boolean } = {}): Promise<Ran> {
  const file = command.write('events.ndjson', events())
  command.clear()
  process.exitCode = 0
  await runRulesRun({ rules, events: file, format: 'windows', threads: '1', json: true, ...options })
  return { matches: command.lines, faults: command.stderr, status: process.exitCode }
}

const kept = (kind: string) => fs.readdirSync(cache).filter((name) => name.startsWith(kind))

test('without the cache, with an empty one, a full one, one of which a file changed, and one of two threads', async () => {
  const plain = await run({ cache: false })
  expect(fs.existsSync(cache)).toBe(false)
  expect(plain.status).toBe(1)
  expect(plain.matches.filter((line) => line.includes('"own"'))).toHaveLength(2)
  expect(plain.matches.filter((line) => line.includes('"starts"'))).toHaveLength(5)
  expect(plain.faults).toMatch(/broken\.yml.*\n/)
  expect(await run()).toEqual(plain)
  expect(kept('plans')).toHaveLength(1)
  expect(await run()).toEqual(plain)
  expect(await run({ threads: '2' })).toEqual(plain)
  expect(await run({ fullScan: true })).toEqual(plain)

  command.write('rules/own.yml', own('CommandLine|contains: " /priv"'))
  const changed = await run({ cache: false })
  expect(changed).not.toEqual(plain)
  expect(await run()).toEqual(changed)
  expect(await run()).toEqual(changed)
  expect(kept('plans')).toHaveLength(2)

  fs.rmSync(path.join(rules, 'own.yml'))
  expect(await run()).toEqual(await run({ cache: false }))
})

test('a damaged cache changes no match', async () => {
  const plain = await run()
  for (const spoil of [
    (file: string) => fs.truncateSync(file, 100),
    (file: string) => fs.writeFileSync(file, fs.readFileSync(file).fill(0x20, 40, 5000)),
    (file: string) => fs.chmodSync(file, 0o666),
    (file: string) => fs.writeFileSync(file, ''),
  ]) {
    for (const name of fs.readdirSync(cache)) spoil(path.join(cache, name))
    expect(await run()).toEqual(plain)
    expect(await run()).toEqual(plain)
  }
  fs.chmodSync(cache, 0o777)
  expect(await run(), 'others may write to the folder').toEqual(plain)
})

test('plans that another version of the program kept in another form are not used', async () => {
  const plain = await run()
  const [name = ''] = kept('plans')
  const privateCache = PrivateCache.open(cache) as PrivateCache
  for (const body of ['null', '{}', '{"rules":[]}', '{"rules":[],"faults":[],"unresolved":[]}', 'no JSON']) {
    privateCache.write(name, Buffer.from(body))
    expect(await run()).toEqual(plain)
  }
})

test('a folder whose files did not change for a while is not read, and one of which any changed is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const plain = await run()
  expect([kept('seen').length, kept('plans').length, kept('tables').length]).toEqual([1, 1, 1])
  expect(await run()).toEqual(plain)
  expect(await run({ threads: '2' })).toEqual(plain)
  const file = path.join(rules, 'own.yml')
  const { size, atime, mtime } = fs.statSync(file)
  fs.writeFileSync(file, own('CommandLine|contains: " none "'))
  fs.utimesSync(file, atime, mtime)
  expect(fs.statSync(file).size).toBe(size)
  const changed = await run()
  expect(changed.matches.filter((line) => line.includes('"own"'))).toHaveLength(0)
  expect(changed).toEqual(await run({ cache: false }))
})

test('rules that are parts of others, and rules over several events, are from the cache too', async () => {
  command.write(
    'rules/many.yml',
    'title: many\nid: many\ncorrelation:\n  type: event_count\n  rules: [own]\n  group-by: [Computer]\n  timespan: 1h\n  condition: {gte: 2}\n',
  )
  const plain = await run({ cache: false })
  expect(plain.matches.filter((line) => line.includes('"many"'))).toHaveLength(1)
  expect(await run()).toEqual(plain)
  expect(await run()).toEqual(plain)
  expect([kept('plans').length, kept('rules').length]).toEqual([1, 1])
})
