import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runRulesCheck } from './rules-check.ts'
import { useCommand } from './testing.ts'

const command = useCommand()

const RULE = 'title: t\nlogsource: {product: windows}\ndetection:\n  sel: {f|expand: "%x%"}\n  condition: sel\n'

test('a folder whose rules all compile gives status 0 and no output', async () => {
  command.write('a.yml', RULE)
  await runRulesCheck(command.dir, {})
  expect(process.exitCode ?? 0).toBe(0)
  expect(command.lines).toEqual([])
  expect(command.stderr).toBe(
    'a.yml:1: no value for %x%\n1 rules, 0 faults, 1 rules with placeholders without a value\n',
  )
})

test('a rule that fails is a line of its file, its line and the reason, and status 1', async () => {
  command.write('a.yml', RULE)
  command.write('b.yml', RULE.replace('condition: sel', 'condition: sel | count() > 5'))
  await runRulesCheck(command.dir, {})
  expect(process.exitCode).toBe(1)
  expect(command.lines).toEqual([
    'b.yml:5: an aggregation in a condition is not part of Sigma 2; use a correlation rule',
  ])
  expect(command.stderr).toContain('1 rules, 1 faults')
})

test('one file is checked alone, and refused when its name is not that of a rule', async () => {
  command.write('a.yml', RULE)
  command.write('b.yml', 'title: broken')
  command.write('c.json', '{}')
  await runRulesCheck(join(command.dir, 'a.yml'), {})
  expect(command.lines).toEqual([])
  expect(process.exitCode ?? 0).toBe(0)
  await runRulesCheck(join(command.dir, 'c.json'), {})
  expect(command.lines).toEqual([expect.stringMatching(/^c\.json: the file name has no extension of a rule/)])
  expect(process.exitCode).toBe(1)
})

test('rules of every language are checked, YARA by its engine', async () => {
  command.write('a.eql', 'process where process.name == "x"')
  command.write('b.yml', 'title: b\nlanguage: eql\nquery: process where\n')
  command.write('c.kql', 'SecurityEvent | where EventID ==')
  command.write('d.yar', 'rule sound { condition: true }\nrule broken { condition: nope }\n')
  await runRulesCheck(command.dir, {})
  expect(process.exitCode).toBe(1)
  expect(command.lines.map((line) => line.slice(0, 7))).toEqual(['b.yml:3', 'c.kql:1', 'd.yar:2'])
  expect(command.stderr).toContain('2 rules, 3 faults')
})

test("Elastic's rules are checked too, and those that are not EQL are named, file by file", async () => {
  const rule = (type: string, more: string) => `[rule]\nname = "x"\ntype = "${type}"\n${more}\n`
  command.write('a.toml', rule('eql', "query = '''\nprocess where process.name == \"x\"\n'''"))
  command.write('b.toml', rule('query', 'language = "kuery"\nquery = "process.name: x"'))
  command.write('c.toml', rule('eql', "query = '''\nprocess where\n  a ==\n'''"))
  await runRulesCheck(command.dir, {})
  expect(process.exitCode).toBe(1)
  expect(command.lines).toEqual([
    'b.toml: a rule of type "query", in "kuery", is not read: only EQL is',
    expect.stringMatching(/^c\.toml:7: /),
  ])
  expect(command.stderr).toContain('1 rules, 2 faults')
})

test('prints one object as JSON', async () => {
  command.write('b.yml', 'title: t\n')
  await runRulesCheck(command.dir, { json: true })
  expect(process.exitCode).toBe(1)
  expect(JSON.parse(command.lines.join('\n'))).toEqual({
    rules: 0,
    failed: 1,
    faults: [{ file: 'b.yml', line: 1, reason: 'the document has no detection, correlation or filter' }],
    unresolved: [],
  })
})

test('placeholders have the values of a file, in YAML or JSON', async () => {
  command.write('a.yml', RULE)
  const file = join(command.dir, 'values.txt')
  for (const text of ['x: [a, b*]\ny: 1\n', '{"x": ["a"]}']) {
    command.clear()
    await writeFile(file, text)
    await runRulesCheck(command.dir, { placeholders: file })
    expect(command.stderr).toBe('1 rules, 0 faults, 0 rules with placeholders without a value\n')
  }
  command.clear()
  await writeFile(file, '')
  await runRulesCheck(command.dir, { placeholders: file })
  expect(command.stderr).toContain('no value for %x%')
})

test.each([
  ['x: [a', /values.txt:\d+: /],
  ['- x', /values.txt: placeholders must be a map/],
  ['"%x%": [a]', /values.txt: "%x%" is not a valid placeholder name/],
  ['x: {a: b}', /is not a text/],
  ['x: a\n---\nx: b\n', /several documents/],
])('%s is refused as a file of placeholders', async (text, reason) => {
  command.write('values.txt', text)
  await expect(runRulesCheck(command.dir, { placeholders: join(command.dir, 'values.txt') })).rejects.toThrow(reason)
})

test('a missing file of placeholders is refused', async () => {
  await expect(runRulesCheck(command.dir, { placeholders: join(command.dir, 'gone') })).rejects.toThrow(
    /cannot read the file/,
  )
})

test('a missing folder is refused', async () => {
  await expect(runRulesCheck(join(command.dir, 'gone'), {})).rejects.toThrow(/cannot be read/)
})
