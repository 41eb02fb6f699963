import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-make-folder-'))
})
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

test('creates a folder with its parents, and keeps an existing one', () => {
  const folder = path.join(dir, 'a', 'b', 'c')
  makeFolder(folder, 0o700)
  fs.writeFileSync(path.join(folder, 'kept'), '')
  makeFolder(folder)
  expect(fs.readdirSync(folder)).toEqual(['kept'])
  expect(fs.statSync(path.join(dir, 'a')).mode & 0o777).toBe(0o700)
})

test('reports a file in the way', () => {
  const file = path.join(dir, 'file')
  fs.writeFileSync(file, '')
  for (const folder of [file, path.join(file, 'a')]) expect(() => makeFolder(folder)).toThrow(`mkdir '${file}'`)
})

test.skipIf(!fs.existsSync('/proc/self'))('where the kernel makes none, that is said at once', () => {
  expect(() => makeFolder('/proc/svc/data')).toThrow('ENOENT')
})
