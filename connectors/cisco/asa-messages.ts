/**
 * Messages of ASA, PIX, FWSM and Firepower Threat Defense by number, with what they tell of. Texts: Cisco's syslog
 * messages guide for ASA 9.20. Addresses are `interface:address/port`, names of users may follow in brackets.
 */
import { type Phrases, phraseReader, type Said } from '../compile/phrases.ts'

type Message = { readonly kind: string; readonly texts: readonly string[] }

const END = '{src_if}:{src_ip}/{src_port}'
const DST = '{dst_if}:{dst_ip}/{dst_port}'

const BUILT = [
  `Built {direction} {protocol} connection {connection} for ${END} ({nat_src})({user}) to ${DST} ({nat_dst}) {rest*}`,
  `Built {direction} {protocol} connection {connection} for ${END} ({nat_src})({user}) to ${DST} ({nat_dst})`,
  `Built {direction} {protocol} connection {connection} for ${END} ({nat_src}) to ${DST} ({nat_dst}) ({user})`,
  `Built {direction} {protocol} connection {connection} for ${END} ({nat_src}) to ${DST} ({nat_dst})...`,
]
const TORN = [
  `Teardown {protocol} connection {connection} for ${END}({user}) to ${DST} duration {duration} bytes {bytes} {reason*}`,
  `Teardown {protocol} connection {connection} for ${END} to ${DST} duration {duration} bytes {bytes} {reason*}`,
  `Teardown {protocol} connection {connection} for ${END} to ${DST} duration {duration} bytes {bytes}`,
]

