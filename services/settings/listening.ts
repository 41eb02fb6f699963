/** The addresses that services listen on, and those by which others reach them. */
import { isIPv6 } from 'node:net'
import { AppError } from '../../platform/errors.ts'
import { portHolder } from '../../platform/port-holder.ts'
import { type Config, PORTS } from '../config.ts'

type Place = Pick<Config, 'host' | 'portOffset'>
type Service =
  | 'console'
  | 'api'
  | 'agents'
  | 'actions'
  | 'connectors'
  | 'listeners'
  | 'ingest'
  | 'realtime'
  | 'fusion'
  | 'threatintel'
  | 'purple-team'
  | 'ueba'
  | 'honeytokens'
  | 'enrichment'
  | 'osquery'
  | 'pipeline'
  | 'relay'
  | 'chainer'

/** Wildcard addresses: valid to listen on, not to connect to. */
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** Under which address this machine reaches a service of it. */
export function reachedUrl({ host, portOffset }: Place, service: Service): string {
  return urlOf(EVERYWHERE.has(host) ? '127.0.0.1' : host, PORTS[service] + portOffset)
}

/** The API's address for services that pass requests on to it, and the token by which the API recognises them. */
export function apiHop(config: Place & Pick<Config, 'consoleApiUrl' | 'consoleToken'>) {
  return { apiUrl: config.consoleApiUrl ?? reachedUrl(config, 'api'), token: config.consoleToken }
}

/** Gives the URL that is listened on. Throws `bad_config` with the setting when that address or port cannot be had. */
export async function listening(
  { host, portOffset }: Place,
  service: Service,
  listen: (port: number, host: string) => Promise<number>,
): Promise<string> {
  const port = PORTS[service] + portOffset
  try {
    return urlOf(host, await listen(port, host))
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const setting = OF_PORTS.has(code) ? 'SVC_PORT_OFFSET' : 'SVC_HOST'
    const holder = code === 'EADDRINUSE' ? portHolder(port) : ''
    const detail = `${service} cannot listen on ${hostOf(host)}:${port}${holder === '' ? '' : `: ${holder}`}`
    throw new AppError('bad_config', `${setting}: ${detail}`, { cause })
  }
}

const OF_PORTS: ReadonlySet<string> = new Set(['EADDRINUSE', 'EACCES'])

function urlOf(host: string, port: number): string {
  return `http://${hostOf(host)}:${port}`
}

function hostOf(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}
