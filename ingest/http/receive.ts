import type { ConnectionRoom } from '../../platform/http/connection-room.ts'
import { type AcceptedBatch, type Gate, takeBatch } from './accept-batch.ts'
import type { Authenticator, Sender } from './authenticate.ts'
import type { BodyPool } from './body-pool.ts'
import type { Context } from './context.ts'
import type { InFlightBytes } from './in-flight.ts'
import type { Batch } from './push-batch.ts'
import { readBody } from './read-body.ts'
import type { Turns } from './tenant-scheduler.ts'

export type PushDeps = Gate & {
  readonly authenticator: Authenticator
  readonly inFlight: InFlightBytes
  readonly pool: BodyPool
  readonly turns: Turns
  readonly room: ConnectionRoom
}

export type ReceiveOptions = {
  readonly wireBytesMax: number
  readonly decodedBytesMax: number
  readonly signatureHeaders: readonly string[]
  /** Returns null when there is nothing to store and that is no fault. */
  readonly judge: (body: Buffer) => Batch | null
}

/**
 * The steps of every route after authentication: read the body, wait for its turn, judge it, check the rate, append.
 */
export async function receive(
  ingest: PushDeps,
  context: Context,
  sender: Sender,
  options: ReceiveOptions,
): Promise<AcceptedBatch | null> {
  ingest.room.proven(context.request.socket, sender.tenantId)
  const hold = ingest.inFlight.hold(sender.tenantId)
  try {
    const body = await readBody(context, ingest.pool, hold, {
      ...options,
      hmacSecret: sender.hmacSecret,
      template: sender.templateId,
    })
    await ingest.turns.waitForTurn(sender.tenantId, body.length)
    const batch = options.judge(body)
    return batch && (await takeBatch(ingest, context, sender, batch, hold))
  } finally {
    hold.release()
  }
}
