/** `npm start -- --once`, as a newcomer runs it: twice on one folder. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freeOffset } from './free-offset.ts'

const SVC = path.join(import.meta.dirname, '../../bin/svc.mjs')
let folder = ''
let portOffset = 0

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'svc-demo-'))
  fs.chmodSync(folder, 0o711)
  portOffset = await freeOffset()
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

async function demoOnce(): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const args = ['demo', '--once', '--data', path.join(folder, 'data'), '--port-offset', String(portOffset)]
  const child = spawn(process.execPath, [SVC, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

test('the demo reports the fates of the sample events, and all are duplicates the second time', async () => {
  const first = await demoOnce()
  expect(first).toMatchObject({ code: 0 })
  expect(first.stdout).toContain('378 sent = 375 stored + 1 duplicate + 1 rejected + 1 dead-lettered')
  expect(first.stdout).toContain('The ledger balances.')
  expect(first.stdout).toMatch(/Push token of tenant demo: svc_[0-9a-f]{48}/)
  expect(first.stdout).toContain('StopLogging')
  expect(first.stdout).not.toContain('2024-05-14')
  expect(first.stdout).toContain('Shadow Copies Deleted')
  const [, alerts] = first.stdout.split('Alerts made of these matches')
  expect(alerts).toMatch(
    /high \(\d+\) +high +\d+ +\d+ .*Interpreter Started by an Office Program and \d other rules on WS-ACCT-07/,
  )
  expect(alerts).toMatch(
    /1\. 20\d\d-[\dT:-]{14} {2}PowerShell With an Encoded Command: a rule of medium severity fired once/,
  )
  expect(first.stdout).toMatch(/Administrator: admin@demo\.example, password \S{24}/)

  const second = await demoOnce()
  expect(second).toMatchObject({ code: 0 })
  expect(second.stdout).toContain('378 sent = 0 stored + 376 duplicate + 1 rejected + 1 dead-lettered')
  expect(second.stdout).toContain('nothing was stored twice')
})
