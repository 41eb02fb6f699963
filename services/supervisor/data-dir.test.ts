import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDataDir } from './data-dir.ts'

let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-data-dir-'))
})
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

const version = (text?: string): string => {
  const file = path.join(dir, 'version.json')
  if (text !== undefined) fs.writeFileSync(file, text)
  return fs.readFileSync(file, 'utf8')
}

test('a folder is taken by one at a time, and says what wrote it', () => {
  const release = takeDataDir(dir)
  expect(() => takeDataDir(dir)).toThrow(expect.objectContaining({ code: 'data_dir_in_use' }))
  release()
  expect(version()).toMatch(/^\{"layout":\d+\}$/)
  takeDataDir(dir)()
})

test('an older folder becomes ours, a newer one is refused and stays as it is', () => {
  version('{"layout":1}')
  takeDataDir(dir)()
  const own = version()
  expect(own).not.toBe('{"layout":1}')
  version('{"layout":99}')
  expect(() => takeDataDir(dir)).toThrow(expect.objectContaining({ code: 'data_dir_newer' }))
  expect(version()).toBe('{"layout":99}')
  version(own)
  takeDataDir(dir)() // what was refused did not keep the folder
})

test.each(['', 'x', '{}', '{"layout":"3"}'])('a version file that says %j is told, and not written over', (text) => {
  version(text)
  expect(() => takeDataDir(dir)).toThrow(expect.objectContaining({ code: 'bad_config' }))
  expect(version()).toBe(text)
})

test('a folder that cannot be used is named', () => {
  const file = path.join(dir, 'file')
  fs.writeFileSync(file, '')
  expect(() => takeDataDir(file)).toThrow(`${file} cannot be used as the data folder`)
})
