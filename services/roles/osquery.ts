/** The server of osquery hosts; their logs go to the ingest service. */
import type { Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { openOsqueryServer } from '../../api/osquery/server.ts'
import { takeOverIngest } from '../../control/platform/connectors/index.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import type { Config } from '../config.ts'
import { listen, statusServer } from '../health/status-server.ts'
import type { StartRole } from '../role.ts'
import { listening, reachedUrl } from '../settings/listening.ts'
import { settingFile } from '../settings/setting-file.ts'

export const startOsquery: StartRole = async (config, log) => {
  const url = config.databaseAppUrl ?? config.databaseUrl
  if (url === null) throw new AppError('bad_config', 'DATABASE_URL: required, hosts and their secrets are stored there')
  const token = config.ingestServiceToken ?? config.serviceToken
  if (token === null)
    throw new AppError(
      'bad_config',
      'SVC_SERVICE_TOKEN: set it to the token of the ingest service, which receives the logs of hosts',
    )
  const tls = tlsOf(config)
  if (tls === null)
    log.warn(
      'SVC_OSQUERY_TLS_CERT is not set: osquery hosts are answered over plain HTTP, for a proxy that ends their TLS',
    )
  const pool = openPostgres({ url, poolSize: 8, log })
  const metrics = openMetrics('osquery')
  const status = statusServer(metrics, log, { postgres: () => pool.query('SELECT 1') })
  const hosts = openOsqueryServer({
    ...{ pool, log, metrics, nowMs: Date.now },
    pushEvents: takeOverIngest(config.ingestBaseUrl ?? reachedUrl(config, 'ingest'), token),
    otherwise: (request, response) => void status.emit('request', request, response),
    ...(tls === null ? {} : { openServer: (listener) => createTlsServer(tls, listener) as unknown as Server }),
  })
  return {
    url: await listening(config, 'osquery', (port, host) => listen(hosts.server, port, host)),
    async stop() {
      await hosts.close()
      await pool.end()
    },
  }
}

/** Null: no certificate. Throws `bad_config`. */
function tlsOf({ osqueryCert, osqueryKey }: Config) {
  if (osqueryCert === null && osqueryKey === null) return null
  if (osqueryCert === null) throw new AppError('bad_config', 'SVC_OSQUERY_TLS_CERT: required with SVC_OSQUERY_TLS_KEY')
  if (osqueryKey === null) throw new AppError('bad_config', 'SVC_OSQUERY_TLS_KEY: required with SVC_OSQUERY_TLS_CERT')
  return {
    cert: settingFile('SVC_OSQUERY_TLS_CERT', osqueryCert),
    key: settingFile('SVC_OSQUERY_TLS_KEY', osqueryKey),
    minVersion: 'TLSv1.2' as const,
  }
}
