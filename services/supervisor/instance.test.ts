import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Instance, readInstance, removeInstance, writeInstance } from './instance.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-instance-'))
  writeInstance(dir, { pid: 4_242_424, apiUrl: 'a' } as Instance)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true })
})

function refusedWith(code: string): void {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code })
  })
}

test('what runs on a folder is told from what ran there and from what is not ours', () => {
  vi.spyOn(process, 'kill').mockReturnValue(true)
  expect(readInstance(dir)).toMatchObject({ apiUrl: 'a' })
  refusedWith('ESRCH')
  expect(() => readInstance(dir)).toThrow(`no instance runs on ${dir}; start one with: npx svc up --data ${dir}`)
  refusedWith('EPERM')
  expect(() => readInstance(dir)).toThrow(`the instance on ${dir} is another user's`)
  removeInstance(dir)
  expect(() => readInstance(dir)).toThrow('no instance runs')
})
