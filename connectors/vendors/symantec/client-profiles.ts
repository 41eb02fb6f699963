/** Rows for the lines of Endpoint Protection's clients; `client-lines.ts` reads them. */

import { ENDPOINTS, finding, on } from '../../families/syslog/device.ts'
import { action, disposition, flow } from '../../families/syslog/firewall.ts'
import {
  basename,
  type Cell,
  capture,
  first,
  hashes,
  integer,
  ip,
  is,
  list,
  lookup,
  lookupIn,
  mac,
  millis,
  type Profile,
  type Rows,
  text,
  time,
  urlHost,
} from '../../mapping/table.ts'

const USER = ['said.User Name', 'said.User'] as const

/** Actions on a risk, in the words of the product's reports. */
const DONE = {
  ...{ Cleaned: 'Corrected', 'Cleaned or macros deleted': 'Corrected', 'Partially repaired': 'Partially Corrected' },
  ...{ 'Cleaned by deletion': 'Deleted', Deleted: 'Deleted', Quarantined: 'Quarantined' },
  ...{ 'Access denied': 'Blocked', Blocked: 'Blocked', 'Process terminated': 'Blocked' },
  ...{ 'Pending repair': 'Delayed', 'Process terminate pending restart': 'Delayed', 'Restart processing': 'Delayed' },
  ...{ 'All actions failed': 'Uncorrected', 'Action failed': 'Uncorrected', 'No repair available': 'Uncorrected' },
  ...{ 'Left alone': 'No Action', Excluded: 'Allowed', Suspicious: 'Detected' },
  ...{ 'Moved back': 'Restored', 'Renamed back': 'Restored', Undone: 'Restored' },
}
const ACTION_OF: Readonly<Record<string, string>> = {
  ...{ Uncorrected: 'Allowed', Allowed: 'Allowed', Restored: 'Allowed' },
  ...{ 'No Action': 'Observed', Detected: 'Observed', Delayed: 'Observed' },
}
const ACTIONS = Object.fromEntries(Object.entries(DONE).map(([word, done]) => [word, ACTION_OF[done] ?? 'Denied']))
/** The status of a risk that an administrator allowed, which has no action. */
const ALLOWED = { 'SONAR detection now allowed': 'Allowed' }

const RISK: Rows = {
  'finding_info.title': ['said.Risk name', 'said.event'],
  'finding_info.uid': text('said.Risk name', 'said.event'),
  'finding_info.types': list(['said.Category type', 'said.event'], /,/),
  'finding_info.desc': 'said.description',
  'finding_info.modified_time': time('said.Last update time'),
  'finding_info.analytic.name': 'said.Source',
  'finding_info.analytic.type_id': is('Unknown'),
  'malware[0].name': 'said.Risk name',
  'malware[0].classification_ids': is(['Unknown']),
  'evidences[0].file.path': 'said.path',
  'evidences[0].file.name': basename('said.path'),
  'evidences[0].file.type_id': is('Unknown'),
  'evidences[0].file.hashes': hashes('said.Application hash'),
  'evidences[0].file.size': integer('said.File size (bytes)'),
  'evidences[0].file.company_name': 'said.Company name',
  'evidences[0].file.version': 'said.Application version',
  'evidences[0].file.signature.algorithm_id': is('Unknown'),
  'evidences[0].file.signature.created_time': capture('said.Signing timestamp', /^([1-9]\d{8,12})$/, 'time'),
  // "Issuer" is the certificate's subject, "signer" the authority.
  'evidences[0].file.signature.certificate.subject': 'said.Certificate issuer',
  'evidences[0].file.signature.certificate.issuer': 'said.Certificate signer',
  'evidences[0].file.signature.certificate.serial_number': 'said.Certificate serial number',
  'evidences[0].file.signature.certificate.fingerprints': hashes('said.Certificate thumbprint'),
  'evidences[0].actor.app_name': basename('said.Downloaded by'),
  'evidences[0].url.url_string': 'said.Download site',
  'evidences[0].url.hostname': urlHost('said.Download site'),
  'evidences[0].src_endpoint.ip': ip('said.Source Computer IP', 'said.Source IP'),
  'evidences[0].src_endpoint.hostname': ['said.Source Computer Name', 'said.Source computer'],
  'evidences[0].user.name': USER,
  action_id: first(lookup('said.event', ALLOWED), lookup('said.Actual action', ACTIONS, 'Other')),
  disposition_id: first(lookup('said.event', ALLOWED), lookup('said.Actual action', DONE, 'Other')),
  status_detail: 'said.Actual action',
  severity_id: first(
    lookup('said.Risk Level', { Critical: 'Critical', High: 'High', Medium: 'Medium', Low: 'Low' }),
    lookup(
      'said.event',
      {
        ...{ 'Virus found': 'High', 'Forced SONAR threat detected': 'High' },
        ...{ 'Commercial application detected': 'Low', 'SONAR detection now allowed': 'Informational' },
      },
      'Medium',
    ),
  ),
}

