import type { ServerResponse } from 'node:http'
import type { Context } from './context.ts'
import type { Reply } from './reply.ts'

export type SendOptions = { readonly close: boolean; readonly lingerMs: number }

/**
 * Writes the answer. When the body was not read to its end, the connection is not reused, and what the sender still
 * sends is discarded for a while: closing at once would reset the connection, and the sender would see the reset
 * instead of the answer.
 */
export function sendReply(context: Context, response: ServerResponse, reply: Reply, options: SendOptions): void {
  const { request } = context
  if (response.destroyed) return
  const isUnread = !request.readableEnded && hasBody(context)
  const headers: Record<string, string | number> = {
    ...reply.headers,
    'content-length': Buffer.byteLength(reply.body),
    'x-request-id': context.requestId,
    'x-content-type-options': 'nosniff',
  }
  if (context.traceparent) headers.traceparent = context.traceparent
  if (isUnread || options.close) headers.connection = 'close'
  response.writeHead(reply.status, headers)
  if (!isUnread || context.isBodyHeld()) {
    response.end(request.method === 'HEAD' ? undefined : reply.body)
    return
  }
  response.write(reply.body)
  const patience = setTimeout(() => request.destroy(), options.lingerMs)
  const finish = () => {
    clearTimeout(patience)
    response.end()
  }
  request.once('end', finish).once('close', finish).once('error', finish)
  request.resume()
}

function hasBody({ request }: Context): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
}
