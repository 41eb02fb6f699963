/** The hop from the connectors to the ingest service of one instance. */
import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'

/** The configured token, or a random one. */
export function embeddedIngestHop(config: Config): NodeJS.ProcessEnv {
  const token = config.ingestServiceToken ?? config.serviceToken ?? randomBytes(32).toString('base64url')
  return { SVC_INGEST_SERVICE_TOKEN: token }
}
