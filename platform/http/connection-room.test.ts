/** Connections with and without a credential at a server that has room for few. Addresses are those of this machine. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import fc from 'fast-check'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { type ConnectionRoom, keepRoom } from './connection-room.ts'
import { FullestGroup } from './fullest-group.ts'

const open: { server: Server; sockets: Socket[] }[] = []
afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

async function serverWithRoom(connectionsMax: number) {
  const accepted: Socket[] = []
  const logged: string[] = []
  const server = createServer((socket) => accepted.push(socket.on('error', () => undefined)))
  const log = pino({}, { write: (line: string) => logged.push(line) })
  const room: ConnectionRoom = keepRoom(server, { connectionsMax, log })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const sockets: Socket[] = []
  open.push({ server, sockets })
  const { port } = server.address() as { port: number }
  const dial = async (from: string) => {
    const before = accepted.length
    const client = connect({ port, host: '127.0.0.1', localAddress: from })
    client.on('error', () => undefined).resume()
    sockets.push(client)
    const isClosed = { now: false }
    client.once('close', () => {
      isClosed.now = true
    })
    await vi.waitFor(() => expect(accepted.length).toBeGreaterThan(before))
    return { client, socket: accepted.at(-1) as Socket, isClosed }
  }
  return { room, dial, logged }
}

test('a flood from one address displaces neither connections with a credential nor other addresses', async () => {
  const { room, dial, logged } = await serverWithRoom(6)
  const pusher = await dial('127.0.0.2')
  room.proven(pusher.socket, 'acme')
  const other = await dial('127.0.0.3')
  const flood: Awaited<ReturnType<typeof dial>>[] = []
  for (let n = 0; n < 12; n++) flood.push(await dial('127.0.0.4'))
  await vi.waitFor(() => expect(flood.filter(({ isClosed }) => isClosed.now)).toHaveLength(8))
  // The newest connections of a flood stay, so that other clients of its address have time to present a credential.
  expect(flood.map(({ isClosed }) => isClosed.now).lastIndexOf(true)).toBe(7)
  expect([pusher.isClosed.now, other.isClosed.now]).toEqual([false, false])
  const late = await dial('127.0.0.5')
  room.proven(late.socket, 'acme')
  for (let n = 0; n < 6; n++) await dial('127.0.0.4')
  expect([pusher.isClosed.now, late.isClosed.now]).toEqual([false, false])
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ connections_max: 6, from: '127.0.0.4', outcome: 'displaced' })
})

test('refuses a new connection when all have presented a credential, until one ends', async () => {
  const { room, dial } = await serverWithRoom(4)
  const held = []
  for (const holder of ['acme', 'acme', 'globex', 'globex']) {
    const one = await dial('127.0.0.1')
    room.proven(one.socket, holder)
    held.push(one)
  }
  const refused = await dial('127.0.0.2')
  await vi.waitFor(() => expect(refused.isClosed.now).toBe(true))
  held[0]?.client.destroy()
  await once(held[0]?.socket as Socket, 'close')
  const next = await dial('127.0.0.2')
  room.proven(next.socket, 'acme')
  expect(held.slice(1).map(({ isClosed }) => isClosed.now)).toEqual([false, false, false])
  expect(next.socket.destroyed).toBe(false)
})

test('one tenant’s credential may hold half of the room', async () => {
  const { room, dial } = await serverWithRoom(4)
  for (let n = 0; n < 4; n++) room.proven((await dial('127.0.0.1')).socket, 'acme')
  const other = await dial('127.0.0.2')
  room.proven(other.socket, 'globex')
  const another = await dial('127.0.0.3')
  expect([other.socket.destroyed, another.socket.destroyed]).toEqual([false, false])
})

test('the fullest group is the fullest one, and its oldest member the oldest', () => {
  const step = fc.record({ group: fc.constantFrom('a', 'b', 'c', 'd'), isAdded: fc.boolean(), at: fc.nat() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const groups = new FullestGroup<number>()
      let members: { id: number; group: string }[] = []
      for (const [id, { group, isAdded, at }] of steps.entries()) {
        if (isAdded || members.length === 0) {
          groups.add(group, id)
          members.push({ id, group })
        } else {
          const gone = members[at % members.length]
          if (gone) groups.delete(gone.id)
          members = members.filter((one) => one !== gone)
        }
        const sizes = Map.groupBy(members, (one) => one.group)
        const largest = Math.max(0, ...[...sizes.values()].map((group) => group.length))
        const oldest = [...sizes.values()].filter((group) => group.length === largest).map(([first]) => first?.id)
        expect(groups.size).toBe(members.length)
        if (largest === 0) expect(groups.oldestOfFullest()).toBeUndefined()
        else expect(oldest).toContain(groups.oldestOfFullest())
      }
    }),
  )
})
