/**
 * The entities that a finding's evidence names, wherever OCSF has it: `evidences[]`, `observables[]`, `resources[]`.
 */
import { isMembers, type Members } from '../../platform/members.ts'
import { hash } from './hashes.ts'
import { account, ip, known } from './transforms.ts'

export type Entities = {
  /** The source of the first connection in the evidence, otherwise the first other address. */
  readonly srcIp: string
  readonly dstIp: string
  /** Ports beside these addresses; 0 for none. */
  readonly srcPort: number
  readonly dstPort: number
  readonly ips: readonly string[]
  readonly hosts: readonly string[]
  readonly users: readonly string[]
  readonly emails: readonly string[]
  readonly hashes: readonly string[]
  readonly files: readonly string[]
  readonly domains: readonly string[]
  readonly urls: readonly string[]
  readonly processes: readonly string[]
  readonly commands: readonly string[]
}

/** Members with a finding's subject; the other members are text about the product. */
export const ABOUT = [
  ...[
    'evidences',
    'device',
    'actor',
    'src_endpoint',
    'dst_endpoint',
    'user',
    'file',
    'process',
    'url',
    'query',
    'email',
  ],
  ...['http_request', 'tls', 'malware', 'resource', 'resources', 'finding_info', 'finding_info_list', 'affected_code'],
  ...['observables', 'vulnerabilities'],
] as const

const VALUES_MAX = 64
const TEXT_MAX = 4096
const DEPTH_MAX = 10
/** Maximum number of values that are read in one finding. */
const WORK_MAX = 4096

type Lists = Record<Exclude<keyof Entities, 'srcIp' | 'dstIp' | 'srcPort' | 'dstPort'>, string[]>

class Gathering {
  readonly lists: Lists = {
    ...{ ips: [], hosts: [], users: [], emails: [], hashes: [], files: [], domains: [], urls: [] },
    ...{ processes: [], commands: [] },
  }
  src = ''
  dst = ''
  srcPort = 0
  dstPort = 0
  /** Addresses of the reporting machine itself, which are not a client's. */
  readonly own = new Set<string>()
  /** Names of machines that the finding is about; names of the connection's ends come after them. */
  readonly machines: string[] = []
  readonly outside = new Set<string>()
  left = WORK_MAX

  add(list: keyof Lists, value: string): void {
    const values = this.lists[list]
    if (value === '' || value.length > TEXT_MAX || values.length >= VALUES_MAX || values.includes(value)) return
    values.push(value)
  }

