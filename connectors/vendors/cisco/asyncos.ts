/**
 * Cisco AsyncOS: the text logs of Secure Email (ESA) and Secure Web Appliance (WSA), a line each: `<time> <level>: <words>`.
 * Texts: the AsyncOS user guides, "Logging".
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { lineShape } from '../../families/syslog/mapping.ts'
import { addParsed, messageOf } from '../../families/syslog/settle.ts'
import { phraseReader } from '../../mapping/phrases.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  concat,
  email,
  first,
  hashes,
  integer,
  ip,
  is,
  list,
  lookup,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

/** The appliance's own time is followed by the level; a relay may have put its name or an address between them. */
const LINE =
  /^(?:(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: \d{4})?)|(\d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d) \(GMT[^)]{0,8}\))(?: {1,2}[\w.:-]{1,64}){0,2} (Info|Warning|Critical|Debug|Trace|Alert): +(.*)$/s

/**
 * The same line without its time, which is then in the syslog header: it is recognised by words that no other system
 * writes.
 */
const BARE =
  /^()()(Info|Warning|Critical|Debug|Trace|Alert): +((?:req:\S+ user:\S+ id:\S+ \d|Error in http connection from host |SSL error with client |Internal SMTP |A System\/\w+ alert |Error while sending alert: |Version: [\d.-]+ SN: |case (?:antispam - engine|waiting for new updates)|PF: (?:Starting|Restarting) |Received an invalid DNS Response: |lame DNS referral: |ISQ: |service_log_client\.|TLS connection failed because of |The system time was changed from |Hostname is successfully changed to |(?:New SMTP )?(?:MID|ICID|DCID) \d|Message \d+ to RID ).*)$/s

const read = phraseReader({
  'logon/accepted': [
    'User {user} from {src_ip} was authenticated successfully.',
    'The user {user} successfully logged on from {src_ip} using an {protocol} connection.',
    'login:{src_ip} user:{user} session:{session}',
  ],
  'logon/failed': [
    'User {user} from {src_ip} failed authentication.',
    'An authentication attempt by the user {user} from {src_ip} failed...',
  ],
  logoff: [
    'logout:{src_ip} user:{user} session:{session}',
    'PID {pid}: User {user} logged out from session because of {reason*}',
  ],
  request: ['req:{src_ip} user:{user} id:{session} {status} {method} {path} HTTP/{version} {agent*}'],
  firewall: [
    'Firewall noted TCP data from {src_ip} to {dst_ip}({dst_host}):{dst_port}.',
    'Firewall blocked TCP data from {src_ip}:{src_port} to {dst_ip}.',
  ],
  malware: [
    "Response received for file reputation query from Cloud. File Name = '{file*}', MID = {mid}, Disposition = {verdict}, Malware = {threat}, {rest*} sha256 = {sha256}, {more*}",
  ],
  'mail/from': ['MID {mid} ICID {icid} From: <{from}>', 'MID {mid} ready {bytes} bytes from <{from}>'],
  'mail/to': ['MID {mid} ICID {icid} RID {rid} To: <{to}>'],
  mail: [
    "MID {mid} Subject '{subject*}'",
    'MID {mid} interim verdict using engine: {engine*}',
    'MID {mid} {words*}',
    'Message {mid} to RID [{rid}] {words*}',
  ],
  connection: [
    'New SMTP ICID {icid} interface {interface} ({dst_ip}) address {src_ip} reverse dns host {src_host} verified {verified}',
    'New SMTP DCID {dcid} interface {src_ip} address {dst_ip} port {dst_port}',
  ],
  peer: ['ICID {icid} {words*}', 'DCID {dcid} {words*}'],
})

function settle(record: Members): void {
  addParsed(record, (message) => {
    const [, day, other, level = '', words = ''] = LINE.exec(message) ?? BARE.exec(message) ?? []
    const fields = read(words) ?? { kind: 'words' }
    return { ...fields, at: day || other || '', level, words_: words, verb: /^Firewall (\w+)/.exec(words)?.[1] ?? '' }
  })
}

const shape: RecordShape = { ...lineShape, name: 'line', settle }

const FROM: Rows = { 'src_endpoint.ip': ip('parsed.src_ip'), 'src_endpoint.hostname': 'parsed.src_host' }
const LOGON: Rows = {
  ...FROM,
  'user.name': 'parsed.user',
  'dst_endpoint.hostname': 'syslog.hostname',
  'service.name': is('AsyncOS'),
  'session.uid': 'parsed.session',
  status_detail: 'parsed.reason',
}
const authentication = { categories: ['authentication'] }

