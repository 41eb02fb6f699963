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

const USER = ['parsed.User Name', 'parsed.User'] as const

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
  'finding_info.title': ['parsed.Risk name', 'parsed.event'],
  'finding_info.uid': text('parsed.Risk name', 'parsed.event'),
  'finding_info.types': list(['parsed.Category type', 'parsed.event'], /,/),
  'finding_info.desc': 'parsed.description',
  'finding_info.modified_time': time('parsed.Last update time'),
  'finding_info.analytic.name': 'parsed.Source',
  'finding_info.analytic.type_id': is('Unknown'),
  'malware[0].name': 'parsed.Risk name',
  'malware[0].classification_ids': is(['Unknown']),
  'evidences[0].file.path': 'parsed.path',
  'evidences[0].file.name': basename('parsed.path'),
  'evidences[0].file.type_id': is('Unknown'),
  'evidences[0].file.hashes': hashes('parsed.Application hash'),
  'evidences[0].file.size': integer('parsed.File size (bytes)'),
  'evidences[0].file.company_name': 'parsed.Company name',
  'evidences[0].file.version': 'parsed.Application version',
  'evidences[0].file.signature.algorithm_id': is('Unknown'),
  'evidences[0].file.signature.created_time': capture('parsed.Signing timestamp', /^([1-9]\d{8,12})$/, 'time'),
  // "Issuer" is the certificate's subject, "signer" the authority.
  'evidences[0].file.signature.certificate.subject': 'parsed.Certificate issuer',
  'evidences[0].file.signature.certificate.issuer': 'parsed.Certificate signer',
  'evidences[0].file.signature.certificate.serial_number': 'parsed.Certificate serial number',
  'evidences[0].file.signature.certificate.fingerprints': hashes('parsed.Certificate thumbprint'),
  'evidences[0].actor.app_name': basename('parsed.Downloaded by'),
  'evidences[0].url.url_string': 'parsed.Download site',
  'evidences[0].url.hostname': urlHost('parsed.Download site'),
  'evidences[0].src_endpoint.ip': ip('parsed.Source Computer IP', 'parsed.Source IP'),
  'evidences[0].src_endpoint.hostname': ['parsed.Source Computer Name', 'parsed.Source computer'],
  'evidences[0].user.name': USER,
  action_id: first(lookup('parsed.event', ALLOWED), lookup('parsed.Actual action', ACTIONS, 'Other')),
  disposition_id: first(lookup('parsed.event', ALLOWED), lookup('parsed.Actual action', DONE, 'Other')),
  status_detail: 'parsed.Actual action',
  severity_id: first(
    lookup('parsed.Risk Level', { Critical: 'Critical', High: 'High', Medium: 'Medium', Low: 'Low' }),
    lookup(
      'parsed.event',
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
  'evidences[0].actor.process.pid': integer('parsed.pid'),
  'evidences[0].actor.process.name': basename('parsed.process'),
  'evidences[0].actor.process.file.path': 'parsed.process',
  'evidences[0].actor.process.file.name': basename('parsed.process'),
  'evidences[0].actor.process.file.type_id': is('Unknown'),
  'evidences[0].actor.process.file.hashes': capture('parsed.description', /Caller MD5=([\da-f]{32})/, 'hashes'),
  'evidences[0].actor.user.name': USER,
  'evidences[0].actor.user.domain': ['parsed.Domain Name', 'parsed.Domain'],
}

const BEHAVIOUR: Rows = {
  'finding_info.title': ['parsed.Rule', 'parsed.description', 'parsed.operation'],
  'finding_info.uid': text('parsed.Rule', 'parsed.description', 'parsed.operation'),
  'finding_info.desc': 'parsed.description',
  'finding_info.types': list('parsed.operation', /,/),
  'finding_info.analytic.name': 'parsed.Rule',
  'finding_info.analytic.type_id': is('Rule'),
  ...CALLER,
  'evidences[0].reg_key.path': capture('parsed.target', /^(\/REGISTRY\/.{1,2048})$/),
  'evidences[0].file.path': capture('parsed.target', /^((?!\/REGISTRY\/).{1,2048})$/),
  'evidences[0].file.name': capture('parsed.target', /^((?!\/REGISTRY\/).{1,2048})$/, 'basename'),
  'evidences[0].file.type_id': is('Unknown'),
  action_id: lookup(
    'parsed.action',
    { Blocked: 'Denied', Terminated: 'Denied', Allowed: 'Allowed', Continue: 'Observed' },
    'Other',
  ),
  disposition_id: lookup(
    'parsed.action',
    { Blocked: 'Blocked', Terminated: 'Blocked', Allowed: 'Allowed', Continue: 'Logged' },
    'Other',
  ),
  severity_id: lookup('parsed.action', { Blocked: 'Medium', Terminated: 'Medium', Continue: 'Informational' }, 'Low'),
}

const DIRECTIONS = { Inbound: 'Inbound', Outbound: 'Outbound' }
/** Excludes a digest of zeros, which means none. */
const DIGEST = /^(?!0+$)([\da-fA-F]{32,64})$/

/** Only the sentence tells whether an attack got through. */
const outcome = (blocked: string, seen: string): Cell =>
  lookupIn(
    'parsed.Event Description',
    /\b(not blocked|(?:been )?blocked|will block|allowed)\b/i,
    { 'not blocked': seen, blocked, 'been blocked': blocked, 'will block': blocked, allowed: 'Allowed' },
    'Other',
  )

const INTRUSION: Rows = {
  'finding_info.title': ['parsed.CIDS Signature string', 'parsed.Event Description'],
  'finding_info.uid': first(capture('parsed.CIDS Signature ID', /^([1-9]\d{0,9})$/), text('parsed.Event Description')),
  'finding_info.desc': 'parsed.Event Description',
  'finding_info.analytic.name': 'parsed.CIDS Signature string',
  'finding_info.analytic.uid': capture('parsed.CIDS Signature ID', /^([1-9]\d{0,9})$/),
  'finding_info.analytic.type_id': is('Rule'),
  'evidences[0].src_endpoint.hostname': 'parsed.src_host',
  'evidences[0].src_endpoint.mac': mac('parsed.src_mac'),
  'evidences[0].dst_endpoint.hostname': 'parsed.dst_host',
  'evidences[0].dst_endpoint.mac': mac('parsed.dst_mac'),
  'evidences[0].connection_info.direction_id': lookup('parsed.direction', DIRECTIONS, 'Unknown'),
  'evidences[0].connection_info.protocol_name': 'parsed.protocol',
  'evidences[0].url.url_string': ['parsed.Intrusion URL', 'parsed.Intrusion Payload URL'],
  'evidences[0].actor.app_name': basename('parsed.Application'),
  'evidences[0].file.path': 'parsed.Application',
  'evidences[0].file.name': basename('parsed.Application'),
  'evidences[0].file.type_id': is('Unknown'),
  'evidences[0].file.hashes': first(
    capture('parsed.SHA-256', DIGEST, 'hashes'),
    capture('parsed.MD-5', DIGEST, 'hashes'),
  ),
  'evidences[0].actor.user.name': USER,
  'evidences[0].actor.user.domain': ['parsed.Domain Name', 'parsed.Domain'],
  action_id: outcome('Denied', 'Observed'),
  disposition_id: outcome('Blocked', 'Detected'),
  severity_id: is('Medium'),
}

const TRAFFIC: Rows = {
  ...ENDPOINTS,
  'src_endpoint.mac': mac('parsed.src_mac'),
  'dst_endpoint.mac': mac('parsed.dst_mac'),
  'connection_info.direction_id': lookup('parsed.direction', DIRECTIONS, 'Unknown'),
  'connection_info.protocol_name': 'parsed.protocol',
  'actor.app_name': basename('parsed.Application'),
  'actor.user.name': USER,
  'actor.user.domain': ['parsed.Domain Name', 'parsed.Domain'],
  'policy.name': 'parsed.Rule',
  action_id: action('parsed.Action'),
  disposition_id: disposition('parsed.Action'),
}

export const CLIENT_PROFILES: readonly Profile[] = [
  { ...finding('risk', RISK), logSource: { categories: ['antivirus'] } },
  finding('behaviour', BEHAVIOUR),
  finding('intrusion', INTRUSION),
  on('traffic', {
    class: 'network_activity',
    activity: flow('parsed.Action'),
    logSource: { categories: ['firewall'] },
    rows: TRAFFIC,
  }),
  on('scan', {
    class: 'scan_activity',
    activity: lookup(
      'parsed.state',
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
      'scan.uid': text('parsed.Scan ID'),
      'scan.name': 'parsed.description',
      'scan.type_id': lookup(
        'parsed.Scan Type',
        { 'Scheduled Scan': 'Scheduled', 'Manual Scan': 'Manual', DefWatch: 'Updated Content' },
        'Unknown',
        'Unknown',
      ),
      'actor.user.name': 'parsed.User1',
      duration: millis('parsed.Duration (seconds)'),
      num_detections: integer('parsed.Threats'),
      num_files: integer('parsed.Total files'),
      num_skipped_items: integer('parsed.Omitted'),
    },
  }),
]

/** Rows of all lines about a client. */
export const CLIENT_ROWS: Rows = {
  time: time('parsed.at', 'syslog.time', 'syslog.timestamp'),
  'metadata.original_time': ['parsed.at', 'syslog.timestamp'],
  start_time: time('parsed.Begin'),
  end_time: time('parsed.End Time', 'parsed.End'),
  'metadata.processed_time': time('parsed.Event Insert Time', 'parsed.Inserted'),
  count: integer('parsed.Occurrences'),
  'device.hostname': ['parsed.computer', 'parsed.Computer name', 'parsed.Computer', 'syslog.hostname'],
  'device.ip': ip('parsed.IP Address', 'parsed.address'),
}
