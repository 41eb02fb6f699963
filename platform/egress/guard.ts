import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { addressClass } from './addresses.ts'
import { type AirGap, passesAirGap } from './air-gap.ts'

/**
 * The party that chose the target: `operator` by the configuration; `tenant` for a tenant, an answer's redirect, or
 * anyone else.
 */
export type ChosenBy = 'operator' | 'tenant'

export type GuardOptions = {
  readonly airGap: AirGap
  /** `SVC_SSRF_ALLOW_PRIVATE`: tenants may name targets in private networks. */
  readonly allowPrivate: boolean
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly string[]>
  readonly log: Log
}

/** The address to connect to, and no other, even if the name resolves differently a moment later. */
export type Place = { readonly host: string; readonly port: number; readonly address: string }
export type Target = Place & { readonly url: URL }

/**
 * Throws `forbidden` for a target that must not be connected to, before any socket opens and, in an air gap, before any
 * name is looked up; `unavailable` for a name without an address.
 */
export async function guardTarget(
  { airGap, allowPrivate, resolve, log }: GuardOptions,
  url: URL,
  chosenBy: ChosenBy,
): Promise<Target> {
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || url.password !== '')
    throw new AppError('forbidden', 'a target is http or https, without a user in it')
  return { url, ...(await guardPlace({ airGap, allowPrivate, resolve, log }, hostOf(url), portOf(url), chosenBy)) }
}

/** The same for a host and port of any protocol. Throws as `guardTarget` does. */
export async function guardPlace(
  { airGap, allowPrivate, resolve, log }: GuardOptions,
  host: string,
  port: number,
  chosenBy: ChosenBy,
): Promise<Place> {
  if (!passesAirGap(airGap, host, port)) {
    log.warn({ event: 'airgap.block', host, port, chosen_by: chosenBy }, 'airgap.block')
    throw new AppError('forbidden', `${host} is outside of the air gap`)
  }
  const addresses = addressClass(host) === null ? await resolve(host) : [host]
  const [address] = addresses
  if (address === undefined) throw new AppError('unavailable', `${host} has no address`)
  if (chosenBy === 'tenant') for (const each of addresses) refuseInner(host, each, allowPrivate)
  return { host, port, address }
}

/** The URL parser has normalised every notation of IPv4; a trailing dot names the same host, so it is removed. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80))
}

function refuseInner(host: string, address: string, allowPrivate: boolean): void {
  const found = addressClass(address)
  if (found === 'public' || (found === 'private' && allowPrivate)) return
  throw new AppError('forbidden', `${host} leads to an address that is ${found ?? 'none'}`)
}
