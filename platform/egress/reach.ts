/**
 * Targets that no request of a tenant can ever reach: refused when the address is saved, instead of at each use. The
 * refusal is 422 at the member that has the address, for feeds, executors, tool servers, connectors and subscriptions.
 */
import { invalid } from '../invalid-input.ts'
import { addressClass } from './addresses.ts'
import { type AirGap, parseAllowlist, passesAirGap } from './air-gap.ts'
import { hostOf, portOf } from './guard.ts'

export type Reach = { readonly airGap: AirGap; readonly allowPrivate: boolean }

/** Settings of an installation about the targets that its tenants may name. */
export type ReachSettings = {
  readonly airgap: { readonly enabled: boolean; readonly allowlist: readonly string[] }
  /** True when tenants may name targets in private networks; false by default. */
  readonly allowPrivateTargets?: boolean | undefined
}

/** The rules for targets that a tenant may name in this installation. */
export function reachOf({ airgap, allowPrivateTargets }: ReachSettings): Reach {
  return { airGap: airGapOf(airgap), allowPrivate: allowPrivateTargets === true }
}

export function airGapOf({ enabled, allowlist }: ReachSettings['airgap']): AirGap {
  return { enabled, allowlist: parseAllowlist(allowlist.join(',')) }
}

const WITHIN_ITSELF = new Set(['loopback', 'link_local', 'metadata', 'reserved'])

/**
 * True for this machine, its link-local network, and unallocated addresses. Names are checked later, when they are
 * resolved.
 */
export function isWithinItself(host: string): boolean {
  const name = host.toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || WITHIN_ITSELF.has(addressClass(host) ?? '')
}

/** Why a host can never be reached, as the end of a sentence that begins with the field's name; null when it can. */
export function neverReached(host: string, port: number, { airGap, allowPrivate }: Reach): string | null {
  if (isWithinItself(host)) return 'is an address that no tenant is connected to'
  if (addressClass(host) === 'private' && !allowPrivate) return 'is in a private network, which is not allowed here'
  return passesAirGap(airGap, host, port) ? null : `leads to ${host}, which is outside of the air gap`
}

/**
 * The one refusal of an address that a tenant saves. `port` defaults to that of the scheme; `name` is the setting within
 * the member. Throws 422 at the member.
 */
export function requireReachable(
  member: string,
  url: URL,
  reach: Reach,
  { port = portOf(url), name = null }: { readonly port?: number; readonly name?: string | null } = {},
): void {
  const why = neverReached(hostOf(url), url.port === '' ? port : Number(url.port), reach)
  if (why !== null) throw invalid(member, name === null ? why : `${name} ${why}`)
}
