import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasMemoryFor, leaveBody, reuseBody, takeBack } from './body-folder.ts'

const LARGE = Buffer.alloc(2 << 20)
const SMALL = Buffer.alloc(100)
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-bodies-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function leave(body: Buffer): string {
  return leaveBody(folder, [body]) ?? expect.unreachable('there is room')
}

test.skipIf(!hasMemoryFor(LARGE.length))('a large body is written over the one before, a small one is not', () => {
  const first = leave(LARGE)
  reuseBody(folder, first)
  const small = leave(SMALL)
  expect(small).not.toBe(first)
  reuseBody(folder, small)
  expect(readdirSync(folder)).toEqual([first])
  expect(leave(LARGE.subarray(1))).toBe(first)
  expect(statSync(join(folder, first)).size).toBe(LARGE.length - 1)
  takeBack(folder, first)
})

test.skipIf(!hasMemoryFor(LARGE.length))('a body whose file is gone is none to write over', () => {
  const gone = leave(LARGE)
  takeBack(folder, gone)
  reuseBody(folder, gone)
  expect(leave(LARGE)).not.toBe(gone)
})
