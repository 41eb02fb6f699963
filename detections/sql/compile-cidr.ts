/** Whether a text is an address of a network, as `plan/cidr.ts` reads addresses. */
import { assert } from '../../platform/assert.ts'
import { quoteText } from '../../stores/clickhouse/quote.ts'
import { parseNetwork } from '../plan/cidr.ts'

/** Four decimal parts without leading zeros; the engine alone would take 10.1.2.03. */
const PART = '(?:0|[1-9]\\d{0,2})'
const IPV4 = quoteText(`\\A${PART}(?:\\.${PART}){3}\\z`)
/** An interface behind an address says nothing about the network. */
const ZONE = quoteText('%[0-9A-Za-z]+\\z')

export function cidrSql(text: string, network: string): string {
  const canonical = parseNetwork(network)?.canonical
  assert(canonical !== undefined, 'the network was checked')
  const [address = '', length = ''] = canonical.split('/')
  const range = (kind: 'IPv4' | 'IPv6', value: string) => {
    const ends = `${kind}CIDRToRange(to${kind}(${quoteText(address)}), ${length})`
    return `ifNull(to${kind}OrNull(${value}) BETWEEN ${ends}.1 AND ${ends}.2, 0)`
  }
  if (!address.includes(':')) return `(match(${text}, ${IPV4}) AND ${range('IPv4', text)})`
  return `(position(${text}, ':') > 0 AND ${range('IPv6', `replaceRegexpOne(${text}, ${ZONE}, '')`)})`
}
