import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDataDir } from './data-dir.ts'

let dir: string
let messages: string[]
const log = pino({ base: null, timestamp: false }, { write: (line: string) => messages.push(line) })
const modeOf = (folder: string) => (fs.statSync(folder).mode & 0o777).toString(8)
beforeEach(() => {
  messages = []
  dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-data-dir-'))
})
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

const version = (text?: string): string => {
  const file = path.join(dir, 'version.json')
  if (text !== undefined) fs.writeFileSync(file, text)
  return fs.readFileSync(file, 'utf8')
}

test('one process at a time locks a folder, which names the layout that wrote it', () => {
  const release = takeDataDir(dir, log)
  expect(() => takeDataDir(dir, log)).toThrow(expect.objectContaining({ code: 'data_dir_in_use' }))
  release()
  expect(version()).toMatch(/^\{"layout":\d+\}$/)
  takeDataDir(dir, log)()
})

test('an older folder becomes ours, a newer one is refused and stays as it is', () => {
  version('{"layout":1}')
  takeDataDir(dir, log)()
  const own = version()
  expect(own).not.toBe('{"layout":1}')
  version('{"layout":99}')
  expect(() => takeDataDir(dir, log)).toThrow(expect.objectContaining({ code: 'data_dir_newer' }))
  expect(version()).toBe('{"layout":99}')
  version(own)
  takeDataDir(dir, log)() // the refused start did not keep the lock on the folder
})

test.each(['', 'x', '{}', '{"layout":"3"}'])('a version file with %j is reported and not overwritten', (text) => {
  version(text)
  expect(() => takeDataDir(dir, log)).toThrow(expect.objectContaining({ code: 'bad_config' }))
  expect(version()).toBe(text)
})

test('a folder that cannot be used is named', () => {
  const file = path.join(dir, 'file')
  fs.writeFileSync(file, '')
  expect(() => takeDataDir(file, log)).toThrow(`${file} cannot be used as the data folder`)
})

test('a folder that is made is entered by its owner alone', () => {
  const made = path.join(dir, 'above', 'data')
  takeDataDir(made, log)()
  expect([modeOf(made), messages]).toEqual(['700', []])
})

test('a folder of ours with a wider mode is reported and narrowed', () => {
  fs.chmodSync(dir, 0o755)
  takeDataDir(dir, log)()
  expect(modeOf(dir)).toBe('700')
  expect(messages.map((line) => JSON.parse(line))).toMatchObject([{ dir, from: '755', to: '700' }])
  takeDataDir(dir, log)()
  expect(messages).toHaveLength(1)
})

test('a shared folder is reported and left unchanged', () => {
  fs.chmodSync(dir, 0o1777)
  takeDataDir(dir, log)()
  expect(modeOf(dir)).toBe('777')
  expect(messages.map((line) => JSON.parse(line))).toMatchObject([
    { dir, mode: '777', msg: expect.stringContaining('chmod 700') },
  ])
})
