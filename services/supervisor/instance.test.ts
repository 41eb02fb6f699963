import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Instance, InstanceFile, readInstance } from './instance.ts'

let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-instance-'))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  fs.rmSync(dir, { recursive: true, force: true })
})

const log = pino({ level: 'silent' })
const running = (api: number | null) => ({ pid: process.pid, children: { api } }) as unknown as Instance

/** Calls write nothing until it is given room. */
function fullDisk() {
  return vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
}

test('on a full disk the file stays unchanged, and is written when there is space again', () => {
  const file = new InstanceFile(dir, log)
  let api: number | null = 1
  file.write(() => running(api))
  const full = fullDisk()
  api = null
  file.write(() => running(api))
  api = 2
  vi.advanceTimersByTime(10_000)
  expect(readInstance(dir).children).toEqual({ api: 1 })
  full.mockRestore()
  vi.advanceTimersByTime(1_000)
  expect(readInstance(dir).children).toEqual({ api: 2 })
  expect(vi.getTimerCount()).toBe(0)
})

test('a removed file is not written again', () => {
  const file = new InstanceFile(dir, log)
  const full = fullDisk()
  file.write(() => running(1))
  file.remove()
  full.mockRestore()
  vi.advanceTimersByTime(10_000)
  expect(fs.readdirSync(dir)).toEqual([])
})

function signalRefused(code: string): void {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code })
  })
}

test('tells a running instance from one that ended and from other processes', () => {
  new InstanceFile(dir, log).write(() => running(1))
  signalRefused('ESRCH')
  expect(() => readInstance(dir)).toThrow(`no instance is running on ${dir}; start one with: npx svc up --data ${dir}`)
  signalRefused('EPERM')
  expect(() => readInstance(dir)).toThrow(`the instance on ${dir} belongs to another user`)
})
