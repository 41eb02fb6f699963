/** Roles of background work: they serve their health, and stop in the same order. */
import type { Server } from 'node:http'
import type { RunningWorkers } from '../../platform/workers.ts'
import type { Config } from '../config.ts'
import { listen } from '../health/status-server.ts'
import type { RunningRole } from '../role.ts'
import { listening } from '../settings/listening.ts'

type Served = {
  readonly server: Server
  readonly workers: RunningWorkers
  /** Tells the workers to stop. */
  readonly stop: AbortController
  /** Called at once when the role stops: servers of its parts, timers. */
  readonly closeFirst?: readonly (() => void)[]
  /** Called one after the other when the workers have ended: connections that they use. */
  readonly close: readonly (() => Promise<unknown>)[]
}

export async function serveWorkers(
  config: Config,
  role: Parameters<typeof listening>[1],
  { server, workers, stop, closeFirst = [], close }: Served,
): Promise<RunningRole> {
  return {
    url: await listening(config, role, (port, host) => listen(server, port, host)),
    async stop() {
      stop.abort()
      for (const closePart of closeFirst) closePart()
      server.close()
      server.closeAllConnections()
      await workers.ended
      for (const closeConnection of close) await closeConnection()
    },
  }
}
