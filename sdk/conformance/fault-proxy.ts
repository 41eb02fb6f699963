/**
 * A proxy that injects the fault named in the first part of the path: `/cut-answer/api/v1/...` is forwarded, and its
 * first response is cut off. `/plain/...` is forwarded unchanged.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FaultProxy = {
  readonly url: string
  /** Number of requests for a fault, including those that were forwarded unchanged. */
  count(fault: string): number
  close(): Promise<void>
}

/** Each returns true if it sent the response itself. `count` begins with 1. */
const FAULTS: Readonly<Record<string, (count: number, request: IncomingMessage, response: ServerResponse) => Spoil>> = {
  plain: () => 'pass',
  zstd: () => 'pass',
  narrow: () => 'pass',
  limited: (count, _, response) => (count <= 2 ? refuse(response, 429, { 'retry-after': '0' }) : 'pass'),
  unavailable: (count, _, response) => (count <= 2 ? refuse(response, 503, { 'retry-after': '0' }) : 'pass'),
  gateway: (count, _, response) => (count <= 1 ? refuse(response, 502, {}) : 'pass'),
  late: (_, __, response) => refuse(response, 503, { 'retry-after': '3600' }),
  cut: (count, request) => (count <= 1 ? destroyed(request) : 'pass'),
  'cut-answer': (count) => (count <= 1 ? 'drop-answer' : 'pass'),
  'cut-answer-2': (count) => (count <= 1 ? 'drop-answer' : 'pass'),
  half: (count) => (count <= 1 ? 'half-answer' : 'pass'),
  hold: () => 'hold-answer',
  silent: () => 'never',
  redirect: (_, request, response) => refuse(response, 302, { location: `http://${request.headers.host}/stolen/` }),
  stolen: (_, __, response) => refuse(response, 200, {}),
  page: (_, __, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Sign in</html>')
    return 'done'
  },
}

type Spoil = 'pass' | 'done' | 'drop-answer' | 'hold-answer' | 'half-answer' | 'never'

function refuse(response: ServerResponse, status: number, headers: Record<string, string>): Spoil {
  const body = JSON.stringify({
    type: 'about:blank',
    title: 'proxy',
    status,
    detail: 'of the proxy',
    instance: '',
    code: 'proxy',
  })
  response.writeHead(status, { 'content-type': 'application/problem+json', ...headers }).end(body)
  return 'done'
}

function destroyed(request: IncomingMessage): Spoil {
  request.socket.destroy()
  return 'done'
}

export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, fault = '', path = '/'] = /^\/([\w-]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const count = (counts.get(fault) ?? 0) + 1
    counts.set(fault, count)
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const spoil = FAULTS[fault]?.(count, request, response) ?? 'never'
    if (spoil === 'done' || spoil === 'never') return
    const answer = await forward(target + path, request, Buffer.concat(parts))
    const content = Buffer.from(await answer.arrayBuffer())
    if (spoil === 'hold-answer') return
    if (spoil === 'drop-answer') return void request.socket.destroy()
    const type = answer.headers.get('content-type')
    response.writeHead(answer.status, {
      'content-length': content.length,
      ...(type === null ? {} : { 'content-type': type }),
    })
    if (spoil === 'pass') return void response.end(content)
    response.write(content.subarray(0, content.length / 2), () => request.socket.destroy())
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (fault) => counts.get(fault) ?? 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(url: string, { method = 'GET', headers }: IncomingMessage, body: Buffer): Promise<Response> {
  const passed = Object.entries(headers).filter(
    ([name]) => !/^(host|connection|content-length|transfer-encoding)$/.test(name),
  )
  const own = new Headers(passed.map(([name, value]) => [name, String(value)]))
  return fetch(url, {
    method,
    headers: own,
    redirect: 'manual',
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  })
}
