import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { quote, Refusal } from './fault.ts'

/** The network in canonical text, its host bits cleared. An address alone is a network of one. */
export function canonicalNetwork(source: string): string {
  const [address = '', prefix, ...rest] = source.trim().split('/')
  const bits = isIPv4(address) ? 32 : 128
  const isAddress = isIPv4(address) || (isIPv6(address) && !address.includes('%'))
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
  if (!isAddress || !isPrefix || rest.length > 0) throw new Refusal(`${quote(source)} is not an IP network`)
  const length = prefix === undefined ? bits : Number(prefix)
  const bytes = ipaddr.parse(address).toByteArray()
  const kept = bytes.map((byte, i) => byte & (0xff00 >> Math.max(0, Math.min(8, length - i * 8))))
  const network = ipaddr.fromByteArray(kept)
  return `${network instanceof ipaddr.IPv6 ? network.toRFC5952String() : network.toString()}/${length}`
}
