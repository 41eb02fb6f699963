import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { readRuleFolder } from './load.ts'
import { ruleText } from './testing.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svc-sigma-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const rule = (id: string) => ruleText({ sel: { f: id }, condition: 'sel' }, { id })

test('the rule files of a folder and its folders are one set', async () => {
  await mkdir(join(dir, 'windows', 'deep'), { recursive: true })
  await writeFile(join(dir, 'windows', 'deep', 'b.yaml'), rule('b'))
  await writeFile(join(dir, 'a.yml'), rule('a'))
  await writeFile(join(dir, 'notes.md'), 'not a rule')
  const { rules, faults } = await readRuleFolder(dir)
  expect(rules.map(({ id, file }) => [id, file])).toEqual([
    ['a', 'a.yml'],
    ['b', join('windows', 'deep', 'b.yaml')],
  ])
  expect(faults).toEqual([])
})

test('a link to a file is the file; a link to a folder and a name with a dot in front are passed over', async () => {
  await mkdir(join(dir, '..data'))
  await writeFile(join(dir, '..data', 'a.yml'), rule('a'))
  await symlink(join(dir, '..data', 'a.yml'), join(dir, 'a.yml'))
  await symlink(dir, join(dir, 'circle'))
  await symlink(join(dir, 'gone.yml'), join(dir, 'dangling.yml'))
  const { rules, faults } = await readRuleFolder(dir)
  expect(rules.map(({ file }) => file)).toEqual(['a.yml'])
  expect(faults).toEqual([])
})

test('a file that cannot be a rule is a fault, and the others stay', async () => {
  await writeFile(join(dir, 'a.yml'), rule('a'))
  await writeFile(join(dir, 'binary.yml'), Buffer.from([0x61, 0xff, 0xfe]))
  await writeFile(join(dir, 'huge.yml'), `# ${'x'.repeat(LIMITS.fileBytes)}`)
  const { rules, faults } = await readRuleFolder(dir)
  expect(rules.map(({ id }) => id)).toEqual(['a'])
  expect(faults).toEqual([
    { file: 'binary.yml', line: 0, reason: 'the file is not UTF-8 text' },
    { file: 'huge.yml', line: 0, reason: `the file is larger than ${LIMITS.fileBytes} bytes` },
  ])
})

test('a file of just the size that is allowed is read', async () => {
  const text = rule('a')
  await writeFile(join(dir, 'a.yml'), text + ' '.repeat(LIMITS.fileBytes - text.length))
  expect((await readRuleFolder(dir)).rules).toHaveLength(1)
})

test('folders beyond the depth that is read are a fault', async () => {
  const deep = join(dir, ...Array.from({ length: LIMITS.folderDepth + 1 }, () => 'd'))
  await mkdir(deep, { recursive: true })
  await writeFile(join(deep, 'a.yml'), rule('a'))
  const { rules, faults } = await readRuleFolder(dir)
  expect(rules).toEqual([])
  expect(faults).toEqual([expect.objectContaining({ reason: expect.stringMatching(/deeper than/) })])
})

test('a folder that is not there is refused', async () => {
  await expect(readRuleFolder(join(dir, 'gone'))).rejects.toThrow(/ENOENT/)
})
