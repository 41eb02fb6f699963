/** IP addresses (Kusto documentation, IPv4/IPv6 functions). A text that is no address gives null. */
import ipaddr from 'ipaddr.js'
import { parseNetwork } from '../../../plan/cidr.ts'
import { refuse } from '../../fault.ts'
import { cast } from '../compare.ts'
import { argument, type FunctionSpec, fn, made } from '../function-spec.ts'
import { isArray, type Value } from '../value.ts'

type Ipv4 = { readonly address: number; readonly prefix: number }

/** `10.1.2.3`, `10.1.2.3/8`. */
function parseIpv4(text: string): Ipv4 | null {
  const match = /^\s*(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?\s*$/.exec(text)
  const bytes = match?.slice(1, 5).map(Number)
  const prefix = Number(match?.[5] ?? 32)
  if (!bytes || prefix > 32 || bytes.some((byte) => byte > 255)) return null
  return { address: bytes.reduce((all, byte) => all * 256 + byte, 0), prefix }
}

const masked = (address: number, prefix: number): number => {
  const size = 2 ** (32 - prefix)
  return Math.floor(address / size) * size
}

const textOfAddress = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')

function compare(a: string, b: string, prefix = 32n): bigint | null {
  const [x, y] = [parseIpv4(a), parseIpv4(b)]
  if (!x || !y || prefix < 0n || prefix > 32n) return null
  const shortest = Math.min(x.prefix, y.prefix, Number(prefix))
  const difference = masked(x.address, shortest) - masked(y.address, shortest)
  return BigInt(Math.sign(difference))
}

/** In the first network, or in any of them. An address of the other family is outside. */
function inRange(address: string, network: string): boolean | null {
  const parsed = parseNetwork(network)
  if (parsed === null || parseNetwork(address) === null) return null
  return parsed.contains(address.trim())
}

const inAnyRange: FunctionSpec = (call) => {
  const [address, ...networks] = call.args
  if (!address || networks.length === 0) refuse(call.at, `${call.name} needs an address and at least one network`)
  const text = cast(argument(call, 0), 'string').run
  const lists = networks.map((network) => cast(network, 'dynamic').run)
  return made(call.args, 'bool', (row): Value => {
    const ranges = lists.flatMap((run) => {
      const value = run(row)
      return isArray(value) ? value : [value]
    })
    const addressText = String(text(row) ?? '')
    if (parseNetwork(addressText) === null) return null
    return ranges.some((range) => inRange(addressText, String(range)) === true)
  })
}

const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map(parseNetwork)

function isPrivate(text: string): boolean | null {
  const parsed = parseIpv4(text)
  if (parsed === null) return null
  return PRIVATE.some((network) => network?.contains(textOfAddress(parsed.address)))
}

const isPart = (character: string): boolean => /[\w.]/.test(character)

/** An address in a text that has no letter, digit or dot beside it; a dot that ends a sentence is none of an address. */
function hasIpv4(text: string, wanted: string): boolean {
  if (parseIpv4(wanted) === null || wanted !== wanted.trim()) return false
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isAlone = !isPart(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + wanted.length))
    if (isAlone && !/^\.\d/.test(text.slice(at + wanted.length, at + wanted.length + 2))) return true
  }
  return false
}

const ADDRESS = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/g

/** `10.1.` and the like: an address that begins so, a whole number before each dot; or a whole address. */
function hasIpv4Prefix(text: string, prefix: string): boolean {
  if (!/^(?:\d{1,3}\.){1,3}$/.test(prefix)) return hasIpv4(text, prefix)
  const addresses = text.match(ADDRESS) ?? []
  return addresses.some((address) => address.startsWith(prefix) && parseIpv4(address) !== null)
}

/** For each of the texts that are given, or that are in a list that is given. */
function anyOf(holds: (text: string, wanted: string) => boolean): FunctionSpec {
  return (call) => {
    if (call.args.length < 2) refuse(call.at, `${call.name} needs a text and at least one value to look for`)
    const [text, ...wanted] = call.args
    const run = cast(text ?? argument(call, 0), 'string').run
    const lists = wanted.map((one) => cast(one, 'dynamic').run)
    return made(call.args, 'bool', (row): Value => {
      const addressText = String(run(row) ?? '')
      return lists.flatMap((list) => elements(list(row))).some((one) => holds(addressText, String(one)))
    })
  }
}

