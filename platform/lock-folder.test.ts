import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockFolder } from './lock-folder.ts'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-lock-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const inUse = expect.objectContaining({ code: 'data_dir_in_use' })

test('locks a folder once, and again after it was unlocked', () => {
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(inUse)
  unlock()
  for (let i = 0; i < 5; i++) lockFolder(folder)()
  expect(fs.readdirSync(folder)).toEqual(['lock.6']) // released, and the only file left
})

test('respects the lock of a running process and takes over that of a killed one', async () => {
  const module = path.join(import.meta.dirname, 'lock-folder.ts')
  const script = `const { lockFolder } = await import(${JSON.stringify(module)})
    lockFolder(${JSON.stringify(folder)}); process.stdout.write('locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(child.stdout, 'data')
    expect(() => lockFolder(folder)).toThrow(inUse)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  lockFolder(folder)()
})

test('a reused pid is not the owner', () => {
  fs.writeFileSync(path.join(folder, 'lock'), `${process.pid} 1`)
  lockFolder(folder)()
})

test.each(['', 'nonsense', '99999999 1'])('a lock with the content %j has no owner', (text) => {
  fs.writeFileSync(path.join(folder, 'lock'), text)
  lockFolder(folder)()
})

/** Runs `act` as another process would: between our reading of the owner and our acting on it. */
function meanwhile(act: () => void): void {
  const read = fs.readFileSync
  vi.spyOn(fs, 'readFileSync').mockImplementation((...args) => {
    const text = read(...args)
    if (!String(args[0]).startsWith(folder)) return text
    vi.mocked(fs.readFileSync).mockRestore()
    act()
    return text
  })
}

test.each([
  ['took it over', 1],
  ['took it over and gave it back, and a third has it', 2],
])('of several that find the lock of a dead one, nobody takes it after another %s', (_, owners) => {
  fs.writeFileSync(path.join(folder, 'lock'), '99999999 1')
  meanwhile(() => {
    for (let i = 1; i < owners; i++) lockFolder(folder)()
    lockFolder(folder)
  })
  expect(() => lockFolder(folder)).toThrow(inUse)
  expect(() => lockFolder(folder)).toThrow(inUse)
})

test('an owner that cannot be examined does not count as dead', () => {
  lockFolder(folder)
  const read = fs.readFileSync
  vi.spyOn(fs, 'readFileSync').mockImplementation((...args) => {
    if (String(args[0]).startsWith('/proc/')) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
    return read(...args)
  })
  expect(() => lockFolder(folder)).toThrow('too many open files')
})
