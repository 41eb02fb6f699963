/**
 * Sophos Firewall (SFOS, XG and XGS) and Sophos UTM. The firewall writes pairs by `log_type` and `log_component`
 * ("Sophos Firewall syslog guide"); before version 18 the same names with `device="SFW" date= time=`. UTM writes
 * `id="2002" severity="info" sys="SecureNet" sub="packetfilter" name="Packet dropped" action="drop" srcip= dstip=`
 * ("UTM logfile format").
 */

import { isMembers, type Members } from '../../../platform/members.ts'
import { namedZone } from '../../../platform/time-zone.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { decision, flow } from '../../families/syslog/firewall.ts'
import { messageOf } from '../../families/syslog/settle.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  allHashes,
  email,
  first,
  hostname,
  integer,
  ip,
  is,
  known,
  list,
  lookup,
  lookupIn,
  mac,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const isFirewall = (record: Readonly<Members>) =>
  record.log_id !== undefined &&
  record.log_type !== undefined &&
  (record.device === 'SFW' ||
    record.device_name === 'SFW' ||
    record.device_model !== undefined ||
    record.device_serial_id !== undefined)
const isUtm = (record: Readonly<Members>) =>
  typeof record.sys === 'string' && typeof record.sub === 'string' && /^\d{4}$/.test(textOf(record.id))

/** The subject of the log, by its type; the components of `Event` are more specific. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ Firewall: 'flow', 'SSL/TLS': 'flow', 'SD-WAN': 'words', 'Content Filtering': 'web', WAF: 'waf', IDP: 'threat' },
  ...{ 'Anti-Virus': 'threat', ATP: 'threat', 'Advanced Threat Protection': 'threat', Sandbox: 'threat' },
  ...{ 'Zero-Day Protection': 'threat', Heartbeat: 'words', 'System Health': 'words', Wireless: 'words' },
  ...{ 'Anti-Spam': 'mail', Event: 'event', Authentication: 'event', 'Web Server Protection': 'waf' },
  ...{ 'Active threat response': 'threat', Email: 'mail', DNS: 'words' },
}

/** The sentences about an administrator's sign-in, on the console, at the command line and over the API. */
const LOGON_WORDS =
  /^(?:User|Admin(?:istrator)?) '?\S{1,128}? (?:failed to (?:login|log in)|logged in|log(?:ged )?in (?:failed|successful))/i

function kindOf(record: Readonly<Members>): string {
  const type = textOf(record.log_type)
  const kind = TYPES[type] ?? 'words'
  if (kind !== 'event') return kind
  const component = textOf(record.log_component)
  const subtype = textOf(record.log_subtype)
  if (subtype === 'Authentication' || /Authentication$/.test(component)) {
    return /log(?:ged)? ?out|disconnect/i.test(textOf(record.status) + textOf(record.message)) ? 'logoff' : 'logon'
  }
  if (LOGON_WORDS.test(textOf(record.message))) return 'logon'
  if (component === 'SSL VPN' || component === 'IPSec' || component === 'L2TP' || component === 'PPTP') {
    if (textOf(record.user_name) !== '') return record.status === 'Terminated' ? 'logoff' : 'logon'
  }
  if (subtype === 'Admin' || component === 'GUI' || component === 'CLI') return 'admin'
  if (component === 'DHCP Server') return 'dhcp'
  return 'words'
}

/** Before version 18: the device's clock and the name of its zone, which counts if it means exactly one offset. */
function clockOf({ date, time: clock, timezone }: Readonly<Members>): string | undefined {
  const isNamed =
    typeof timezone === 'string' && (/^[+-]\d\d:?\d\d$/.test(timezone) || namedZone(timezone, 0, 0)?.isGuess === false)
  return isNamed && typeof date === 'string' && typeof clock === 'string' ? `${date}T${clock} ${timezone}` : undefined
}

