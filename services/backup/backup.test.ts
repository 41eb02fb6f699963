import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderCopy } from './copy.ts'
import { DATA, faultsOf, readManifest, writeManifest } from './manifest.ts'
import { whilePaused } from './pause.ts'

let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-backup-'))
  fs.mkdirSync(path.join(dir, 'from'))
  fs.mkdirSync(path.join(dir, 'to'))
})
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

const from = (name: string) => path.join(dir, 'from', name)
const to = (name: string) => path.join(dir, 'to', name)
const write = (name: string, text: string, ageSeconds = 60) => {
  fs.mkdirSync(path.dirname(from(name)), { recursive: true })
  fs.writeFileSync(from(name), text)
  const at = Date.now() / 1000 - ageSeconds
  fs.utimesSync(from(name), at, at)
}

test('a second pass copies what changed, and removes what is gone', () => {
  write('log/1', 'first')
  write('log/2', 'kept')
  write('gone/3', 'gone')
  const copy = new FolderCopy(path.join(dir, 'from'), path.join(dir, 'to'))
  expect(copy.pass()).toBe(3)
  write('log/1', 'first and more', 30)
  write('new', 'new')
  fs.rmSync(from('gone'), { recursive: true })
  expect(copy.pass()).toBe(2)
  expect(fs.readFileSync(to('log/1'), 'utf8')).toBe('first and more')
  expect(fs.readdirSync(path.join(dir, 'to'), { recursive: true }).sort()).toEqual(['log', 'log/1', 'log/2', 'new'])
})

test('a file that was just written is copied again, because its time may not show the next write', () => {
  write('log', 'aaaa', 0)
  const copy = new FolderCopy(path.join(dir, 'from'), path.join(dir, 'to'))
  copy.pass()
  const { atime, mtime } = fs.statSync(from('log'))
  fs.writeFileSync(from('log'), 'bbbb')
  fs.utimesSync(from('log'), atime, mtime)
  copy.pass()
  expect(fs.readFileSync(to('log'), 'utf8')).toBe('bbbb')
})

test('copies a file that replaced a folder, and a folder that replaced a file', () => {
  write('a/inner', '1')
  write('b', '2')
  const copy = new FolderCopy(path.join(dir, 'from'), path.join(dir, 'to'))
  copy.pass()
  fs.rmSync(from('a'), { recursive: true })
  fs.rmSync(from('b'))
  write('a', '3')
  write('b/inner', '4')
  copy.pass()
  expect(fs.readFileSync(to('a'), 'utf8') + fs.readFileSync(to('b/inner'), 'utf8')).toBe('34')
})

test('modes and links are as they were, links into the folder stay inside of the copy, locks stay behind', () => {
  write('credential.key', 'k')
  fs.chmodSync(from('credential.key'), 0o600)
  write('store/part', 'p')
  fs.symlinkSync(from('store/part'), from('own'))
  fs.symlinkSync('/etc/hostname', from('other'))
  for (const name of ['lock.3', 'lock', 'instance.json', 'children/api', 'postgres/postmaster.pid']) write(name, 'x')
  new FolderCopy(path.join(dir, 'from'), path.join(dir, 'to')).pass()
  expect(fs.statSync(to('credential.key')).mode & 0o777).toBe(0o600)
  expect([fs.readlinkSync(to('own')), fs.readlinkSync(to('other'))]).toEqual(['store/part', '/etc/hostname'])
  expect(fs.readdirSync(path.join(dir, 'to'), { recursive: true })).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/lock|instance|postmaster/)]),
  )
})

test('a manifest names every file that is missing, changed or added, and a folder that is missing', () => {
  const about = { as_of: '2026-01-05T10:00:00.000Z', paused_ms: null, has_credential_key: true }
  const data = path.join(dir, DATA)
  fs.mkdirSync(path.join(data, 'empty'), { recursive: true })
  for (const name of ['a', 'b', 'c']) fs.writeFileSync(path.join(data, name), name)
  expect(() => readManifest(dir)).toThrow('is not a backup, or was never finished')
  writeManifest(dir, about)
  expect(faultsOf(dir, readManifest(dir))).toEqual([])
  fs.rmSync(path.join(data, 'a'))
  fs.writeFileSync(path.join(data, 'b'), 'B')
  fs.writeFileSync(path.join(data, 'd'), 'd')
  fs.rmdirSync(path.join(data, 'empty'))
  expect(faultsOf(dir, readManifest(dir))).toEqual([
    'a is missing',
    'b has changed: it had 1 bytes when it was backed up',
    'empty is missing',
    'd is not part of the backup',
  ])
})

/** A process and its child, each of which counts in a file of its own; resolves when both have begun. */
async function counters() {
  const files = [path.join(dir, 'parent'), path.join(dir, 'child')]
  const count = 'n=0; while :; do n=$((n+1)); echo $n > "$0"; sleep 0.01; done'
  const program = `/bin/sh -c '${count}' "$1" & ${count}`
  const child = spawn('/bin/sh', ['-c', program, ...files], { detached: true, stdio: 'ignore' })
  const numbers = () => files.map((file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''))
  while (numbers().includes('')) await delay(10)
  return { pid: child.pid as number, numbers, end: () => process.kill(-(child.pid as number), 'SIGKILL') }
}

const changed = async (numbers: () => string[]) => {
  const before = numbers()
  while (numbers().some((number, i) => number === before[i])) await delay(10)
}

test.skipIf(process.platform !== 'linux')(
  'a process and its children are paused, and continue afterwards',
  async () => {
    const { pid, numbers, end } = await counters()
    try {
      const [before, after] = await whilePaused(pid, () => {
        const seen = numbers()
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
        return [seen, numbers()]
      })
      expect(after).toEqual(before)
      await changed(numbers)
      await expect(
        whilePaused(pid, () => {
          throw new Error('no room')
        }),
      ).rejects.toThrow('no room')
      await changed(numbers)
    } finally {
      end()
    }
  },
)

test.skipIf(process.platform !== 'linux')(
  'paused processes continue when the process that paused them is killed',
  async () => {
    const { pid, numbers, end } = await counters()
    try {
      const program = `import { whilePaused } from ${JSON.stringify(path.join(import.meta.dirname, 'pause.ts'))}
      await whilePaused(${pid}, () => process.kill(process.pid, 'SIGKILL'))`
      const killed = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
      await new Promise((resolve) => killed.once('exit', resolve))
      await changed(numbers)
    } finally {
      end()
    }
  },
)
