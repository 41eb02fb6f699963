/**
 * Ivanti (Pulse) Connect Secure: the user and admin access logs, in columns between ` | `: appliance, time, code,
 * level, its address, its name, the client's address, user, realm, roles, and at the end the sentence. Codes AUT are
 * sign-ins, and ADM administrators' acts.
 */

import { command, logon, syslogDevice } from '../../families/syslog/device.ts'
import { FieldList, setFirst } from '../../formats/field-list.ts'
import { type Phrases, phraseReader, type Said } from '../../mapping/phrases.ts'
import { integer, ip, is, list, lookup, type Profile, text, time } from '../../mapping/table.ts'

const COLUMNS = ['appliance', 'at', 'code', 'level', 'dst_ip', 'log', 'src_ip', 'user', 'realm', 'roles'] as const
const START = /^[\w.-]{1,64} \| \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \| [A-Z]{3}\d{2,6} \| /
const COLUMNS_MAX = 64

const SENTENCES: Phrases = {
  logon: [
    'Login succeeded for {who*} (session:{session}) from {from*}',
    'Login succeeded for {who*} from {from*}',
    'Primary authentication successful for {who*} from {from*}',
  ],
  refused: [
    'Primary authentication failed for {who*} from {from*}',
    'Login failed using auth server {server*}.  Reason: {reason*}',
    'Login failed. Reason: {reason*}',
  ],
  logoff: ['Logout from {from*} (session:{session})', 'Logout from {from*}'],
}
const readSentence = phraseReader(SENTENCES)

function read(message: string): Said | null {
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
  const fields = columns.toFields(setFirst) as Said
  fields.kind ??= fields.code?.startsWith('ADM') && fields.user !== undefined ? 'command' : 'words'
  return fields
}

const columns = new FieldList()

const WHO = {
  'user.domain': 'said.realm',
  'user.groups': { kind: 'each', fields: 'said.roles', member: 'name', others: {} },
  'src_endpoint.port': integer('said.src_port'),
} as const

const PROFILES: readonly Profile[] = [
  logon('logon', 'Logon', is('Success'), WHO),
  logon('refused', 'Logon', is('Failure'), { ...WHO, severity_id: is('Medium') }),
  logon('logoff', 'Logoff', is('Success'), WHO),
  command('command', {
    'actor.user.domain': 'said.realm',
    'api.operation': 'said.code',
    'dst_endpoint.ip': ip('said.dst_ip'),
    status_detail: 'said.words',
  }),
]

export const connectSecure = syslogDevice({
  id: 'pulse-connect-secure/1',
  vendor: 'Ivanti',
  product: 'Connect Secure',
  begins: START,
  read,
  rows: {
    time: time('syslog.time', 'said.at'),
    'metadata.event_code': 'said.code',
    'metadata.labels': list('said.log', /,/),
    message: text('said.words'),
    severity_id: lookup(
      'said.level',
      { info: 'Informational', minor: 'Low', major: 'High', critical: 'Critical' },
      'Unknown',
      'Informational',
    ),
  },
  profiles: PROFILES,
  rest: 'requests and the state of the appliance, as sentences that are not known by code',
})