const firewall: RecordShape = {
  name: 'firewall',
  is: isFirewall,
  names: {
    'parsed.at': ['timestamp', 'parsed.clock'],
    'parsed.action': ['log_subtype'],
    'parsed.src_ip': ['src_ip', 'remote_ip', 'client_ip'],
    'parsed.src_port': ['src_port'],
    'parsed.dst_ip': ['dst_ip'],
    'parsed.dst_port': ['dst_port'],
    'parsed.protocol': ['protocol'],
    'parsed.user': ['user_name', 'user'],
    'parsed.bytes_out': ['sent_bytes', 'bytes_sent'],
    'parsed.bytes_in': ['recv_bytes', 'bytes_received', 'download_file_size'],
    'parsed.rule': ['fw_rule_id', 'policy_id'],
    'parsed.rule_name': ['fw_rule_name', 'policy_name'],
    'parsed.url': ['url'],
    'parsed.method': ['method', 'http_method'],
    'parsed.status': ['httpstatus', 'status_code', 'httpresponsecode', 'http_status'],
    'parsed.agent': ['user_agent', 'useragent'],
    'parsed.title': ['signature_msg', 'threatname', 'threat', 'virus', 'malware', 'message', 'reason'],
    'parsed.rule_id': ['signature_id', 'sig_id', 'threatname', 'log_id'],
    'parsed.reason': ['reason', 'message', 'status'],
    'parsed.name': ['device_name'],
    'parsed.host': ['server', 'domain', 'domainname'],
  },
  settle(record) {
    const clock = clockOf(record)
    record.parsed ??= {
      kind: kindOf(record),
      ...(clock !== undefined && { clock }),
      ...(textOf(record.url) !== '' &&
        record.querystring !== undefined && { path: `${record.url}${record.querystring}` }),
    }
  },
}

/** Subsystems of UTM by name. */
const SUBS: Readonly<Record<string, string>> = {
  ...{ packetfilter: 'flow', http: 'web', ips: 'threat', reverseproxy: 'waf', smtp: 'mail', pop3: 'mail' },
  ...{ auth: 'logon', vpn: 'vpn', ssh: 'words', ha: 'words' },
}
const UTM_REFUSED = new Set(['3005', '3006'])

/** UTM's date format, which no syslog header has: `2026:11:27-10:11:12 utm1 httpproxy[99]: `. */
const OWN_HEAD = /^\d{4}:\d\d:\d\d-\d\d:\d\d:\d\d ([\w.-]{1,255}) [\w./-]{1,64}(?:\[\d{1,10}\])?: /

const utm: RecordShape = {
  name: 'utm',
  is: () => true,
  names: {
    'parsed.at': ['parsed.clock'],
    'parsed.action': ['action'],
    'parsed.src_ip': ['srcip', 'remote', 'caller'],
    'parsed.src_port': ['srcport'],
    'parsed.dst_ip': ['dstip'],
    'parsed.dst_port': ['dstport'],
    'parsed.protocol': ['parsed.proto'],
    'parsed.user': ['user', 'username'],
    'parsed.bytes_out': [],
    'parsed.bytes_in': ['size'],
    'parsed.rule': ['fwrule', 'rule'],
    'parsed.rule_name': ['profile'],
    'parsed.url': ['url'],
    'parsed.method': ['method'],
    'parsed.status': ['statuscode'],
    'parsed.agent': ['ua', 'user_agent'],
    'parsed.title': ['reason', 'name'],
    'parsed.rule_id': ['sid', 'id'],
    'parsed.reason': ['reason', 'name', 'error'],
    'parsed.name': ['parsed.device', 'syslog.hostname'],
    'parsed.host': ['server', 'host'],
    log_id: ['id'],
    log_type: ['sub'],
    src_mac: ['srcmac'],
    in_interface: ['initf'],
    out_interface: ['outitf'],
    from_email_address: ['from'],
    to_email_address: ['to'],
    subject: ['subject'],
    referer: ['referer'],
    status: ['parsed.result'],
  },
  settle(record) {
    const protocols: Readonly<Record<string, string>> = { 1: 'icmp', 6: 'tcp', 17: 'udp', 47: 'gre', 50: 'esp' }
    const proto = textOf(record.proto)
    const sub = textOf(record.sub)
    const device = OWN_HEAD.exec(messageOf(record).slice(0, 320))?.[1]
    record.parsed ??= {
      ...(device !== undefined && { device }),
      kind: SUBS[sub] ?? 'words',
      proto: protocols[proto] ?? proto,
      result: UTM_REFUSED.has(textOf(record.id)) || /fail/i.test(textOf(record.name)) ? 'Failed' : 'Successful',
    }
  },
}

