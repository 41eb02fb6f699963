/**
 * The isolation walk over the topics: it finds the tenant of each record, and checks that streams show each tenant only
 * its own data. A topic that is not walked fails here.
 */
import path from 'node:path'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { countsOf, topicsOf } from '../../pipeline/contract/topology.ts'
import { TOPOLOGY } from '../../pipeline/topology.ts'
import { isTimeMarks } from '../../schemas/time-marks.ts'
import type { LogRecord } from '../../stream/driver.ts'
import { EmbeddedDriver } from '../../stream/embedded/driver.ts'
import { Instance } from '../e2e/instance.ts'
import { until } from '../e2e/until.ts'
import { walkOf } from './topic-rows.ts'

const TENANTS = ['victim', 'other'] as const
type Tenant = (typeof TENANTS)[number]
/** A mark that is in every text of one tenant, and in no text of others. */
const markOf = (tenant: Tenant) => `mark-of-${tenant}`
const otherThan = (tenant: string) => TENANTS.filter((other) => other !== tenant)

let instance: Instance
const access: Record<string, string> = {}

beforeAll(async () => {
  // Consumed records are kept, so that the test can read them.
  instance = await Instance.start({ SVC_REALTIME_CONNECTS: '1000', SVC_LOG_KEEP_MB: '256' })
  for (const tenant of TENANTS) {
    access[tenant] = await signIn(tenant)
    await sendEvents(tenant)
  }
  for (const tenant of TENANTS) await makeAlert(tenant, 'first')
  await instance.drained()
})
afterAll(() => instance.remove())

async function signIn(tenant: Tenant): Promise<string> {
  const email = `lead@${tenant}.example`
  const password = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', tenant)).trim()
  return (await post<{ access_token: string }>('/auth/login', { email, password, tenant })).access_token
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const answer = await fetch(`${instance.apiUrl}/api/v1${url}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const makeAlert = (tenant: Tenant, title: string) =>
  post('/alerts', { title: `${title} ${markOf(tenant)}`, severity: 'high' }, access[tenant])

/**
 * Sends events that reach every topic: failing logons until a rule over several events matches, a new field, a broken
 * line.
 */
async function sendEvents(tenant: Tenant): Promise<void> {
  const token = await instance.token(tenant)
  const hourMs = 3_600_000
  const beganMs = Date.now() - 200 * hourMs
  const usual = (n: number) => ({ time: new Date(beganMs + n * 0.1 * hourMs).toISOString(), n, text: markOf(tenant) })
  const logon = (n: number) => ({
    ...{ EventTime: new Date(beganMs + n * 1000).toISOString(), Hostname: markOf(tenant), Channel: 'Security' },
    ...{ EventID: 4625, RecordNumber: n, TargetUserName: `${n}-${markOf(tenant)}`, LogonType: 3 },
    ...{ IpAddress: '10.2.0.77', Status: '0xc000006d', SubStatus: '0xc000006a' },
  })
  const pushes = [
    // The last event comes hours after the others, which ends their hour.
    [...Array.from({ length: 40 }, (_, n) => JSON.stringify(logon(n))), JSON.stringify(logon(36_000))],
    [...Array.from({ length: 1_500 }, (_, n) => JSON.stringify(usual(n))), `{"text":${markOf(tenant)}}`],
    [JSON.stringify({ ...usual(1_501), unseen_before: markOf(tenant) })],
  ]
  for (const [n, lines] of pushes.entries()) {
    const query = `connector_id=${n === 0 ? 'edr' : 'app'}-${markOf(tenant)}&source_format=${n === 0 ? 'auto' : 'json'}`
    const answer = await fetch(`${instance.ingestUrl}/v1/ingest/batch?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      body: `${lines.join('\n')}\n`,
    })
    expect(answer.status).toBe(202)
  }
}

async function recordsOf(driver: EmbeddedDriver, topic: string): Promise<LogRecord[]> {
  const records: LogRecord[] = []
  for (let partition = 0; partition < driver.partitions(topic); partition++) {
    const tp = { topic, partition }
    const cursor = await driver.reader(tp, (await driver.bounds(tp)).first)
    for (let read = await cursor.read(1 << 20, 0); read.length > 0; read = await cursor.read(1 << 20, 0))
      records.push(...read)
    await cursor.close()
  }
  return records
}

async function withLog<T>(work: (driver: EmbeddedDriver) => Promise<T>): Promise<T> {
  const dir = path.join(instance.dir, 'log')
  const driver = await EmbeddedDriver.open({ dir, writes: [], partitions: countsOf(TOPOLOGY, 'embedded') })
  try {
    return await work(driver)
  } finally {
    await driver.close()
  }
}

