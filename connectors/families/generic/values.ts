/** Checks if a value is plausible for its name: a wrong entity is worse than none. */
import { plainAddress } from '../../../platform/ip-address.ts'
import { account, known } from '../../mapping/transforms.ts'

/** Placeholders that senders write instead of a name. */
const NOBODY: ReadonlySet<string> = new Set(
  (
    '? * ** -- --- . .. / n.a. na not_set notset empty (empty) blank [blank] false true no yes default all any anonymous unauthenticated ' +
    '(not-logged-in) not-logged-in none-none n/a,n/a unset undef (unset) (none) <none> [none] <unknown> [unknown] (unknown) unidentified ' +
    'policy equals notequals greaterthan greaterthanorequal lessthan lessthanorequal contains and or ' +
    'unspecified (blank) user username hidden redacted [redacted] <redacted> (redacted) masked anonymoususer ' +
    'peer client server host session connection login account'
  ).split(' '),
)
const MASK = /^[*xX•#.]{3,}$/
const NAME_MAX = 256
/** The number of an AWS account, which AWS records call `account`. */
const AWS_ACCOUNT = /^\d{12}$/
/** A Windows security identifier is not a name. */
const SID = /^S-1-\d{1,3}(?:-\d{1,10})*$/

/** The name of an account without its domain; '' for masks, placeholders and values that are not names. */
export function somebody(value: unknown): string {
  if (typeof value !== 'string' || value.length > NAME_MAX) return ''
  const name = withoutAddress(known(account(known(value.trim()))).trim())
  if (name === '' || NOBODY.has(name.toLowerCase()) || MASK.test(name)) return ''
  if (/[=;{}<>|\t\r\n"]|https?:/.test(name) || plainAddress(name) !== '') return ''
  if (AWS_ACCOUNT.test(name) || SID.test(name) || !/[\p{L}\p{N}]/u.test(name)) return ''
  return name.split(/\s+/).length > 4 ? '' : name
}

const ADDRESS_PART = '\\[?((?:\\d{1,3}\\.){3}\\d{1,3}|[0-9a-fA-F]{0,4}:[0-9a-fA-F:.]{2,40})\\]?(?::(\\d{1,5}))?'
const NAME_PART = '([^\\s/@|(),;=]{1,128}(?:@[\\w.-]{1,128})?)'
const NAME_FIRST = new RegExp(`^${NAME_PART}(?:[/|@]| ?[([]| )${ADDRESS_PART}[)\\]]?$`)
const ADDRESS_FIRST = new RegExp(`^${ADDRESS_PART}[/|] ?${NAME_PART}$`)

export type JoinedParts = {
  readonly name: string
  readonly ip: string
  readonly port: string
  readonly isNameFirst: boolean
}

/** `kim/198.51.100.9`, `kim@198.51.100.9:4711`, `kim (198.51.100.9)`, `198.51.100.9:4711/kim`; null for other forms. */
export function joinedParts(text: string): JoinedParts | null {
  if (text.length > NAME_MAX || !/[/|@([ ]/.test(text)) return null
  const first = NAME_FIRST.exec(text)
  const last = first ? null : ADDRESS_FIRST.exec(text)
  const [name = '', ip = '', port = ''] = first ? [first[1], first[2], first[3]] : [last?.[3], last?.[1], last?.[2]]
  // A number behind an address is the length of a network prefix.
  if (plainAddress(ip) === '' || /^\d{1,3}$/.test(name)) return null
  return { name, ip, port, isNameFirst: first !== null }
}

/** In `kim@198.51.100.9` the address is the machine on which kim works, not a part of the name. */
const withoutAddress = (name: string): string => joinedParts(name)?.name ?? name

const HOST = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,252}[\p{L}\p{N}_])?$/u

/** The name of a machine; '' for addresses, for ordinary words, and for words that mean services or placeholders. */
export function machine(value: unknown): string {
  if (typeof value !== 'string') return ''
  const name = known(value.trim())
    .replace(/\.$/, '')
    .replace(/:\d{1,5}$/, '')
  if (!HOST.test(name) || plainAddress(name) !== '' || /^\d{1,9}$/.test(name)) return ''
  return NOBODY.has(name.toLowerCase()) || /^localhost\b/i.test(name) || MASK.test(name) ? '' : name
}

const LOOPBACK = /^(?:127\.|0\.0\.0\.0$|255\.255\.255\.255$|::1?$)/

/** `/198.51.100.9:4711` of Java, `ipv4:198.51.100.9:4711` of Samba, `tcp://198.51.100.9:4711`, `IPV4/UDP/198.51.100.9/4711` of Asterisk. */
const SOCKET_HEAD =
  /^(?:\/|(?:ipv[46]|tcp|udp|tcp[46]|udp[46]):(?:\/\/)?|ipv[46]\/(?:udp|tcp|tls|ws|wss)\/|https?:\/\/)/i
/**
 * A port behind an address: `:4711`, `#4711` of BIND, `/4711` of Cisco, `[4711]`. The length of a prefix has at most
 * three digits.
 */
const SOCKET_END = /^(.{2,64}?)(?:#(\d{1,5})|\/(\d{4,5})|(?<=\d)\[(\d{1,5})\])$/
const SOCKET_PORT = /(?:^[\d.]{7,15}|\]):(\d{1,5})$/

/** The longest address of IPv6 with its scheme, zone and port. */
const SOCKET_MAX = 96
/** One of these characters stands before a port; most addresses have none. */
const PORT_MARK = /[:#/[]/
const SOCKET_MARK = /^\/|^[a-z\d]{3,5}:|^ipv[46]\/|[#/[]/i

function addressOfSocket(value: string): string {
  if (!SOCKET_MARK.test(value)) return ''
  const socket = bareSocket(value)
  return plainAddress(socket) || plainAddress(SOCKET_END.exec(socket)?.[1] ?? '')
}

const bareSocket = (value: string): string =>
  /^[\d:[]/.test(value) ? value.trim() : value.trim().replace(SOCKET_HEAD, '')

/** An address of a machine: not a loopback address, which every machine has. */
export function address(value: unknown): string {
  if (typeof value !== 'string' || value.length > SOCKET_MAX) return ''
  const plain = plainAddress(value) || addressOfSocket(value)
  return plain === '' || LOOPBACK.test(plain) ? '' : plain
}

/** The port behind an address; 0 if there is none. */
export function portBehind(value: unknown): number {
  if (typeof value !== 'string' || value.length > SOCKET_MAX || !PORT_MARK.test(value)) return 0
  const socket = bareSocket(value)
  const [, , hash, slash, bracket] = SOCKET_END.exec(socket) ?? []
  return port(SOCKET_PORT.exec(socket)?.[1] ?? hash ?? slash ?? bracket)
}

export function port(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= 0xffff ? number : 0
}
