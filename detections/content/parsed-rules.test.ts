import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PrivateCache } from '../../platform/cache/private-cache.ts'
import { CONTENT_DIR } from './load.ts'
import { ParsedRules } from './parsed-rules.ts'
import { type FolderRules, parseTexts, readFolder } from './read-folder.ts'
import { readFolderTexts } from './read-texts.ts'
import { type ParsedSource, parseSource, type RuleSource } from './rule-source.ts'

let root = ''
let rules = ''
let cacheDir = ''
beforeEach(() => {
  root = fs.mkdtempSync(path.join(tmpdir(), 'svc-parsed-'))
  ;[rules, cacheDir] = [path.join(root, 'rules'), path.join(root, 'cache')]
  fs.cpSync(CONTENT_DIR, rules, { recursive: true })
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

type Read = { readonly set: FolderRules; readonly keys: readonly string[] }

/** As a command reads the folder. */
async function read(options: Parameters<typeof readFolder>[1] = {}): Promise<Read> {
  const kept = new ParsedRules(PrivateCache.open(cacheDir) as PrivateCache, rules, options)
  const set = await parseTexts(await readFolderTexts(rules), (source) => kept.parse(source))
  kept.save()
  return { set, keys: fs.readdirSync(cacheDir) }
}

const write = (file: string, text: string) => fs.writeFileSync(path.join(rules, file), text)
const sigma = (title: string, more = '') =>
  `title: ${title}\nid: ${title}\nlogsource: {product: windows}\ndetection: {sel: {a: ${title}${more}}, condition: sel}\n`
/** The body of a kept file. */
const keptText = (name: string) => fs.readFileSync(path.join(cacheDir, name)).subarray(32).toString()

test('rules from the cache equal freshly parsed rules, also after a change', async () => {
  write('bad.yml', 'title: [\n')
  write('query.kql', 'SecurityEvent | where EventID == 1')
  write('large.yml', sigma('large', ', b: 92233720368547758070'))
  write(
    'refers.yml',
    'title: c\nid: c\ncorrelation: {type: event_count, rules: [large], group-by: [a], timespan: 1h, condition: {gte: 3}}\n',
  )
  const plain = await readFolder(rules)
  expect(plain.faults).toHaveLength(1)
  const [first, second] = [await read(), await read()]
  expect(first.set).toEqual(plain)
  expect(second.set).toEqual(plain)
  expect(second.keys).toEqual(first.keys)

  write('large.yml', sigma('large', ', b: 2'))
  write('more.yml', sigma('more'))
  fs.rmSync(path.join(rules, 'query.kql'))
  const changed = await readFolder(rules)
  expect(changed).not.toEqual(plain)
  expect((await read()).set).toEqual(changed)
  expect((await read()).set).toEqual(changed)
})

test('only changed files are parsed again', async () => {
  const known: RuleSource[] = Array.from({ length: 20 }, (_, n) => ({
    language: 'sigma',
    file: `${n}.yml`,
    text: sigma(`r${n}`),
  }))
  const parsedAgain = (sources: readonly RuleSource[]) => {
    const kept = new ParsedRules(PrivateCache.open(cacheDir) as PrivateCache, rules, {}, (source) => {
      parsed.push(source.file)
      return parseSource(source)
    })
    const parsed: string[] = []
    const result: ParsedSource[] = sources.map((source) => kept.parse(source))
    kept.save()
    expect(result).toEqual(sources.map((source) => parseSource(source)))
    return parsed
  }
  expect(parsedAgain(known)).toHaveLength(20)
  expect(parsedAgain(known)).toEqual([])
  const changed = known.with(3, { ...(known[3] as RuleSource), text: sigma('other') })
  expect(parsedAgain(changed)).toEqual(['3.yml'])
  expect(parsedAgain(changed)).toEqual([])
  const moved = changed.with(4, { ...(changed[4] as RuleSource), file: 'moved.yml' })
  expect(parsedAgain(moved)).toEqual(['moved.yml'])
  expect(parsedAgain(known), 'what is gone is forgotten').toEqual(['3.yml', '4.yml'])
})

test('the cache key includes the values of placeholders', async () => {
  write(
    'p.yml',
    'title: p\nid: p\nlogsource: {product: windows}\ndetection: {sel: {a|expand: "%x%"}, condition: sel}\n',
  )
  const values = { placeholders: new Map([['x', ['one']]]) }
  const others = { placeholders: new Map([['x', ['two']]]) }
  expect((await read()).set.unresolved).toHaveLength(1)
  for (const options of [values, others, values, {}])
    expect((await read(options)).set).toEqual(await readFolder(rules, options))
})

test('a corrupt cache file only costs the time to parse again', async () => {
  const plain = await readFolder(rules)
  const { keys } = await read()
  const [name = ''] = keys
  const whole = fs.readFileSync(path.join(cacheDir, name))
  for (const bytes of [
    whole.subarray(0, 1000),
    Buffer.alloc(0),
    Buffer.concat([whole.subarray(0, 32), Buffer.from('[]')]),
  ]) {
    fs.writeFileSync(path.join(cacheDir, name), bytes)
    expect((await read()).set).toEqual(plain)
    expect(keptText(name), 'it is made anew').toBe(whole.subarray(32).toString())
  }
})

test('ignores a cache file in the format of another version', async () => {
  const { keys } = await read()
  const cache = PrivateCache.open(cacheDir) as PrivateCache
  for (const body of ['null', '{}', '{"keys":["a"]}', '{"keys":["a"],"sources":[]}', 'no JSON']) {
    cache.write(keys[0] ?? '', Buffer.from(body))
    expect((await read()).set).toEqual(await readFolder(rules))
  }
})
