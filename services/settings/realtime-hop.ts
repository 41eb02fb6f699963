/** Settings of the proxy from the API to the realtime service, and the defaults of an embedded instance. */
import { randomBytes } from 'node:crypto'
import type { RealtimeHop } from '../../api/realtime/hop/connect-to-realtime.ts'
import { passesAirGap } from '../../platform/egress/air-gap.ts'
import { AppError } from '../../platform/errors.ts'
import type { Config } from '../config.ts'
import { airGapOf } from './air-gap.ts'
import { reachedUrl } from './listening.ts'

const TLS_PORT = 443
const PLAIN_PORT = 80

/** Undefined when streams are not passed on. Throws `bad_config` for an address without a token or past the air gap. */
export function realtimeHop(config: Config): RealtimeHop | undefined {
  const { realtimeBaseUrl: baseUrl, realtimeInternalToken: token, realtimeStreamsMax: streamsMax } = config
  if (baseUrl === null) return undefined
  // Without the token all streams would count as streams of one client address, that of this process.
  if (token === null) throw new AppError('bad_config', 'REALTIME_INTERNAL_TOKEN: required with REALTIME_BASE_URL')
  const { protocol, hostname, port } = new URL(baseUrl)
  const airGap = airGapOf(config)
  const portOrDefault = port === '' ? (protocol === 'https:' ? TLS_PORT : PLAIN_PORT) : Number(port)
  const host = hostname.replace(/^\[|\]$/g, '')
  // The service's own address is on this machine, so an air gap allows it.
  if (host !== config.host && !passesAirGap(airGap, host, portOrDefault))
    throw new AppError('bad_config', `REALTIME_BASE_URL: ${hostname} is outside of the air gap`)
  return { baseUrl, token, streamsMax }
}

/**
 * For both sides of the hop in one instance: the configured address and token, or the embedded service with a random
 * token.
 */
export function embeddedHop(config: Config): NodeJS.ProcessEnv {
  return {
    REALTIME_BASE_URL: config.realtimeBaseUrl ?? reachedUrl(config, 'realtime'),
    REALTIME_INTERNAL_TOKEN: config.realtimeInternalToken ?? randomBytes(32).toString('base64url'),
  }
}
