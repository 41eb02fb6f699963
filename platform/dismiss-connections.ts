/** The polite part of stopping an HTTP server. */
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const GRACE_MS = 500
const LOOK_MS = 10

/**
 * Closing at once cuts connections that are idle, and with them a request that is on its way on one: its sender cannot
 * know whether it was taken. Until all connections have gone, half a second at most, the server goes on listening, and
 * every answer says that its connection ends with it.
 */
export async function dismissConnections(server: Server): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
  const giveUpMs = performance.now() + GRACE_MS
  while ((await openConnections(server)) > 0 && performance.now() < giveUpMs) await delay(LOOK_MS)
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}
