/**
 * Tanium: alerts of Threat Response as Connect sends them, JSON or pairs, and the module's own audit trail. What matched stands as
 * JSON in a text, or in base64 at the end of `Other Parameters`. Names: "Threat Response user guide" and "Connect user guide",
 * Tanium.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { AUDIT, entityVerb, FIRST_WORD, person, product, SEVERITIES } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  allHashes,
  basename,
  first,
  hostname,
  integer,
  ip,
  is,
  lookup,
  objects,
  type RecordShape,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const DETAILS_MAX = 256 * 1024

function settle(record: Members): void {
  if (record.parsed !== undefined) return
  // Pairs have dashes where JSON has spaces.
  const of = (name: string) => record[name] ?? record[name.replaceAll(' ', '-')] ?? record[name.replaceAll(' ', '_')]
  const others = parametersOf(textOf(of('Other Parameters')))
  const details = detailsIn(of('Match Details') ?? others.payload)
  const match = inside(details, 'match')
  const properties = isMembers(match.properties) ? match.properties : inside(details, 'properties')
  const file = isMembers(properties.file) ? properties.file : properties
  const name = textOf(of('Event Name'))
  record.parsed = {
    ...{ kind: record.table !== undefined && record.action !== undefined ? 'audit' : 'alert', event: name },
    ...{ at: of('Timestamp') ?? of('Alerted At') ?? of('Created At') ?? record.createdAt },
    uid: of('Alert Id') ?? of('Event Id'),
    title: of('Intel Name') ?? others.name ?? of('Alert Name') ?? name,
    rule: of('Intel Id') ?? details.intel_id,
    rule_type: of('Intel Type') ?? others.type,
    words: of('Intel Description'),
    link: of('Link') ?? of('Alert Link'),
    // The event `detect.unmatch` has the severity of the log entry beside the priority of the alert.
    severity: of('Priority') ?? of('Alert Severity') ?? of('Severity'),
    state: of('State') ?? of('Status') ?? (name === 'detect.unmatch' ? 'unmatched' : undefined),
    host: of('Computer Name'),
    ip: of('Computer IP') ?? of('Computer IP Address'),
    user: textOf(properties.user) || textOf(of('User Name')),
    domain: of('User Domain'),
    path: file.fullpath ?? properties.fullpath ?? properties.name,
    command: properties.args ?? properties.command_line,
    pid: properties.pid,
    ...{ md5: file.md5, sha1: file.sha1, sha256: file.sha256 },
    ...{ remote_ip: properties.remote_ip ?? properties.remoteIp, remote_port: properties.remote_port },
    techniques: techniquesIn(of('MITRE Techniques') ?? of('Mitre Techniques') ?? of('Intel Labels')),
  }
}

/** `name=x|source=y|payload=..` */
function parametersOf(line: string): Record<string, string> {
  const found: Record<string, string> = {}
  if (line.length > DETAILS_MAX) return found
  for (const part of line.split('|', 16)) {
    const at = part.indexOf('=')
    if (at > 0) found[part.slice(0, at)] ??= part.slice(at + 1)
  }
  return found
}

