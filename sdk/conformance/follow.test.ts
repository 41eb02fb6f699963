/** The streams of the SDKs against a real realtime service, over connections that are cut: nothing is lost or comes twice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestRealtime, type TestRealtime } from '../../api/realtime/test-realtime.ts'
import { makeTenant, makeUser, tokenOf } from '../../api/test-api.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { findGo, findPython, SDK } from './languages.ts'
import { GO_MODULE, GO_MS, goProgram } from './test-go-programs.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })
const python = findPython()
const go = findGo()
let server: TestPostgres
let realtime: TestRealtime
let analyst: string
let key: string
let apiUrl: string

beforeAll(async () => {
  server = await withTestPostgres()
  realtime = await openTestRealtime(await server.database())
  const { api } = realtime
  const acme = await makeTenant(api, 'acme')
  await makeUser(api, acme, 'ana', 'tenant_admin')
  analyst = await tokenOf(api, acme, 'ana')
  const body = { name: 'follower', scopes: ['alerts:read', 'cases:read'] }
  key = (await api.ask('POST', 'api-keys', { token: analyst, body })).body.key as string
  await api.api.app.listen({ host: '127.0.0.1', port: 0 })
  apiUrl = `http://127.0.0.1:${(api.api.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await realtime.close()
  await server.close()
})

/** Passes streams on to the realtime service and everything else to the API. */
async function openStreamProxy() {
  const streams = new Set<ServerResponse>()
  const state = { isAway: false, isHalving: false, opened: 0 }
  const proxy = createServer((request, response) => {
    const isStream = request.url?.startsWith('/api/v1/realtime/sse') ?? false
    if (isStream && state.isAway) {
      response.writeHead(503, { 'retry-after': '0' }).end()
      return
    }
    const target = isStream
      ? `${realtime.url}${request.url?.slice('/api/v1/realtime'.length)}`
      : `${apiUrl}${request.url}`
    const passed = httpRequest(target, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (isStream && answer.statusCode === 200) follow(answer, response)
      else answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  function follow(answer: IncomingMessage, response: ServerResponse): void {
    state.opened++
    streams.add(response)
    response.on('close', () => streams.delete(response))
    answer.on('error', () => response.destroy())
    answer.on('end', () => response.end())
    answer.on('data', (part: Buffer) => {
      if (!state.isHalving) return void response.write(part)
      state.isHalving = false
      response.write(part.subarray(0, part.length / 2), () => response.destroy())
    })
  }
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    state,
    streams,
    cut() {
      for (const response of streams) response.destroy()
    },
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

async function follows(file: string, args: readonly string[], cwd: string): Promise<void> {
  await realtime.restart()
  const proxy = await openStreamProxy()
  const env = {
    ...process.env,
    PYTHONPATH: path.join(SDK, 'python/src'),
    PROXY: proxy.url,
    API_KEY: key,
    SVC_API_KEY: '',
  }
  const driver = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(driver, 'exit')
  let printed = ''
  driver.stdout.on('data', (part: Buffer) => {
    printed += part.toString()
  })
  const lines = () => printed.split('\n').filter(Boolean)
  const poll = (read: () => unknown) => expect.poll(read, { timeout: 60_000 })
  try {
    await expect.poll(() => lines()[0], { timeout: 60_000 }).toBe('unauthorized forbidden')
    await poll(() => proxy.streams.size).toBe(1)
    await realtime.alert(analyst, 'first')
    await poll(() => lines().slice(1)).toEqual(['alert.fused first'])

    proxy.state.isAway = true
    proxy.cut()
    await realtime.alert(analyst, 'while it was away')
    proxy.state.isAway = false
    await poll(() => lines().slice(2)).toEqual(['alert.fused while it was away'])

    proxy.state.isHalving = true
    await realtime.alert(analyst, 'in two halves')
    await poll(() => lines().slice(3)).toEqual(['alert.fused in two halves'])

    // A service that was started again resumes from the cursor, as the one before it would have.
    proxy.state.isAway = true
    proxy.cut()
    await realtime.alert(analyst, 'while it was started again')
    await realtime.restart()
    proxy.state.isAway = false
    await poll(() => lines().slice(4)).toEqual(['alert.fused while it was started again'])

    // A client that remembers a single event cannot tell which others were missed, so it gets a reset.
    proxy.state.isAway = true
    proxy.cut()
    for (const title of ['forgotten', 'also forgotten', 'remembered']) await realtime.alert(analyst, title)
    await realtime.restart({ recentMax: 1 })
    proxy.state.isAway = false
    await poll(() => lines().slice(5)).toEqual(['reset'])
    await realtime.alert(analyst, 'last')
    await poll(() => lines().slice(6)).toEqual(['alert.fused last'])
    expect(await ended).toEqual([0, null])
  } finally {
    driver.kill('SIGKILL')
    await ended
    await proxy.close()
  }
}

const pythonDriver = path.join(SDK, 'conformance/drive_follow.py')

test('TypeScript', () => follows(process.execPath, [path.join(SDK, 'conformance/drive-follow.ts')], SDK))

test.skipIf(python === null)('Python, blocking', () => follows(python ?? '', [pythonDriver], SDK))

test.skipIf(python === null)('Python, async', () => follows(python ?? '', [pythonDriver, 'async'], SDK))

test.skipIf(go === null)('Go', { timeout: GO_MS }, async () =>
  follows(await goProgram(go ?? '', 'follow'), [], GO_MODULE),
)
