/**
 * IP networks. An address of the other family never matches; IPv4 mapped into IPv6, in brackets or with a port counts
 * as IPv4.
 */
import ipaddr from 'ipaddr.js'
import { plainAddress } from '../../platform/ip-address.ts'
import { work } from './work.ts'

export type Network = {
  /** Network address and prefix length, bits beyond the prefix cleared: `10.0.0.0/8`. */
  readonly canonical: string
  readonly last: string
  readonly contains: (address: string) => boolean
}

/** `10.1.2.3/8`, `fe80::/10`; a single address is a network of one. Null when it is neither. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix, rest] = text.trim().split('/')
  const base = parseAddress(address)
  if (base === null || rest !== undefined) return null
  const bits = base.kind() === 'ipv4' ? 32 : 128
  const isMapped = bits === 32 && address.lastIndexOf(':') !== address.indexOf(':')
  const prefixBits = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  const length = isMapped && prefix !== undefined ? prefixBits - MAPPED_BITS : prefixBits
  return length < 0 || length > bits ? null : networkOf(base, length)
}

/** Bits of IPv6 before an IPv4 address inside it. */
const MAPPED_BITS = 96

function networkOf(base: ipaddr.IPv4 | ipaddr.IPv6, length: number): Network {
  const family = base.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return {
    canonical: `${family.networkAddressFromCIDR(`${base}/${length}`)}/${length}`,
    last: `${family.broadcastAddressFromCIDR(`${base}/${length}`)}`,
    contains(text) {
      work.spend(text.includes(':') ? IPV6_UNITS : IPV4_UNITS)
      const address = parseAddress(text)
      if (address === null) return false
      if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, length)
      return base instanceof ipaddr.IPv6 && address.match(base, length)
    },
  }
}

/** Longer than any address, including one with an interface name. */
const ADDRESS_CHARS_MAX = 128
/** Work units for parsing an address. */
const IPV4_UNITS = 16
const IPV6_UNITS = 256

/** The library also accepts `0x7f.1` and plain numbers, which in logs are no addresses. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.length > ADDRESS_CHARS_MAX || text.trim() !== text) return null
  const plain = plainAddress(text)
  if (plain === '') return null
  return plain.includes(':') ? ipaddr.IPv6.parse(plain) : ipaddr.IPv4.parse(plain)
}
