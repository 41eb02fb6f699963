/** Subscriptions of GraphQL in the SDKs against a real API, over connections that are cut, silent or refused. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ChangeFeed, FeedChange } from '../../api/realtime/change-feed.ts'
import { tenantId } from '../../platform/tenant.ts'
import { findGo, findPython, hasWebsockets, SDK } from './languages.ts'
import { GO_MODULE, GO_MS, goProgram } from './test-go-programs.ts'
import { openTestInstallation, type TestInstallation } from './test-installation.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })
const python = findPython()
const go = findGo()
const hasPython = python !== null && hasWebsockets(python)
const ACME = tenantId('acme')

const listeners = new Set<(change: FeedChange) => void>()
let subscribed = 0
const changeFeed: ChangeFeed = {
  subscribe(tenant, kind, tell) {
    if (tenant !== ACME || kind !== 'alert_created') return () => undefined
    subscribed++
    listeners.add(tell)
    return () => listeners.delete(tell)
  },
}

let installation: TestInstallation
beforeAll(async () => {
  installation = await openTestInstallation({ deps: { changeFeed } })
})
afterAll(() => installation.close())

function emit(title: string): void {
  const at = new Date(0).toISOString()
  const shown = { severity: 'high', status: 'new', ai_score: null, source: null, case_id: null, tags: [] }
  const document = { id: title, title, ...shown, created_at: at, updated_at: at }
  for (const tell of listeners) tell({ tenantId: ACME, entityId: title, at, document })
}

/** Passes bytes on, until they are cut, or kept back. */
async function openCutProxy() {
  const { hostname, port } = new URL(installation.url)
  const pairs = new Set<readonly [Socket, Socket]>()
  const state = { isAway: false }
  const server = createServer((near) => {
    if (state.isAway) return void near.destroy()
    const far = connect(Number(port), hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('data', (part) => other.write(part))
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    cut() {
      for (const [near] of pairs) near.destroy()
    },
    /** Keeps connections open, but forwards nothing any more. */
    silence() {
      for (const pair of pairs) for (const one of pair) one.removeAllListeners('data').on('data', () => undefined)
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const [near] of pairs) near.destroy()
      await closed
    },
  }
}

async function subscribes(file: string, args: readonly string[], cwd: string): Promise<void> {
  const proxy = await openCutProxy()
  const { key: API_KEY, email: EMAIL, password: PASSWORD } = installation
  const own = { PROXY: proxy.url, API_KEY, EMAIL, PASSWORD, SVC_API_KEY: '' }
  const env = { ...process.env, PYTHONPATH: path.join(SDK, 'python/src'), ...own }
  const before = subscribed
  const driver = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(driver, 'close')
  let printed = ''
  let errors = ''
  driver.stderr.on('data', (part: Buffer) => {
    errors += part.toString()
  })
  driver.stdout.on('data', (part: Buffer) => {
    printed += part.toString()
  })
  const poll = (read: () => unknown) => expect.poll(read, { timeout: 60_000 })
  /** Repeats of `again` count as one, because the number of retries does not matter. */
  const lines = () =>
    printed
      .split('\n')
      .filter(Boolean)
      .filter((line, at, all) => line !== 'again' || all[at - 1] !== 'again')
  /** The events of one that waits since the last one was lost. */
  const emitted = async (count: number, title: string) => {
    await poll(() => [subscribed - before >= count, listeners.size]).toEqual([true, 1])
    emit(title)
    await poll(() => lines().at(-1)).toBe(title)
  }
  try {
    await expect.poll(() => subscribed - before, { timeout: 60_000 }).toBe(1)
    await emitted(1, 'to a person')
    expect(lines()[0]).toBe('4401 1 0 1 0 1')
    await emitted(2, 'to a key')
    proxy.cut()
    await emitted(3, 'after a cut')
    proxy.silence()
    await emitted(4, 'after silence')
    proxy.state.isAway = true
    proxy.cut()
    await poll(() => lines().at(-1)).toBe('again')
    proxy.state.isAway = false
    await emitted(5, 'last')
    expect(lines().slice(1)).toEqual([
      ...['to a person', 'to a key', 'again', 'after a cut', 'again', 'after silence', 'again', 'last'],
    ])
    expect(await ended).toEqual([0, null])
    // Loops that are left, by `break` or `return`, end without a word.
    expect(errors).toBe('')
  } finally {
    driver.kill('SIGKILL')
    await ended
    await proxy.close()
    await poll(() => listeners.size).toBe(0)
  }
}

const pythonDriver = path.join(SDK, 'conformance/drive_subscribe.py')

test('TypeScript', () => subscribes(process.execPath, [path.join(SDK, 'conformance/drive-subscribe.ts')], SDK))

test.skipIf(!hasPython)('Python, blocking', () => subscribes(python ?? '', [pythonDriver], SDK))

test.skipIf(!hasPython)('Python, async', () => subscribes(python ?? '', [pythonDriver, 'async'], SDK))

test.skipIf(go === null)('Go', { timeout: GO_MS }, async () =>
  subscribes(await goProgram(go ?? '', 'subscribe'), [], GO_MODULE),
)