const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
  'src_endpoint.mac': mac('src_mac'),
  'src_endpoint.interface_name': 'in_interface',
  'src_endpoint.zone': 'src_zone',
  'dst_endpoint.ip': ip('parsed.dst_ip'),
  'dst_endpoint.port': integer('parsed.dst_port'),
  'dst_endpoint.interface_name': 'out_interface',
  'dst_endpoint.zone': 'dst_zone',
}
const WHO: Rows = { 'actor.user.name': known('parsed.user') }
const ACTION = ['parsed.action', 'action'] as const
const SEEN: Rows = {
  ...ENDPOINTS,
  ...WHO,
  'dst_endpoint.hostname': urlHost('parsed.url', 'parsed.host'),
  'http_request.http_method': 'parsed.method',
  'http_request.url.url_string': ['parsed.path', 'parsed.url'],
  'http_request.url.path': urlPath('parsed.url'),
  'http_request.url.query_string': first(urlQuery('parsed.path'), urlQuery('parsed.url')),
  'http_request.url.hostname': urlHost('parsed.host', 'parsed.url'),
  'http_request.user_agent': 'parsed.agent',
  'http_request.referrer': ['referer', 'referrer'],
  'http_response.code': integer('parsed.status'),
  'http_response.length': integer('parsed.bytes_in'),
  'traffic.bytes_in': integer('parsed.bytes_in'),
  'traffic.bytes_out': integer('parsed.bytes_out'),
  ...decision([...ACTION]),
  status_code: text('parsed.status'),
  status_detail: 'parsed.reason',
}
const on = (kind: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: kind,
  when: { 'parsed.kind': kind },
  ...of,
})
const RESULT_WORDS = {
  Failed: 'Failure',
  Failure: 'Failure',
  Denied: 'Failure',
  Successful: 'Success',
  Success: 'Success',
  Established: 'Success',
}
const RESULTS = lookup(['status', 'log_subtype'], RESULT_WORDS)
const RESULT = lookup(['status', 'log_subtype'], RESULT_WORDS, 'Other')
/** Events of tunnels have the result in their sentence only. */
const WORDS_RESULT = lookupIn('message', /\b(connected|established|failed|denied|terminated|disconnected)\b/i, {
  ...{ connected: 'Success', established: 'Success', terminated: 'Success', disconnected: 'Success' },
  ...{ failed: 'Failure', denied: 'Failure' },
})
const LOGON: Rows = {
  'user.name': account('parsed.user'),
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.mac': mac('src_mac'),
  'dst_endpoint.hostname': ['parsed.name', 'syslog.hostname'],
  'dst_endpoint.ip': ip('parsed.dst_ip', 'syslog.address'),
  'service.name': ['log_component', 'log_type'],
  auth_protocol: ['auth_mechanism', 'auth_client'],
  status_id: first(RESULTS, WORDS_RESULT, RESULT),
  status_detail: ['message', 'parsed.reason'],
  severity_id: lookup('status', { Failed: 'Medium', Failure: 'Medium' }, 'Informational'),
}
const MAIL: Rows = {
  'email.from': email('from_email_address', 'sender'),
  'email.to': list(['to_email_address', 'recepient', 'recipient'], /[,;<>\s]+/, 'email'),
  'email.subject': ['subject', 'email_subject'],
  'email.message_uid': ['message_id', 'mailid'],
  'email.uid': ['mailid', 'message_id', 'log_id'],
  'src_endpoint.ip': ip('parsed.src_ip'),
  'dst_endpoint.ip': ip('parsed.dst_ip'),
  direction_id: is('Unknown'),
  status_detail: 'parsed.reason',
}
const PROFILES: readonly Profile[] = [
  on('flow', {
    class: 'network_activity',
    activity: flow([...ACTION]),
    logSource: { categories: ['firewall'] },
    rows: {
      ...ENDPOINTS,
      ...WHO,
      ...decision([...ACTION]),
      'connection_info.uid': text('con_id'),
      'connection_info.protocol_name': 'parsed.protocol',
      'connection_info.direction_id': is('Unknown'),
      'traffic.bytes_in': integer('parsed.bytes_in'),
      'traffic.bytes_out': integer('parsed.bytes_out'),
      'traffic.packets_in': integer('recv_pkts', 'packets_received'),
      'traffic.packets_out': integer('sent_pkts', 'packets_sent'),
      'firewall_rule.uid': text('parsed.rule'),
      'firewall_rule.name': 'parsed.rule_name',
      app_name: ['application', 'app_name'],
      'url.url_string': 'parsed.url',
      status_detail: 'parsed.reason',
    },
  }),
  on('web', {
    class: 'http_activity',
    activity: lookup('parsed.method', HTTP_METHODS, 'Other'),
    logSource: { categories: ['proxy'] },
    rows: SEEN,
  }),
  on('waf', {
    class: 'http_activity',
    activity: lookup('parsed.method', HTTP_METHODS, 'Other'),
    logSource: { categories: ['webserver'] },
    rows: { ...SEEN, 'dst_endpoint.hostname': first(hostname('parsed.host'), urlHost('parsed.host')) },
  }),
  on('threat', {
    class: 'detection_finding',
    activity: 'Create',
    rows: {
      'finding_info.title': 'parsed.title',
      'finding_info.uid': text('parsed.rule_id'),
      'finding_info.analytic.uid': text('parsed.rule_id'),
      'finding_info.analytic.type_id': is('Rule'),
      'finding_info.types': list(['classification', 'log_component', 'log_type'], /\|/),
      'actor.user.name': known('parsed.user'),
      'evidences[0].src_endpoint.ip': ip('parsed.src_ip'),
      'evidences[0].src_endpoint.port': integer('parsed.src_port'),
      'evidences[0].dst_endpoint.ip': ip('parsed.dst_ip'),
      'evidences[0].dst_endpoint.port': integer('parsed.dst_port'),
      'evidences[0].url.url_string': 'parsed.url',
      'evidences[0].file.name': ['filename', 'file_name'],
      'evidences[0].file.type_id': is('Unknown'),
      'evidences[0].file.hashes': allHashes('sha256sum', 'sha1sum', 'md5sum', 'sha256', 'file_hash'),
      severity_id: lookup(
        ['severity', 'sig_severity'],
        { Emergency: 'Critical', Alert: 'Critical', Critical: 'Critical', Error: 'High', Warning: 'Medium' },
        'Medium',
        'Medium',
      ),
      action_id: decision([...ACTION]).action_id as Rows[string],
      disposition_id: decision([...ACTION]).disposition_id as Rows[string],
    },
  }),
  on('mail', { class: 'email_activity', activity: 'Scan', rows: MAIL }),
  on('logon', {
    class: 'authentication',
    activity: 'Logon',
    logSource: { categories: ['authentication'] },
    rows: LOGON,
  }),
  on('logoff', {
    class: 'authentication',
    activity: 'Logoff',
    logSource: { categories: ['authentication'] },
    rows: LOGON,
  }),
  on('admin', {
    class: 'api_activity',
    activity: 'Other',
    rows: {
      'actor.user.name': known('parsed.user'),
      'api.operation': ['message', 'additional_information', 'log_component'],
      'src_endpoint.ip': ip('parsed.src_ip', 'syslog.address'),
      'src_endpoint.hostname': ['parsed.name', 'syslog.hostname'],
      status_id: RESULT,
    },
  }),
  {
    name: 'words',
    when: {},
    class: 'base_event',
    activity: 'Other',
    unclassified: 'the firewall about itself: its health, its tunnels, its access points',
    rows: { 'actor.user.name': known('parsed.user') },
  },
]

