/** Users of two tenants who create alerts and follow them, in a whole installation. */
import { WebSocket } from 'ws'
import type { Instance } from './instance.ts'
import { until } from './until.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test looks into frames of any shape
export type Seen = any

export type Followed = {
  readonly socket: WebSocket
  readonly frames: Seen[]
  /** Titles of the new alerts among the frames. */
  titles(): string[]
  ids(): string[]
  isClosed(): boolean
  cursor(): string
}

export type Follower = {
  alert(tenant: string, title: string): Promise<Seen>
  post(tenant: string, path: string, body: unknown): Promise<Seen>
  get(tenant: string, path: string): Promise<Seen>
  /**
   * All frames of a WebSocket, which may be cut; `base` is the server of the streams, the realtime service by default.
   */
  follow(tenant: string, cursor?: string, base?: string): Promise<Followed>
  followSse(tenant: string): Promise<{ text(): string; end(): Promise<void> }>
}

/** Signs in to each tenant as its administrator. */
export async function openFollower(instance: Instance, tenants: readonly string[]): Promise<Follower> {
  const tokens: Record<string, string> = {}
  const realtimeUrl = () => instance.file().realtimeUrl
  const post = async (path: string, body: unknown, token?: string): Promise<Seen> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const url = `${instance.apiUrl}/api/v1${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const queryFor = async (tenant: string, cursor?: string) => {
    const { token } = await post('/realtime/ticket', {}, tokens[tenant])
    return new URLSearchParams({ token, ...(cursor ? { cursor } : {}) }).toString()
  }
  for (const tenant of tenants) {
    const email = `lead@${tenant}.example`
    const password = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', tenant)).trim()
    tokens[tenant] = (await post('/auth/login', { email, password, tenant })).access_token
  }
  return {
    alert: (tenant, title) => post('/alerts', { title, severity: 'high' }, tokens[tenant]),
    post: (tenant, path, body) => post(path, body, tokens[tenant]),
    async get(tenant, path) {
      const headers = { authorization: `Bearer ${tokens[tenant]}` }
      const answer = await fetch(`${instance.apiUrl}/api/v1${path}`, { headers })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    follow: async (tenant, cursor, base = realtimeUrl()) =>
      followWs(`${base.replace('http', 'ws')}/ws/alerts?${await queryFor(tenant, cursor)}`),
    followSse: async (tenant) => followEvents(`${realtimeUrl()}/sse?${await queryFor(tenant)}`),
  }
}

async function followWs(url: string): Promise<Followed> {
  const socket = new WebSocket(url)
  const frames: Seen[] = []
  let isClosed = false
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
  })
  await until('the stream is open', () => frames[0]?.type === 'connected')
  const fused = (): Seen[] => frames.filter(({ type }) => type === 'alert.fused').map(({ payload }) => payload)
  return {
    ...{ socket, frames, isClosed: () => isClosed, cursor: () => frames.at(-1).cursor },
    titles: () => fused().map(({ title }) => title),
    ids: () => fused().map(({ id }) => id),
  }
}

async function followEvents(url: string) {
  const stop = new AbortController()
  const answer = await fetch(url, { signal: stop.signal })
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
