/** The address of a model, and the checks that it may be reached from here. */
import { addressClass } from '../../../platform/egress/addresses.ts'
import { type AirGap, passesAirGap } from '../../../platform/egress/air-gap.ts'
import { hostOf, portOf } from '../../../platform/egress/guard.ts'
import { isWithinItself } from '../../../platform/egress/reach.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { Provider } from './model-credential.ts'

/** Addresses for tenants that name none. The other providers have no address that everybody shares. */
const DEFAULTS: Partial<Record<Provider, string>> = { anthropic: 'https://api.anthropic.com' }

export function endpointOf(provider: Provider, baseUrl: string | null): string | null {
  return baseUrl ?? DEFAULTS[provider] ?? null
}

/**
 * Throws 422 for an address that must not be called with a tenant's key: not http or https, with credentials, a query
 * or a fragment, on this machine, or plain http outside private networks.
 */
export function checkBaseUrl(text: string): string {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw invalid('base_url', 'is an http or https address without user, query or fragment')
  if (isWithinItself(hostOf(url))) throw invalid('base_url', 'is an address that no tenant is connected to')
  if (url.protocol === 'http:' && !isLocal(url)) throw invalid('base_url', 'is https outside of the own network')
  return text
}

/** In the own network, by its name or literal alone. */
export function isLocal(url: URL): boolean {
  return passesAirGap({ enabled: true, allowlist: [] }, hostOf(url), portOf(url))
}

export function isWithinAirGap(airGap: AirGap, url: URL): boolean {
  return passesAirGap(airGap, hostOf(url), portOf(url))
}

export function isPrivateAddress(url: URL): boolean {
  return addressClass(hostOf(url)) === 'private'
}
