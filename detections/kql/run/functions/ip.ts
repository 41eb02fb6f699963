/** IP addresses (Kusto documentation, IPv4/IPv6 functions). A text that is no address gives null. */

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
  if (!address || networks.length === 0) refuse(call.at, `${call.name} takes an address and networks`)
  const text = cast(argument(call, 0), 'string').run
  const lists = networks.map((network) => cast(network, 'dynamic').run)
  return made(call.args, 'bool', (row): Value => {
    const ranges = lists.flatMap((run) => {
      const value = run(row)
      return isArray(value) ? value : [value]
    })
    const given = String(text(row) ?? '')
    if (parseNetwork(given) === null) return null
    return ranges.some((range) => inRange(given, String(range)) === true)
  })
}

const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map(parseNetwork)

function isPrivate(text: string): boolean | null {
  const parsed = parseIpv4(text)
  if (parsed === null) return null
  return PRIVATE.some((network) => network?.contains(textOfAddress(parsed.address)))
}

function hasIpv4(text: string, wanted: string): boolean {
  const isPart = (character: string): boolean => /[\w.]/.test(character)
  if (parseIpv4(wanted) === null || wanted !== wanted.trim()) return false
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isAlone = !isPart(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + wanted.length))
    if (isAlone && !/^\.\d/.test(text.slice(at + wanted.length, at + wanted.length + 2))) return true
  }
  return false
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
  has_ipv4: fn(['string', 'string'], 'bool', hasIpv4),
}
