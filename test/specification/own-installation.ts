/** An installation of its own, with what the specification lets an operator set, and a receiver of its webhooks. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Instance } from '../e2e/instance.ts'
import type { ApiTarget, Received } from './door.ts'

const SERVICE_TOKEN = 'service-token-of-the-walk'
const WEBHOOK_SECRET = 'the-webhook-secret-of-the-walk'

export async function withOwnInstallation<T>(work: (door: ApiTarget) => Promise<T>): Promise<T> {
  const received: Received[] = []
  const receiver = await listenFor(received)
  const { port } = receiver.address() as AddressInfo
  const instance = await Instance.start({
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}/touched`,
    ALERT_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SVC_SERVICE_TOKEN: SERVICE_TOKEN,
    SVC_PUBLIC_URL: 'http://localhost:3000',
  })
  try {
    const tenant = 'spec'
    const email = 'walk@spec.example'
    const password = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', tenant)).trim()
    const login = await fetch(`${instance.apiUrl}/api/v1/auth/login`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ email, password }),
    })
    const { access_token: token } = (await login.json()) as { access_token: string }
    const own = {
      ...{ serviceToken: SERVICE_TOKEN, webhookSecret: WEBHOOK_SECRET, received },
      svc: (...args: string[]) => instance.svc(...args),
    }
    return await work({ url: instance.apiUrl, token, tenant, portOffset: instance.portOffset, own })
  } finally {
    receiver.close()
    receiver.closeAllConnections()
    await instance.remove()
  }
}

async function listenFor(received: Received[]): Promise<Server> {
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
