import { first, lookup, text } from './table.ts'

/** Types of DNS resource records by their IANA numbers: those that hosts query. */
const DNS_TYPES: Readonly<Record<string, string>> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  13: 'HINFO',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  35: 'NAPTR',
  43: 'DS',
  46: 'RRSIG',
  48: 'DNSKEY',
  64: 'SVCB',
  65: 'HTTPS',
  252: 'AXFR',
  255: 'ANY',
}

/** The type of a DNS question as its name, if the sender writes its number; other words stay as they are. */
export const dnsType = (field: string) => first(lookup(field, DNS_TYPES), text(field))
