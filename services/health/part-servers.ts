/** Health and metrics of services that have ports of their own and live in the process of another one. */
import type { Checks } from '../../platform/health.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Worker } from '../../platform/workers.ts'
import type { Config } from '../config.ts'
import { listening } from '../settings/listening.ts'
import { listen, statusServer } from './status-server.ts'

/** By the name of the service: the background work that it is. */
export type Parts = Readonly<Partial<Record<'threatintel' | 'purple-team' | 'ueba' | 'honeytokens', readonly Worker[]>>>

type Told = { readonly metrics: Metrics; readonly log: Log; readonly checks: Checks }

/** Each is down when one of its workers is, or what all of the process stand on. Resolves with what closes them. */
export async function listenForParts(
  config: Config,
  parts: Parts,
  { metrics, log, checks }: Told,
): Promise<() => void> {
  const all = new Set(Object.values(parts).flatMap((workers) => workers.map(({ name }) => name)))
  const shared = Object.entries(checks).filter(([name]) => !all.has(name) && SHARED.has(name))
  const servers = await Promise.all(
    Object.entries(parts).map(async ([service, workers]) => {
      const own = workers.flatMap(({ name }): [string, Checks[string]][] => {
        const check = checks[name]
        return check === undefined ? [] : [[name, check]]
      })
      const server = statusServer(metrics, log, Object.fromEntries([...shared, ...own]))
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

const SHARED: ReadonlySet<string> = new Set(['postgres', 'clickhouse'])
