/** Queries against a server, or a network in front of it, that stops sending. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openClickhouse } from './client.ts'
import { lakePort } from './lake-port.ts'

const server = createServer()
afterEach(() => server.close())

const HALF = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"found":'

test.each([
  ['at all', ''],
  ['in the middle of an answer', HALF],
])('an insert and a query fail when the server sends nothing %s', async (_, text) => {
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    socket.once('data', () => socket.write(text))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const client = openClickhouse({ url: `http://127.0.0.1:${port}`, timeoutMs: 60 })
  const lake = lakePort(client)
  await expect(lake.insert({ table: 'events', token: 't', body: [Buffer.from('block')] })).rejects.toThrow()
  const rows = { table: 'events', idColumn: 'event_uid', timeColumn: 'ingest_time', ids: [], fromMs: 0, toMs: 0 }
  await expect(lake.countIds(rows)).rejects.toThrow()
  await client.close()
})
