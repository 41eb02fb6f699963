/** Radware: attacks that Vision reports for DefensePro, as labels; `M_` numbers are its message numbers. */

import { finding, syslogDevice } from '../../families/syslog/device.ts'
import { labelsOf } from '../../families/syslog/labels.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { capture, first, ip, is, lookup, type Profile, text } from '../../mapping/table.ts'

const ATTACK =
  /^(?:\[Device: (\S{1,255}) ([\d.a-fA-F:]{2,45})\] )?(M_\d{1,8}): (\d{1,9}) attacks of type "([^"]{1,128})" started [^;]{0,512}; /

function read(message: string): PhraseValues | null {
  const attack = ATTACK.exec(message)
  if (!attack) return null
  const [start = '', host = '', address = '', code = '', count = '', type = ''] = attack
  const fields = labelsOf(message.slice(start.length).replace(/\.$/, ''), ';')
  return Object.assign(fields, { host, address, code, count, type, kind: 'attack' })
}

const PROFILES: readonly Profile[] = [
  finding('attack', {
    'finding_info.title': 'parsed.Attack name',
    'finding_info.uid': text('parsed.Attack name'),
    'finding_info.types': { kind: 'list', fields: 'parsed.type', separator: /,/, as: 'text' },
    'evidences[0].src_endpoint.ip': ip('parsed.Source IP'),
    'evidences[0].dst_endpoint.ip': first(
      ip('parsed.Destination IP'),
      capture('parsed.Destination IPs', /^([^, ]{2,45})/, 'ip'),
    ),
    'evidences[0].dst_endpoint.port': { kind: 'integer', fields: 'parsed.Destination port' },
    count: { kind: 'integer', fields: 'parsed.count' },
    disposition_id: lookup('parsed.Action', { drop: 'Dropped', forward: 'Allowed', proxy: 'Other' }, 'Other'),
    severity_id: is('High'),
  }),
]

export const radware = syslogDevice({
  id: 'radware/1',
  vendor: 'Radware',
  product: 'DefensePro',
  begins: /^\[Device: /,
  programs: /^M_\d{1,8}$/,
  is: isRadware,
  read,
  rows: {
    'metadata.event_code': first(text('parsed.code'), capture('syslog.app_name', /^(M_\d{1,8})$/)),
    'device.hostname': ['parsed.host', 'syslog.hostname'],
    'device.ip': ip('parsed.address'),
  },
  profiles: PROFILES,
  rest: 'sessions and settings of the management, told by a number that the public documentation does not list',
})

function isRadware(record: Readonly<Record<string, unknown>>, message: string): boolean {
  return ATTACK.test(message) || syslogField(record, 'app_name').startsWith('M_')
}
