import type { FastifyReply } from 'fastify'
import type { Log } from '../../platform/log.ts'

/** Work that a caller must not be able to time, done once the answer is out. */
export type AfterResponse = {
  /** False when the work is left out. */
  run(reply: Pick<FastifyReply, 'raw'>, what: string, work: () => Promise<void>): boolean
  /** Resolves when none is left. */
  drained(): Promise<void>
}

/** Maximum tasks running or waiting for their answer to be sent; further tasks are dropped with a log line. */
const PENDING_MAX = 1_000

export function openAfterResponse(log: Log): AfterResponse {
  const pending = new Set<Promise<void>>()
  return {
    run(reply, what, work) {
      if (pending.size >= PENDING_MAX) {
        log.error({ what }, 'work after the answer dropped: too much is waiting')
        return false
      }
      const done = new Promise<void>((resolve) => reply.raw.once('close', resolve))
        .then(work)
        .catch((err) => log.error({ err, what }, 'work after the answer failed'))
        .finally(() => pending.delete(done))
      pending.add(done)
      return true
    },
    async drained() {
      await Promise.all(pending)
    },
  }
}