const PROFILES: readonly Profile[] = [
  {
    name: 'logon',
    when: { 'parsed.kind': 'logon/accepted' },
    class: 'authentication',
    activity: 'Logon',
    logSource: authentication,
    rows: { ...LOGON, status_id: is('Success') },
  },
  {
    name: 'logon that fails',
    when: { 'parsed.kind': 'logon/failed' },
    class: 'authentication',
    activity: 'Logon',
    logSource: authentication,
    rows: { ...LOGON, status_id: is('Failure'), severity_id: is('Medium') },
  },
  {
    name: 'logoff',
    when: { 'parsed.kind': 'logoff' },
    class: 'authentication',
    activity: 'Logoff',
    logSource: authentication,
    rows: { ...LOGON, status_id: is('Success') },
  },
  {
    name: 'request',
    when: { 'parsed.kind': 'request' },
    class: 'http_activity',
    activity: lookup(
      'parsed.method',
      { GET: 'Get', POST: 'Post', PUT: 'Put', DELETE: 'Delete', HEAD: 'Head' },
      'Other',
    ),
    rows: {
      ...FROM,
      'dst_endpoint.hostname': 'syslog.hostname',
      'actor.user.name': 'parsed.user',
      'http_request.http_method': 'parsed.method',
      'http_request.url.path': 'parsed.path',
      'http_request.version': 'parsed.version',
      'http_request.user_agent': 'parsed.agent',
      'http_response.code': integer('parsed.status'),
    },
  },
  {
    name: 'firewall',
    when: { 'parsed.kind': 'firewall' },
    class: 'network_activity',
    activity: lookup('parsed.verb', { blocked: 'Refuse' }, 'Traffic'),
    rows: {
      ...FROM,
      'src_endpoint.port': integer('parsed.src_port'),
      'dst_endpoint.ip': ip('parsed.dst_ip'),
      'dst_endpoint.port': integer('parsed.dst_port'),
      'dst_endpoint.hostname': 'parsed.dst_host',
      action_id: lookup('parsed.verb', { blocked: 'Denied', noted: 'Observed' }, 'Other'),
    },
  },
  {
    name: 'verdict on a file',
    when: { 'parsed.kind': 'malware' },
    class: 'detection_finding',
    activity: 'Create',
    rows: {
      'finding_info.uid': concat('parsed.mid', { words: ' ' }, 'parsed.sha256'),
      'finding_info.title': ['parsed.threat', 'parsed.verdict'],
      'evidences[0].file.name': 'parsed.file',
      'evidences[0].file.type_id': is('Unknown'),
      'evidences[0].file.hashes': hashes('parsed.sha256'),
      severity_id: lookup('parsed.verdict', { MALICIOUS: 'High' }, 'Informational'),
      status_detail: 'parsed.verdict',
    },
  },
  {
    name: 'connection',
    when: { 'parsed.kind': 'connection' },
    class: 'network_activity',
    activity: 'Open',
    rows: {
      ...FROM,
      'dst_endpoint.ip': ip('parsed.dst_ip'),
      'dst_endpoint.port': integer('parsed.dst_port'),
      'connection_info.direction_id': is('Unknown'),
    },
  },
  {
    name: 'mail to somebody',
    when: { 'parsed.kind': 'mail/to' },
    class: 'email_activity',
    activity: 'Receive',
    rows: {
      direction_id: is('Unknown'),
      message_trace_uid: 'parsed.mid',
      'email.to': list('parsed.to', /,/, 'email'),
      'email.uid': 'parsed.mid',
    },
  },
  {
    name: 'mail from somebody',
    when: { 'parsed.kind': 'mail/from' },
    class: 'email_activity',
    activity: 'Receive',
    rows: {
      direction_id: is('Unknown'),
      message_trace_uid: 'parsed.mid',
      'email.from': email('parsed.from'),
      'email.uid': 'parsed.mid',
      'email.size': integer('parsed.bytes'),
    },
  },
  {
    name: 'words',
    when: {},
    class: 'base_event',
    activity: 'Other',
    unclassified:
      'the appliance about itself: versions, updates, engines, and steps of a message or a connection of which only the number is said',
  },
]

export const CISCO_ASYNCOS: SourceTable = {
  id: 'cisco-asyncos/1',
  shapes: [shape],
  select: ['parsed.kind'],
  rows: {
    ...SYSLOG_HEADER,
    // The appliance's own time has no zone; the relay's time has one.
    time: time('syslog.time', 'syslog.timestamp'),
    severity_id: first(
      lookup('parsed.level', {
        Critical: 'High',
        Alert: 'High',
        Warning: 'Low',
        Info: 'Informational',
        Debug: 'Informational',
        Trace: 'Informational',
      }),
      lookup('syslog.severity', {}, 'Unknown'),
    ),
    'metadata.product.name': is('AsyncOS'),
    'metadata.product.vendor_name': is('Cisco'),
    'metadata.original_time': text('parsed.at'),
    'metadata.correlation_uid': ['parsed.mid', 'parsed.icid', 'parsed.dcid'],
  },
  logSource: { product: 'cisco', service: 'asyncos' },
  chapters: [{ name: 'lines', profiles: PROFILES }],
  renderings: [...SYSLOG_RENDERINGS, 'parsed.words_', 'parsed.verb'],
  begins: new RegExp(`${LINE.source}|${BARE.source}`, 's'),
  recognises(record) {
    if (!isMembers(record.syslog)) return false
    const start = messageOf(record).slice(0, 300)
    return LINE.test(start) || BARE.test(start)
  },
}

export const ciscoAsyncos = compileSource(CISCO_ASYNCOS)
