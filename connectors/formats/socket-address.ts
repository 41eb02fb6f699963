/** `struct sockaddr` as the audit log has it: the bytes of the calling machine in hexadecimal, little-endian family. */
const UNIX = 1
const IPV4 = 2
const IPV6 = 10
const NETLINK = 16

type SocketAddress = { family?: string; addr?: string; port?: string; path?: string }

/**
 * Only the number of the family when it is not one of these four, or when the address is cut short; empty for a text
 * that is not an address.
 */
export function socketAddress(hex: string): SocketAddress {
  if (!/^(?:[0-9A-F]{2}){2,128}$/i.test(hex)) return {}
  const bytes = Buffer.from(hex, 'hex')
  const family = bytes.readUInt16LE(0)
  if (family === UNIX) return unixPath(bytes)
  if (family === NETLINK) return { family: 'netlink' }
  if (family === IPV4 && bytes.length >= 8) {
    return { family: 'ipv4', addr: bytes.subarray(4, 8).join('.'), port: String(bytes.readUInt16BE(2)) }
  }
  if (family === IPV6 && bytes.length >= 24) {
    return { family: 'ipv6', addr: ipv6Text(bytes.subarray(8, 24)), port: String(bytes.readUInt16BE(2)) }
  }
  return { family: String(family) }
}

/** An abstract name begins with NUL and is shown with `@`, as `ss` does. */
function unixPath(bytes: Buffer): SocketAddress {
  const isAbstract = bytes.length > 3 && bytes[2] === 0
  const name = bytes.subarray(isAbstract ? 3 : 2)
  const end = name.indexOf(0)
  const path = name.toString('utf8', 0, end === -1 ? name.length : end)
  return path === '' ? { family: 'unix' } : { family: 'unix', path: isAbstract ? `@${path}` : path }
}

/** RFC 5952: lower case, no leading zeros, the longest run of zero groups of two or more as `::`. */
function ipv6Text(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(2 * i).toString(16))
  const text = groups.join(':')
  const runs = text.match(/(?<=^|:)0(?::0)+(?=:|$)/g) ?? []
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '')
  if (longest === '') return text
  const at = text.search(new RegExp(`(?<=^|:)${longest}(?=:|$)`))
  return `${text.slice(0, at).replace(/:$/, '')}::${text.slice(at + longest.length).replace(/^:/, '')}`
}