/** The object, of JSON or base64; an empty one for anything else. */
function detailsIn(value: unknown): Members {
  if (isMembers(value)) return value
  const line = Array.isArray(value) ? textOf(value[0]) : textOf(value)
  if (line === '' || line.length > DETAILS_MAX) return {}
  try {
    const read: unknown = JSON.parse(/^\s*[[{]/.test(line) ? line : Buffer.from(line, 'base64').toString())
    const one: unknown = Array.isArray(read) ? read[0] : read
    return isMembers(one) ? one : {}
  } catch {
    return {}
  }
}

function inside(members: Members, name: string): Members {
  const value = members[name]
  return isMembers(value) ? value : {}
}

/** `T1003.001`, alone, in a list or in a text of several. */
function techniquesIn(value: unknown): readonly Members[] {
  const words = (typeof value === 'object' ? JSON.stringify(value ?? '') : textOf(value)).slice(0, 4096)
  return [...new Set(words.match(/\bT\d{4}(?:\.\d{3})?\b/g) ?? [])].map((uid) => ({ uid }))
}

const shape: RecordShape = { name: 'json', is: () => true, settle }
const ALERT_NAMES = [
  'Intel Name',
  'Intel-Name',
  'Intel_Name',
  'Intel Id',
  'Intel-Id',
  'Event Name',
  'Event-Name',
  'Match Details',
  'Other Parameters',
] as const
const HOST_NAMES = ['Computer Name', 'Computer-Name', 'Computer_Name', 'Computer IP', 'Computer-IP'] as const

export const TANIUM: SourceTable = {
  id: 'tanium/1',
  shapes: [shape],
  select: ['parsed.kind'],
  rows: {
    time: time('parsed.at', 'syslog.time'),
    ...product('Tanium', 'Threat Response'),
    'metadata.event_code': ['parsed.event', 'parsed.rule_type'],
  },
  logSource: { product: 'tanium' },
  recognises: (record) =>
    (HOST_NAMES.some((name) => record[name] !== undefined) && ALERT_NAMES.some((name) => record[name] !== undefined)) ||
    (record.table !== undefined && record.rowId !== undefined && record.userName !== undefined),
  chapters: [
    {
      name: 'threat response',
      profiles: [
        {
          name: 'audit',
          when: { 'parsed.kind': 'audit' },
          class: 'entity_management',
          activity: entityVerb('action', FIRST_WORD),
          rows: {
            ...AUDIT,
            ...person('actor.user', { name: 'userName', uid: 'userId' }),
            'entity.name': ['table', 'action'],
            'entity.uid': text('rowId', 'id'),
            'entity.data': { kind: 'json', fields: 'state' },
          },
        },
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: lookup(
            'parsed.state',
            { unresolved: 'Create', resolved: 'Close', suppressed: 'Close' },
            'Update',
            'Create',
          ),
          rows: {
            severity_id: lookup('parsed.severity', SEVERITIES),
            status_id: lookup(
              'parsed.state',
              {
                ...{ unresolved: 'New', new: 'New', in_progress: 'In Progress', 'in progress': 'In Progress' },
                ...{ resolved: 'Resolved', dismissed: 'Resolved', ignored: 'Suppressed', suppressed: 'Suppressed' },
                unmatched: 'New',
              },
              'Other',
              'New',
            ),
            'finding_info.uid': text('parsed.uid', 'parsed.title'),
            'finding_info.title': ['parsed.title', 'parsed.event'],
            'finding_info.desc': 'parsed.words',
            'finding_info.src_url': 'parsed.link',
            'finding_info.analytic.name': 'parsed.title',
            'finding_info.analytic.uid': text('parsed.rule'),
            'finding_info.analytic.type_id': is('Rule'),
            attacks: objects('parsed.techniques', { 'technique.uid': 'uid' }),
            'device.hostname': hostname('parsed.host'),
            'device.ip': ip('parsed.ip'),
            'device.type_id': is('Unknown'),
            'evidences[0].actor.user.name': account('parsed.user'),
            'evidences[0].actor.user.domain': first(accountDomain('parsed.user'), text('parsed.domain')),
            'evidences[0].process.cmd_line': 'parsed.command',
            'evidences[0].process.pid': integer('parsed.pid'),
            'evidences[0].process.name': basename('parsed.path'),
            'evidences[0].file.path': 'parsed.path',
            'evidences[0].file.name': basename('parsed.path'),
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': allHashes('parsed.sha256', 'parsed.sha1', 'parsed.md5'),
            'evidences[0].dst_endpoint.ip': ip('parsed.remote_ip'),
            'evidences[0].dst_endpoint.port': integer('parsed.remote_port'),
            message: ['parsed.words', 'parsed.title'],
          },
        },
      ],
    },
  ],
}
export const tanium = compileSource(TANIUM)
