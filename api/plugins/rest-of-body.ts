/**
 * A refusal is often sent before the body was read. Closing the connection then resets it, and many clients, which read only
 * after they wrote everything, see the reset and not the refusal. So the rest of the body is read and discarded first.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** @bound time for the rest of a refused body -> the connection is closed */
const PATIENCE_MS = 3_000

export function discardRestOfBody(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, { statusCode }) => {
    if (statusCode >= 400 && hasBody(raw) && !raw.complete && !raw.readableEnded) await discarded(raw)
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function discarded(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(patience)
      resolve()
    }
    const patience = setTimeout(done, PATIENCE_MS)
    raw.once('end', done).once('close', done).once('error', done)
    raw.resume()
  })
}
