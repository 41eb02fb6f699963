import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { provision } from './provision.ts'

/** A message of the Postgres protocol: its type, its length, its body. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const SIGNED_IN = message('R', Buffer.alloc(4))
const READY = message('Z', Buffer.from('I'))
const DONE = message('C', Buffer.from('SELECT 1\0'))
const ENDS = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'))

/** Signs everybody in, answers `statements` of them and ends, as a server does whose postmaster was killed. */
async function dyingServer(statements: number) {
  let left = statements
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(Buffer.concat([SIGNED_IN, READY]))
      socket.on('data', () => {
        const isLast = left-- <= 1
        socket.write(Buffer.concat(isLast ? [DONE, READY, ENDS] : [DONE, READY]))
        if (isLast) socket.end()
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test.each([1, 2, 3])(
  'a server that dies after %d statements is an error of the start, and ends no process',
  async (statements) => {
    const server = await dyingServer(statements)
    try {
      const { port } = server.address() as AddressInfo
      await expect(provision(port, { superuser: 'a', owner: 'b', app: 'c' })).rejects.toThrow(/./)
    } finally {
      server.close()
    }
  },
)