export const SOPHOS: SourceTable = {
  id: 'sophos/1',
  shapes: [firewall, utm],
  select: ['parsed.kind'],
  rows: {
    ...SYSLOG_HEADER,
    time: time('parsed.at', 'syslog.time', 'syslog.timestamp'),
    severity_id: lookup(
      'severity',
      { Emergency: 'Critical', Alert: 'Critical', Critical: 'Critical', Error: 'High', Warning: 'Low', warn: 'Low' },
      'Informational',
      'Informational',
    ),
    'metadata.product.name': lookup('sys', {}, 'Sophos UTM', 'Sophos Firewall'),
    'metadata.product.vendor_name': is('Sophos'),
    'metadata.event_code': text('log_id'),
    'metadata.log_name': 'log_type',
    'device.hostname': ['parsed.name', 'syslog.hostname'],
    'device.uid': ['device_serial_id', 'device_id'],
    'device.type_id': is('Firewall'),
    message: ['message', 'parsed.reason', 'syslog.message'],
  },
  logSource: { product: 'sophos', categories: ['firewall'] },
  chapters: [
    {
      name: 'logs',
      aliases: {
        src_port: ['parsed.src_port'],
        dst_port: ['parsed.dst_port'],
        action: ['parsed.action'],
        'c-ip': ['parsed.src_ip'],
        'cs-method': ['parsed.method'],
        'sc-status': ['parsed.status'],
        'cs-user-agent': ['parsed.agent'],
      },
      profiles: PROFILES,
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'syslog.message', 'date', 'time', 'timezone', 'device'],
  recognises: (record) => (isFirewall(record) || isUtm(record)) && record.cef === undefined && !isMembers(record.log),
}
export const sophos = compileSource(SOPHOS)
