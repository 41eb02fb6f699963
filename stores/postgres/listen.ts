/** Follows a notification channel of the database over a connection of its own. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Postgres } from './pool.ts'

export type Listener = {
  readonly channel: string
  /** Called when the channel is followed: notifications from before were missed. Called again after each reconnect. */
  readonly onReady: () => void
  readonly onMessage: (payload: string) => void
}

/** Interval at which the connection is tried, so that a machine that vanished is noticed. */
const TRY_MS = 5_000

/** Ends when `stop` aborts. Rejects when the connection is lost. `succeeded` is called after each try. */
export async function listenTo(
  pool: Postgres,
  { channel, onReady, onMessage }: Listener,
  { stop, succeeded }: { readonly stop: AbortSignal; readonly succeeded: () => void },
): Promise<void> {
  const client = await pool.connect()
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => undefined) // it may be lost while a statement waits, which then rejects first
  client.on('error', lost.reject)
  client.on('end', () => lost.reject(new Error(`the connection that follows ${channel} ended`)))
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  try {
    await client.query(`LISTEN ${channel}`)
    onReady()
    while (!stop.aborted) {
      succeeded()
      const pause = delay(TRY_MS, undefined, { signal: stop }).catch(() => undefined)
      await Promise.race([pause, lost.promise])
      if (!stop.aborted) await client.query('SELECT 1')
    }
  } finally {
    client.release(true) // the subscription ends with the connection
  }
}
