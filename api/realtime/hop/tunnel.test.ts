import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { joinSockets } from './tunnel.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close()
})

/** Both ends of one connection. */
async function pair(): Promise<[near: Socket, far: Socket]> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const far = connect(port, '127.0.0.1')
  const [near] = (await once(server, 'connection')) as [Socket]
  cleanUp.push(() => {
    near.destroy()
    far.destroy()
    server.close()
  })
  for (const socket of [near, far]) socket.on('error', () => undefined)
  return [near, far]
}

/** A client and a realtime service, with the two sockets between them joined. */
async function joined() {
  const [[client, person], [upstream, service]] = [await pair(), await pair()]
  return { stop: joinSockets(client, upstream), client, person, upstream, service }
}

async function read(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A binary frame of 64 KiB less one byte. */
const FRAME = Buffer.concat([Buffer.from([0x82, 126, 0xff, 0xff]), Buffer.alloc(65_535, 7)])
const FRAMES = 512

test('data that a client does not read is not read from the realtime service either, and none is lost', async () => {
  const { client, person, upstream, service } = await joined()
  for (let n = 0; n < FRAMES; n++) service.write(FRAME)
  await expect.poll(() => client.writableNeedDrain && upstream.isPaused(), { timeout: 20_000 }).toBe(true)
  expect(client.writableLength).toBeLessThan(1 << 20)
  expect(service.writableLength).toBeGreaterThan(0)
  service.end()
  const all = await read(person)
  // Behind them is the close frame of a service that went away without one.
  expect([all.length > FRAMES * FRAME.length, all.subarray(0, FRAME.length).equals(FRAME)]).toEqual([true, true])
  expect(all.subarray(FRAMES * FRAME.length, FRAMES * FRAME.length + 4).toString('hex')).toMatch(/^88..03f5$/)
}, 60_000)

test('in the middle of a frame nothing is inserted: the connection just ends', async () => {
  const { person, service, stop } = await joined()
  service.write(FRAME.subarray(0, 100))
  const [first] = (await once(person, 'data')) as [Buffer]
  stop()
  const rest = await read(person)
  expect(Buffer.concat([first, rest])).toEqual(FRAME.subarray(0, 100))
})

test('a client that disconnects also ends its connection to the realtime service', async () => {
  const { person, service } = await joined()
  person.destroy()
  service.resume()
  await once(service, 'close')
})

test('a client that does not answer the close is disconnected', async () => {
  const { person, client, stop } = await joined()
  person.pause()
  stop()
  await once(client, 'close')
}, 20_000)
