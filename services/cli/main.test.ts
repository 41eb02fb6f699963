/** The command line as a process: what is known only when it ends. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freeOffset } from '../../test/e2e/free-offset.ts'
import type { Instance } from '../supervisor/instance.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
let dir = ''
beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'svc-main-'))
  fs.chmodSync(dir, 0o711) // the embedded Postgres runs as a user of its own when we are root
})
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

async function ended(args: readonly string[], stdout: 'pipe' | number = 'pipe', env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, 'pipe'],
  })
  child.stdout?.destroy()
  const stderrText = text(child.stderr as NodeJS.ReadableStream)
  const [code] = await once(child, 'close')
  return { code, stderr: await stderrText }
}

test.skipIf(!fs.existsSync('/dev/full'))('output that cannot be written makes the exit status 1', async () => {
  const full = fs.openSync('/dev/full', 'w')
  const { code, stderr } = await ended(['rules', 'check', dir, '--json'], full)
  fs.closeSync(full)
  expect(code).toBe(1)
  expect(stderr).toContain('svc: the output cannot be written: ENOSPC')
})

test('--version prints the version of the package', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, '--version'])
  const { version } = JSON.parse(fs.readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  expect(stdout).toBe(`${version}\n`)
})

test('completions and help list the local commands and the operations of the API', async () => {
  const printed = async (...args: string[]) => (await promisify(execFile)(process.execPath, [MAIN, ...args])).stdout
  const complete = async (...words: string[]) => (await printed('__complete', ...words)).trim().split('\n')
  expect(await complete('u')).toEqual(expect.arrayContaining(['up', 'usage', 'users']))
  expect(await complete('alerts', 's')).toEqual(expect.arrayContaining(['snooze', 'submit']))
  expect(await complete('tenants', 'onboard', 'acme', '--ho')).toEqual(['--home', '--hours'])
  expect(await printed('alerts')).toMatch(/submit[\s\S]*alerts claim/)
  const slip = await promisify(execFile)(process.execPath, [MAIN, 'alerts', 'lsit']).catch((error) => error)
  expect([slip.code, slip.stderr]).toEqual([2, 'there is no command alerts lsit (did you mean list?)\n'])
})

test.each([
  ['a command of this machine', ['help', 'tenants', 'onboard'], /^Usage: svc tenants onboard/],
  ['an operation of the API', ['help', 'alerts', 'list'], /^svc alerts list \[flags\]/],
  ['a command that would act', ['logout', '--help'], /^svc logout \[--profile NAME\]/],
  ['the list of operations', ['api'], /^svc \.\.\.[\s\S]*alerts list /],
  ['the program, in groups', ['help'], /Run:\n {2}demo[\s\S]*Search and archive:\n {2}search[\s\S]*over its API:/],
])('help explains %s', async (_, args, expected) => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args])
  expect(stdout).toMatch(expected)
})

test('a reader that closes stdout early causes no error', async () => {
  expect(await ended(['openapi'])).toEqual({ code: 1, stderr: '' })
})

test('closing stderr does not change the results on stdout', async () => {
  const child = spawn(process.execPath, [MAIN, 'rules', 'check', dir, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.destroy()
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(code).toBe(0)
  expect(JSON.parse(printed)).toBeDefined()
})

test('up keeps running when its stdout is closed', { timeout: 240_000 }, async () => {
  const data = join(dir, 'data')
  const args = [MAIN, 'up', '--data', data, '--port-offset', String(await freeOffset()), '--tenant', 'acme']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  child.stdout.destroy()
  child.stderr.destroy()
  const file = join(data, 'instance.json')
  while (!fs.existsSync(file) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20))
  const { ingestUrl, children } = JSON.parse(fs.readFileSync(file, 'utf8')) as Instance
  expect((await fetch(`${ingestUrl}/health`)).status).toBe(200)
  // By now it has printed that it is ready, to a closed pipe.
  fs.writeFileSync(join(dir, 'events.ndjson'), '{"a":1}\n')
  const send = (tenant: string) => [MAIN, 'send', join(dir, 'events.ndjson'), '--data', data, '--tenant', tenant]
  expect((await promisify(execFile)(process.execPath, send('acme'))).stdout).toMatch(/^accepted 1, rejected 0\n/)
  expect((await ended(send('acmee').slice(1))).stderr).toBe('svc: no tenant acmee\n')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  for (const pid of Object.values(children)) expect(() => process.kill(pid as number, 0)).toThrow('ESRCH')
})

test('an empty folder or offset is refused instead of using the default', async () => {
  const env = { SVC_DATA_DIR: join(dir, 'none'), SVC_PORT_OFFSET: '0' }
  for (const [name, value] of [
    ['--data', ''],
    ['--port-offset', ''],
  ] as const)
    expect(await ended(['ledger', name, value], 'pipe', env)).toEqual({ code: 1, stderr: `svc: ${name} is empty\n` })
})

test('an unknown role is refused before any role is opened', async () => {
  const { code, stderr } = await ended(['start', 'ingest', 'nonsense', '--data', join(dir, 'none')])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'svc: unknown role nonsense; known roles: api, actions, agents, connectors, osquery, enrichment, console, chainer, ingest, listeners, realtime, relay, pipeline\n',
  })
})

test('up that gets SIGTERM before it is ready stops the processes that it started', { timeout: 120_000 }, async () => {
  const data = join(dir, 'data')
  const args = [MAIN, 'up', '--data', data, '--port-offset', String(await freeOffset())]
  const child = execFile(process.execPath, args, { env: { ...process.env, SVC_LOG_LEVEL: 'error' } })
  const stderrText = text(child.stderr as NodeJS.ReadableStream)
  const closed = once(child, 'close')
  while (!fs.existsSync(join(data, 'lock.1'))) await new Promise((resolve) => setTimeout(resolve, 10))
  child.kill('SIGTERM')
  expect((await closed)[0]).toBe(1)
  expect(await stderrText).toContain('svc: ') // and not which of the ports it never came to was taken
  expect(await stderrText).not.toContain('    at ')
  expect(fs.readFileSync(join(data, 'lock.1'), 'utf8')).toBe('')
  expect(fs.existsSync(join(data, 'postgres', 'starter'))).toBe(false)
})
