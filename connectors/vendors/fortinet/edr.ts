/**
 * Fortinet FortiEDR: a security event by syslog as `Name: value;` pairs behind the header of its manager, as JSON with the
 * same names without blanks, and from its API. Names: "Syslog message format", FortiEDR installation and administration
 * guide, and "list-events" of its RESTful API guide. A list of addresses or users has commas.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { finding, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { account, accountDomain, hashes, ip, is, lookup, text, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

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

/** Names of the API. */
const OF_API: Readonly<Record<string, string>> = {
  ...{
    eventId: 'uid',
    process: 'process',
    processPath: 'path',
    classification: 'classification',
    severity: 'severity',
  },
  ...{
    destinations: 'dst_ip',
    rules: 'rules',
    loggedUsers: 'user',
    firstSeen: 'first',
    lastSeen: 'last',
    action: 'action',
  },
  ...{ processHash: 'hash' },
}
const OF_COLLECTOR: Readonly<Record<string, string>> = { device: 'device', ip: 'device_ip', operatingSystem: 'os' }
const OF_JSON = Object.fromEntries(
  Object.entries(NAMES).map(([name, of]) => [
    name.replaceAll(' ', '').replace(/(?<=I)[DP]$/, (end) => end.toLowerCase()),
    of,
  ]),
)

const isAlone = (record: Readonly<Members>): boolean =>
  (record.RawDataId !== undefined && record.EventId !== undefined && record.Classification !== undefined) ||
  (Array.isArray(record.collectors) && record.eventId !== undefined && record.classification !== undefined)

function readRecord(record: Readonly<Members>): PhraseValues {
  const fields: PhraseValues = { kind: 'finding' }
  const collector = Array.isArray(record.collectors) && isMembers(record.collectors[0]) ? record.collectors[0] : {}
  const spelled = [[OF_JSON, record] as const, [OF_API, record] as const, [OF_COLLECTOR, collector] as const]
  for (const [names, members] of spelled)
    for (const name of Object.keys(names)) {
      const plain = textOf([members[name] ?? ''].flat()[0]).trim()
      if (plain !== '' && plain !== 'N/A') fields[names[name] as string] ??= plain
    }
  return settled(fields)
}

function read(message: string, record: Readonly<Members>): PhraseValues | null {
  if (message === '') return readRecord(record)
  if (!BEGINS.test(message)) return null
  const fields: PhraseValues = { kind: 'finding' }
  let pairs = 0
  for (const [, name = '', value = ''] of message.matchAll(PAIR)) {
    if (++pairs > PAIRS_MAX) break
    const of = NAMES[name.trim()]
    const plain = value.trim()
    if (of !== undefined && plain !== '' && plain !== 'N/A') fields[of] ??= plain
  }
  return settled(fields)
}

function settled(fields: PhraseValues): PhraseValues {
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
  alone: isAlone,
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
        { Block: 'Denied', Blocked: 'Denied', 'Simulation Block': 'Observed', Log: 'Observed' },
        'Other',
        'Unknown',
      ),
      disposition_id: lookup(
        'parsed.action',
        { Block: 'Blocked', Blocked: 'Blocked', 'Simulation Block': 'Detected', Log: 'Logged' },
        'Other',
        'Unknown',
      ),
    }),
  ],
  rest: 'what the manager says about itself',
  logSource: { product: 'fortiedr', categories: ['antivirus'] },
})