describe('every topic', () => {
  test.each(topicsOf(TOPOLOGY))('$name: each record says whose it is, and holds nothing of anybody else', (topic) =>
    withLog(async (driver) => {
      const { tenantIn, rows } = walkOf(topic)
      const seen = new Set<string>()
      for (const { key, value } of await recordsOf(driver, topic.name)) {
        if (isTimeMarks(value)) continue // Watermarks belong to no tenant.
        for (const { tenant, text } of rows(value)) {
          seen.add(tenant)
          if (tenantIn) expect(tenantIn(key)).toBe(tenant)
          else expect(key).toBe('')
          for (const other of otherThan(tenant)) expect(text.includes(markOf(other))).toBe(false)
        }
      }
      expect(TENANTS.filter((tenant) => !seen.has(tenant))).toEqual([])
    }),
  )

  test('leads to rows of the lake that belong to their sender', async () => {
    for (const tenant of TENANTS) {
      const sql = `SELECT DISTINCT tenant_id FROM events WHERE raw LIKE '%${markOf(tenant)}%'`
      expect(await instance.rows(sql)).toEqual([{ tenant_id: tenant }])
    }
  })
})

describe('whoever shows records to people', () => {
  type Show = { readonly text: () => string; readonly end: () => void }

  async function ticket(tenant: Tenant): Promise<string> {
    const { token } = await post<{ token: string }>('/realtime/ticket', {}, access[tenant])
    return token
  }

  async function overWebSocket(tenant: Tenant): Promise<Show> {
    const socket = new WebSocket(
      `${instance.file().realtimeUrl.replace('http', 'ws')}/ws?token=${await ticket(tenant)}`,
    )
    let text = ''
    socket.on('message', (data) => {
      text += data
    })
    await until('the stream is open', () => text.includes('"connected"'))
    return { text: () => text, end: () => socket.terminate() }
  }

  async function overSse(tenant: Tenant): Promise<Show> {
    const stop = new AbortController()
    const answer = await fetch(`${instance.file().realtimeUrl}/sse?token=${await ticket(tenant)}`, stop)
    let text = ''
    const read = async () => {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
    }
    void read().catch(() => undefined)
    await until('the event stream is open', () => text.includes('"connected"'))
    return { text: () => text, end: () => stop.abort() }
  }

  async function overGraphql(tenant: Tenant): Promise<Show> {
    const client = createClient({
      url: `${instance.apiUrl.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { Authorization: `Bearer ${access[tenant]}` },
      retryAttempts: 0,
    })
    let text = ''
    const sink = { next: (value: unknown) => void (text += JSON.stringify(value)), error: () => {}, complete: () => {} }
    client.subscribe({ query: 'subscription { alertCreated { id title } }' }, sink)
    return { text: () => text, end: () => void client.dispose() }
  }

  async function overRest(tenant: Tenant, route: string): Promise<string> {
    const headers = { authorization: `Bearer ${access[tenant]}` }
    return (await fetch(`${instance.apiUrl}/api/v1${route}`, { headers })).text()
  }

  test.each([
    ['realtime over a WebSocket', overWebSocket],
    ['realtime over an event stream', overSse],
    ['alertCreated of GraphQL', overGraphql],
  ])('%s tells a tenant its own and nobody else’s', async (_, open) => {
    const shows = { victim: await open('victim'), other: await open('other') }
    // A subscription takes effect a moment after its request: alerts are created until both tenants got one.
    await until('both were told', async () => {
      for (const tenant of TENANTS) await makeAlert(tenant, 'told')
      return TENANTS.every((tenant) => shows[tenant].text().includes(markOf(tenant)))
    })
    for (const tenant of TENANTS)
      for (const other of otherThan(tenant)) expect(shows[tenant].text()).not.toContain(other)
    for (const { end } of Object.values(shows)) end()
  })

  test.each([
    '/detections',
    '/detections/stats',
    '/alerts',
    '/alerts/queue',
    '/alerts/stats',
    '/audit',
    '/ueba/baselines',
  ])('GET %s shows a tenant its own and nobody else’s', async (route) => {
    for (const tenant of TENANTS) {
      const text = await overRest(tenant, route)
      expect(text.length).toBeGreaterThan(20)
      for (const other of otherThan(tenant)) expect(text).not.toContain(other)
    }
  })

  test('GET /detections shows each tenant its own detections', async () => {
    for (const tenant of TENANTS) expect(await overRest(tenant, '/detections')).toContain(markOf(tenant))
  })

  test('the command line shows and replays the dead letters, the ledger and the drift of the requested tenant', async () => {
    for (const tenant of TENANTS) {
      const before = await Promise.all(otherThan(tenant).map((other) => instance.ledger(other)))
      const answers = [
        await instance.svc('dead-letters', 'replay', '--tenant', tenant),
        await instance.svc('ledger', '--tenant', tenant),
        await instance.svc('sql', 'SELECT raw FROM dead_letters', '--tenant', tenant),
        await instance.svc('drift', '--tenant', tenant),
      ]
      for (const text of answers) for (const other of otherThan(tenant)) expect(text).not.toContain(other)
      expect(answers[0]).toContain('dead letters replayed: 1')
      for (const text of answers.slice(1)) expect(text).toContain(markOf(tenant))
      expect(await Promise.all(otherThan(tenant).map((other) => instance.ledger(other)))).toEqual(before)
    }
  })
})
