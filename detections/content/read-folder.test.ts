import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFolder } from './read-folder.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svc-read-folder-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const SIGMA = 'title: s\nid: s\nlogsource: {product: windows}\ndetection: {sel: {a|expand: "%x%"}, condition: sel}\n'
const write = (files: Readonly<Record<string, string>>) =>
  Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(dir, name), text)))

test('each file is parsed in its own language, in any folder', async () => {
  await mkdir(join(dir, 'deep'))
  await write({
    'a.yml': SIGMA,
    'b.eql': 'process where process.name == "x"',
    'c.yaml': 'title: c\nlanguage: eql\nquery: any where a == 1\n',
    'd.kql': 'SecurityEvent | where EventID == 1',
    'deep/e.yml': 'id: e\nname: e\nquery: SecurityEvent | where EventID == 2\n',
    'f.yara': 'rule f { condition: true }',
    'g.txt': 'no rule',
    'h.toml': '[rule]\ntype = "eql"\nquery = "any where a == 2"\n',
  })
  const { rules, faults, unresolved, yara } = await readFolder(dir)
  expect(faults).toEqual([])
  expect(rules.map(({ file, language }) => [file, language])).toEqual([
    ['a.yml', 'sigma'],
    ['b.eql', 'eql'],
    ['c.yaml', 'eql'],
    ['d.kql', 'kql'],
    ['h.toml', 'eql'],
    ['deep/e.yml', 'kql'],
  ])
  expect(unresolved).toEqual([{ file: 'a.yml', line: 1, names: ['x'] }])
  expect(yara).toEqual([{ file: 'f.yara', text: 'rule f { condition: true }' }])
})

test('lists only placeholders without a value', async () => {
  await write({ 'a.yml': SIGMA })
  const { rules, unresolved } = await readFolder(dir, { placeholders: new Map([['x', ['1', '2*']]]) })
  expect(unresolved).toEqual([])
  expect(rules[0]?.body).toMatchObject({ where: { kind: 'or', of: [{ field: 'a' }, { field: 'a' }] } })
})

test('a fault has its file, line and column, and other rules are kept', async () => {
  await write({
    'a.yml': SIGMA,
    'b.eql': 'process where\nprocess.name =',
    'c.kql': 'SecurityEvent | where',
    'd.yml': SIGMA,
    'e.yml': 'title: e\n',
  })
  await writeFile(join(dir, 'f.yml'), Buffer.from([0xff, 0xfe]))
  await writeFile(join(dir, 'g.eql'), 'x'.repeat(1024 * 1024 + 1))
  const { rules, faults } = await readFolder(dir)
  expect(rules.map(({ file }) => file)).toEqual(['a.yml'])
  expect(faults.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'b.eql:2',
    'c.kql:1',
    'd.yml:1',
    'e.yml:1',
    'f.yml:0',
    'g.eql:0',
  ])
})

test('a missing folder is an error', async () => {
  await expect(readFolder(join(dir, 'gone'))).rejects.toThrow(/ENOENT/)
})
