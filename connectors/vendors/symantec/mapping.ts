/**
 * Symantec: incidents of Data Loss Prevention, whose response rules write pairs with names of the administrator's
 * choice (these are the usual ones), and Endpoint Protection: its management server, and the lines that it forwards for
 * its clients.
 */

import { finding, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { pairsOf } from '../../families/syslog/pairs.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import { groupsOf, type PhraseValues } from '../../mapping/phrases.ts'
import { ip, is, list, lookup, type Profile, text } from '../../mapping/table.ts'
import { readClientLine } from './client-lines.ts'
import { CLIENT_PROFILES, CLIENT_ROWS } from './client-profiles.ts'

const INCIDENT = /(?:^|[ ,])incident_id=["”]?\d/i
const SERVER =
  /^Site: ([^,]{1,255}),Server(?: Name)?: ([^,]{1,255}),(?:Domain(?: Name)?: ([^,]{0,255}),)?(?:Admin(?: Name)?: ([^,]{0,255}),)?(?:"?Event Description: )?(.{1,2048})$/s
/** `Policy has been edited: Edited shared firewall policy: NAME,NAME`, whose last value is the name alone. */
const POLICY = /^Policy has been (\w{1,20}).{0,2000},([^,]{1,255})$/s

const SERVER_PARTS = ['site', 'host', 'domain', 'user', 'words'] as const

function read(message: string): PhraseValues | null {
  if (INCIDENT.test(message)) return Object.assign(pairsOf(message, ' '), { kind: 'incident' })
  const server = SERVER.exec(message)
  if (!server) return readClientLine(message)
  const fields = groupsOf(SERVER_PARTS, server)
  const words = fields.words ?? ''
  const policy = POLICY.exec(words)
  return policy
    ? { ...fields, kind: 'policy', verb: policy[1] ?? '', policy: policy[2] ?? '' }
    : { ...fields, kind: kindOf(fields.user ?? '', words) }
}

const isServer = (record: Readonly<Record<string, unknown>>) => syslogField(record, 'app_name') === 'SymantecServer'

function kindOf(admin: string, words: string): string {
  if (admin === '') return 'words'
  if (/^Administrator log on (?:succeeded|failed)/.test(words)) return words.includes('succeeded') ? 'logon' : 'refused'
  return /^Administrator logged out/.test(words) ? 'logoff' : 'words'
}

const PROFILES: readonly Profile[] = [
  finding('incident', {
    'finding_info.title': 'parsed.Policy_Name',
    'finding_info.uid': text('parsed.incident_id'),
    'finding_info.src_url': 'parsed.Incident_Snapshot',
    'finding_info.types': list('parsed.Policy_Rules', /,/),
    'finding_info.analytic.name': 'parsed.Policy_Name',
    'finding_info.analytic.type_id': is('Rule'),
    'evidences[0].src_endpoint.ip': ip('parsed.Machine_IP', 'parsed.Sender'),
    'evidences[0].src_endpoint.hostname': 'parsed.Endpoint_Machine',
    'evidences[0].dst_endpoint.ip': ip('parsed.Destination_IP', 'parsed.Recipients'),
    'evidences[0].user.name': 'parsed.Endpoint_Username',
    'evidences[0].file.path': 'parsed.File_Path',
    'evidences[0].file.name': ['parsed.File_Name', 'parsed.Attach_File_Name'],
    'evidences[0].file.type_id': is('Unknown'),
    'evidences[0].connection_info.direction_id': is('Unknown'),
    'evidences[0].connection_info.protocol_name': 'parsed.Protocol',
    disposition_id: lookup('parsed.Blocked', { Passed: 'Allowed', Blocked: 'Blocked' }, 'Other'),
    action_id: lookup('parsed.Blocked', { Passed: 'Allowed', Blocked: 'Denied' }, 'Other'),
    severity_id: {
      kind: 'lookup',
      fields: 'parsed.Severity',
      pattern: /^(?:\d:)?(\w+)/,
      words: { High: 'High', Medium: 'Medium', Low: 'Low', Info: 'Informational' },
      other: 'Unknown',
    },
  }),
  logon('logon', 'Logon', is('Success')),
  logon('refused', 'Logon', is('Failure'), { severity_id: is('Medium') }),
  logon('logoff', 'Logoff', is('Success')),
  on('policy', {
    class: 'entity_management',
    activity: lookup(
      'parsed.verb',
      { added: 'Create', created: 'Create', edited: 'Update', deleted: 'Delete' },
      'Other',
    ),
    rows: {
      'actor.user.name': 'parsed.user',
      'entity.name': 'parsed.policy',
      'entity.type_id': is('Policy'),
      comment: 'parsed.words',
    },
  }),
  ...CLIENT_PROFILES,
]

export const symantec = syslogDevice({
  id: 'symantec/1',
  vendor: 'Symantec',
  product: lookup('parsed.kind', { incident: 'Data Loss Prevention' }, 'Endpoint Protection'),
  is: (record, message) =>
    message.includes('Policy_Name=')
      ? INCIDENT.test(message) || isServer(record)
      : isServer(record) && !INCIDENT.test(message),
  read,
  rows: { ...CLIENT_ROWS, message: ['parsed.words', 'syslog.message'] },
  // The field names of Sigma's antivirus rules.
  aliases: { Signature: 'parsed.Risk name', Filename: 'parsed.path' },
  profiles: PROFILES,
  rest: 'the management server about its clients and itself, and clients about their updates',
})