/** The program, and its action that was seen or blocked. */
const CALLER: Rows = {
  'evidences[0].actor.process.pid': integer('said.pid'),
  'evidences[0].actor.process.name': basename('said.process'),
  'evidences[0].actor.process.file.path': 'said.process',
  'evidences[0].actor.process.file.name': basename('said.process'),
  'evidences[0].actor.process.file.type_id': is('Unknown'),
  'evidences[0].actor.process.file.hashes': capture('said.description', /Caller MD5=([\da-f]{32})/, 'hashes'),
  'evidences[0].actor.user.name': USER,
  'evidences[0].actor.user.domain': ['said.Domain Name', 'said.Domain'],
}

const BEHAVIOUR: Rows = {
  'finding_info.title': ['said.Rule', 'said.description', 'said.operation'],
  'finding_info.uid': text('said.Rule', 'said.description', 'said.operation'),
  'finding_info.desc': 'said.description',
  'finding_info.types': list('said.operation', /,/),
  'finding_info.analytic.name': 'said.Rule',
  'finding_info.analytic.type_id': is('Rule'),
  ...CALLER,
  'evidences[0].reg_key.path': capture('said.target', /^(\/REGISTRY\/.{1,2048})$/),
  'evidences[0].file.path': capture('said.target', /^((?!\/REGISTRY\/).{1,2048})$/),
  'evidences[0].file.name': capture('said.target', /^((?!\/REGISTRY\/).{1,2048})$/, 'basename'),
  'evidences[0].file.type_id': is('Unknown'),
  action_id: lookup(
    'said.action',
    { Blocked: 'Denied', Terminated: 'Denied', Allowed: 'Allowed', Continue: 'Observed' },
    'Other',
  ),
  disposition_id: lookup(
    'said.action',
    { Blocked: 'Blocked', Terminated: 'Blocked', Allowed: 'Allowed', Continue: 'Logged' },
    'Other',
  ),
  severity_id: lookup('said.action', { Blocked: 'Medium', Terminated: 'Medium', Continue: 'Informational' }, 'Low'),
}

const DIRECTIONS = { Inbound: 'Inbound', Outbound: 'Outbound' }
/** Excludes a digest of zeros, which means none. */
const DIGEST = /^(?!0+$)([\da-fA-F]{32,64})$/

/** Only the sentence tells whether an attack got through. */
const outcome = (blocked: string, seen: string): Cell =>
  lookupIn(
    'said.Event Description',
    /\b(not blocked|(?:been )?blocked|will block|allowed)\b/i,
    { 'not blocked': seen, blocked, 'been blocked': blocked, 'will block': blocked, allowed: 'Allowed' },
    'Other',
  )

