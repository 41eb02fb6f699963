import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stampOf } from './file-stamp.ts'

let dir = ''
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-stamp-'))
})
afterEach(() => fs.rmSync(dir, { recursive: true }))

const later = () => Date.now() + 60_000

function write(name: string, text: string): string {
  const file = path.join(dir, name)
  fs.writeFileSync(file, text)
  return file
}

test('files that did not change have the same stamp, and any write gives another', () => {
  const files = [write('a', 'one'), write('b', 'two')]
  const stamp = stampOf(files, later())
  expect(stamp).not.toBeNull()
  expect(stampOf(files, later())).toBe(stamp)
  expect(stampOf(files.slice(0, 1), later())).not.toBe(stamp)
  const { atime, mtime } = fs.statSync(files[0] as string)
  fs.rmSync(files[0] as string)
  write('a', 'eno')
  fs.utimesSync(files[0] as string, atime, mtime) // As an archive restores it.
  expect(stampOf(files, later())).not.toBe(stamp)
})

test('a file that just changed, or is missing, has none', () => {
  const file = write('a', 'one')
  expect(stampOf([file], Date.now())).toBeNull()
  expect(stampOf([file, path.join(dir, 'b')], later())).toBeNull()
})
