import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIMITS } from '../sigma/limits.ts'
import { type FolderText, readTexts } from './read-texts.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'svc-read-texts-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const RULE = 'title: a rule'

async function read() {
  const texts: FolderText[] = []
  const faults = await readTexts(dir, (text) => texts.push(text))
  return { files: texts.map(({ language, file }) => `${language} ${file}`), faults }
}

test('rule files are listed by name, with the files of a folder before those of its subfolders', async () => {
  await mkdir(join(dir, 'windows', 'deep'), { recursive: true })
  await writeFile(join(dir, 'windows', 'deep', 'b.yaml'), RULE)
  await writeFile(join(dir, 'a.yml'), RULE)
  await writeFile(join(dir, 'notes.md'), 'not a rule')
  await writeFile(join(dir, 'windows', 'c.yar'), 'rule c { condition: true }')
  const { files, faults } = await read()
  expect(files).toEqual(['sigma a.yml', 'yara windows/c.yar', 'sigma windows/deep/b.yaml'])
  expect(faults).toEqual([])
})

test('a link to a file is read as the file; links to folders and names with a leading dot are skipped', async () => {
  await mkdir(join(dir, '..data'))
  await writeFile(join(dir, '..data', 'a.yml'), RULE)
  await symlink(join(dir, '..data', 'a.yml'), join(dir, 'a.yml'))
  await symlink(dir, join(dir, 'circle'))
  await symlink(join(dir, 'gone.yml'), join(dir, 'dangling.yml'))
  const { files, faults } = await read()
  expect(files).toEqual(['sigma a.yml'])
  expect(faults).toEqual([])
})

test('a file that cannot be a rule is a fault, and other files are still read', async () => {
  await writeFile(join(dir, 'a.yml'), RULE)
  await writeFile(join(dir, 'binary.yml'), Buffer.from([0x61, 0xff, 0xfe]))
  await writeFile(join(dir, 'huge.yml'), `# ${'x'.repeat(LIMITS.fileBytes)}`)
  const { files, faults } = await read()
  expect(files).toEqual(['sigma a.yml'])
  expect(faults).toEqual([
    { file: 'binary.yml', line: 0, column: 0, reason: 'the file is not UTF-8 text' },
    { file: 'huge.yml', line: 0, column: 0, reason: `the file is larger than ${LIMITS.fileBytes} bytes` },
  ])
})

test('reads a file of exactly the maximum size', async () => {
  await writeFile(join(dir, 'a.yml'), RULE + ' '.repeat(LIMITS.fileBytes - RULE.length))
  expect((await read()).files).toHaveLength(1)
})

test('folders below the maximum depth are a fault', async () => {
  const deep = join(dir, ...Array.from({ length: LIMITS.folderDepth + 1 }, () => 'd'))
  await mkdir(deep, { recursive: true })
  await writeFile(join(deep, 'a.yml'), RULE)
  const { files, faults } = await read()
  expect(files).toEqual([])
  expect(faults).toEqual([expect.objectContaining({ reason: expect.stringMatching(/deeper than/) })])
})

test('a missing folder is refused', async () => {
  await expect(readTexts(join(dir, 'gone'), () => undefined)).rejects.toThrow(/ENOENT/)
})
