/** Targets that no request of a tenant can ever reach: rejected when an address is saved, not at each use. */
import { addressClass } from './addresses.ts'
import { type AirGap, passesAirGap } from './air-gap.ts'
import { hostOf, portOf } from './guard.ts'

export type Reach = { readonly airGap: AirGap; readonly allowPrivate: boolean }

const WITHIN_ITSELF = new Set(['loopback', 'link_local', 'metadata', 'reserved'])

/** This machine, its network link, or what no address is given out of. Names are judged when they are looked up. */
export function isWithinItself(host: string): boolean {
  const name = host.toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || WITHIN_ITSELF.has(addressClass(host) ?? '')
}

/** Why a host is never reached, as the end of a sentence that begins with the name of the field. Null: it may be. */
export function neverReached(host: string, port: number, { airGap, allowPrivate }: Reach): string | null {
  if (isWithinItself(host)) return 'is an address that no tenant is connected to'
  if (addressClass(host) === 'private' && !allowPrivate) return 'is in a private network, which is not allowed here'
  return passesAirGap(airGap, host, port) ? null : `leads to ${host}, which is outside of the air gap`
}

/** The same of an address of any scheme; `port` is that of the scheme where the address names none. */
export function neverReachedUrl(url: URL, reach: Reach, port = portOf(url)): string | null {
  return neverReached(hostOf(url), url.port === '' ? port : Number(url.port), reach)
}