  /** `under` is the name of the object that holds these members. */
  visit(value: unknown, under: string, depth: number): void {
    if (depth > DEPTH_MAX || this.left-- <= 0) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, VALUES_MAX)) this.visit(item, under, depth + 1)
      return
    }
    if (!isMembers(value)) return
    if (under === 'observables') return this.observable(value)
    this.markOutside(value)
    if (RESOURCES.has(under)) this.resource(value)
    for (const name of Object.keys(value)) {
      const member = value[name]
      if (typeof member === 'string') this.text(under, name, member)
      else if (name === 'hashes' || name === 'fingerprints') this.digests(member)
      else if (Array.isArray(member) && MAIL_LISTS.has(name))
        for (const one of member.slice(0, VALUES_MAX)) this.text('email', name, String(one))
      else this.visit(member, name, depth + 1)
    }
    if (ENDS.has(under)) this.port(under, value)
  }

  /** The name of a public far end is a domain, and no machine of the tenant. */
  markOutside({ src_endpoint: from, dst_endpoint: to }: Readonly<Members>): void {
    if (!isMembers(from) || !isMembers(to) || typeof to.hostname !== 'string' || !to.hostname.includes('.')) return
    const [source, destination] = [ip(from.ip), ip(to.ip)]
    if (source !== '' && destination !== '' && INSIDE.test(source) && !INSIDE.test(destination))
      this.outside.add(to.hostname)
  }

  /** The port beside the address that was taken for this end. */
  port(under: string, { ip: address, port }: Readonly<Members>): void {
    if (typeof address !== 'string' || typeof port !== 'number') return
    if (under === 'src_endpoint' && ip(address) === this.src) this.srcPort ||= port
    if (under === 'dst_endpoint' && ip(address) === this.dst) this.dstPort ||= port
  }

  text(under: string, name: string, value: string): void {
    if (name === 'ip') return this.address(under, ip(value))
    if (name === 'hostname') {
      if (under === 'query' || under === 'url' || this.outside.has(value)) return this.domain(value)
      return this.hostOf(value, under === 'device')
    }
    if (under === 'user' || under === 'owner') return this.person(name, value)
    if (under === 'file' && (name === 'path' || name === 'name')) return this.add('files', known(value))
    if (under === 'process' && name === 'name') return this.add('processes', known(value))
    if (name === 'cmd_line') return this.add('commands', value)
    if (name === 'url_string') return this.add('urls', known(value))
    if (name === 'domain' && ENDS.has(under)) return this.domain(value)
    if (under === 'device' && name === 'name') return this.hostOf(value, true)
    if (under === 'email' && MAIL_NAMES.has(name)) return this.mail(value)
  }

  address(under: string, address: string): void {
    if (!isSomebodys(address)) return
    this.add('ips', address)
    if (under === 'device') this.own.add(address)
    if (under === 'src_endpoint') this.src ||= address
    if (under === 'dst_endpoint') this.dst ||= address
  }

  /** A name may be written as an address. */
  hostOf(value: string, isMachine = false): void {
    const name = known(value)
    if (ip(name) !== '') return
    this.add('hosts', name)
    if (isMachine && name !== '') this.machines.push(name)
  }

  person(name: string, value: string): void {
    if (name === 'email_addr') return this.mail(value)
    if (name === 'name') this.add('users', MASK.test(value) ? '' : known(account(value)))
  }

  mail(value: string): void {
    const found = MAIL.exec(value)?.[0] ?? ''
    this.add('emails', found)
  }

  domain(value: string): void {
    const name = known(value)
    if (ip(name) === '' && name.includes('.')) this.add('domains', name)
  }

  digests(value: unknown): void {
    if (!Array.isArray(value)) return
    const texts = value.slice(0, 8).map((one) => (isMembers(one) && typeof one.value === 'string' ? one.value : ''))
    // The strongest digest first, because the column holds one.
    for (const digest of texts.sort((a, b) => b.length - a.length)) this.add('hashes', hash(digest))
  }

  /**
   * An observable's name is the path of the attribute that it repeats; the path tells the side of a connection, and if
   * a name was a query.
   */
  observable({ type_id, value, name }: Readonly<Members>): void {
    if (typeof value !== 'string' || typeof type_id !== 'number') return
    const path = typeof name === 'string' ? name.split('.') : []
    const under = path.at(-2) ?? ''
    if (type_id === 2) return this.address(ENDS.has(under) || under === 'device' ? under : 'observables', ip(value))
    if (type_id === 1 && (under === 'query' || under === 'url' || path.at(-1) === 'domain')) return this.domain(value)
    if (type_id === 4) return this.person('name', value)
    if (type_id === 5) return this.mail(value)
    if (type_id === 8) return this.add('hashes', hash(value))
    const list = OBSERVED[type_id]
    if (list === 'hosts') return this.hostOf(value, under === 'device')
    if (list !== undefined) this.add(list, known(value))
  }

  /** The type of a resource tells what its name is. */
  resource({ type, name }: Readonly<Members>): void {
    if (typeof type !== 'string' || typeof name !== 'string') return
    if (/\b(?:host|endpoint|device|computer|machine|server|workstation|instance|vm)\b/i.test(type))
      this.hostOf(name, true)
    else if (/\b(?:user|account|identity|principal)\b/i.test(type)) this.person('name', name)
    else if (/\bip\b|address/i.test(type)) this.address('resources', ip(name))
    else if (/mailbox|e-?mail/i.test(type)) this.mail(name)
    else if (/domain/i.test(type)) this.domain(name)
  }
}

const RESOURCES: ReadonlySet<string> = new Set(['resource', 'resources'])
const ENDS: ReadonlySet<string> = new Set(['src_endpoint', 'dst_endpoint'])
const MAIL_NAMES: ReadonlySet<string> = new Set([
  'from',
  'to',
  'sender',
  'smtp_from',
  'smtp_to',
  'reply_to',
  'return_path',
])
const MAIL_LISTS: ReadonlySet<string> = new Set(['to', 'cc', 'smtp_to'])
/** `type_id` of OCSF's observables. */
const OBSERVED: Readonly<Record<number, keyof Lists>> = {
  1: 'hosts',
  6: 'urls',
  7: 'files',
  9: 'processes',
  23: 'urls',
}
/** Addresses of private networks, of carriers' networks and of links. */
export const INSIDE =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd][\da-f]{2}:|fe80:)/i
const PATH = /[\\/]/
const MASK = /^\*+$/
const MAIL = /[^\s<>"',;]{1,128}@[a-zA-Z0-9-]{1,63}(?:\.[a-zA-Z0-9-]{1,63}){1,8}/
/** A loopback address identifies no machine. */
const isSomebodys = (address: string) =>
  address !== '' && address !== '::' && address !== '0.0.0.0' && !/^(?:127\.|::1$)/.test(address)

/**
 * Reads at most `WORK_MAX` values of the event and keeps `VALUES_MAX` of each kind. An address whose side is unknown
 * counts as the source if guessing is allowed.
 */
export function entitiesIn(event: Readonly<Members>, members: readonly string[], isGuessed = true): Entities {
  const found = new Gathering()
  for (const name of members) if (Object.hasOwn(event, name)) found.visit(event[name], name, 0)
  const others = found.lists.ips.filter((one) => one !== found.dst && one !== found.src && !found.own.has(one))
  const hosts = [...new Set([...found.machines, ...found.lists.hosts])].slice(0, VALUES_MAX)
  // Paths come first, because a path says more than a file name.
  const files = [...found.lists.files].sort((a, b) => Number(PATH.test(b)) - Number(PATH.test(a)))
  // A single address does not show a direction.
  return {
    ...found.lists,
    hosts,
    files,
    srcIp: found.src || (isGuessed && found.dst === '' ? (others[0] ?? '') : ''),
    dstIp: found.dst,
    srcPort: found.srcPort,
    dstPort: found.dstPort,
  }
}
