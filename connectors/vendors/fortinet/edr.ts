/**
 * Fortinet FortiEDR by syslog: a security event as `Name: value;` pairs behind the header of its manager. Names: "Syslog
 * message format", FortiEDR installation and administration guide. A list of addresses or users has commas.
 */
import { finding, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { account, accountDomain, hashes, ip, is, lookup, text, time } from '../../mapping/table.ts'

const BEGINS =
  /^(?:Message Type: Security Event;)?Organization: [^;]{0,256};\s?(?:Organization ID: [^;]{0,64};\s?)?Event ID: \d{1,20};/
const PAIR = /([A-Z][A-Za-z ]{1,40}): ([^;]{0,2048})(?:;|$)/g
const PAIRS_MAX = 64

const NAMES: Readonly<Record<string, string>> = {
  'Event ID': 'uid',
  'Device Name': 'device',
  'Operating System': 'os',
  'Process Name': 'process',
  'Process Path': 'path',
  Severity: 'severity',
  Classification: 'classification',
  Destination: 'dst_ip',
  'First Seen': 'first',
  'Last Seen': 'last',
  Action: 'action',
  Count: 'count',
  'Rules List': 'rules',
  Users: 'user',
  'Process Hash': 'hash',
  Script: 'script',
  'Source IP': 'device_ip',
}

function read(message: string): PhraseValues | null {
  if (!BEGINS.test(message)) return null
  const fields: PhraseValues = { kind: 'finding' }
  let pairs = 0
  for (const [, name = '', value = ''] of message.matchAll(PAIR)) {
    if (++pairs > PAIRS_MAX) break
    const of = NAMES[name.trim()]
    const plain = value.trim()
    if (of !== undefined && plain !== '' && plain !== 'N/A') fields[of] ??= plain
  }
  // Days are written as `27-Nov-2026, 10:11:12`.
  for (const name of ['first', 'last'] as const)
    if (fields[name] !== undefined) fields[name] = fields[name].replace(', ', ' ')
  if (fields.user !== undefined) fields.user = fields.user.split(',')[0] as string
  if (fields.dst_ip !== undefined) fields.dst_ip = fields.dst_ip.split(',')[0] as string
  fields.title = fields.rules ?? fields.classification ?? 'FortiEDR security event'
  return fields
}

export const fortiEdr = syslogDevice({
  id: 'fortiedr/1',
  vendor: 'Fortinet',
  product: 'FortiEDR',
  begins: BEGINS,
  read,
  rows: {
    time: time('parsed.last', 'parsed.first', 'syslog.time'),
    'metadata.original_event_uid': text('parsed.uid'),
    // The header has the manager's name.
    'device.hostname': ['parsed.device', 'syslog.hostname'],
    'device.ip': ip('parsed.device_ip'),
  },
  profiles: [
    finding('finding', {
      severity_id: lookup(
        'parsed.severity',
        { Critical: 'Critical', High: 'High', Medium: 'Medium', Low: 'Low' },
        'Medium',
        'Medium',
      ),
      'finding_info.analytic.name': 'parsed.title',
      'finding_info.analytic.type_id': is('Rule'),
      'finding_info.desc': 'parsed.classification',
      'actor.user.name': account('parsed.user'),
      'actor.user.domain': accountDomain('parsed.user'),
      'evidences[0].file.path': 'parsed.path',
      'evidences[0].file.name': 'parsed.process',
      'evidences[0].file.type_id': is('Unknown'),
      'evidences[0].file.hashes': hashes('parsed.hash'),
      action_id: lookup(
        'parsed.action',
        { Blocked: 'Denied', 'Simulation Block': 'Observed', Log: 'Observed' },
        'Other',
        'Unknown',
      ),
      disposition_id: lookup(
        'parsed.action',
        { Blocked: 'Blocked', 'Simulation Block': 'Detected', Log: 'Logged' },
        'Other',
        'Unknown',
      ),
    }),
  ],
  rest: 'what the manager says about itself',
  logSource: { product: 'fortiedr', categories: ['antivirus'] },
})
