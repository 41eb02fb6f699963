/**
 * Syslog messages of name servers and DHCP servers: ISC BIND 9 and ISC dhcpd, and Infoblox NIOS, which is built on
 * both. Texts: BIND's logging categories `queries`, `query-errors` and `responses`, dhcpd's own source, and the NIOS
 * administrator guide on syslog and audit log.
 */
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'

const NAMED: Phrases = {
  'dns/response': [
    '{date} {clock} client {src_ip}#{src_port}: {protocol}: query: {name} {class} {type} response: {rcode} {flags} {answer*}',
    '{date} {clock} client {src_ip}#{src_port}: {protocol}: query: {name} {class} {type} response: {rcode} {flags}',
    '{date} {clock} client {src_ip}#{src_port}: view {view}: {protocol}: query: {name} {class} {type} response: {rcode} {flags} {answer*}',
    '{date} {clock} client {src_ip}#{src_port}: view {view}: {protocol}: query: {name} {class} {type} response: {rcode} {flags}',
    'client {src_ip}#{src_port} ({queried}): response: {name} {class} {type} {rcode} {flags*}',
  ],
  'dns/query': [
    'client @{client} {src_ip}#{src_port} ({queried}): query: {name} {class} {type} {flags} ({dst_ip})',
    'client @{client} {src_ip}#{src_port} ({queried}): view {view}: query: {name} {class} {type} {flags} ({dst_ip})',
    'client {src_ip}#{src_port} ({queried}): query: {name} {class} {type} {flags} ({dst_ip})',
    'client {src_ip}#{src_port}: query: {name} {class} {type} {flags} ({dst_ip})',
    'client {src_ip}#{src_port}: query: {name} {class} {type} {flags}',
    'client {src_ip}#{src_port}: query: {name} {class} {type} ({dst_ip})',
    'client @{client} {src_ip}#{src_port} ({queried}): query: {name} {class} {type} {flags} ({dst_ip}) [ECS {subnet}]',
    'client @{client} {src_ip}#{src_port} ({queried}): view {view}: query: {name} {class} {type} {flags} ({dst_ip}) [ECS {subnet}]',
    'client {src_ip}#{src_port} ({queried}): view {view}: query: {name} {class} {type} {flags} ({dst_ip})',
    'client {src_ip}#{src_port}: view {view}: query: {name} {class} {type} {flags} ({dst_ip})',
  ],
  'dns/rewritten': [
    'client @{client} {src_ip}#{src_port} ({queried}): rpz {trigger} {policy} rewrite {name}/{type}/{class} via {zone*}',
    'client @{client} {src_ip}#{src_port} ({queried}): view {view}: rpz {trigger} {policy} rewrite {name}/{type}/{class} via {zone*}',
    'client {src_ip}#{src_port} ({queried}): rpz {trigger} {policy} rewrite {name}/{type}/{class} via {zone*}',
    'client @{client} {src_ip}#{src_port} ({queried}): rpz {trigger} {policy} rewrite {name} via {zone*}',
    'client {src_ip}#{src_port} ({queried}): rpz {trigger} {policy} rewrite {name} via {zone*}',
  ],
  'dns/limited': [
    'client @{client} {src_ip}#{src_port} ({queried}): rate limit {reason} response to {subnet} for {name} {class} {type}  ({rest*}',
    'client {src_ip}#{src_port} ({queried}): rate limit {reason} response to {subnet} for {name} {class} {type}  ({rest*}',
  ],
  'dns/transfer': [
    "client @{client} {src_ip}#{src_port} ({queried}): transfer of '{name}/{class}': {type} {reason*}",
    "client {src_ip}#{src_port} ({queried}): transfer of '{name}/{class}': {type} {reason*}",
    "client @{client} {src_ip}#{src_port}: transfer of '{name}/{class}': {type} {reason*}",
    "client {src_ip}#{src_port}: transfer of '{name}/{class}': {type} {reason*}",
  ],
  'dns/update': [
    "client @{client} {src_ip}#{src_port}/key {key}: updating zone '{name}/{class}': {reason*}",
    "client @{client} {src_ip}#{src_port}: updating zone '{name}/{class}': {reason*}",
    "client {src_ip}#{src_port}: updating zone '{name}/{class}': {reason*}",
  ],
  'dns/failed': [
    'client @{client} {src_ip}#{src_port} ({queried}): query failed ({rcode}) for {name}/{class}/{type} at {rest*}',
    "client @{client} {src_ip}#{src_port} ({queried}): query ({reason}) '{name}/{type}/{class}' denied...",
    "client {src_ip}#{src_port} ({queried}): query ({reason}) '{name}/{type}/{class}' denied...",
    "client @{client} {src_ip}#{src_port} ({queried}): view {view}: query ({reason}) '{name}/{type}/{class}' denied...",
    "client @{client} {src_ip}#{src_port} ({queried}): query '{name}/{type}/{class}' denied...",
    "client {src_ip}#{src_port} ({queried}): query '{name}/{type}/{class}' denied...",
    "client @{client} {src_ip}#{src_port} ({queried}): zone transfer '{name}/{type}/{class}' denied...",
    "client {src_ip}#{src_port} ({queried}): zone transfer '{name}/{type}/{class}' denied...",
    "client @{client} {src_ip}#{src_port}: zone transfer '{name}/{type}/{class}' denied...",
    "client @{client} {src_ip}#{src_port}: update '{name}/{class}' denied...",
    "client {src_ip}#{src_port}: update '{name}/{class}' denied...",
    'client {src_ip}#{src_port} ({queried}): query failed ({rcode}) for {name}/{class}/{type} at {rest*}',
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
    '{date} {clock} [{user}]: First_Login - - to={to} ip={src_ip}...',
    '{date} {clock} [{user}]: First_Login - - to={to}...',
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
export const SERVERS = /^(?:named|dhcpd|queries|query-errors|security|rpz|rate-limit|xfer-out|update|update-security)$/
/** A category in BIND's own log file that looks like a program when the time before it is read as a header. */
const OF_CATEGORY =
  /^(?:info|notice|warning|error|debug \d{1,2}): (?=client (?:@0x[\da-f]{1,16} )?[\da-fA-F:.]{2,45}#\d)/

/** A relay may put its own address before the program. */
const RELAYED = /^(?:[\d.]{7,15} )?(named|dhcpd)(?:\[\d{1,10}\])?: /

/** The category and the severity that BIND writes where it is configured to. */
const CATEGORY =
  /^(?:[\w-]{1,32}: )?(?:(?:info|notice|warning|error|critical|dynamic|debug \d{1,2}): )?(?=client |\d\d-[A-Z][a-z]{2}-\d{4} )/
/** BIND's own log file begins with a time in one of its formats; in other programs no client follows such a start. */
const FILE =
  /^(?:\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d\.\d{3}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z?) (?:[\w-]{1,32}: )?(?:(?:info|notice|warning|error|critical|debug \d{1,2}): )?(?=client (?:@0x[\da-f]{1,16} )?[\da-fA-F:.]{2,45}#\d)/
/** Lines of a log file without times. */
const CATEGORISED =
  /^(?:queries|query-errors|security|rpz|rate-limit|xfer-out|update|update-security): (?:info|notice|warning|error|debug \d{1,2}): (?=client )/

/** Beginnings of messages that identify the server. */
export const SERVER_BEGINS = new RegExp(`${AUDIT.source}|${RELAYED.source}|${FILE.source}|${CATEGORISED.source}`)

/** The server that wrote a message, and the rest of the message; null when it is none of these. */
export function serverOf(program: string, message: string): { server: string; message: string } | null {
  if (program === 'named') return { server: program, message: message.replace(CATEGORY, '') }
  if (program === 'dhcpd') return { server: program, message }
  if (SERVERS.test(program)) {
    const [head] = OF_CATEGORY.exec(message) ?? []
    return head === undefined ? null : { server: 'named', message: message.slice(head.length) }
  }
  if (AUDIT.test(message)) return { server: 'nios', message }
  const own = program === '' ? (FILE.exec(message) ?? CATEGORISED.exec(message)) : null
  if (own) return { server: 'named', message: message.slice(own[0].length) }
  const relayed = RELAYED.exec(message)
  return relayed?.[1] ? { server: relayed[1], message: message.slice(relayed[0].length) } : null
}

/** Removes the object, the key and the view, which BIND can be configured to write between client and words. */
const plainClient = (message: string): string =>
  message
    .replace(/^client @0x[\da-f]{1,16} /, 'client ')
    .replace(/^(client [\da-fA-F:.]{2,45}#\d{1,5})\/key \S{1,255}(?=[: ])/, '$1')
    .replace(/^(client [\da-fA-F:.]{2,45}#\d{1,5}(?: \([^)]{1,255}\))?): view [^:]{1,255}: /, '$1: ')

export function readServer(server: string, message: string): PhraseValues | null {
  if (server === 'named') return named(message) ?? (message.startsWith('client ') ? named(plainClient(message)) : null)
  if (server === 'nios') return nios(message)
  const fields = dhcpd(message)
  return fields && { ...fields, dhcp: fields.kind ?? '', kind: 'dhcp' }
}
