import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
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
  // The shell becomes `cat`, which never reaps the child of the shell.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec cat'], { stdio: ['pipe', 'pipe', 'ignore'] })
  children.push(parent)
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  await expect.poll(() => fs.readFileSync(`/proc/${pid}/stat`, 'latin1')).toMatch(/\) Z /)
  expect(processStamp(pid)).toBeNull()
})
