/** Tests whether a text is an address of a network; it reads addresses like `plan/cidr.ts`. */
import { assert } from '../../platform/assert.ts'
import { quoteText } from '../../stores/clickhouse/quote.ts'
import { parseNetwork } from '../plan/cidr.ts'

/** Four decimal parts without leading zeros; the engine alone would take 10.1.2.03. */
const PART = '(?:0|[1-9]\\d{0,2})'
const IPV4 = quoteText(`\\A${PART}(?:\\.${PART}){3}\\z`)
/** A leading zero in the IPv4 part of an IPv6 address, which the engine would accept. */
const LEADING_ZERO = quoteText('(?::0\\d{1,2}\\.|\\.0\\d{1,2}(?:[.%]|\\z))')
/** `[address]`, `[address]:port`, and IPv4 with a port. */
const AROUND = quoteText(
  '\\A(?:\\[([0-9A-Fa-f:.]{2,45}(?:%[\\w .-]{1,32})?)\\](?::\\d{1,5})?|([\\d.]{7,15}):\\d{1,5})\\z',
)
/** The interface name behind an address is irrelevant for the network. */
const ZONE = quoteText('%[\\w .-]{1,32}\\z')

export function cidrSql(text: string, network: string): string {
  const parsed = parseNetwork(network)
  assert(parsed !== null, 'the network was checked')
  const [first = ''] = parsed.canonical.split('/')
  const bare = `replaceRegexpOne(${text}, ${AROUND}, '\\\\1\\\\2')`
  const isOfV6 = `(position(${bare}, ':') > 0 AND NOT match(${bare}, ${LEADING_ZERO}))`
  const isWithin = (from: string, to: string) =>
    `ifNull(toIPv6OrNull(replaceRegexpOne(${bare}, ${ZONE}, '')) BETWEEN toIPv6(${quoteText(from)}) AND toIPv6(${quoteText(to)}), 0)`
  // IPv4 inside IPv6 is IPv4.
  if (first.includes(':')) {
    return `(${isOfV6} AND ${isWithin(first, parsed.last)} AND NOT ${isWithin('::ffff:0.0.0.0', '::ffff:255.255.255.255')})`
  }
  return `((match(${bare}, ${IPV4}) OR ${isOfV6}) AND ${isWithin(`::ffff:${first}`, `::ffff:${parsed.last}`)})`
}
