/**
 * Tenable: Network Monitor (passively observed traffic), and Identity Exposure (formerly Alsid), whose columns have no
 * names.
 */

import { finding, syslogDevice } from '../../families/syslog/device.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { is, list, lookup, type Profile, text } from '../../mapping/table.ts'

/** `SOURCE:PORT|DESTINATION:PORT|PROTOCOL|PLUGIN|NAME|DESCRIPTION|OUTPUT|RISK` */
const SEEN =
  /^([0-9a-fA-F.:]{2,45}):(\d{1,5})\|([0-9a-fA-F.:]{2,45}):(\d{1,5})\|(\d{1,3})\|(\d{1,8})\|([^|]{0,256})\|([^|]{0,4096})\|([^|]{0,4096})\|(\w{1,20})$/s
/** `"TYPE" "ID" "FOREST" "DOMAIN" "CODENAME" "severity" "object" "id" ..`: type 0 is a deviance, 1 an attack. */
const QUOTED = /"((?:[^"\\]|\\.){0,1024})"(?=[ =]|$)/g
const COLUMNS = [
  'type',
  'uid',
  'forest',
  'domain',
  'checker',
  'severity',
  'object',
  'event',
  'profile',
  'reason',
  'deviance',
] as const

function read(message: string, record: Readonly<Record<string, unknown>>): PhraseValues | null {
  const seen = SEEN.exec(message)
  if (seen) {
    const [
      ,
      src_ip = '',
      src_port = '',
      dst_ip = '',
      dst_port = '',
      protocol = '',
      plugin = '',
      title = '',
      desc = '',
      output = '',
      risk = '',
    ] = seen
    return { kind: 'seen', src_ip, src_port, dst_ip, dst_port, protocol, plugin, title, desc, output, risk }
  }
  return isIdentity(record) ? identity(message) : null
}

function identity(message: string): PhraseValues | null {
  const fields: PhraseValues = { kind: 'exposure' }
  let column = 0
  for (const [, value = ''] of message.matchAll(QUOTED)) {
    const name = COLUMNS[column++]
    if (name === undefined) break
    if (value !== '') fields[name] = value
  }
  return fields.checker === undefined ? null : fields
}

function isIdentity(record: Readonly<Record<string, unknown>>): boolean {
  return /^(?:Tenable\.ad|AlsidForAD|TenableAD)$/.test(syslogField(record, 'app_name'))
}

const PROFILES: readonly Profile[] = [
  finding('seen', {
    'finding_info.uid': text('parsed.plugin'),
    'finding_info.desc': 'parsed.desc',
    'finding_info.analytic.uid': text('parsed.plugin'),
    'finding_info.analytic.name': 'parsed.title',
    'finding_info.analytic.type_id': is('Rule'),
    'evidences[0].connection_info.direction_id': is('Unknown'),
    'evidences[0].connection_info.protocol_num': { kind: 'integer', fields: 'parsed.protocol' },
    severity_id: lookup(
      'parsed.risk',
      {
        NONE: 'Informational',
        INFO: 'Informational',
        LOW: 'Low',
        MEDIUM: 'Medium',
        HIGH: 'High',
        CRITICAL: 'Critical',
      },
      'Unknown',
    ),
    status_detail: 'parsed.output',
  }),
  finding('exposure', {
    'finding_info.title': 'parsed.checker',
    'finding_info.uid': text('parsed.deviance', 'parsed.event', 'parsed.checker'),
    'finding_info.analytic.uid': 'parsed.checker',
    'finding_info.analytic.name': 'parsed.reason',
    'finding_info.analytic.type_id': is('Rule'),
    'finding_info.types': list('parsed.reason', /,/),
    'resources[0].name': 'parsed.object',
    'resources[0].type': is('Active Directory object'),
    'resources[0].namespace': 'parsed.domain',
    severity_id: lookup(
      'parsed.severity',
      { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' },
      'Unknown',
    ),
  }),
]

export const tenable = syslogDevice({
  id: 'tenable/1',
  vendor: 'Tenable',
  product: lookup('parsed.kind', { seen: 'Network Monitor', exposure: 'Identity Exposure' }),
  programs: /^(?:nnm|Tenable\.ad|AlsidForAD|TenableAD)$/,
  is: (record, message) => (syslogField(record, 'app_name') === 'nnm' ? SEEN.test(message) : isIdentity(record)),
  read,
  rows: { 'metadata.event_code': text('parsed.plugin', 'parsed.checker') },
  profiles: PROFILES,
  rest: 'a line in another form than that of the product',
})
