import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { dismissConnections } from './dismiss-connections.ts'

type Answer = { readonly status: number | undefined; readonly connection: string | undefined }

async function listening() {
  const server = http.createServer((_, response) => void response.end('taken'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<Answer>((resolve, reject) => {
      const request = http.get({ host: '127.0.0.1', port, agent }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }))
      })
      request.on('error', reject)
    })
  return { server, ask }
}

test('a kept-alive connection gets one more answer, which closes it; then the stop does not wait', async () => {
  const { server, ask } = await listening()
  expect(await ask()).toEqual({ status: 200, connection: 'keep-alive' })
  const dismissed = dismissConnections(server)
  expect(await ask()).toEqual({ status: 200, connection: 'close' })
  await dismissed
  expect(await new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0)
  await new Promise((resolve) => server.close(resolve))
})

test('waits only a moment for a silent connection', async () => {
  const { server, ask } = await listening()
  await ask()
  await dismissConnections(server)
  await new Promise((resolve) => server.close(resolve))
})
