import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runRulesCheck } from './rules-check.ts'

let dir = ''
let printed: string[] = []
let said = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svc-rules-check-'))
  printed = []
  said = ''
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  process.exitCode = 0
  await rm(dir, { recursive: true, force: true })
})

const RULE = 'title: t\nlogsource: {product: windows}\ndetection:\n  sel: {f|expand: "%x%"}\n  condition: sel\n'

test('a folder whose rules all compile is status 0 and no line', async () => {
  await writeFile(join(dir, 'a.yml'), RULE)
  await runRulesCheck(dir, {})
  expect(process.exitCode ?? 0).toBe(0)
  expect(printed).toEqual([])
  expect(said).toBe('a.yml:1: no value for %x%\n1 rules, 0 faults, 1 rules with placeholders without a value\n')
})

test('a rule that fails is a line of its file, its line and the reason, and status 1', async () => {
  await writeFile(join(dir, 'a.yml'), RULE)
  await writeFile(join(dir, 'b.yml'), RULE.replace('condition: sel', 'condition: sel | count() > 5'))
  await runRulesCheck(dir, {})
  expect(process.exitCode).toBe(1)
  expect(printed).toEqual(['b.yml:5: an aggregation in a condition is not Sigma 2: it takes a correlation rule'])
  expect(said).toContain('1 rules, 1 faults')
})

test('rules of every language are checked, YARA by its engine', async () => {
  await writeFile(join(dir, 'a.eql'), 'process where process.name == "x"')
  await writeFile(join(dir, 'b.yml'), 'title: b\nlanguage: eql\nquery: process where\n')
  await writeFile(join(dir, 'c.kql'), 'SecurityEvent | where EventID ==')
  await writeFile(join(dir, 'd.yar'), 'rule sound { condition: true }\nrule broken { condition: nope }\n')
  await runRulesCheck(dir, {})
  expect(process.exitCode).toBe(1)
  expect(printed.map((line) => line.slice(0, 7))).toEqual(['b.yml:3', 'c.kql:1', 'd.yar:2'])
  expect(said).toContain('2 rules, 3 faults')
})

test("Elastic's rules are checked too, and those that are not EQL are named, file by file", async () => {
  const rule = (type: string, more: string) => `[rule]\nname = "x"\ntype = "${type}"\n${more}\n`
  await writeFile(join(dir, 'a.toml'), rule('eql', "query = '''\nprocess where process.name == \"x\"\n'''"))
  await writeFile(join(dir, 'b.toml'), rule('query', 'language = "kuery"\nquery = "process.name: x"'))
  await writeFile(join(dir, 'c.toml'), rule('eql', "query = '''\nprocess where\n  a ==\n'''"))
  await runRulesCheck(dir, {})
  expect(process.exitCode).toBe(1)
  expect(printed).toEqual([
    'b.toml: a rule of type "query", in "kuery", is not read: only EQL is',
    expect.stringMatching(/^c\.toml:7: /),
  ])
  expect(said).toContain('1 rules, 2 faults')
})

test('as JSON it is one object', async () => {
  await writeFile(join(dir, 'b.yml'), 'title: t\n')
  await runRulesCheck(dir, { json: true })
  expect(process.exitCode).toBe(1)
  expect(JSON.parse(printed.join('\n'))).toEqual({
    rules: 0,
    failed: 1,
    faults: [{ file: 'b.yml', line: 1, reason: 'no detection, correlation or filter' }],
    unresolved: [],
  })
})

test('placeholders have the values of a file, in YAML or JSON', async () => {
  await writeFile(join(dir, 'a.yml'), RULE)
  const file = join(dir, 'values.txt')
  for (const text of ['x: [a, b*]\ny: 1\n', '{"x": ["a"]}']) {
    said = ''
    await writeFile(file, text)
    await runRulesCheck(dir, { placeholders: file })
    expect(said).toBe('1 rules, 0 faults, 0 rules with placeholders without a value\n')
  }
  said = ''
  await writeFile(file, '')
  await runRulesCheck(dir, { placeholders: file })
  expect(said).toContain('no value for %x%')
})

test.each([
  ['x: [a', /values.txt:\d+: /],
  ['- x', /values.txt: placeholders are a map/],
  ['"%x%": [a]', /values.txt: "%x%" is no name/],
  ['x: {a: b}', /no text/],
  ['x: a\n---\nx: b\n', /several documents/],
])('%s is no file of placeholders', async (text, reason) => {
  await writeFile(join(dir, 'values.txt'), text)
  await expect(runRulesCheck(dir, { placeholders: join(dir, 'values.txt') })).rejects.toThrow(reason)
})

test('a file of placeholders that is not there is refused', async () => {
  await expect(runRulesCheck(dir, { placeholders: join(dir, 'gone') })).rejects.toThrow(/cannot be read/)
})

test('a folder that is not there is refused', async () => {
  await expect(runRulesCheck(join(dir, 'gone'), {})).rejects.toThrow(/cannot be read/)
})
