/**
 * dnsmasq by syslog: queries, their answers, and leases. Texts: dnsmasq(8), `--log-queries` (also `extra`, which puts a
 * number and the client before each) and `--log-dhcp`.
 */
import type { Members } from '../../../platform/members.ts'
import { DHCP, QUERY, RESPONSE } from '../../families/name-services/mapping.ts'
import { on, syslogDevice } from '../../families/syslog/device.ts'
import { type Phrases, phraseReader } from '../../mapping/phrases.ts'

const DNS: Phrases = {
  'dns/query': ['query[{type}] {name} from {src_ip}'],
  'dns/response': [
    'reply {name} is {answer*}',
    'cached {name} is {answer*}',
    'config {name} is {answer*}',
    // Pi-hole's lists.
    'gravity blocked {name} is {answer*}',
    'exactly denied {name} is {answer*}',
    'exactly blacklisted {name} is {answer*}',
    'regex denied {name} is {answer*}',
    'regex blacklisted {name} is {answer*}',
    '/{file} {name} is {answer*}',
    'DHCP {name} is {answer*}',
  ],
  forwarded: ['forwarded {name} to {server}'],
}
const LEASES: Phrases = {
  discover: ['DHCPDISCOVER({interface}) {ip} {mac}...', 'DHCPDISCOVER({interface}) {mac}...'],
  offer: 'DHCPOFFER({interface}) {ip} {mac}...',
  request: 'DHCPREQUEST({interface}) {ip} {mac}...',
  ack: ['DHCPACK({interface}) {ip} {mac} {client}', 'DHCPACK({interface}) {ip} {mac}...'],
  nak: 'DHCPNAK({interface}) {ip} {mac}...',
  decline: 'DHCPDECLINE({interface}) {ip} {mac}...',
  release: 'DHCPRELEASE({interface}) {ip} {mac}...',
  inform: 'DHCPINFORM({interface}) {ip} {mac}...',
}
const readDns = phraseReader(DNS)
const readLease = phraseReader(LEASES)

/** `12 192.0.2.7/53412 ` with `extra`; a lease has a number alone. */
const EXTRA = /^(\d{1,10}) (?:([\da-fA-F.:]{2,45})\/(\d{1,5}) )?/
/** Codes in the place of a missing address. */
const CODES: Readonly<Record<string, string>> = { NXDOMAIN: 'NXDOMAIN', SERVFAIL: 'SERVFAIL', REFUSED: 'REFUSED' }

function read(message: string): Members | null {
  const [head = '', , src_ip, src_port] = EXTRA.exec(message) ?? []
  const text = message.slice(head.length)
  const lease = readLease(text)
  if (lease) return { ...lease, dhcp: lease.kind, kind: 'dhcp' }
  const dns = readDns(text)
  if (!dns) return null
  const { answer, ...values } = dns
  const client = src_ip === undefined ? {} : { src_ip, src_port }
  if (answer === undefined) return { ...values, ...client }
  const isAddress = !/^<?[A-Z]/.test(answer)
  const rcode = CODES[answer] ?? 'NOERROR'
  return { ...values, ...client, rcode, ...(isAddress && { answers: [{ rdata: answer }] }) }
}

export const dnsmasq = syslogDevice({
  id: 'dnsmasq/1',
  vendor: 'Simon Kelley',
  product: 'dnsmasq',
  programs: /^dnsmasq(?:-dhcp|-tftp)?$/,
  read,
  profiles: [on('dns/query', QUERY), on('dns/response', RESPONSE), on('dhcp', DHCP)],
  rest: 'where a question was forwarded to, and the server about itself',
  logSource: { product: 'dnsmasq', service: 'dns', categories: ['dns'] },
  aliases: { query: ['parsed.name'], record_type: ['parsed.type'] },
  renderings: ['parsed.server'],
})
