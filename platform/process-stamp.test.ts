import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { processStamp } from './process-stamp.ts'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

test('a running process keeps its stamp, and one that has ended has none', async () => {
  const child = spawn('cat', [], { stdio: ['pipe', 'ignore', 'ignore'] })
  children.push(child)
  const stamp = processStamp(child.pid as number)
  expect(stamp).toMatch(/^\d+$/)
  expect(processStamp(child.pid as number)).toBe(stamp)
  child.stdin.end()
  await once(child, 'exit')
  expect(processStamp(child.pid as number)).toBeNull()
})

test('a process that has ended and was not reaped counts as gone', async () => {
  const script = 'cat <&3 >/dev/null & echo $!; exec cat 3<&-'
  const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore', 'pipe'] })
  children.push(parent)
  const [line] = (await once(parent.stdout as Readable, 'data')) as [Buffer]
  const pid = Number(line.toString())
  // A shell would reap its child; the `cat` that it becomes does not.
  await expect.poll(() => fs.readFileSync(`/proc/${parent.pid}/comm`, 'latin1')).toBe('cat\n')
  expect(processStamp(pid)).not.toBeNull()
  ;(parent.stdio[3] as Writable).end()
  await expect.poll(() => fs.readFileSync(`/proc/${pid}/stat`, 'latin1')).toContain(') Z ')
  expect(processStamp(pid)).toBeNull()
})
