/**
 * Passes one WebSocket on: bytes unchanged in both directions, at the pace of the slower side. Nothing is decoded, so
 * close codes, pings and frame limits stay those of the realtime service, which closes a client that does not answer or
 * sends too much. Only the buffers of the two sockets hold data.
 */
import type { Socket } from 'node:net'
import { REALTIME_LIMITS } from '../limits.ts'
import { CLOSE } from '../stream.ts'
import { closeFrame, FrameBoundary } from './frame-boundary.ts'

/**
 * After so long without a byte in either direction, not even a ping, one side is gone without a word.
 * @bound silence of a proxied stream -> it is cut
 */
export const IDLE_MS = 3 * REALTIME_LIMITS.heartbeatMs
/**
 * A client that does not answer our close is cut after so long.
 * @bound time that a proxied stream has to close -> it is cut
 */
const CLOSE_MS = 2_000

/**
 * Both sides have agreed on a WebSocket. Returns what ends it from here, for the client to come back. When the realtime
 * service goes without a close frame the client gets one, unless a frame to it was cut.
 */
export function joinSockets(client: Socket, upstream: Socket): () => void {
  const frames = new FrameBoundary()
  let isEnding = false
  const end = (code: number, reason: string) => {
    if (isEnding) return
    isEnding = true
    upstream.unpipe(client)
    client.unpipe(upstream)
    upstream.destroy()
    client.setTimeout(CLOSE_MS, () => client.destroy())
    client.end(frames.mayClose ? closeFrame(code, reason) : '')
    client.resume() // discards further data, so that the end of the connection is noticed
  }
  client.removeAllListeners('timeout') // of its handshake, and of the server
  client.setTimeout(IDLE_MS, () => client.destroy())
  for (const socket of [client, upstream]) socket.setNoDelay(true)
  upstream.on('error', () => undefined) // 'close' follows and is handled
  upstream.on('data', (chunk: Buffer) => frames.pass(chunk))
  upstream.pipe(client, { end: false })
  client.pipe(upstream)
  const away = () => end(CLOSE.tryLater, 'the realtime service went away: come back with your last cursor')
  upstream.once('end', away).once('close', away)
  client.once('close', () => upstream.destroy())
  if (client.destroyed) upstream.destroy() // its 'close' was before this
  return () => end(CLOSE.goingAway, 'the API stops: come back with your last cursor')
}
