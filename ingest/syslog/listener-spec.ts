/** `SVC_SYSLOG_LISTENERS`: protocols and ports to listen on, with their tenants. */

import type { TenantId } from '../../platform/tenant.ts'
import { tenantId } from '../../platform/tenant.ts'

export const PROTOCOLS = ['udp', 'tcp', 'tls'] as const

export type ListenerSpec = {
  readonly protocol: (typeof PROTOCOLS)[number]
  readonly port: number
  /** Null: the common name of the client's certificate names the tenant. */
  readonly tenant: TenantId | null
  /** Connector id of the events. */
  readonly source: string
}

/** @bound syslog listeners -> `bad_config` */
const LISTENERS_MAX = 500
const SOURCE = /^[A-Za-z0-9._-]{1,64}$/

/**
 * Parses `protocol:port:tenant`, comma-separated; an optional `:source` follows, and `certificate` may replace the
 * tenant with tls. Throws.
 */
export function listenerSpecs(text: string): readonly ListenerSpec[] {
  const specs = text.split(',').flatMap((one) => (one.trim() === '' ? [] : [specOf(one.trim())]))
  if (specs.length > LISTENERS_MAX) throw new Error(`at most ${LISTENERS_MAX} listeners`)
  const places = specs.map(({ protocol, port }) => `${protocol === 'udp' ? 'udp' : 'tcp'} ${port}`)
  const twice = places.find((place, at) => places.indexOf(place) !== at)
  if (twice !== undefined) throw new Error(`port ${twice} is named twice`)
  return specs
}

function specOf(text: string): ListenerSpec {
  const [name, portText = '', owner = '', source, ...rest] = text.split(':')
  const protocol = PROTOCOLS.find((one) => one === name)
  const port = Number(portText)
  if (protocol === undefined || rest.length > 0 || !/^\d{1,5}$/.test(portText) || port < 1 || port > 65_535)
    throw new Error(`${text} is not like tls:6514:acme or udp:5514:acme:firewall`)
  const byCertificate = owner === 'certificate'
  if (byCertificate && protocol !== 'tls') throw new Error(`${text}: only tls has certificates`)
  if (source !== undefined && !SOURCE.test(source))
    throw new Error(`${text}: a source is letters, digits, dots, dashes`)
  return { protocol, port, tenant: byCertificate ? null : tenantId(owner), source: source ?? `syslog-${port}` }
}
