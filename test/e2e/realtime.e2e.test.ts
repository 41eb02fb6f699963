/** New alerts in a whole installation: over HTTP in, over a WebSocket and an event stream out, whatever is killed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Instance } from './instance.ts'
import { until } from './until.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test looks into frames of any shape
type Seen = any

let instance: Instance
const tokens: Record<string, string> = {}

beforeAll(async () => {
  instance = await Instance.start({ SVC_REALTIME_CONNECTS: '1000' })
  for (const tenant of ['acme', 'globex']) tokens[tenant] = await signIn(tenant)
})
afterAll(() => instance.remove())

async function signIn(tenant: string): Promise<string> {
  const email = `lead@${tenant}.example`
  const password = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', tenant)).trim()
  return (await post('/auth/login', { email, password, tenant })).access_token
}

async function post(path: string, body: unknown, token?: string): Promise<Seen> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const answer = await fetch(`${instance.apiUrl}/api/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const alert = (tenant: string, title: string) => post('/alerts', { title, severity: 'high' }, tokens[tenant])
const realtimeUrl = () => instance.file().realtimeUrl

async function queryFor(tenant: string, cursor?: string): Promise<string> {
  const { token } = await post('/realtime/ticket', {}, tokens[tenant])
  return new URLSearchParams({ token, ...(cursor ? { cursor } : {}) }).toString()
}

/** All frames of a WebSocket, which may be cut. */
async function follow(tenant: string, cursor?: string) {
  const url = `${realtimeUrl().replace('http', 'ws')}/ws/alerts?${await queryFor(tenant, cursor)}`
  const socket = new WebSocket(url)
  const frames: Seen[] = []
  let isClosed = false
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
  })
  await until('the stream is open', () => frames[0]?.type === 'connected')
  const titles = (): string[] => frames.filter(({ type }) => type === 'alert.fused').map(({ payload }) => payload.title)
  return { socket, frames, titles, isClosed: () => isClosed, cursor: (): string => frames.at(-1).cursor }
}

async function followSse(tenant: string) {
  const stop = new AbortController()
  const answer = await fetch(`${realtimeUrl()}/sse?${await queryFor(tenant)}`, { signal: stop.signal })
  let text = ''
  const reading = (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
  })().catch(() => undefined)
  await until('the event stream is open', () => text.includes('"connected"'))
  const end = async () => {
    stop.abort()
    await reading
  }
  return { text: () => text, end }
}

test('an alert over HTTP is told to those who follow its tenant, and to nobody else', async () => {
  const [ws, sse, other] = [await follow('acme'), await followSse('acme'), await follow('globex')]
  const { id } = await alert('acme', 'told')
  await until('the alert on both streams', () => ws.titles().length === 1 && sse.text().includes(id))
  await alert('globex', 'of another')
  await until('the other tenant’s own', () => other.titles().length === 1)
  expect([ws.titles(), other.titles()]).toEqual([['told'], ['of another']])
  expect(sse.text()).not.toContain('of another')
  await sse.end()
  for (const { socket } of [ws, other]) socket.terminate()
})

test('a stream whose process is killed goes on in the next one: what was missed comes once, in order', async () => {
  const before = await follow('acme')
  await alert('acme', 'first')
  await until('the first alert', () => before.titles().length === 1)
  const pid = instance.file().children.api
  if (pid === null || pid === undefined) throw new Error('the API runs')
  process.kill(pid, 'SIGKILL')
  await until('the stream is cut', before.isClosed)
  await until('the API is back', async () => (instance.file().children.api ?? pid) !== pid && (await isUp()))
  for (const title of ['second', 'third']) await alert('acme', title)
  await alert('globex', 'not theirs')
  const after = await follow('acme', before.cursor())
  await alert('acme', 'fourth')
  await until('what was missed and what came', () => after.titles().length === 3)
  expect(after.titles()).toEqual(['second', 'third', 'fourth'])
  after.socket.terminate()
})

test('a relay that is killed loses nothing and tells nothing twice', async () => {
  const stream = await follow('acme')
  const told: string[] = []
  for (let n = 0; n < 40; n++) {
    told.push((await alert('acme', `alert ${n}`)).id)
    const pid = instance.file().children.ingest // where the relay runs
    if (n % 20 === 10 && pid) process.kill(pid, 'SIGKILL')
  }
  const ids = () => stream.frames.filter(({ type }) => type === 'alert.fused').map(({ payload }) => payload.id)
  await until('all of them', () => ids().length >= told.length)
  expect(ids()).toEqual(told)
  await until('the relays are well', async () => (await health(instance.file().relayUrl)).status === 'ok')
  const { subsystems, figures } = await health(instance.file().relayUrl)
  expect(subsystems).toEqual({ postgres: 'ok', backbone: 'ok', control_outbox: 'ok', alert_outbox: 'ok' })
  expect(figures.alert_outbox).toEqual({ waiting_rows: 0, oldest_seconds: 0 })
  stream.socket.terminate()
})

test('every service says how its subsystems are', async () => {
  const { apiUrl, ingestUrl, pipelineUrl, relayUrl } = instance.file()
  for (const url of [apiUrl, ingestUrl, pipelineUrl, relayUrl, realtimeUrl()]) {
    const found = await health(url)
    expect([url, found.status, Object.values(found.subsystems).every((state) => state === 'ok')]).toEqual([
      url,
      'ok',
      true,
    ])
    expect(Object.keys(found.subsystems).length).toBeGreaterThan(0)
  }
})

const health = async (url: string): Promise<Seen> => (await fetch(`${url}/health`)).json()
const isUp = () =>
  health(realtimeUrl()).then(
    ({ status }) => status === 'ok',
    () => false,
  )
