import { mkdtempSync, readdirSync, rmSync, statSync, writevSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasMemoryFor, leaveBody, reuseBody, takeBack } from './body-folder.ts'

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return { ...fs, writevSync: vi.fn(fs.writevSync) }
})

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

test.skipIf(!hasMemoryFor(LARGE.length)).each(['ENOSPC', 'EDQUOT'])(
  'a body that %s refuses goes another way',
  (code) => {
    vi.mocked(writevSync).mockImplementationOnce(() => {
      throw Object.assign(new Error(code), { code })
    })
    expect(leaveBody(folder, [SMALL])).toBeUndefined()
    expect(readdirSync(folder)).toEqual([])
    expect(leaveBody(folder, [SMALL])).toBeDefined()
  },
)
