/** The entities that a signal is about, without common names (`localhost`, `SYSTEM`) that identify no one. */
import { isIP } from 'node:net'
import type { Signal } from '../schemas/signal.ts'

export const KINDS = ['host', 'user', 'ip'] as const
export type Kind = (typeof KINDS)[number]

/** One folded name of each kind; '' when there is no name that distinguishes one story from another. */
export type Who = Readonly<Record<Kind, string>>

export const NOBODY: Who = { host: '', user: '', ip: '' }

const NAME_MAX = 255
const EMPTY = new Set(['', '-', '.', '?', 'n/a', 'na', 'none', 'null', 'nil', 'unknown', 'undefined', '(unknown)'])
const HOSTS = new Set(['localhost', 'localhost.localdomain', 'ip6-localhost', 'localhost4', 'localhost6', 'workgroup'])
/** Accounts that exist on every machine of a kind. */
const USERS = new Set([
  ...['system', 'local system', 'localsystem', 'local service', 'network service', 'localservice', 'networkservice'],
  ...['anonymous logon', 'anonymous', 'everyone', 'iusr', 'defaultaccount', 'wdagutilityaccount', 'trustedinstaller'],
  ...['s-1-5-18', 's-1-5-19', 's-1-5-20', 's-1-5-7', 's-1-0-0', '0', 'uid=0', 'unset', '4294967295', '-1'],
  ...['root', 'nobody', 'daemon', 'www-data', 'sshd', 'admin', 'administrator', 'guest', 'system:anonymous'],
  ...['hidden_due_to_security_reasons', 'awsservice', 'aws-service'],
])
/** Accounts of Windows sessions and machines: `DWM-1`, `UMFD-0`, `WIN10$`. */
const USER_FORMS = /^(?:dwm-\d+|umfd-\d+|.*\$)$/

export function whoOf(signal: Signal): Who {
  return { host: fold('host', signal.host), user: fold('user', signal.user), ip: fold('ip', signal.src_ip) }
}

/** Normalises a name for comparison within its kind; returns '' for a common name. */
export function fold(kind: Kind, name: string): string {
  if (name === '') return ''
  const known = FOLDED[kind].get(name)
  if (known !== undefined) return known
  const made = kind === 'host' ? hostName(name) : kind === 'user' ? userName(name) : address(name)
  if (name.length > NAME_MAX) return made
  if (FOLDED[kind].size >= FOLDED_MAX) FOLDED[kind].clear()
  FOLDED[kind].set(name, made)
  return made
}

/** Folded names by name, because a story names the same few entities in each of its signals. */
const hosts = new Map<string, string>()
const users = new Map<string, string>()
const addresses = new Map<string, string>()
const FOLDED: Readonly<Record<Kind, Map<string, string>>> = { host: hosts, user: users, ip: addresses }
const FOLDED_MAX = 4096

function hostName(name: string): string {
  const bare = folded(name).replace(/\.$/, '')
  if (EMPTY.has(bare) || HOSTS.has(bare)) return ''
  return isIP(bare) === 0 ? bare : address(bare)
}

/** Removes the domain before the user name, because some sources of a story give it and others do not. */
function userName(name: string): string {
  const whole = folded(name)
  const bare = whole.slice(whole.lastIndexOf('\\') + 1)
  return EMPTY.has(bare) || USERS.has(bare) || USER_FORMS.test(bare) || whole.startsWith('nt authority\\') ? '' : bare
}

/** Returns '' for loopback, unspecified, link-local, multicast and broadcast addresses, which identify no machine. */
function address(text: string): string {
  const plain = folded(text).replace(/^::ffff:(?=\d+\.)/, '')
  const version = isIP(plain)
  if (version === 0) return ''
  if (version === 4) return /^(?:0|127|169\.254|22[4-9]|23\d|24\d|25[0-5])\./.test(plain) ? '' : plain
  return /^(?:::1?|fe[89ab].*|ff.*)$/.test(plain) ? '' : plain
}

function folded(name: string): string {
  return name.slice(0, NAME_MAX).trim().normalize('NFC').toLowerCase()
}
