/** Services that have ports of their own and live in the process of another one: health, metrics, and the operations of their area. */
import type { Checks } from '../../platform/health.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Worker } from '../../platform/workers.ts'
import type { Config } from '../config.ts'
import { apiHop, listening } from '../settings/listening.ts'
import { passAreaOn } from './pass-operations-on.ts'
import { listen, statusServer } from './status-server.ts'

/** Path prefixes, below /api/v1, of the operations of each service. */
const AREAS = {
  threatintel: '/intel',
  'purple-team': '/purple-team',
  ueba: '/ueba',
  honeytokens: '/honeytokens',
} as const

/** Background work, by name of the service that it belongs to. */
export type Parts = Readonly<Partial<Record<keyof typeof AREAS, readonly Worker[]>>>

type HealthDeps = { readonly metrics: Metrics; readonly log: Log; readonly checks: Checks }

/**
 * Starts a port for each service. A service is down when one of its workers is, or a store that the whole process
 * needs. Resolves with a function that closes the ports.
 */
export async function listenForParts(
  config: Config,
  parts: Parts,
  { metrics, log, checks }: HealthDeps,
): Promise<() => void> {
  const api = apiHop(config)
  const shared = Object.entries(checks).filter(([name]) => SHARED.has(name))
  const servers = await Promise.all(
    Object.entries(parts).map(async ([service, workers]) => {
      const own = workers.map((worker): [string, Checks[string]] => [
        checkOf(worker),
        checks[checkOf(worker)] ?? assertChecked(worker),
      ])
      const toApi = passAreaOn(api, AREAS[service as keyof Parts])
      const server = statusServer(metrics, log, Object.fromEntries([...shared, ...own]), {}, toApi)
      await listening(config, service as keyof Parts, (port, host) => listen(server, port, host))
      return server
    }),
  )
  return () => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
}

const checkOf = ({ name }: Worker) => `worker: ${name}`

function assertChecked({ name }: Worker): never {
  throw new Error(`the worker ${name} belongs to no service, so no health check would report its failure`)
}

const SHARED: ReadonlySet<string> = new Set(['postgres', 'clickhouse'])
