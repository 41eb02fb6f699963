/**
 * Messages of ASA, PIX, FWSM and Firepower Threat Defense by number, with their kinds. Texts: Cisco's syslog messages
 * guide for ASA 9.20. Addresses are `interface:address/port`, names of users may follow in brackets.
 *
 * An outbound connection names the far end first, so there the second address is the source. Its closing message has no
 * direction, and the ports do not show the initiator.
 */
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'

type Message = { readonly kind: string; readonly texts: readonly string[] }

const END = '{src_if}:{src_ip}/{src_port}'
const DST = '{dst_if}:{dst_ip}/{dst_port}'

/** In a translation the part behind `to` is not the other end but the translated address. */
const MADE_OF_IT = '{nat_if}:{nat_src}'

const BUILT_FLOW = `Built {direction} {protocol} connection {connection} for ${END} ({nat_src})`
/** Without a blank before the translated address. */
const JOINED_FLOW = `Built {direction} {protocol} connection {connection} for ${END}({nat_src})`
const BUILT = [
  `${BUILT_FLOW}({user}) to ${DST} ({nat_dst}) {rest*}`,
  `${BUILT_FLOW}({user}) to ${DST} ({nat_dst})`,
  `${BUILT_FLOW} to ${DST} ({nat_dst}) ({user})`,
  `${BUILT_FLOW} to ${DST} ({nat_dst})...`,
  `${JOINED_FLOW} to ${DST}({nat_dst})...`,
]
const TORN_FLOW = `Teardown {protocol} connection {connection} for ${END}`
const TORN_END = 'duration {duration} bytes {bytes}'
const TORN = [`${TORN_FLOW}({user}) to ${DST}`, `${TORN_FLOW} to ${DST}({to_user})`, `${TORN_FLOW} to ${DST}`].flatMap(
  (flow) => [
    `${flow} ${TORN_END} {reason*} ({user})`,
    `${flow} ${TORN_END} ({user})`,
    `${flow} ${TORN_END} {reason*}`,
    `${flow} ${TORN_END}`,
  ],
)

/** The numbers behind the addresses are those of the echo, not ports. */
const ICMP = 'connection for faddr {dst_ip}/{echo} gaddr {nat_src} laddr {src_ip}/{echo_type}...'
const FILTER_FLOW =
  '{protocol} traffic from {src_if}:{src_ip}/{src_port} ({nat_src}) to {dst_if}:{dst_ip}/{dst_port} ({nat_dst}), {reason*}'
const BOTNET: Message = {
  kind: 'threat',
  texts: [`Dynamic {filter} {action} {list} ${FILTER_FLOW}`, `Dynamic {filter} {action} {list} listed ${FILTER_FLOW}`],
}
const SIGNATURE: Message = {
  kind: 'threat',
  texts: ['{engine}:{sid} {signature*} from {src_ip} to {dst_ip} on interface {src_if}'],
}
/** The ends of a tunnel between two sites; `user` is the address of the peer. */
const TUNNEL_ENDS: Message = {
  kind: 'tunnel',
  texts: ['IPSEC: An {way} {type} SA (SPI= {spi}) between {src_ip} and {dst_ip} (user= {peer}) has been {change}.'],
}
const eachOf = (message: Message, ...ids: readonly number[]) => Object.fromEntries(ids.map((id) => [id, message]))
const SIGNATURES = Array.from({ length: 51 }, (_, at) => 400_000 + at)

