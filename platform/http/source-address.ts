import ipaddr from 'ipaddr.js'

/**
 * The key that a source is counted under: an IPv4 address, or the /64 of an IPv6 one, within which every host can roam.
 */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
