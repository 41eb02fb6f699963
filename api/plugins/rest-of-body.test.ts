import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { discardRestOfBody } from './rest-of-body.ts'

const app = fastify({ bodyLimit: 1_000 })
discardRestOfBody(app as never)
app.post('/', async () => ({}))
app.post('/unauthorised', { onRequest: async (_, reply) => reply.code(401).send({}) }, async () => ({}))
afterEach(() => app.close())

test('a client that writes its whole body before it reads gets the refusal and no reset', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const body = Buffer.alloc(16 << 20, ' ')
  for (const [path, status] of [
    ['/', 413],
    ['/unauthorised', 401],
  ] as const) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.pause()
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    await new Promise<void>((resolve, reject) => socket.write(body, (error) => (error ? reject(error) : resolve())))
    socket.resume()
    const [answer] = await once(socket, 'data')
    expect(String(answer).split('\r\n')[0]).toContain(` ${status} `)
    socket.destroy()
  }
})
