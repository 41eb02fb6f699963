/** A tool server for tests: it speaks the Model Context Protocol as its documents have it, minds that others do, and fails as told. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Served = Readonly<Record<string, unknown>>

export type TestToolServer = {
  readonly url: string
  /** JSON-RPC methods in the order they came, `DELETE` for the end of a session. */
  readonly methods: string[]
  /** Headers of the last request. */
  headers: IncomingMessage['headers']
  /** Breaches of the protocol in the requests that it got. */
  readonly complaints: string[]
  tools: readonly Served[]
  /** Makes the answer to a call. */
  answer: (name: string, args: Served) => Served
  /** How it answers: JSON, a stream that ends with the answer, or one that stays open and says more than was asked. */
  form: 'json' | 'stream' | 'open_stream' | 'batch'
  keepsSessions: boolean
  version: string
  pageSize: number
  /** Takes a request over: true when it has answered. */
  fault: ((method: string, response: ServerResponse) => boolean) | null
  /** Ends every session that it has. */
  forgetSessions(): void
  close(): void
}

export async function openTestToolServer(): Promise<TestToolServer> {
  const sessions = new Map<string, { isReady: boolean }>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    handle(self, sessions, request, Buffer.concat(chunks).toString('utf8'), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const self: TestToolServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    ...{ methods: [], headers: {}, complaints: [], tools: [], answer: () => ({ content: [] }) },
    ...{ form: 'json', keepsSessions: true, version: '2025-06-18', pageSize: 100, fault: null },
    forgetSessions: () => sessions.clear(),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return self
}

type Message = { readonly id?: number; readonly method?: string; readonly params?: Served; readonly jsonrpc?: string }

function handle(
  self: TestToolServer,
  sessions: Map<string, { isReady: boolean }>,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): void {
  self.headers = request.headers
  const named = String(request.headers['mcp-session-id'] ?? '')
  if (request.method === 'DELETE') {
    self.methods.push('DELETE')
    response.writeHead(sessions.delete(named) ? 204 : 404).end()
    return
  }
  const message = JSON.parse(body) as Message
  const { id, method = '', params = {} } = message
  self.methods.push(method)
  if (self.fault?.(method, response)) return
  const accept = String(request.headers.accept)
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) self.complaints.push('accept')
  if (request.headers['content-type'] !== 'application/json') self.complaints.push('content-type')
  if (message.jsonrpc !== '2.0') self.complaints.push('jsonrpc')
  if (method === 'initialize') {
    const session = randomUUID()
    if (self.keepsSessions) {
      sessions.set(session, { isReady: false })
      response.setHeader('mcp-session-id', session)
    }
    const { protocolVersion, capabilities, clientInfo } = params
    if (typeof protocolVersion !== 'string' || !capabilities || !clientInfo) self.complaints.push('initialize')
    const serverInfo = { name: 'test', version: '1' }
    return send(self, response, id, {
      result: { protocolVersion: self.version, capabilities: { tools: {} }, serverInfo },
    })
  }
  if (request.headers['mcp-protocol-version'] !== self.version) self.complaints.push(`version of ${method}`)
  const session = sessions.get(named)
  if (self.keepsSessions && session === undefined) {
    response.writeHead(named === '' ? 400 : 404).end()
    return
  }
  if (method === 'notifications/initialized') {
    if (session) session.isReady = true
    if (id !== undefined) self.complaints.push('a notification with an id')
    response.writeHead(202).end()
    return
  }
  if (session?.isReady === false) self.complaints.push(`${method} before initialized`)
  if (method === 'tools/list') {
    const from = Number(params.cursor ?? 0)
    const tools = self.tools.slice(from, from + self.pageSize)
    const isMore = from + self.pageSize < self.tools.length
    return send(self, response, id, { result: { tools, ...(isMore && { nextCursor: String(from + self.pageSize) }) } })
  }
  if (method === 'tools/call')
    return send(self, response, id, { result: self.answer(String(params.name), params.arguments as Served) })
  send(self, response, id, { error: { code: -32601, message: 'Method not found' } })
}

function send(self: TestToolServer, response: ServerResponse, id: number | undefined, message: object): void {
  const answer = { jsonrpc: '2.0', id, ...message }
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } }
  if (self.form === 'json' || self.form === 'batch') {
    const body = self.form === 'json' ? answer : [progress, answer]
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (data: object) => `event: message\r\ndata: ${JSON.stringify(data)}\r\n\r\n`
  // A comment, an event without data, a question of the server's own, and then the answer over two lines of data.
  const [head, tail] = JSON.stringify(answer).split(/(?<=^\{"jsonrpc":"2.0",)/)
  const question = { jsonrpc: '2.0', id: 'server-1', method: 'ping' }
  response.write(`: hello\n\nevent: endpoint\nid: 1\n\n${event(progress)}${event(question)}data: ${head}\n`)
  response.write(`data: ${tail}\n\n`)
  if (self.form === 'stream') response.end()
}
