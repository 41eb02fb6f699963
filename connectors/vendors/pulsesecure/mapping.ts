/**
 * Ivanti (Pulse) Connect Secure: the user and admin access logs, in columns between ` | `: appliance, time, code,
 * level, its address, its name, the client's address, user, realm, roles, and the sentence. Codes AUT are sign-ins,
 * codes ADM are actions of administrators.
 */

import { command, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { FieldList, setFirst } from '../../formats/field-list.ts'
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { integer, ip, is, list, lookup, type Profile, type Rows, text, time } from '../../mapping/table.ts'

const COLUMNS = ['appliance', 'at', 'code', 'level', 'dst_ip', 'log', 'src_ip', 'user', 'realm', 'roles'] as const
const START = /^[\w.-]{1,64} \| \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \| [A-Z]{3}\d{2,6} \| /
const COLUMNS_MAX = 64
/** The standard format: `2026-11-27 10:11:12 - ive - [198.51.100.9] kim(Realm)[Role, Role] - words`. */
const STANDARD =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) - ([\w.-]{1,64}) - \[([\d.]{7,15}|[\da-fA-F:]{2,45})\] ([^()[\]]{0,256})\(([^()]{0,256})\)\[([^\]]{0,512})\] - (.*)$/s

/** The beginning of either format; the product's name precedes the second one. */
const BEGINS = new RegExp(`${START.source}|${STANDARD.source.replace(/\(\.\*\)\$$/, '')}`)

const SENTENCES: Phrases = {
  logon: [
    'Login succeeded for {who*} (session:{session}) from {from*}',
    'Login succeeded for {who*} from {from*}',
    'Primary authentication successful for {who*} from {from*}',
  ],
  refused: [
    'Primary authentication failed for {who*} from {from*}',
    'Login failed using auth server {server*}.  Reason: {reason*}',
    'Login failed using auth server {server*}. Reason: {reason*}',
    'Login failed. Reason: {reason*}',
  ],
  open: [
    'VPN Tunneling: Session started for user with IPv4 address {inner}, hostname {peer}',
    'VPN Tunneling: Session started for user with {family} address {inner}, ...',
    'Network Connect: Session started for user with IP {inner}, hostname {peer}',
    'Network Connect: Session started for user with IP {inner}',
  ],
  closed: [
    'VPN Tunneling: Session ended for user with IPv4 address {inner}',
    'VPN Tunneling: Session ended for user with {family} address {inner}, ...',
    'Network Connect: Session ended for user with IP {inner}',
  ],
  logoff: ['Logout from {from*} (session:{session})', 'Logout from {from*}'],
}
const readSentence = phraseReader(SENTENCES)

function readStandard(message: string): PhraseValues | null {
  const [, at, appliance = '', src = '', user = '', realm = '', roles = '', words = ''] = STANDARD.exec(message) ?? []
  if (at === undefined) return null
  const isPerson = user !== '' && user !== 'System'
  const fields: PhraseValues = { at, appliance, words, ...(isPerson && { user, realm, src_ip: src, roles }) }
  Object.assign(fields, readSentence(words.trim().replace(/\.$/, '')))
  fields.kind ??= isPerson ? 'session' : 'words'
  return fields
}

function read(message: string): PhraseValues | null {
  const standard = message.charCodeAt(0) === 0x32 ? readStandard(message) : null
  if (standard !== null) return standard
  const cells = message.split(' | ', COLUMNS_MAX)
  const words = (cells.at(-1) ?? '').trim()
  const sentence = readSentence(words)
  columns.clear()
  for (let at = 0; at < COLUMNS.length; at++) {
    const value = cells[at]?.trim()
    if (value) columns.add(COLUMNS[at] as string, value)
  }
  columns.add('words', words)
  if (sentence) columns.addAll(sentence)
  const fields = columns.toFields(setFirst) as PhraseValues
  fields.kind ??= fields.code?.startsWith('ADM') && fields.user !== undefined ? 'command' : 'words'
  if (fields.kind === 'words' && fields.user !== undefined && fields.user !== 'System') fields.kind = 'session'
  return fields
}

const columns = new FieldList()

const WHO = {
  'user.domain': 'parsed.realm',
  'user.groups': { kind: 'each', fields: 'parsed.roles', member: 'name', others: {} },
  'src_endpoint.port': integer('parsed.src_port'),
} as const

const TUNNEL: Rows = {
  'user.name': 'parsed.user',
  'user.domain': 'parsed.realm',
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.hostname': 'parsed.peer',
  'tunnel_interface.ip': ip('parsed.inner'),
  'tunnel_interface.type_id': is('Tunnel'),
  'dst_endpoint.hostname': 'parsed.appliance',
  tunnel_type_id: is('Unknown'),
}

const PROFILES: readonly Profile[] = [
  logon('logon', 'Logon', is('Success'), WHO),
  logon('refused', 'Logon', is('Failure'), { ...WHO, severity_id: is('Medium') }),
  logon('logoff', 'Logoff', is('Success'), WHO),
  command('command', {
    'actor.user.domain': 'parsed.realm',
    'api.operation': 'parsed.code',
    'dst_endpoint.ip': ip('parsed.dst_ip'),
    status_detail: 'parsed.words',
  }),
  on('open', { class: 'tunnel_activity', activity: 'Open', rows: TUNNEL }),
  on('closed', { class: 'tunnel_activity', activity: 'Close', rows: TUNNEL }),
  // Requests, connections and roles of a session: the user and the address are known, and the sentence has the rest.
  on('session', { class: 'tunnel_activity', activity: 'Other', rows: TUNNEL }),
]

export const connectSecure = syslogDevice({
  id: 'pulse-connect-secure/1',
  vendor: 'Ivanti',
  product: 'Connect Secure',
  begins: BEGINS,
  read,
  rows: {
    time: time('syslog.time', 'parsed.at'),
    'metadata.event_code': 'parsed.code',
    'metadata.labels': list('parsed.log', /,/),
    message: text('parsed.words'),
    severity_id: lookup(
      'parsed.level',
      { info: 'Informational', minor: 'Low', major: 'High', critical: 'Critical' },
      'Unknown',
      'Informational',
    ),
  },
  profiles: PROFILES,
  rest: 'requests and the state of the appliance, as sentences that are not known by code',
})
