/**
 * Netwrix (Stealthbits) Threat Prevention, formerly StealthINTERCEPT: sign-ins and changes of Active Directory; and
 * alerts of Threat Manager (StealthDEFEND). The name of an event precedes its pairs.
 */

import { finding, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { pairsOf } from '../../families/syslog/pairs.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { account, accountDomain, first, ip, is, lookup, type Profile, text } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

const EVENT = /^StealthINTERCEPT - (.{1,128}?) - PolicyName=/
const ALERT = /^NumberOfLogins=|^UsedLoginProtocols=/

function read(message: string, record: Members): PhraseValues | null {
  if (ALERT.test(message)) return Object.assign(pairsOf(message, ' '), { kind: 'alert' })
  const [, name = ''] = EVENT.exec(message) ?? []
  if (name === '') return null
  if (name.startsWith('Authentication ')) return { kind: name.endsWith('failed') ? 'refused' : 'logon', name }
  return { kind: record.DistinguishedName ? 'change' : 'words', name }
}

const LOGON = {
  'user.name': account('Perpetrator'),
  'user.domain': first(accountDomain('Perpetrator'), text('Domain')),
  'src_endpoint.ip': ip('ClientAddress'),
  'src_endpoint.hostname': 'ClientHost',
  'dst_endpoint.hostname': ['TargetHost', 'syslog.hostname'],
  'dst_endpoint.ip': ip('TargetHostIP'),
  status_detail: 'parsed.name',
  'metadata.event_code': 'parsed.name',
} as const

const PROFILES: readonly Profile[] = [
  logon('refused', 'Logon', is('Failure'), { ...LOGON, severity_id: is('Medium') }),
  logon('logon', 'Logon', is('Success'), LOGON),
  on('change', {
    class: 'entity_management',
    activity: lookup(
      'Operation',
      { Add: 'Create', Create: 'Create', Delete: 'Delete', Modify: 'Update' },
      'Other',
      'Other',
    ),
    rows: {
      'entity.name': 'DistinguishedName',
      'entity.type': 'ObjectClass',
      'actor.user.name': account('Perpetrator'),
      'actor.user.domain': accountDomain('Perpetrator'),
      'src_endpoint.ip': ip('ClientAddress'),
      'src_endpoint.hostname': 'ClientHost',
      comment: 'AttributeName',
      status_id: lookup('SuccessfulChange', { True: 'Success', False: 'Failure' }, 'Other'),
      'metadata.event_code': 'parsed.name',
    },
  }),
  finding('alert', {
    'finding_info.title': 'parsed.AlertText',
    'finding_info.uid': text('parsed.AlertText'),
    'evidences[0].src_endpoint.ip': ip('parsed.AttackingHostIp'),
    'evidences[0].src_endpoint.hostname': 'parsed.AttackingHost',
    'evidences[0].dst_endpoint.ip': ip('parsed.AttackedHostIp'),
    'evidences[0].dst_endpoint.hostname': 'parsed.AttackedHost',
    severity_id: is('High'),
  }),
]

export const stealthbits = syslogDevice({
  id: 'stealthbits/1',
  vendor: 'Netwrix',
  product: 'Threat Prevention',
  begins: /^(?:StealthINTERCEPT - |NumberOfLogins=|UsedLoginProtocols=)/,
  is: (record, message) => (ALERT.test(message) ? record.AlertText !== undefined : EVENT.test(message)),
  read,
  rows: { 'policy.name': 'PolicyName' },
  profiles: PROFILES,
  rest: 'events of other kinds than sign-ins and changes of objects',
})