function elements(value: Value): readonly unknown[] {
  return isArray(value) ? value : [value]
}

/** -1, 0 or 1; addresses of version 4 are their mapped ones. Null for a text that is no address. */
function compareIpv6(a: string, b: string, prefix = 128n): bigint | null {
  const [x, y] = [ipv6Of(a), ipv6Of(b)]
  if (x === null || y === null || prefix < 0n || prefix > 128n) return null
  const shift = 128n - BigInt(Math.min(x.prefix, y.prefix, Number(prefix)))
  const [left, right] = [x.address >> shift, y.address >> shift]
  return left === right ? 0n : left < right ? -1n : 1n
}

function ipv6Of(text: string): { readonly address: bigint; readonly prefix: number } | null {
  const [base, length] = parseNetwork(text)?.canonical.split('/') ?? []
  if (base === undefined) return null
  const parsed = ipaddr.parse(base)
  const isMapped = parsed instanceof ipaddr.IPv4
  const bytes = (isMapped ? parsed.toIPv4MappedAddress() : parsed).toByteArray()
  const address = BigInt(`0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`)
  return { address, prefix: Number(length) + (isMapped ? 96 : 0) }
}

function toNumber(text: string): bigint | null {
  const parsed = parseIpv4(text)
  return parsed === null ? null : BigInt(masked(parsed.address, parsed.prefix))
}

export const ipFunctions: Readonly<Record<string, FunctionSpec>> = {
  parse_ipv4: fn(['string'], 'long', toNumber),
  parse_ipv4_mask: fn(['string', 'long'], 'long', (text, prefix) => {
    const parsed = parseIpv4(text)
    return parsed === null || prefix < 0n || prefix > 32n ? null : BigInt(masked(parsed.address, Number(prefix)))
  }),
  parse_ipv6: fn(['string'], 'string', (text) => parseNetwork(text)?.canonical.replace(/\/128$/, '') ?? null),
  format_ipv4: fn(
    ['string', 'long'],
    'string',
    (text, prefix = 32n) => {
      const parsed = parseIpv4(text)
      return parsed === null ? null : textOfAddress(masked(parsed.address, Number(prefix)))
    },
    1,
  ),
  ipv4_compare: fn(['string', 'string', 'long'], 'long', compare, 2),
  ipv4_is_match: fn(
    ['string', 'string', 'long'],
    'bool',
    (a, b, prefix = 32n) => {
      const order = compare(a, b, prefix)
      return order === null ? null : order === 0n
    },
    2,
  ),
  ipv4_is_in_range: fn(['string', 'string'], 'bool', inRange),
  ipv6_is_in_range: fn(['string', 'string'], 'bool', inRange),
  ipv4_is_in_any_range: inAnyRange,
  ipv6_is_in_any_range: inAnyRange,
  ipv4_is_private: fn(['string'], 'bool', isPrivate),
  ipv4_netmask_suffix: fn(['string'], 'long', (text) => {
    const parsed = parseIpv4(text)
    return parsed === null ? null : BigInt(parsed.prefix)
  }),
  ipv6_compare: fn(['string', 'string', 'long'], 'long', compareIpv6, 2),
  ipv6_is_match: fn(
    ['string', 'string', 'long'],
    'bool',
    (a, b, prefix = 128n) => {
      const order = compareIpv6(a, b, prefix)
      return order === null ? null : order === 0n
    },
    2,
  ),
  has_ipv4_prefix: fn(['string', 'string'], 'bool', hasIpv4Prefix),
  has_any_ipv4: anyOf(hasIpv4),
  has_any_ipv4_prefix: anyOf(hasIpv4Prefix),
  has_ipv4: fn(['string', 'string'], 'bool', hasIpv4),
}
