/**
 * One WebSocket passed on: bytes as they come in both directions, at the pace of whoever takes them. Nothing is decoded,
 * so that codes, pings and the bounds of frames are those of the realtime service, which ends a client that does not
 * answer or says too much. What is held of a stream is what its two sockets hold.
 */
import type { Socket } from 'node:net'
import { REALTIME_LIMITS } from '../limits.ts'
import { CLOSE } from '../stream.ts'
import { closeFrame, FrameBoundary } from './frame-boundary.ts'

/** After so long without a byte in either direction, not even a ping, one side is gone without a word. */
export const IDLE_MS = 3 * REALTIME_LIMITS.heartbeatMs
/** A client that does not answer our close is cut after so long. */
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
    client.resume() // what it still says is for nobody, but its end has to be seen
  }
  client.removeAllListeners('timeout') // of its handshake, and of the server
  client.setTimeout(IDLE_MS, () => client.destroy())
  for (const socket of [client, upstream]) socket.setNoDelay(true)
  upstream.on('error', () => undefined) // its 'close' follows, and is what counts
  upstream.on('data', (chunk: Buffer) => frames.pass(chunk))
  upstream.pipe(client, { end: false })
  client.pipe(upstream)
  const away = () => end(CLOSE.tryLater, 'the realtime service went away: come back with your last cursor')
  upstream.once('end', away).once('close', away)
  client.once('close', () => upstream.destroy())
  if (client.destroyed) upstream.destroy() // its 'close' was before this
  return () => end(CLOSE.goingAway, 'the API stops: come back with your last cursor')
}
