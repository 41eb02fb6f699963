/** The graceful part of stopping an HTTP server. */
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** @bound of the time to stop a role, for kept connections to get one more answer -> the connection is closed */
const GRACE_MS = 500
const LOOK_MS = 10

/**
 * Closing at once would cut idle connections together with a request that is just arriving on one, and its sender could
 * not know whether the request was processed. So for at most half a second, until all connections have ended, the
 * server keeps listening and every answer tells its client to close the connection.
 */
export async function dismissConnections(server: Server): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
  const giveUpMs = performance.now() + GRACE_MS
  while ((await openConnections(server)) > 0 && performance.now() < giveUpMs) await delay(LOOK_MS)
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}
