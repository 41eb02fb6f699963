/** A server that speaks the contract of docs/response.md, with faults. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { URL } from 'node:url'

export type TestExecutor = {
  readonly url: string
  /** Targets that are in force, by kind of action. */
  readonly inForce: Set<string>
  /** Ids of actions, one for each time that an action was really done. */
  readonly done: string[]
  fault: 'none' | 'lost_answer' | 'does_nothing' | 'busy' | 'broken' | 'refuses' | 'no_state'
  /** Status that the webhook at `/notify` answers, and the actions that it was told of. */
  notifyStatus: number
  readonly notified: string[]
  close(): Promise<void>
}

export async function testExecutor(): Promise<TestExecutor> {
  const server = createServer(async (request, reply) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const send = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
      reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (url.pathname === '/notify') {
      executor.notified.push(((await json(request)) as { id: string }).id)
      return send(executor.notifyStatus)
    }
    if (request.headers.authorization !== 'Bearer sesame') return send(401)
    if (url.pathname === '/actions' && request.method === 'POST') {
      const body = (await json(request)) as { id: string; action_type: string; target: string }
      if (executor.fault === 'busy') return send(429, {}, { 'retry-after': '1' })
      if (executor.fault === 'broken') return reply.writeHead(200).end('<html>')
      if (executor.fault === 'refuses') return send(422)
      if (executor.fault !== 'does_nothing') {
        executor.inForce.add(`${body.action_type}/${body.target}`)
        executor.done.push(body.id)
      }
      if (executor.fault === 'lost_answer') return request.socket.destroy()
      return send(200, { ref: `r-${body.id}` })
    }
    if (url.pathname === '/state') {
      if (executor.fault === 'no_state') return send(501)
      const key = `${url.searchParams.get('action_type')}/${url.searchParams.get('target')}`
      return send(200, { in_force: executor.inForce.has(key) })
    }
    if (request.method === 'DELETE') {
      executor.inForce.clear()
      return send(204)
    }
    return send(404)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const executor: TestExecutor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inForce: new Set(),
    done: [],
    fault: 'none',
    notifyStatus: 200,
    notified: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return executor
}
