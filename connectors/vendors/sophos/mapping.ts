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
  email,
  first,
  hostname,
  integer,
  ip,
  is,
  known,
  list,
  lookup,
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
  const isNamed = typeof timezone === 'string' && namedZone(timezone, 0, 0)?.isGuess === false
  return isNamed && typeof date === 'string' && typeof clock === 'string' ? `${date}T${clock} ${timezone}` : undefined
}

const firewall: RecordShape = {
  name: 'firewall',
  is: isFirewall,
  names: {
    'said.at': ['timestamp', 'said.clock'],
    'said.action': ['log_subtype'],
    'said.src_ip': ['src_ip'],
    'said.src_port': ['src_port'],
    'said.dst_ip': ['dst_ip'],
    'said.dst_port': ['dst_port'],
    'said.protocol': ['protocol'],
    'said.user': ['user_name', 'user'],
    'said.bytes_out': ['sent_bytes', 'bytes_sent'],
    'said.bytes_in': ['recv_bytes', 'bytes_received', 'download_file_size'],
    'said.rule': ['fw_rule_id', 'policy_id'],
    'said.rule_name': ['fw_rule_name', 'policy_name'],
    'said.url': ['url'],
    'said.method': ['method', 'http_method'],
    'said.status': ['httpstatus', 'status_code', 'httpresponsecode', 'http_status'],
    'said.agent': ['user_agent', 'useragent'],
    'said.title': ['signature_msg', 'threatname', 'threat', 'virus', 'malware', 'message', 'reason'],
    'said.rule_id': ['signature_id', 'sig_id', 'threatname', 'log_id'],
    'said.reason': ['reason', 'message', 'status'],
    'said.name': ['device_name'],
    'said.host': ['server', 'domain', 'domainname'],
  },
  settle(record) {
    const clock = clockOf(record)
    record.said ??= {
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
    'said.at': ['said.clock'],
    'said.action': ['action'],
    'said.src_ip': ['srcip', 'remote', 'caller'],
    'said.src_port': ['srcport'],
    'said.dst_ip': ['dstip'],
    'said.dst_port': ['dstport'],
    'said.protocol': ['said.proto'],
    'said.user': ['user', 'username'],
    'said.bytes_out': [],
    'said.bytes_in': ['size'],
    'said.rule': ['fwrule', 'rule'],
    'said.rule_name': ['profile'],
    'said.url': ['url'],
    'said.method': ['method'],
    'said.status': ['statuscode'],
    'said.agent': ['ua', 'user_agent'],
    'said.title': ['reason', 'name'],
    'said.rule_id': ['sid', 'id'],
    'said.reason': ['reason', 'name', 'error'],
    'said.name': ['said.device', 'syslog.hostname'],
    'said.host': ['server', 'host'],
    log_id: ['id'],
    log_type: ['sub'],
    src_mac: ['srcmac'],
    in_interface: ['initf'],
    out_interface: ['outitf'],
    from_email_address: ['from'],
    to_email_address: ['to'],
    subject: ['subject'],
    referer: ['referer'],
    status: ['said.result'],
  },
  settle(record) {
    const protocols: Readonly<Record<string, string>> = { 1: 'icmp', 6: 'tcp', 17: 'udp', 47: 'gre', 50: 'esp' }
    const proto = textOf(record.proto)
    const sub = textOf(record.sub)
    const device = OWN_HEAD.exec(messageOf(record).slice(0, 320))?.[1]
    record.said ??= {
      ...(device !== undefined && { device }),
      kind: SUBS[sub] ?? 'words',
      proto: protocols[proto] ?? proto,
      result: UTM_REFUSED.has(textOf(record.id)) || /fail/i.test(textOf(record.name)) ? 'Failed' : 'Successful',
    }
  },
}

const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('said.src_ip'),
  'src_endpoint.port': integer('said.src_port'),
  'src_endpoint.mac': mac('src_mac'),
  'src_endpoint.interface_name': 'in_interface',
  'src_endpoint.zone': 'src_zone',
  'dst_endpoint.ip': ip('said.dst_ip'),
  'dst_endpoint.port': integer('said.dst_port'),
  'dst_endpoint.interface_name': 'out_interface',
  'dst_endpoint.zone': 'dst_zone',
}
const WHO: Rows = { 'actor.user.name': known('said.user') }
const ACTION = ['said.action', 'action'] as const
const SEEN: Rows = {
  ...ENDPOINTS,
  ...WHO,
  'dst_endpoint.hostname': urlHost('said.url', 'said.host'),
  'http_request.http_method': 'said.method',
  'http_request.url.url_string': ['said.path', 'said.url'],
  'http_request.url.path': urlPath('said.url'),
  'http_request.url.query_string': first(urlQuery('said.path'), urlQuery('said.url')),
  'http_request.url.hostname': urlHost('said.host', 'said.url'),
  'http_request.user_agent': 'said.agent',
  'http_request.referrer': ['referer', 'referrer'],
  'http_response.code': integer('said.status'),
  'http_response.length': integer('said.bytes_in'),
  'traffic.bytes_in': integer('said.bytes_in'),
  'traffic.bytes_out': integer('said.bytes_out'),
  ...decision([...ACTION]),
  status_code: text('said.status'),
  status_detail: 'said.reason',
}
const on = (kind: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: kind,
  when: { 'said.kind': kind },
  ...of,
})
const RESULT = lookup(
  ['status', 'log_subtype'],
  {
    Failed: 'Failure',
    Failure: 'Failure',
    Denied: 'Failure',
    Successful: 'Success',
    Success: 'Success',
    Established: 'Success',
  },
  'Other',
)
const LOGON: Rows = {
  'user.name': account('said.user'),
  'src_endpoint.ip': ip('said.src_ip'),
  'src_endpoint.mac': mac('src_mac'),
  'dst_endpoint.hostname': ['said.name', 'syslog.hostname'],
  'dst_endpoint.ip': ip('said.dst_ip', 'syslog.address'),
  'service.name': ['log_component', 'log_type'],
  auth_protocol: ['auth_mechanism', 'auth_client'],
  status_id: RESULT,
  status_detail: ['message', 'said.reason'],
  severity_id: lookup('status', { Failed: 'Medium', Failure: 'Medium' }, 'Informational'),
}
const MAIL: Rows = {
  'email.from': email('from_email_address', 'sender'),
  'email.to': list(['to_email_address', 'recepient', 'recipient'], /[,;<>\s]+/, 'email'),
  'email.subject': ['subject', 'email_subject'],
  'email.message_uid': ['message_id', 'mailid'],
  'email.uid': ['mailid', 'message_id', 'log_id'],
  'src_endpoint.ip': ip('said.src_ip'),
  'dst_endpoint.ip': ip('said.dst_ip'),
  direction_id: is('Unknown'),
  status_detail: 'said.reason',
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
      'connection_info.protocol_name': 'said.protocol',
      'connection_info.direction_id': is('Unknown'),
      'traffic.bytes_in': integer('said.bytes_in'),
      'traffic.bytes_out': integer('said.bytes_out'),
      'traffic.packets_in': integer('recv_pkts', 'packets_received'),
      'traffic.packets_out': integer('sent_pkts', 'packets_sent'),
      'firewall_rule.uid': text('said.rule'),
      'firewall_rule.name': 'said.rule_name',
      app_name: ['application', 'app_name'],
      'url.url_string': 'said.url',
      status_detail: 'said.reason',
    },
  }),
  on('web', {
    class: 'http_activity',
    activity: lookup('said.method', HTTP_METHODS, 'Other'),
    logSource: { categories: ['proxy'] },
    rows: SEEN,
  }),
  on('waf', {
    class: 'http_activity',
    activity: lookup('said.method', HTTP_METHODS, 'Other'),
    logSource: { categories: ['webserver'] },
    rows: { ...SEEN, 'dst_endpoint.hostname': first(hostname('said.host'), urlHost('said.host')) },
  }),
  on('threat', {
    class: 'detection_finding',
    activity: 'Create',
    rows: {
      'finding_info.title': 'said.title',
      'finding_info.uid': text('said.rule_id'),
      'finding_info.analytic.uid': text('said.rule_id'),
      'finding_info.analytic.type_id': is('Rule'),
      'finding_info.types': list(['classification', 'log_component', 'log_type'], /\|/),
      'actor.user.name': known('said.user'),
      'evidences[0].src_endpoint.ip': ip('said.src_ip'),
      'evidences[0].src_endpoint.port': integer('said.src_port'),
      'evidences[0].dst_endpoint.ip': ip('said.dst_ip'),
      'evidences[0].dst_endpoint.port': integer('said.dst_port'),
      'evidences[0].url.url_string': 'said.url',
      'evidences[0].file.name': ['filename', 'file_name'],
      'evidences[0].file.type_id': is('Unknown'),
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
      'actor.user.name': known('said.user'),
      'api.operation': ['message', 'additional_information', 'log_component'],
      'src_endpoint.ip': ip('said.src_ip', 'syslog.address'),
      'src_endpoint.hostname': ['said.name', 'syslog.hostname'],
      status_id: RESULT,
    },
  }),
  {
    name: 'words',
    when: {},
    class: 'base_event',
    activity: 'Other',
    unclassified: 'the firewall about itself: its health, its tunnels, its access points',
  },
]

export const SOPHOS: SourceTable = {
  id: 'sophos/1',
  shapes: [firewall, utm],
  select: ['said.kind'],
  rows: {
    ...SYSLOG_HEADER,
    time: time('said.at', 'syslog.time', 'syslog.timestamp'),
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
    'device.hostname': ['said.name', 'syslog.hostname'],
    'device.uid': ['device_serial_id', 'device_id'],
    'device.type_id': is('Firewall'),
    message: ['message', 'said.reason', 'syslog.message'],
  },
  logSource: { product: 'sophos', categories: ['firewall'] },
  chapters: [
    {
      name: 'logs',
      aliases: {
        src_port: ['said.src_port'],
        dst_port: ['said.dst_port'],
        action: ['said.action'],
        'c-ip': ['said.src_ip'],
        'cs-method': ['said.method'],
        'sc-status': ['said.status'],
        'cs-user-agent': ['said.agent'],
      },
      profiles: PROFILES,
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'syslog.message', 'date', 'time', 'timezone', 'device'],
  recognises: (record) => (isFirewall(record) || isUtm(record)) && record.cef === undefined && !isMembers(record.log),
}
export const sophos = compileSource(SOPHOS)
