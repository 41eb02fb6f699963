/** CylancePROTECT: labels by `Event Type`. "CylancePROTECT syslog guide"; Event Name and Action are its words for the outcome. */

import { command, finding, logon, syslogDevice } from '../../families/syslog/device.ts'
import { labelsOf } from '../../families/syslog/labels.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { basename, capture, concat, first, hashes, ip, is, lookup, type Profile, text } from '../../mapping/table.ts'

const KINDS: Readonly<Record<string, string>> = {
  Threat: 'finding',
  ThreatClassification: 'finding',
  ExploitAttempt: 'finding',
  AppControl: 'finding',
  ScriptControl: 'finding',
  DeviceControl: 'finding',
  AuditLog: 'command',
}

const SIGN_INS: Readonly<Record<string, string>> = { LoginSuccess: 'logon', LoginFailure: 'refused' }

function read(message: string): PhraseValues | null {
  const fields = labelsOf(message, ',')
  const type = fields['Event Type']
  if (type === undefined) return null
  fields.kind = SIGN_INS[fields['Event Name'] ?? ''] ?? KINDS[type] ?? 'words'
  return fields
}

const OUTCOMES = {
  Blocked: 'Blocked',
  Deny: 'Blocked',
  Terminated: 'Blocked',
  Quarantined: 'Quarantined',
  threat_quarantined: 'Quarantined',
  Allow: 'Allowed',
  Waived: 'Allowed',
  threat_waived: 'Allowed',
  Alert: 'Alert',
  threat_found: 'Detected',
}

const WHO = {
  'user.name': capture('parsed.User', /^([^(]{1,255}?) ?(?:\(|$)/),
  'user.email_addr': capture('parsed.User', /\(([^)]{3,255})\)/, 'email'),
  'src_endpoint.ip': ip('parsed.Source IP'),
  'service.name': is('Cylance console'),
  status_detail: 'parsed.Message',
} as const
const ACTIONS = Object.fromEntries(
  Object.entries(OUTCOMES).map(([word, done]) => [
    word,
    done === 'Allowed' ? 'Allowed' : done === 'Blocked' || done === 'Quarantined' ? 'Denied' : 'Observed',
  ]),
)
const outcome = (words: Readonly<Record<string, string>>) =>
  first(lookup('parsed.Action', words), lookup('parsed.Event Name', words), lookup('parsed.Status', words, 'Other'))

const PROFILES: readonly Profile[] = [
  logon('logon', 'Logon', is('Success'), WHO),
  logon('refused', 'Logon', is('Failure'), { ...WHO, severity_id: is('Medium') }),
  finding('finding', {
    'finding_info.title': ['parsed.Violation Type', 'parsed.Threat Class', 'parsed.Event Name', 'parsed.Event Type'],
    'finding_info.uid': text('parsed.Threat ID', 'parsed.SHA256', 'parsed.Event Type'),
    'finding_info.types': { kind: 'list', fields: 'parsed.Event Type', separator: /,/, as: 'text' },
    // The folder, with a separator at its end, and the name of the file.
    'evidences[0].file.path': first(
      text('parsed.File Path'),
      concat('parsed.Path', 'parsed.File Name'),
      text('parsed.Path'),
    ),
    'evidences[0].file.name': first(text('parsed.File Name'), basename('parsed.File Path')),
    'evidences[0].file.hashes': hashes('parsed.SHA256'),
    'evidences[0].file.type_id': is('Unknown'),
    'evidences[0].process.name': basename('parsed.Process Name'),
    'evidences[0].process.pid': { kind: 'integer', fields: 'parsed.Process ID' },
    'evidences[0].user.name': 'parsed.User Name',
    action_id: outcome(ACTIONS),
    disposition_id: outcome(OUTCOMES),
    severity_id: is('Medium'),
  }),
  command('command', {
    'actor.user.name': capture('parsed.User', /^([^(]{1,255}?) ?(?:\(|$)/),
    'actor.user.email_addr': capture('parsed.User', /\(([^)]{3,255})\)/, 'email'),
    'api.operation': 'parsed.Event Name',
    status_detail: 'parsed.Message',
  }),
]

export const cylance = syslogDevice({
  id: 'cylance/1',
  vendor: 'BlackBerry',
  product: 'CylancePROTECT',
  begins: /^\s*Event Type: /,
  is: (record) => syslogField(record, 'app_name') === 'CylancePROTECT',
  read: (message) => read(message.trimStart()),
  rows: {
    'metadata.event_code': 'parsed.Event Type',
    'device.hostname': ['parsed.Device Name', 'syslog.hostname'],
    'device.ip': ip('parsed.IP Address'),
  },
  profiles: PROFILES,
  rest: 'devices that register, change and leave',
})
