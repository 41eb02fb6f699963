import ipaddr from 'ipaddr.js'

/**
 * The key under which a source address is counted: an IPv4 address, or the /64 of an IPv6 address, within which a host
 * can choose its address freely.
 */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
