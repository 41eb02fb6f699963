/**
 * What name servers and DHCP servers write to syslog: ISC BIND 9 and ISC dhcpd, and Infoblox NIOS, which is built on
 * both. Texts: BIND's logging categories `queries`, `query-errors` and `responses`, dhcpd's own source, and the NIOS
 * administrator guide on syslog and audit log.
 */
import { type Phrases, phraseReader, type Said } from '../../mapping/phrases.ts'

const NAMED: Phrases = {
  'dns/response': [
    '{date} {clock} client {src_ip}#{src_port}: {protocol}: query: {name} {class} {type} response: {rcode} {flags} {answer*}',
    '{date} {clock} client {src_ip}#{src_port}: {protocol}: query: {name} {class} {type} response: {rcode} {flags}',
  ],
  'dns/query': [
    'client @{client} {src_ip}#{src_port} ({asked}): query: {name} {class} {type} {flags} ({dst_ip})',
    'client @{client} {src_ip}#{src_port} ({asked}): view {view}: query: {name} {class} {type} {flags} ({dst_ip})',
    'client {src_ip}#{src_port} ({asked}): query: {name} {class} {type} {flags} ({dst_ip})',
    'client {src_ip}#{src_port}: query: {name} {class} {type} {flags} ({dst_ip})',
    'queries: info: client @{client} {src_ip}#{src_port} ({asked}): query: {name} {class} {type} {flags} ({dst_ip})',
  ],
  'dns/failed': [
    'client @{client} {src_ip}#{src_port} ({asked}): query failed ({rcode}) for {name}/{class}/{type} at {rest*}',
    'client @{client} {src_ip}#{src_port} ({name}): query ({reason*}) denied...',
    "client @{client} {src_ip}#{src_port} ({name}): query '{question*}' denied...",
    "client {src_ip}#{src_port} ({name}): query '{question*}' denied...",
  ],
}

const DHCPD: Phrases = {
  discover: ['DHCPDISCOVER from {mac} ({client}) via {interface}...', 'DHCPDISCOVER from {mac} via {interface}...'],
  offer: ['DHCPOFFER on {ip} to {mac} ({client}) via {interface}...', 'DHCPOFFER on {ip} to {mac} via {interface}...'],
  request: [
    'DHCPREQUEST for {ip} ({server}) from {mac} ({client}) via {interface}...',
    'DHCPREQUEST for {ip} ({server}) from {mac} via {interface}...',
    'DHCPREQUEST for {ip} from {mac} ({client}) via {interface}...',
    'DHCPREQUEST for {ip} from {mac} via {interface}...',
  ],
  ack: ['DHCPACK on {ip} to {mac} ({client}) via {interface}...', 'DHCPACK on {ip} to {mac} via {interface}...'],
  nak: ['DHCPNAK on {ip} to {mac} via {interface}...'],
  decline: [
    'DHCPDECLINE of {ip} from {mac} ({client}) via {interface}...',
    'DHCPDECLINE of {ip} from {mac} via {interface}...',
  ],
  release: [
    'DHCPRELEASE of {ip} from {mac} ({client}) via {interface}...',
    'DHCPRELEASE of {ip} from {mac} via {interface}...',
  ],
  inform: ['DHCPINFORM from {ip} via {interface}...'],
  expire: ['DHCPEXPIRE on {ip} to {mac}...'],
}

const NIOS: Phrases = {
  'nios/logon': [
    '{date} {clock} [{user}]: Login_Allowed - - to={to} ip={src_ip} auth={method} group={group} apparently_via={via}',
    '{date} {clock} [{user}]: Login_Allowed - - to={to} ip={src_ip}...',
    '{date} {clock} [{user}]: Login_Allowed - - to={to}...',
  ],
  'nios/refused': [
    '{date} {clock} [{user}]: Login_Denied - - to={to} ip={src_ip} {reason*}',
    '{date} {clock} [{user}]: Login_Denied - - to={to} {reason*}',
  ],
  'nios/logoff': ['{date} {clock} [{user}]: Logout - - ip={src_ip} group={group} {reason*}'],
  'nios/called': [
    '{date} {clock} [{user}]: Called - {operation}: Args {arguments*}',
    '{date} {clock} [{user}]: Called - {operation} {arguments*}',
  ],
  'nios/changed': [
    '{date} {clock} [{user}]: Created {object} {name*}',
    '{date} {clock} [{user}]: Modified {object} {name*}',
    '{date} {clock} [{user}]: Deleted {object} {name*}',
  ],
  'nios/did': ['{date} {clock} [{user}]: {words*}'],
}

const named = phraseReader(NAMED)
const dhcpd = phraseReader(DHCPD)
const nios = phraseReader(NIOS)
/** NIOS writes the audit log's own time first. */
const AUDIT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z \[/
export const SERVERS = /^(?:named|dhcpd)$/

/** A relay may put its own address before the program. */
const RELAYED = /^(?:[\d.]{7,15} )?(named|dhcpd)(?:\[\d{1,10}\])?: /

/** How messages begin whose server stands in them. */
export const SERVER_BEGINS = new RegExp(`${AUDIT.source}|${RELAYED.source}`)

/** The server that wrote a message, and what is left of it; null when it is none of these. */
export function serverOf(program: string, message: string): { server: string; message: string } | null {
  if (SERVERS.test(program)) return { server: program, message }
  if (AUDIT.test(message)) return { server: 'nios', message }
  const relayed = RELAYED.exec(message)
  return relayed?.[1] ? { server: relayed[1], message: message.slice(relayed[0].length) } : null
}

export function readServer(server: string, message: string): Said | null {
  if (server === 'named') return named(message)
  if (server === 'nios') return nios(message)
  const said = dhcpd(message)
  return said && { ...said, dhcp: said.kind ?? '', kind: 'dhcp' }
}
