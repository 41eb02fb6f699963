import { expect, test } from 'vitest'
import { BYTES_MAX, droppedFiles, FILES_MAX, languageOf, tooMuch } from './rule-files.ts'
import { LANGUAGE_NAMES, TEMPLATES } from './templates.ts'

test.each([
  ['a.yar', '', 'yara'],
  ['a.kql', 'SigninLogs', 'kql'],
  ['a.eql', 'process where true', 'eql'],
  ['a.toml', '[rule]', 'eql'],
  ['a.eql.yml', 'title: a', 'eql'],
  ['a.yml', 'language: "eql"\nquery: process where true', 'eql'],
  ['a.yaml', 'title: a\nquery: |\n  SigninLogs', 'kql'],
  ['a.yml', 'title: a\ndetection:\n  condition: x\nquery: none', 'sigma'],
])('%s with %j is %s', (name, text, language) => expect(languageOf(name, text)).toBe(language))

test.each(LANGUAGE_NAMES)('the sample of $label is known as $value by its text', ({ value }) => {
  const ending = value === 'yara' ? 'yar' : 'yml'
  expect(languageOf(`sample.${ending}`, TEMPLATES[value]())).toBe(value)
})

const named = (count: number, size: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${at}.yml`, file: { size } as File }))

test('an import says which bound it exceeds', () => {
  expect(tooMuch(named(FILES_MAX, 1))).toBeNull()
  expect(tooMuch(named(FILES_MAX + 1, 1))).toContain('500 files')
  expect(tooMuch(named(1, BYTES_MAX))).toBeNull()
  expect(tooMuch(named(2, BYTES_MAX / 2 + 1))).toContain('8 MB')
})

const fileEntry = (fullPath: string) => ({
  ...{ isFile: true, isDirectory: false, fullPath, name: fullPath.replace(/.*\//, '') },
  file: (resolve: (file: File) => void) => resolve(new File(['x'], fullPath)),
})

/** A folder that gives its entries two at a time, as a browser gives a hundred. */
function folderEntry(fullPath: string, members: readonly { readonly name: string }[]) {
  const parts = Array.from({ length: Math.ceil(members.length / 2) }, (_, at) => members.slice(2 * at, 2 * at + 2))
  const readEntries = (resolve: (part: readonly unknown[]) => void) => resolve(parts.shift() ?? [])
  return {
    ...{ isFile: false, isDirectory: true, fullPath, name: fullPath.replace(/.*\//, '') },
    createReader: () => ({ readEntries }),
  }
}

test('the files of a dropped folder keep their path, and hidden ones are left out', async () => {
  const folder = folderEntry('/rules', [
    fileEntry('/rules/b.yml'),
    folderEntry('/rules/deep', [fileEntry('/rules/deep/a.yml')]),
    fileEntry('/rules/.DS_Store'),
    fileEntry('/rules/a.yml'),
  ])
  const found = await droppedFiles([folder, null, fileEntry('/one.kql')])
  expect(found.map(({ name }) => name)).toEqual(['one.kql', 'rules/a.yml', 'rules/b.yml', 'rules/deep/a.yml'])
})

test('a walk ends at the bound of an import', async () => {
  const many = Array.from({ length: FILES_MAX + 200 }, (_, at) => fileEntry(`/all/${at}.yml`))
  expect(tooMuch(await droppedFiles([folderEntry('/all', many)]))).not.toBeNull()
})
