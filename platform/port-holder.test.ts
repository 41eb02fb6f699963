import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { outgoingPorts, portHolder } from './port-holder.ts'

const open: { destroy?(): void; close?(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) (one.destroy ?? one.close)?.call(one)
})

async function listening(): Promise<number> {
  const server = createServer((socket) => open.push(socket)).listen(0, '127.0.0.1')
  open.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe.runIf(process.platform === 'linux')('who has a port', () => {
  test('a process that listens on it is named', async () => {
    expect(portHolder(await listening())).toMatch(new RegExp(`^process ${process.pid} \\(.+\\) listens on it$`))
  })

  test('so is one that has it for an outgoing connection, which lies in the range of the system', async () => {
    const port = await listening()
    const socket = connect(port, '127.0.0.1')
    open.push(socket)
    await once(socket, 'connect')
    const own = (socket.address() as AddressInfo).port
    expect(portHolder(own)).toMatch(`to port ${port} has it (ESTABLISHED)`)
    const range = outgoingPorts()
    expect(own).toBeGreaterThanOrEqual(range?.from ?? 0)
    expect(own).toBeLessThanOrEqual(range?.to ?? 0)
  })

  test('a port that is free by now is reported as such', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    expect(portHolder(port)).toBe('nothing has it any more, so another start may succeed')
  })
})
