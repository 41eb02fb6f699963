import ipaddr from 'ipaddr.js'

/** The kind of an address, for requests whose target an untrusted party chose. */
export type AddressClass = 'public' | 'private' | 'loopback' | 'link_local' | 'metadata' | 'reserved'

/**
 * Addresses at which clouds serve credentials of the machine, besides the link-local 169.254.169.254: Azure's wire
 * server, Alibaba, Oracle, and Amazon over IPv6, which is otherwise a private address.
 */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'])

const CLASS_OF_RANGE: Readonly<Record<string, AddressClass>> = {
  unicast: 'public',
  private: 'private',
  uniqueLocal: 'private',
  loopback: 'loopback',
  linkLocal: 'link_local',
}

/** Null for a text that is no address. IPv4 inside IPv6 is classified as that IPv4 address, or as reserved. */
export function addressClass(text: string): AddressClass | null {
  if (!ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  if (METADATA.has(address.toString())) return 'metadata'
  // Only 2000::/3 is allocated; the rest of the library's "unicast" includes old notations of IPv4.
  const isAllocated = address.kind() === 'ipv4' || ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20
  const named = CLASS_OF_RANGE[address.range()] ?? 'reserved'
  return named === 'public' && !isAllocated ? 'reserved' : named
}
