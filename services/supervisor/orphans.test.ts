import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDataDir } from './data-dir.ts'
import { forgetChildren, noteChild, waitForOrphans } from './orphans.ts'

let dir: string
let lines: { msg: string }[]
let wrote: (msg: string) => void
const running: ChildProcess[] = []
const log = pino(
  { base: null, timestamp: false },
  {
    write: (text: string) => {
      const line = JSON.parse(text) as { msg: string }
      lines.push(line)
      wrote(line.msg)
    },
  },
)
const WAITING = 'waiting for processes of a killed instance to exit'

beforeEach(() => {
  lines = []
  wrote = () => undefined
  dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-orphans-'))
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  fs.rmSync(dir, { recursive: true, force: true })
})

/** A process that ends when its input ends. */
function orphan(): ChildProcess & { readonly pid: number } {
  const child = spawn('cat', [], { stdio: ['pipe', 'ignore', 'ignore'] })
  running.push(child)
  return child as ChildProcess & { readonly pid: number }
}

test('a start waits for each process of a killed instance, and the log names it', async () => {
  const [ingest, api] = [orphan(), orphan()]
  noteChild(dir, 'ingest', ingest.pid, log)
  noteChild(dir, 'api', api.pid, log)
  // Each ends only once the start waits for both.
  wrote = (msg) => {
    if (msg !== WAITING || lines.length < 2) return
    ingest.stdin?.end()
    api.stdin?.end()
  }
  const release = await takeDataDir(dir, log)
  expect([ingest.exitCode, api.exitCode]).toEqual([0, 0])
  expect(lines).toMatchObject([
    { msg: WAITING, child: 'api', pid: api.pid },
    { msg: WAITING, child: 'ingest', pid: ingest.pid },
    { msg: 'the processes of the killed instance have exited' },
  ])
  release()
})

test('a process that does not exit is reported with the folder and the remedy, and the folder is released', async () => {
  const { pid } = orphan()
  noteChild(dir, 'ingest', pid, log)
  await expect(waitForOrphans(dir, log, { waitMs: 0 })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(
      `^${dir} is still in use by ingest \\(process ${pid}\\).*kill -9 ${pid} .*start again$`,
    ),
  })
  const stopped = new AbortController()
  wrote = () => stopped.abort(new Error('stopped meanwhile'))
  await expect(takeDataDir(dir, log, stopped.signal)).rejects.toThrow('stopped meanwhile')
  forgetChildren(dir)
  ;(await takeDataDir(dir, log))()
})

test('a later process with the same pid is not waited for, nor one that has ended', async () => {
  const ended = orphan()
  noteChild(dir, 'api', ended.pid, log)
  ended.stdin?.end()
  await once(ended, 'exit')
  const record = path.join(dir, 'children', 'ingest')
  for (const text of [`${process.pid} 1`, '', 'nonsense', `${process.pid}`]) {
    fs.writeFileSync(record, text)
    await waitForOrphans(dir, log, { waitMs: 0 })
  }
  expect(lines).toEqual([])
})

test('a record that cannot be written does not prevent a start', () => {
  fs.writeFileSync(path.join(dir, 'children'), '')
  noteChild(dir, 'api', process.pid, log)
  expect(lines).toMatchObject([{ msg: 'cannot record the process id of a child', child: 'api' }])
})
