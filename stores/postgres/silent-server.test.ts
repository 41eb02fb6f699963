/** A server, or a network in front of it, that accepts statements and then sends nothing more. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, type Postgres, withTenant } from './pool.ts'

/** Signed in (`AuthenticationOk`), and ready for statements. */
const WELCOME = Buffer.from([...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], ...[0x5a, 0, 0, 0, 5, 0x49]])

const server = createServer()
const sockets: Socket[] = []
let pool: Postgres

beforeEach(async () => {
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.once('data', () => socket.write(WELCOME))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  pool = openPostgres({ url: `postgres://x:y@127.0.0.1:${port}/svc`, poolSize: 1, statementTimeoutMs: 60 })
})
afterEach(async () => {
  await pool.end()
  server.close()
})

test('a waiting statement is unavailable, and the next one gets another connection', async () => {
  const work = () => withTenant(pool, tenantId('acme'), (tx) => tx.run('SELECT 1'))
  await expect(work()).rejects.toMatchObject({ code: 'unavailable', retryable: true })
  await expect(pool.query('SELECT 1')).rejects.toThrow('Query read timeout')
  await expect(work()).rejects.toMatchObject({ code: 'unavailable' })
  expect(sockets).toHaveLength(3)
  expect(pool.totalCount).toBe(0)
})
