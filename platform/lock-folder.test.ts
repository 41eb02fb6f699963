import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './lock-folder.ts'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-lock-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const inUse = expect.objectContaining({ code: 'data_dir_in_use' })

test('a folder is taken once, and again after it was given back', () => {
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(inUse)
  unlock()
  lockFolder(folder)()
  expect(fs.readdirSync(folder)).toEqual([])
})

test('the lock of a living process holds, that of a killed one is taken over', async () => {
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

test('a pid that came round again is not the owner', () => {
  fs.writeFileSync(path.join(folder, 'lock'), `${process.pid} 1`)
  lockFolder(folder)()
})

test.each(['', 'nonsense', '99999999 1'])('a lock that says %j is nobody’s', (text) => {
  fs.writeFileSync(path.join(folder, 'lock'), text)
  lockFolder(folder)()
})
