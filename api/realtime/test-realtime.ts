/** A real realtime service over a real Postgres and a real log, with an API beside it, for the tests of this folder. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { liveDelegate } from '../../control/identity/organisations/index.ts'
import { relayChangesOnce } from '../../control/platform/acting/index.ts'
import { openMetrics } from '../../platform/metrics.ts'
import type { TestDatabase } from '../../stores/postgres/testing.ts'
import { inProcessWindows } from '../../stores/redis/in-process-windows.ts'
import { EmbeddedDriver } from '../../stream/embedded/driver.ts'
import { openTestApi, SEALER, type TestApi, type TestOptions } from '../test-api.ts'
import type { RealtimeDeps } from './deps.ts'
import { REALTIME_LIMITS, type RealtimeLimits } from './limits.ts'
import { createRealtime, type Realtime } from './server.ts'
import { inProcessUsedTickets } from './used-tickets.ts'

const log = pino({ level: 'silent' })

// biome-ignore lint/suspicious/noExplicitAny: a test looks into frames of any shape
export type SeenFrame = any

export type Beside = { readonly url: string; readonly close: () => Promise<void> }

export type TestRealtime = {
  readonly api: TestApi
  realtime: Realtime
  url: string
  /** Everything that waits in the outbox is in the topic afterwards. */
  relay(): Promise<void>
  ticket(token: string): Promise<string>
  alert(token: string, title: string): Promise<string>
  /** Another process on the same log. */
  restart(limits?: Partial<RealtimeLimits>, more?: Partial<RealtimeDeps>): Promise<void>
  /** Starts another service on the same topic. */
  another(limits?: Partial<RealtimeLimits>, more?: Partial<RealtimeDeps>): Promise<Beside>
  close(): Promise<void>
}

export async function openTestRealtime(database: TestDatabase, options: TestOptions = {}): Promise<TestRealtime> {
  const api = await openTestApi(database, options)
  const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-realtime-'))
  const writing = await EmbeddedDriver.open({ dir, writes: ['alerts'] })
  const start = async (limits: Partial<RealtimeLimits> = {}, more: Partial<RealtimeDeps> = {}) => {
    const driver = await EmbeddedDriver.open({ dir, writes: [] })
    const made = await createRealtime({ ...depsOf(api, driver, limits), ...more })
    const close = async () => {
      await made.close()
      await driver.close()
    }
    return { realtime: { ...made, close }, url: `http://127.0.0.1:${await made.listen(0, '127.0.0.1')}` }
  }
  const test: TestRealtime = {
    api,
    ...(await start()),
    async relay() {
      while ((await relayChangesOnce({ pool: api.owner, driver: writing })) > 0);
    },
    ticket: async (token) => (await api.ask('POST', 'realtime/ticket', { token })).body.token,
    async alert(token, title) {
      const { body } = await api.ask('POST', 'alerts', { token, body: { title, severity: 'high' } })
      await test.relay()
      return body.id
    },
    async restart(limits, more) {
      await test.realtime.close()
      Object.assign(test, await start(limits, more))
    },
    async another(limits, more) {
      const { url, realtime } = await start(limits, more)
      return { url, close: realtime.close }
    },
    async close() {
      await test.realtime.close()
      await writing.close()
      await api.close()
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
  return test
}

/** Token that a forwarding API shows. */
export const INTERNAL_TOKEN = randomBytes(32).toString('base64url')
const NO_LIMIT = { connectsPerMinute: 1e9 }

function depsOf({ deps }: TestApi, driver: EmbeddedDriver, limits: Partial<RealtimeLimits>): RealtimeDeps {
  const { pool, keys, nowMs } = deps
  return {
    driver,
    identify: {
      pool,
      keys,
      nowMs,
      serviceTokens: [],
      delegate: (tenant, id) => liveDelegate(pool, tenant, id, nowMs()),
    },
    sealer: SEALER,
    used: inProcessUsedTickets(nowMs),
    windows: inProcessWindows(),
    limits: { ...REALTIME_LIMITS, ...NO_LIMIT, ...limits },
    corsOrigins: ['https://soc.example'],
    internalToken: INTERNAL_TOKEN,
    trustedProxies: [],
    airgap: { enabled: false, allowlist: [] },
    subsystems: { postgres: () => pool.query('SELECT 1') },
    disabled: new Set(),
    metrics: openMetrics('realtime', { processMetrics: false }),
    log,
    nowMs,
  }
}

/** One WebSocket and every message that it received. */
export type Client = {
  readonly socket: WebSocket
  readonly frames: SeenFrame[]
  /** The titles of the alerts among them. */
  titles(): string[]
  cursor(): string
  readonly closed: Promise<{ code: number; reason: string }>
}

/** Rejects with the status when the handshake is refused. */
export function connectWs(url: string, query: string, headers: Record<string, string> = {}): Promise<Client> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${query}`, { headers })
  const frames: SeenFrame[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())))
  const titles = () => frames.filter(({ type }) => type === 'alert.fused').map(({ payload }) => payload.title)
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (request, response) => {
      request.destroy()
      reject(new Error(String(response.statusCode)))
    })
    socket.on('error', reject)
    const cursor = () => frames.findLast((frame) => frame.cursor !== undefined)?.cursor
    socket.on('open', () => resolve({ socket, frames, titles, cursor, closed }))
  })
}

/** Result of a handshake: `open`, or the status that refused it. */
export function statusOf(url: string, query: string, headers?: Record<string, string>): Promise<string> {
  return connectWs(url, query, headers).then(
    ({ socket }) => {
      socket.terminate()
      return 'open'
    },
    (error: Error) => error.message,
  )
}

export async function cut({ socket, closed }: Client): Promise<void> {
  socket.terminate()
  await closed
}