const INTRUSION: Rows = {
  'finding_info.title': ['said.CIDS Signature string', 'said.Event Description'],
  'finding_info.uid': first(capture('said.CIDS Signature ID', /^([1-9]\d{0,9})$/), text('said.Event Description')),
  'finding_info.desc': 'said.Event Description',
  'finding_info.analytic.name': 'said.CIDS Signature string',
  'finding_info.analytic.uid': capture('said.CIDS Signature ID', /^([1-9]\d{0,9})$/),
  'finding_info.analytic.type_id': is('Rule'),
  'evidences[0].src_endpoint.hostname': 'said.src_host',
  'evidences[0].src_endpoint.mac': mac('said.src_mac'),
  'evidences[0].dst_endpoint.hostname': 'said.dst_host',
  'evidences[0].dst_endpoint.mac': mac('said.dst_mac'),
  'evidences[0].connection_info.direction_id': lookup('said.direction', DIRECTIONS, 'Unknown'),
  'evidences[0].connection_info.protocol_name': 'said.protocol',
  'evidences[0].url.url_string': ['said.Intrusion URL', 'said.Intrusion Payload URL'],
  'evidences[0].actor.app_name': basename('said.Application'),
  'evidences[0].file.path': 'said.Application',
  'evidences[0].file.name': basename('said.Application'),
  'evidences[0].file.type_id': is('Unknown'),
  'evidences[0].file.hashes': first(capture('said.SHA-256', DIGEST, 'hashes'), capture('said.MD-5', DIGEST, 'hashes')),
  'evidences[0].actor.user.name': USER,
  'evidences[0].actor.user.domain': ['said.Domain Name', 'said.Domain'],
  action_id: outcome('Denied', 'Observed'),
  disposition_id: outcome('Blocked', 'Detected'),
  severity_id: is('Medium'),
}

const TRAFFIC: Rows = {
  ...ENDPOINTS,
  'src_endpoint.mac': mac('said.src_mac'),
  'dst_endpoint.mac': mac('said.dst_mac'),
  'connection_info.direction_id': lookup('said.direction', DIRECTIONS, 'Unknown'),
  'connection_info.protocol_name': 'said.protocol',
  'actor.app_name': basename('said.Application'),
  'actor.user.name': USER,
  'actor.user.domain': ['said.Domain Name', 'said.Domain'],
  'policy.name': 'said.Rule',
  action_id: action('said.Action'),
  disposition_id: disposition('said.Action'),
}

export const CLIENT_PROFILES: readonly Profile[] = [
  { ...finding('risk', RISK), logSource: { categories: ['antivirus'] } },
  finding('behaviour', BEHAVIOUR),
  finding('intrusion', INTRUSION),
  on('traffic', {
    class: 'network_activity',
    activity: flow('said.Action'),
    logSource: { categories: ['firewall'] },
    rows: TRAFFIC,
  }),
  on('scan', {
    class: 'scan_activity',
    activity: lookup(
      'said.state',
      {
        Started: 'Started',
        Completed: 'Completed',
        Canceled: 'Cancelled',
        Cancelled: 'Cancelled',
        Paused: 'Paused',
        Resumed: 'Resumed',
        Failed: 'Error',
      },
      'Other',
    ),
    rows: {
      'scan.uid': text('said.Scan ID'),
      'scan.name': 'said.description',
      'scan.type_id': lookup(
        'said.Scan Type',
        { 'Scheduled Scan': 'Scheduled', 'Manual Scan': 'Manual', DefWatch: 'Updated Content' },
        'Unknown',
        'Unknown',
      ),
      'actor.user.name': 'said.User1',
      duration: millis('said.Duration (seconds)'),
      num_detections: integer('said.Threats'),
      num_files: integer('said.Total files'),
      num_skipped_items: integer('said.Omitted'),
    },
  }),
]

/** Rows of all lines about a client. */
export const CLIENT_ROWS: Rows = {
  time: time('said.at', 'syslog.time', 'syslog.timestamp'),
  'metadata.original_time': ['said.at', 'syslog.timestamp'],
  start_time: time('said.Begin'),
  end_time: time('said.End Time', 'said.End'),
  'metadata.processed_time': time('said.Event Insert Time', 'said.Inserted'),
  count: integer('said.Occurrences'),
  'device.hostname': ['said.computer', 'said.Computer name', 'said.Computer', 'syslog.hostname'],
  'device.ip': ip('said.IP Address', 'said.address'),
}