const MESSAGES: Readonly<Record<string, Message>> = {
  '302013': { kind: 'flow/open', texts: BUILT },
  '302015': { kind: 'flow/open', texts: BUILT },
  '302014': { kind: 'flow/close', texts: TORN },
  '302016': { kind: 'flow/close', texts: TORN },
  '302020': { kind: 'flow/open', texts: [`Built {direction} {protocol} ${ICMP}`] },
  '302021': { kind: 'flow/close', texts: [`Teardown {protocol} ${ICMP}`] },
  '302022': { kind: 'flow/open', texts: [`Built {direction} {protocol} ${ICMP}`] },
  ...eachOf(TUNNEL_ENDS, 602_303, 602_304),
  '302303': {
    kind: 'flow/open',
    texts: [`Built {protocol} state-bypass connection {connection} from ${END} ({nat_src}) to ${DST} ({nat_dst})...`],
  },
  '302304': {
    kind: 'flow/close',
    texts: [
      `Teardown {protocol} state-bypass connection {connection} from ${END} to ${DST} duration {duration}, bytes {bytes}, {reason*}`,
    ],
  },
  '106001': {
    kind: 'flow/deny',
    texts: [
      '{direction} {protocol} connection denied from {src_ip}/{src_port} to {dst_ip}/{dst_port} flags {flags*} on interface {src_if}',
    ],
  },
  '106006': {
    kind: 'flow/deny',
    texts: ['Deny {direction} {protocol} from {src_ip}/{src_port} to {dst_ip}/{dst_port} on interface {src_if}'],
  },
  '106007': {
    kind: 'flow/deny',
    texts: ['Deny {direction} {protocol} from {src_ip}/{src_port} to {dst_ip}/{dst_port} due to DNS {reason*}'],
  },
  '106010': {
    kind: 'flow/deny',
    texts: [
      `Deny {direction} protocol {protocol} src ${END} dst ${DST}`,
      'Deny {direction} protocol {protocol} src {src_if}:{src_ip} dst {dst_if}:{dst_ip}',
    ],
  },
  '106014': {
    kind: 'flow/deny',
    texts: ['Deny {direction} {protocol} src {src_if}:{src_ip} dst {dst_if}:{dst_ip} (type {type}, code {code})'],
  },
  '106015': {
    kind: 'flow/deny',
    texts: [
      'Deny {protocol} (no connection) from {src_ip}/{src_port} to {dst_ip}/{dst_port} flags {flags*} on interface {src_if}',
    ],
  },
  // The inspection module, by its names over the years.
  ...eachOf(
    {
      kind: 'flow/deny',
      texts: ['SFR', 'IPS', 'CX', 'Module'].flatMap((module) => [
        `${module} requested to {act} {protocol} packet from ${END} to ${DST}`,
        `${module} requested to {act} {protocol} packets {src_if}:{src_ip} to {dst_if}:{dst_ip}...`,
        `${module} requested to {act} {protocol} connection from ${END} to ${DST}...`,
      ]),
    },
    ...[420_002, 420_003, 429_002, 429_003, 434_002, 434_003],
  ),
  '106011': { kind: 'flow/deny', texts: [`Deny {direction} (No xlate) {protocol} src ${END} dst ${DST}`] },
  '106012': { kind: 'flow/deny', texts: ['Deny IP from {src_ip} to {dst_ip}, IP options {reason*}'] },
  '106013': { kind: 'flow/deny', texts: ['Dropping echo request from {src_ip} to PAT address {dst_ip}'] },
  '106020': {
    kind: 'flow/deny',
    texts: ['Deny IP teardrop fragment (size = {size}, offset = {offset}) from {src_ip} to {dst_ip}'],
  },
  '106022': {
    kind: 'flow/deny',
    texts: ['Deny {protocol} connection spoof from {src_ip} to {dst_ip} on interface {src_if}'],
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
      `Deny {protocol} src ${END}({user}) dst ${DST} by access-group "{rule*}" [{hash}, {hash2}]`,
      `Deny {protocol} src ${END} dst ${DST} by access-group "{rule*}" [{hash}, {hash2}]`,
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
  '106102': {
    kind: 'flow/rule',
    texts: [
      "access-list {rule} {action} {protocol} for user '{user*}' {src_if}/{src_ip}({src_port}) -> {dst_if}/{dst_ip}({dst_port}) hit-cnt {count} ...",
      'access-list {rule} {action} {protocol} for user {user*} {src_if}/{src_ip}({src_port}) -> {dst_if}/{dst_ip}({dst_port}) hit-cnt {count} ...',
    ],
  },
  '106103': {
    kind: 'flow/rule',
    texts: [
      "access-list {rule} {action} {protocol} for user '{user*}' {src_if}/{src_ip}({src_port}) -> {dst_if}/{dst_ip}({dst_port}) hit-cnt {count} ...",
      'access-list {rule} {action} {protocol} for user {user*} {src_if}/{src_ip}({src_port}) -> {dst_if}/{dst_ip}({dst_port}) hit-cnt {count} ...',
    ],
  },
  '302017': {
    kind: 'flow/open',
    texts: [
      'Built {direction} {protocol} connection {connection} from {src_if}:{src_ip} ({nat_src}) to {dst_if}:{dst_ip} ({nat_dst})...',
    ],
  },
  '302018': {
    kind: 'flow/close',
    texts: [
      'Teardown {protocol} connection {connection} from {src_if}:{src_ip} ({nat_src}) to {dst_if}:{dst_ip} ({nat_dst}) duration {duration} bytes {bytes}...',
    ],
  },
  '305013': {
    kind: 'flow/deny',
    texts: [
      `Asymmetric NAT rules matched for forward and reverse flows; Connection for {protocol} src ${END} dst ${DST} denied due to {reason*}`,
      'Asymmetric NAT rules matched for forward and reverse flows; Connection for {protocol} src {src_if}:{src_ip} dst {dst_if}:{dst_ip} (type {type}, code {code}) denied due to {reason*}',
    ],
  },
  '313004': {
    kind: 'flow/deny',
    texts: ['Denied ICMP type={type}, from laddr {src_ip} on interface {src_if} to {dst_ip}: {reason*}'],
  },
  '313008': {
    kind: 'flow/deny',
    texts: ['Denied IPv6-ICMP type={type}, code={code} from {src_ip} on interface {src_if}'],
  },
  '315011': {
    kind: 'logoff',
    texts: [
      'SSH session from {src_ip} on interface {src_if} for user "{user*}" disconnected by SSH server, reason: "{reason*}" ({code})',
      "SSH session from {src_ip} on interface {src_if} for user '{user*}' disconnected by SSH server, reason: '{reason*}' ({code})",
      'SSH session from {src_ip} on interface {src_if} for user "{user*}" terminated normally',
      'SSH session from {src_ip} on interface {src_if} for user "{user*}" {reason*}',
    ],
  },
  '308001': {
    kind: 'logon/failed',
    texts: ['console enable password incorrect for {count} tries (from {src_ip})'],
  },
  '313001': { kind: 'flow/deny', texts: ['Denied ICMP type={type}, code={code} from {src_ip} on interface {src_if}'] },
  '313005': {
    kind: 'flow/deny',
    texts: [
      'No matching connection for ICMP error message: icmp src {src_if}:{src_ip} dst {dst_if}:{dst_ip} (type {type}, code {code}) on {rest*}',
    ],
  },
  '322001': { kind: 'flow/deny', texts: ['Deny MAC address {src_mac}, possible spoof attempt on interface {src_if}'] },
  ...eachOf(BOTNET, 338_001, 338_002, 338_003, 338_004, 338_005, 338_006, 338_007, 338_008),
  ...eachOf(BOTNET, 338_201, 338_202, 338_203, 338_204),
  ...eachOf(SIGNATURE, ...SIGNATURES),
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
  '710004': {
    kind: 'flow/deny',
    texts: [
      '{protocol} connection limit exceeded from {src_ip}/{src_port} to {dst_if}:{dst_ip}/{dst_port} (current connections/connection limit = {reason*})',
    ],
  },
  '710005': {
    kind: 'flow/deny',
    texts: ['{protocol} request discarded from {src_ip}/{src_port} to {dst_if}:{dst_ip}/{dst_port}'],
  },
  '710006': {
    kind: 'flow/deny',
    texts: ['{protocol} request discarded from {src_ip} to {dst_if}:{dst_ip}'],
  },
  '733100': { kind: 'threat', texts: ['[ {signature*}] drop rate-{rest*}', '[{signature*}] drop rate-{rest*}'] },
  '401004': { kind: 'flow/deny', texts: ['Shunned packet: {src_ip} = {dst_ip} on interface {src_if}'] },
  '733102': { kind: 'threat', texts: ['{signature*} adds host {src_ip} to shun list'] },
  '733103': { kind: 'words', texts: ['{signature*} removes host {src_ip} from shun list'] },
  '733101': {
    kind: 'threat',
    texts: ['{object} {src_ip} is attacking. {reason*}', '{object} {dst_ip} is targeted. {reason*}'],
  },
  '304001': {
    kind: 'url',
    texts: ['{user}@{src_ip} Accessed URL {dst_ip}:{url*}', '{src_ip} Accessed URL {dst_ip}:{url*}'],
  },
  '304002': {
    kind: 'url/deny',
    texts: [
      'Access denied URL {url*} SRC {src_ip} DEST {dst_ip} on interface {src_if}',
      'Access denied URL {url*} SRC {src_ip} DEST {dst_ip}',
      'Access denied URL {url*} SRC {src_ip}[{user}] DEST {dst_ip} on interface {src_if}',
    ],
  },
  '305011': {
    kind: 'nat/open',
    texts: [
      `Built {type} {protocol} translation from ${END}({user}) to ${MADE_OF_IT}`,
      `Built {type} {protocol} translation from ${END} to ${MADE_OF_IT}`,
    ],
  },
  '305012': {
    kind: 'nat/close',
    texts: [
      `Teardown {type} {protocol} translation from ${END}({user}) to ${MADE_OF_IT} duration {duration}`,
      `Teardown {type} {protocol} translation from ${END} to ${MADE_OF_IT} duration {duration}`,
    ],
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
  '113004': {
    kind: 'logon/ok',
    texts: [
      // Authorization and accounting follow an authentication, which has its own message.
      'AAA user authentication Successful : server = {dst_ip} : user = {user*}',
      'AAA user authentication Successful : server =  {dst_ip} : user = {user*}',
    ],
  },
  '113005': {
    kind: 'logon/failed',
    texts: [
      'AAA user authentication Rejected : reason = {reason*} : server = {dst_ip} : user = {user*} : user IP = {src_ip}',
      'AAA user authentication Rejected : reason = {reason*} : server = {dst_ip} : user = {user*}: user IP = {src_ip}',
      'AAA user authentication Rejected : reason = {reason*} : server = {dst_ip} : user = {user*}',
      'AAA user authentication Rejected : reason = {reason*} : server =  {dst_ip} : user = {user*} : user IP = {src_ip}',
      'AAA user authentication Rejected : reason = {reason*} : server =  {dst_ip} : user = {user*}',
    ],
  },
  '113008': { kind: 'logon/ok', texts: ['AAA transaction status ACCEPT : user = {user*}'] },
  '113012': { kind: 'logon/ok', texts: ['AAA user authentication Successful : local database : user = {user*}'] },
  '113015': {
    kind: 'logon/failed',
    texts: [
      'AAA user authentication Rejected : reason = {reason*} : local database : user = {user*} : user IP = {src_ip}',
      'AAA user authentication Rejected : reason = {reason*} : local database : user = {user*}: user IP = {src_ip}',
      'AAA user authentication Rejected: reason = {reason*}: local database: user = {user*}: user IP = {src_ip}',
      'AAA user authentication Rejected : reason = {reason*} : local database : user = {user*}',
    ],
  },
  '113019': {
    kind: 'vpn/close',
    texts: [
      'Group = {group*}, Username = {user*}, IP = {src_ip}, Session disconnected. Session Type: {type*}, Duration: {duration*}, Bytes xmt: {bytes_in}, Bytes rcv: {bytes_out}, Reason: {reason*}',
    ],
  },
  '113021': {
    kind: 'logon/failed',
    texts: ['Attempted console login failed. User {user*} did NOT have appropriate Admin Rights.'],
  },
  '713228': {
    kind: 'vpn/open',
    texts: [
      'Group = {group*}, Username = {user*}, IP = {src_ip}, Assigned private IP address {vpn_ip} to remote user',
      'Group = {group*}, Username = {user*}, IP = {src_ip}, Assigned private IP address {vpn_ip} to remote user {rest*}',
    ],
  },
  '751025': {
    kind: 'vpn/open',
    texts: [
      'Local:{dst_ip}:{dst_port} Remote:{src_ip}:{src_port} Username:{user*} IKEv2 Group:{group*} IPv4 Address={vpn_ip} IPv6 address={rest*} assigned to session',
    ],
  },
  '734001': {
    kind: 'vpn/open',
    texts: ['DAP: User {user*}, Addr {src_ip}, Connection {type*}: The following DAP records were selected {rest*}'],
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
  '722033': {
    kind: 'vpn/open',
    texts: [
      'Group <{group*}> User <{user*}> IP <{src_ip}> First {protocol} SVC connection established for SVC session.',
    ],
  },
  '722034': {
    kind: 'vpn/open',
    texts: ['Group <{group*}> User <{user*}> IP <{src_ip}> New {protocol} SVC connection, {reason*}'],
  },
  '722037': {
    kind: 'vpn/close',
    texts: ['Group <{group*}> User <{user*}> IP <{src_ip}> SVC closing connection: {reason*}'],
  },
  '722051': {
    kind: 'vpn/open',
    texts: [
      'Group <{group*}> User <{user*}> IP <{src_ip}> IPv4 Address <{vpn_ip}> IPv6 address <{rest*}> assigned to session',
    ],
  },
  '111008': { kind: 'command', texts: ["User '{user*}' executed the '{command*}' command."] },
  // Commands that change nothing.
  '111009': { kind: 'read', texts: ["User '{user*}' executed cmd: {command*}"] },
  '111010': { kind: 'command', texts: ["User '{user*}', running '{app*}' from IP {src_ip}, executed '{command*}'"] },
  '502101': {
    kind: 'account/create',
    texts: ['New user added to local dbase: Uname: {user} Priv: {privilege} Encpass: {rest*}'],
  },
  '502103': {
    kind: 'account/privilege',
    texts: ['User priv level changed: Uname: {user} From: {old} To: {privilege}'],
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

/** The direction in which a message names its ends in reverse order. */
const TURNED: Readonly<Record<string, string>> = {
  '302013': 'outbound',
  '302015': 'outbound',
  '302020': 'inbound',
  '302022': 'inbound',
}

const ENDS = [
  ['src_if', 'dst_if'],
  ['src_ip', 'dst_ip'],
  ['src_port', 'dst_port'],
  ['nat_src', 'nat_dst'],
] as const

/** Null for a number or a text that is not in the table. */
export function readAsa(id: string, text: string): Partial<PhraseValues> | null {
  const plain = GROUPED.test(text) ? null : readers.get(id)?.(text)
  const fields: Partial<PhraseValues> | null = plain ?? readNoted(id, text)
  if (fields?.kind === 'tunnel') fields.kind = fields.change === 'deleted' ? 'vpn/close' : 'vpn/open'
  // Commands of the device itself come from no address.
  if (fields?.src_ip === '0.0.0.0' && id === '111010') fields.src_ip = undefined
  if (fields?.direction !== undefined && fields.direction === TURNED[id]) {
    for (const [source, destination] of ENDS) {
      const end = fields[source]
      fields[source] = fields[destination]
      fields[destination] = end
    }
  }
  if (fields) for (const end of ['src', 'dst'] as const) addTranslated(fields, end)
  return fields
}

/**
 * Brackets behind an end hold its user or its name, and its security group: `(LOCAL\\ada, 17:sales)`, `(17:sales)`,
 * `(ada)`. Addresses and ports in brackets are not such notes, nor is `(type 3, code 3)`.
 */
const NOTE =
  /(:[\w.:%-]{1,255}(?:\/[\w-]{1,32}(?: ?\([\da-fA-F.:]{2,45}\/\d{1,5}\))?)?) ?\((?!\d{1,5}\)|[\d.]{7,15}|[\da-fA-F:]*:[\da-fA-F:]*:|type )([^()]{1,512})\)/g
/** A text with security groups, which would look like part of the address before them. */
const GROUPED = /[( ]\d{1,5}:[\w.-]{1,64}\)/
const GROUP = /^\d{1,5}(?::.*)?$/
const NOTES_MAX = 4

/** Reads the text without the notes, and the users of its ends from the notes. */
function readNoted(id: string, text: string): Partial<PhraseValues> | null {
  const reader = readers.get(id)
  if (reader === undefined || !text.includes('(')) return null
  const users: string[] = []
  let notes = 0
  const plain = text.replace(NOTE, (whole, end: string, note: string) => {
    if (++notes > NOTES_MAX) return whole
    users.push(
      note
        .split(',')
        .map((part) => part.trim())
        .find((part) => part !== '' && !GROUP.test(part)) ?? '',
    )
    return end
  })
  const noted: Partial<PhraseValues> | null = notes === 0 ? null : reader(plain)
  if (noted && users[0]) noted.user ??= users[0]
  return noted
}

/** An address that maps to itself was not translated, and the number behind that of an echo is not a port. */
function addTranslated(fields: Partial<PhraseValues>, end: 'src' | 'dst'): void {
  const { [`${end}_ip`]: address, [`${end}_port`]: port, [`nat_${end}`]: translated, echo } = fields
  if (translated === undefined) return
  const made = echo === undefined ? translated : translated.replace(/\/\d{1,5}$/, '')
  fields[`nat_${end}`] = made === address || made === `${address}/${port}` ? undefined : made
}

/** Colon pairs with commas between them, of Firepower: `SrcIP: 192.0.2.1, DstIP: ...`. */
export function readFirepower(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const pair of text.slice(0, TEXT_MAX).split(', ', PAIRS_MAX)) {
    const colon = pair.indexOf(': ')
    if (colon > 0 && colon < NAME_MAX)
      fields[pair.slice(0, colon).replaceAll(' ', '')] = pair.slice(colon + 2).replace(QUOTED, '$1')
  }
  return fields
}

const QUOTED = /^"([^"]*)"$/
const TEXT_MAX = 16_384
const PAIRS_MAX = 256
const NAME_MAX = 64
