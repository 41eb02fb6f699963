/**
 * Normalises an address as logs write it to the one spelling that columns, rules, search and indicators compare:
 * without brackets, port, zone and white space; an IPv4 address inside IPv6 becomes the IPv4 address.
 */
import { isIPv6 } from 'node:net'
import { codeAt } from './code-at.ts'

/** The longest IPv6 address with brackets, zone and port. */
const LENGTH_MAX = 80
const OPEN = 0x5b
const COLON = 0x3a
/** `[address]` and `[address]:port`. */
const BRACKETED = /^\[([0-9A-Fa-f:.]{2,45}(?:%[\w .-]{1,32})?)\](?::\d{1,5})?$/
/** The interface name behind an address is dropped, because it does not identify the address. */
const ZONE = /%[\w .-]{1,32}$/
const IPV4_PORT = /^([\d.]{7,15}):\d{1,5}$/
/** Zeros, `ffff`, and the IPv4 address with dots or as two groups. */
const MAPPED = /^([0:]{1,30}):ffff:(?:([\d.]{7,15})|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i

/** Returns '' for a text that is no address. */
export function plainAddress(text: string): string {
  if (isIpv4(text)) return text
  if (text.length < 2 || text.length > LENGTH_MAX) return ''
  if (isSpaced(text)) return plainAddress(text.trim())
  if (codeAt(text, 0) === OPEN) {
    const bare = BRACKETED.exec(text)?.[1]
    return bare === undefined ? '' : isIpv4(bare) ? bare : ofIpv6(bare)
  }
  const colon = text.indexOf(':')
  if (colon === -1) return ''
  if (text.lastIndexOf(':') !== colon) return ofIpv6(text)
  const bare = IPV4_PORT.exec(text)?.[1] ?? ''
  return isIpv4(bare) ? bare : ''
}

function ofIpv6(text: string): string {
  const address = text.includes('%') ? text.replace(ZONE, '') : text
  if (codeAt(address, 0) === COLON || codeAt(address, 0) === 0x30) {
    const mapped = ofMapped(address)
    if (mapped !== '') return mapped
    // Columns store the unspecified address in one spelling.
    if (/^[0:]+$/.test(address) && isIPv6(address)) return '::'
  }
  return isIPv6(address) ? address : ''
}

/** The IPv4 address inside an IPv6 address, however its zeros are written; '' for none. */
function ofMapped(address: string): string {
  const [, head = '', dotted = '', high = '', low = ''] = MAPPED.exec(address) ?? []
  if ((dotted === '' && high === '') || !isIPv6(address)) return ''
  const groups = head.split(':').filter((group) => group !== '')
  const isShort = head.includes('::') || head.endsWith(':')
  if (groups.some((group) => !/^0{1,4}$/.test(group)) || (!isShort && groups.length !== 5)) return ''
  if (dotted !== '') return dotted
  const number = Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
}

/**
 * True for a blank or tab at either end: in CEF it belongs to the value, and no address has one. `trim` would remove
 * it.
 */
function isSpaced(value: string): boolean {
  const first = codeAt(value, 0)
  const last = codeAt(value, value.length - 1)
  return first === 0x20 || first === 0x09 || last === 0x20 || last === 0x09
}

/** Four decimal parts without leading zeros. */
export function isIpv4(value: string): boolean {
  if (value.length > 15) return false
  let dots = 0
  let part = -1
  let digits = 0
  for (let i = 0; i < value.length; i++) {
    const code = codeAt(value, i)
    if (code === 46) {
      if (part < 0) return false
      dots++
      part = -1
      digits = 0
    } else {
      if (code < 48 || code > 57 || (digits > 0 && part === 0)) return false
      part = Math.max(part, 0) * 10 + code - 48
      digits++
      if (part > 255) return false
    }
  }
  return dots === 3 && part >= 0
}

/** The one spelling that columns of addresses have; a text that is no address stays as it is. */
export function canonicalAddress(value: string): string {
  const plain = plainAddress(value)
  if (isIPv6(plain)) return new URL(`http://[${plain}]`).hostname.slice(1, -1)
  return plain === '' ? value : plain
}
