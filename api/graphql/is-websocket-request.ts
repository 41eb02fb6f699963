import type { IncomingMessage } from 'node:http'

/**
 * Any other request with an Upgrade header, which some clients always send (h2c), is answered as a plain request: after
 * an upgrade no HTTP timeouts apply, so a socket that no route handles would stay open.
 */
export function isWebSocketRequest({ url, headers }: IncomingMessage): boolean {
  return /^\/graphql(\?|$)/.test(url ?? '') && headers.upgrade?.toLowerCase() === 'websocket'
}
