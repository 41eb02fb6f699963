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

test('one process at a time locks a folder, which names the layout that wrote it', async () => {
  const release = await takeDataDir(dir, log)
  await expect(takeDataDir(dir, log)).rejects.toMatchObject({ code: 'data_dir_in_use' })
  release()
  expect(version()).toMatch(/^\{"layout":\d+\}$/)
  ;(await takeDataDir(dir, log))()
})

test('a folder of an older layout is upgraded, one of a newer layout is refused unchanged', async () => {
  version('{"layout":1}')
  ;(await takeDataDir(dir, log))()
  const own = version()
  expect(own).not.toBe('{"layout":1}')
  version('{"layout":99}')
  await expect(takeDataDir(dir, log)).rejects.toMatchObject({ code: 'data_dir_newer' })
  expect(version()).toBe('{"layout":99}')
  version(own)
  ;(await takeDataDir(dir, log))() // the refused start did not keep the lock on the folder
})

test.each(['', 'x', '{}', '{"layout":"3"}'])('a version file with %j is reported and not overwritten', async (text) => {
  version(text)
  await expect(takeDataDir(dir, log)).rejects.toMatchObject({ code: 'bad_config' })
  expect(version()).toBe(text)
})

test('a folder that cannot be used is named', async () => {
  const file = path.join(dir, 'file')
  fs.writeFileSync(file, '')
  await expect(takeDataDir(file, log)).rejects.toThrow(`${file} cannot be used as the data folder`)
})

test('only the owner can enter a new folder', async () => {
  const made = path.join(dir, 'above', 'data')
  ;(await takeDataDir(made, log))()
  expect([modeOf(made), messages]).toEqual(['700', []])
})

test('a folder that others can enter is reported and closed to them', async () => {
  fs.chmodSync(dir, 0o755)
  ;(await takeDataDir(dir, log))()
  expect(modeOf(dir)).toBe('700')
  expect(messages.map((line) => JSON.parse(line))).toMatchObject([{ dir, from: '755', to: '700' }])
  ;(await takeDataDir(dir, log))()
  expect(messages).toHaveLength(1)
})

test('a shared folder is reported and left unchanged', async () => {
  fs.chmodSync(dir, 0o1777)
  ;(await takeDataDir(dir, log))()
  expect(modeOf(dir)).toBe('777')
  expect(messages.map((line) => JSON.parse(line))).toMatchObject([
    { dir, mode: '777', msg: expect.stringContaining('chmod 700') },
  ])
})
