/**
 * Targets that are never blocked or isolated, whatever a tenant's lists say: the action would cut off svc itself, or
 * have no effect.
 */
import { hostname, networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { addressClass } from '../../../platform/egress/addresses.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { ActionType } from './catalogue.ts'
import { executorsOf } from './executors/executor-store.ts'

const CUTS_OFF: ReadonlySet<string> = new Set(['block_ip', 'block_domain', 'block_ioc', 'isolate_host'])
/** Address classes that contain no other machine, with their names. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ loopback: 'loopback', linkLocal: 'link-local', unspecified: 'unspecified', multicast: 'multicast' },
  broadcast: 'broadcast',
}

/**
 * Throws 422 for an address that no other machine has (loopback, link-local, multicast, broadcast), and `forbidden` for this
 * machine and for what carries the tenant's actions out: nothing could be taken back any more.
 */
export async function requireForeignTarget(tx: TenantTx, { name }: ActionType, target: string): Promise<void> {
  if (!CUTS_OFF.has(name)) return
  const host = hostIn(target)
  const isMetadata = addressClass(host) === 'metadata'
  const range = ipaddr.isValid(host) ? WORDS[ipaddr.process(host).range()] : undefined
  const word = isMetadata ? 'of a metadata service' : range
  if (word !== undefined || host === 'localhost' || host.endsWith('.localhost'))
    throw invalid('target', `${target} is ${word ?? 'loopback'}: ${name} is never done to it`)
  if (ownHosts().some((own) => isHit(name, host, own)))
    throw new AppError('forbidden', `${target} is this installation itself: ${name} is never done to it`)
  const executor = (await executorsOf(tx)).find(({ baseUrl }) => isHit(name, host, hostIn(baseUrl)))
  if (executor)
    throw new AppError(
      'forbidden',
      `${target} is where ${executor.name} carries actions out: ${name} is never done to it`,
    )
}

/** A domain is blocked together with its subdomains. */
function isHit(action: string, host: string, own: string): boolean {
  return host === own || (action.startsWith('block_') && addressClass(host) === null && own.endsWith(`.${host}`))
}

/** Gives the host of a URL of any scheme; a host is itself. */
function hostIn(target: string): string {
  const host = (URL.parse(target)?.hostname || target).replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return ipaddr.isValid(host) ? ipaddr.process(host).toString() : host.toLowerCase()
}

function ownHosts(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  return [hostname(), ...addresses].map(hostIn)
}
