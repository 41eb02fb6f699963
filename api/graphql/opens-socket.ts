import type { IncomingMessage } from 'node:http'

/**
 * Every other request that offers to upgrade, as some clients do with each (h2c), is answered as if it had not: once a
 * socket is upgraded nothing else of HTTP looks after it, and one that no route takes would stay open.
 */
export function opensSocket({ url, headers }: IncomingMessage): boolean {
  return /^\/graphql(\?|$)/.test(url ?? '') && headers.upgrade?.toLowerCase() === 'websocket'
}