const MESSAGES: Readonly<Record<string, Message>> = {
  '302013': { kind: 'flow/open', texts: BUILT },
  '302015': { kind: 'flow/open', texts: BUILT },
  '302014': { kind: 'flow/close', texts: TORN },
  '302016': { kind: 'flow/close', texts: TORN },
  '302020': {
    kind: 'flow/open',
    texts: [
      'Built {direction} ICMP connection for faddr {dst_ip}/{dst_port} gaddr {nat_src} laddr {src_ip}/{src_port}...',
      'Built {direction} ICMP connection {rest*}',
    ],
  },
  '302021': {
    kind: 'flow/close',
    texts: ['Teardown ICMP connection for faddr {dst_ip}/{dst_port} gaddr {nat_src} laddr {src_ip}/{src_port}...'],
  },
  '302022': {
    kind: 'flow/open',
    texts: [
      'Built {direction} ICMP connection for faddr {dst_ip}/{dst_port} gaddr {nat_src} laddr {src_ip}/{src_port}',
    ],
  },
  '106001': {
    kind: 'flow/deny',
    texts: [
      'Inbound {protocol} connection denied from {src_ip}/{src_port} to {dst_ip}/{dst_port} flags {flags*} on interface {src_if}',
    ],
  },
  '106006': {
    kind: 'flow/deny',
    texts: ['Deny inbound {protocol} from {src_ip}/{src_port} to {dst_ip}/{dst_port} on interface {src_if}'],
  },
  '106007': {
    kind: 'flow/deny',
    texts: ['Deny inbound {protocol} from {src_ip}/{src_port} to {dst_ip}/{dst_port} due to DNS {reason*}'],
  },
  '106010': {
    kind: 'flow/deny',
    texts: ['Deny inbound protocol {protocol} src {src_if}:{src_ip} dst {dst_if}:{dst_ip}'],
  },
  '106014': {
    kind: 'flow/deny',
    texts: ['Deny inbound icmp src {src_if}:{src_ip} dst {dst_if}:{dst_ip} (type {type}, code {code})'],
  },
  '106015': {
    kind: 'flow/deny',
    texts: [
      'Deny {protocol} (no connection) from {src_ip}/{src_port} to {dst_ip}/{dst_port} flags {flags*} on interface {src_if}',
    ],
  },
  '106016': { kind: 'flow/deny', texts: ['Deny IP spoof from ({src_ip}) to {dst_ip} on interface {src_if}'] },
  '106017': { kind: 'flow/deny', texts: ['Deny IP due to Land Attack from {src_ip} to {dst_ip}'] },
  '106021': {
    kind: 'flow/deny',
    texts: ['Deny {protocol} reverse path check from {src_ip} to {dst_ip} on interface {src_if}'],
  },
  '106023': {
    kind: 'flow/deny',
    texts: [
      `Deny {protocol} src ${END} dst ${DST} by access-group "{rule*}" [{hash}, {hash2}]`,
      `Deny {protocol} src ${END}({user}) dst ${DST} by access-group "{rule*}" [{hash}, {hash2}]`,
      `Deny {protocol} src ${END} dst ${DST} by access-group "{rule*}"`,
      'Deny {protocol} src {src_if}:{src_ip} dst {dst_if}:{dst_ip} (type {type}, code {code}) by access-group "{rule*}" [{hash}, {hash2}]',
      'Deny {protocol} src {src_if}:{src_ip} dst {dst_if}:{dst_ip} (type {type}, code {code}) by access-group "{rule*}"',
    ],
  },
  '106100': {
    kind: 'flow/rule',
    texts: [
      'access-list {rule} {action} {protocol} {src_if}/{src_ip}({src_port})({user}) -> {dst_if}/{dst_ip}({dst_port}) hit-cnt {count} ...',
      'access-list {rule} {action} {protocol} {src_if}/{src_ip}({src_port}) -> {dst_if}/{dst_ip}({dst_port}) hit-cnt {count} ...',
    ],
  },
  '313001': { kind: 'flow/deny', texts: ['Denied ICMP type={type}, code={code} from {src_ip} on interface {src_if}'] },
  '313005': {
    kind: 'flow/deny',
    texts: [
      'No matching connection for ICMP error message: icmp src {src_if}:{src_ip} dst {dst_if}:{dst_ip} (type {type}, code {code}) on {rest*}',
    ],
  },
  '322001': { kind: 'flow/deny', texts: ['Deny MAC address {src_mac}, possible spoof attempt on interface {src_if}'] },
  '338002': {
    kind: 'threat',
    texts: [
      'Dynamic Filter {action} black listed {protocol} traffic from {src_if}:{src_ip}/{src_port} ({nat_src}) to {dst_if}:{dst_ip}/{dst_port} ({nat_dst}), ...',
    ],
  },
  '400013': { kind: 'threat', texts: ['IPS:{signature} {reason*} from {src_ip} to {dst_ip} on interface {src_if}'] },
  '410001': {
    kind: 'flow/deny',
    texts: ['Dropped UDP DNS {type} from {src_if}:{src_ip}/{src_port} to {dst_if}:{dst_ip}/{dst_port}; {reason*}'],
  },
  '419002': {
    kind: 'flow/deny',
    texts: [
      'Duplicate TCP SYN from {src_if}:{src_ip}/{src_port} to {dst_if}:{dst_ip}/{dst_port} with different initial sequence number',
    ],
  },
  '500004': {
    kind: 'flow/deny',
    texts: ['Invalid transport field for protocol={protocol}, from {src_ip}/{src_port} to {dst_ip}/{dst_port}'],
  },
  '710002': {
    kind: 'flow/open',
    texts: ['{protocol} access permitted from {src_ip}/{src_port} to {dst_if}:{dst_ip}/{dst_port}'],
  },
  '710003': {
    kind: 'flow/deny',
    texts: ['{protocol} access denied by ACL from {src_ip}/{src_port} to {dst_if}:{dst_ip}/{dst_port}...'],
  },
  '710005': {
    kind: 'flow/deny',
    texts: ['{protocol} request discarded from {src_ip}/{src_port} to {dst_if}:{dst_ip}/{dst_port}'],
  },
  '733100': { kind: 'threat', texts: ['[{signature*}] drop rate-{rest*}'] },
  '304001': {
    kind: 'url',
    texts: ['{src_ip} Accessed URL {dst_ip}:{url*}', '{user}@{src_ip} Accessed URL {dst_ip}:{url*}'],
  },
  '305011': {
    kind: 'nat/open',
    texts: [
      `Built {type} {protocol} translation from ${END} to ${DST}`,
      `Built {type} {protocol} translation from ${END}({user}) to ${DST}`,
    ],
  },
  '305012': {
    kind: 'nat/close',
    texts: [`Teardown {type} {protocol} translation from ${END} to ${DST} duration {duration}`],
  },
  '305006': { kind: 'flow/deny', texts: [`{type} translation creation failed for {protocol} src ${END} dst ${DST}`] },
  '109005': {
    kind: 'logon/ok',
    texts: [
      "Authentication succeeded for user '{user*}' from {src_ip}/{src_port} to {dst_ip}/{dst_port} on interface {src_if}",
    ],
  },
  '109006': {
    kind: 'logon/failed',
    texts: [
      "Authentication failed for user '{user*}' from {src_ip}/{src_port} to {dst_ip}/{dst_port} on interface {src_if}",
    ],
  },
  '113004': { kind: 'logon/ok', texts: ['AAA user {type} Successful : server = {dst_ip} : user = {user*}'] },
  '113005': {
    kind: 'logon/failed',
    texts: [
      'AAA user authentication Rejected : reason = {reason*} : server = {dst_ip} : user = {user*} : user IP = {src_ip}',
      'AAA user authentication Rejected : reason = {reason*} : server = {dst_ip} : user = {user*}',
    ],
  },
  '113012': { kind: 'logon/ok', texts: ['AAA user authentication Successful : local database : user = {user*}'] },
  '113015': {
    kind: 'logon/failed',
    texts: [
      'AAA user authentication Rejected : reason = {reason*} : local database : user = {user*} : user IP = {src_ip}',
      'AAA user authentication Rejected : reason = {reason*} : local database : user = {user*}',
    ],
  },
  '113019': {
    kind: 'vpn/close',
    texts: [
      'Group = {group*}, Username = {user*}, IP = {src_ip}, Session disconnected. Session Type: {type*}, Duration: {duration}, Bytes xmt: {bytes_out}, Bytes rcv: {bytes_in}, Reason: {reason*}',
    ],
  },
  '113039': {
    kind: 'vpn/open',
    texts: ['Group <{group*}> User <{user*}> IP <{src_ip}> AnyConnect parent session started.'],
  },
  '605004': {
    kind: 'logon/failed',
    texts: ['Login denied from {src_ip}/{src_port} to {dst_if}:{dst_ip}/{service} for user "{user*}"'],
  },
  '605005': {
    kind: 'logon/ok',
    texts: ['Login permitted from {src_ip}/{src_port} to {dst_if}:{dst_ip}/{service} for user "{user*}"'],
  },
  '611101': {
    kind: 'logon/ok',
    texts: [
      'User authentication succeeded: IP address: {src_ip}, Uname: {user*}',
      'User authentication succeeded: Uname: {user*}',
    ],
  },
  '611102': {
    kind: 'logon/failed',
    texts: [
      'User authentication failed: IP address: {src_ip}, Uname: {user*}',
      'User authentication failed: Uname: {user*}',
    ],
  },
  '611103': { kind: 'logoff', texts: ['User logged out: Uname: {user*}'] },
  '716001': { kind: 'vpn/open', texts: ['Group <{group*}> User <{user*}> IP <{src_ip}> WebVPN session started.'] },
  '716002': {
    kind: 'vpn/close',
    texts: ['Group <{group*}> User <{user*}> IP <{src_ip}> WebVPN session terminated: {reason*}'],
  },
  '716038': {
    kind: 'logon/ok',
    texts: ['Group <{group*}> User <{user*}> IP <{src_ip}> Authentication: successful, Session Type: {type*}'],
  },
  '716039': {
    kind: 'logon/failed',
    texts: ['Group <{group*}> User <{user*}> IP <{src_ip}> Authentication: rejected, Session Type: {type*}'],
  },
  '722022': {
    kind: 'vpn/open',
    texts: ['Group <{group*}> User <{user*}> IP <{src_ip}> {protocol} SVC connection established {rest*}'],
  },
  '722023': {
    kind: 'vpn/close',
    texts: ['Group <{group*}> User <{user*}> IP <{src_ip}> {protocol} SVC connection terminated {rest*}'],
  },
  '722051': {
    kind: 'vpn/open',
    texts: [
      'Group <{group*}> User <{user*}> IP <{src_ip}> IPv4 Address <{dst_ip}> IPv6 address <{rest*}> assigned to session',
    ],
  },
  '111008': { kind: 'command', texts: ["User '{user*}' executed the '{command*}' command."] },
  '111009': { kind: 'command', texts: ["User '{user*}' executed cmd: {command*}"] },
  '111010': { kind: 'command', texts: ["User '{user*}', running '{app*}' from IP {src_ip}, executed '{command*}'"] },
  '502101': {
    kind: 'account/create',
    texts: ['New user added to local dbase: Uname: {user} Priv: {privilege} Encpass: {rest*}'],
  },
  '502102': {
    kind: 'account/delete',
    texts: ['User deleted from local dbase: Uname: {user} Priv: {privilege} Encpass: {rest*}'],
  },
  '402119': {
    kind: 'flow/deny',
    texts: [
      'IPSEC: Received an {protocol} packet (SPI= {spi}, sequence number= {number}) from {src_ip} (user= {user}) to {dst_ip} that {reason*}',
    ],
  },
}

const readers = new Map(
  Object.entries(MESSAGES).map(([id, { kind, texts }]) => {
    const phrases: Phrases = { [kind]: texts }
    return [id, phraseReader(phrases)] as const
  }),
)

/** Null for a number or a text that is not in the table. */
export function readAsa(id: string, text: string): Said | null {
  return readers.get(id)?.(text) ?? null
}

/** Colon pairs with commas between them, of Firepower: `SrcIP: 192.0.2.1, DstIP: ...`. */
export function readFirepower(text: string): Record<string, string> {
  const said: Record<string, string> = {}
  for (const pair of text.slice(0, TEXT_MAX).split(', ', PAIRS_MAX)) {
    const colon = pair.indexOf(': ')
    if (colon > 0 && colon < NAME_MAX) said[pair.slice(0, colon).replaceAll(' ', '')] = pair.slice(colon + 2)
  }
  return said
}

const TEXT_MAX = 16_384
const PAIRS_MAX = 256
const NAME_MAX = 64
