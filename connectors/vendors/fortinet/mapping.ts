/** Fortinet FortiGate and related products, key=value. Field names: FortiOS 7.4 log reference. */
import type { Members } from '../../../platform/members.ts'
import { SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { decision, flow, translated } from '../../families/syslog/firewall.ts'
import { httpMethod } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  allHashes,
  capture,
  concat,
  each,
  email,
  first,
  hostname,
  integer,
  ip,
  is,
  list,
  lookup,
  lookupIn,
  mac,
  millis,
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

/** Date and time in two fields, by the device's clock; `tz` is its offset from UTC. */
const shape: RecordShape = {
  name: 'kv',
  is: () => true,
  settle(record: Members) {
    if (record.at !== undefined || typeof record.date !== 'string' || typeof record.time !== 'string') return
    const zone = typeof record.tz === 'string' ? (ZONE.exec(record.tz)?.[0] ?? '') : ''
    record.at = /[A-Z]/.test(zone) ? `${record.date} ${record.time} ${zone}` : `${record.date}T${record.time}${zone}`
  },
}

/** FortiDDoS writes the zone's abbreviation. */
const ZONE = /^(?:[+-]\d{4}|[A-Z]{3,5})$/

/** The device writes `N/A` where there is no user. */
const A_USER = /^(?!N\/A$)(.+)$/

const LEVEL = lookup(['level', 'pri'], {
  emergency: 'Critical',
  alert: 'Critical',
  critical: 'Critical',
  error: 'High',
  warning: 'Low',
  notice: 'Informational',
  information: 'Informational',
  debug: 'Informational',
})
const STATUS = {
  ...{ success: 'Success', succeed: 'Success', logon: 'Success' },
  ...{ failed: 'Failure', failure: 'Failure', fail: 'Failure', error: 'Failure', denied: 'Failure' },
  ...{ declined: 'Failure', timeout: 'Failure', negotiate_error: 'Failure' },
}
const SEVERITIES = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Informational' }

/** The product, by the first letters of the serial number. */
const PRODUCTS = {
  FV: 'FortiWeb',
  FE: 'FortiMail',
  FL: 'FortiAnalyzer',
  FA: 'FortiAuthenticator',
  FS: 'FortiSandbox',
  FC: 'FortiClient',
  FI: 'FortiDDoS',
}

const HEADER: Rows = {
  time: time('eventtime', 'at', 'syslog.time'),
  severity_id: first(lookup(['crlevel', 'severity', 'severity_level'], SEVERITIES), LEVEL),
  'metadata.product.name': lookupIn(['devid', 'device_id'], /^([A-Z]{2})/i, PRODUCTS, 'FortiGate', 'FortiGate'),
  'metadata.product.vendor_name': is('Fortinet'),
  'metadata.event_code': ['logid', 'log_id'],
  'metadata.log_name': 'type',
  'metadata.log_level': ['level', 'pri'],
  'metadata.original_time': ['at', 'syslog.timestamp'],
  'device.hostname': ['devname', 'syslog.hostname'],
  'device.uid': ['devid', 'device_id'],
  'device.type_id': is('Firewall'),
  message: ['msg', 'logdesc'],
}

const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('srcip', 'src_ip', 'client_ip', 'src', 'sip'),
  'src_endpoint.port': integer('srcport', 'src_port'),
  'src_endpoint.interface_name': 'srcintf',
  'src_endpoint.hostname': 'srcname',
  'src_endpoint.mac': mac('srcmac'),
  'dst_endpoint.ip': ip('dstip', 'dst_ip', 'dst', 'dip'),
  'dst_endpoint.port': integer('dstport', 'dst_port'),
  'dst_endpoint.interface_name': 'dstintf',
  'dst_endpoint.hostname': ['hostname', 'dstname'],
  'dst_endpoint.mac': mac('dstmac'),
}

const FLOW: Rows = {
  ...ENDPOINTS,
  ...translated('src_endpoint', 'transip', 'transport'),
  ...translated('dst_endpoint', 'tranip', 'tranport'),
  ...decision(['action', 'utmaction']),
  'actor.user.name': capture(['user', 'unauthuser'], A_USER),
  'connection_info.uid': text('sessionid'),
  'connection_info.protocol_num': integer('proto'),
  'connection_info.direction_id': lookup(
    'direction',
    { incoming: 'Inbound', outgoing: 'Outbound' },
    'Other',
    'Unknown',
  ),
  'traffic.bytes_out': integer('sentbyte'),
  'traffic.bytes_in': integer('rcvdbyte'),
  'traffic.packets_out': integer('sentpkt'),
  'traffic.packets_in': integer('rcvdpkt'),
  duration: millis('duration'),
  app_name: ['app', 'service'],
  app_protocol_name: 'service',
  'firewall_rule.uid': text('policyid'),
  'firewall_rule.name': 'policyname',
}

const FINDING: Rows = {
  'finding_info.title': ['attack', 'virus', 'subtype'],
  'finding_info.uid': first(text('attackid'), 'virusid', 'logid', 'log_id'),
  'finding_info.desc': 'msg',
  'finding_info.analytic.uid': text('attackid'),
  'finding_info.analytic.name': ['attack', 'virus'],
  'finding_info.analytic.type_id': is('Rule'),
  ...Object.fromEntries(Object.entries(ENDPOINTS).map(([path, cell]) => [`evidences[0].${path}`, cell])),
  'evidences[0].file.name': 'filename',
  'evidences[0].file.hashes': allHashes('analyticscksum', 'filehash'),
  'evidences[0].file.type_id': is('Unknown'),
  'evidences[0].url.url_string': 'url',
  'actor.user.name': capture('user', A_USER),
  action_id: decision('action').action_id as Rows[string],
  disposition_id: decision('action').disposition_id as Rows[string],
  'firewall_rule.uid': text('policyid'),
}

/** `ssh(192.0.2.1)`: the service, and the address that has a field of its own. */
const SERVICE = first(capture('ui', /^([^(]{1,64})/), text('subtype'))

/** FortiMail and FortiWeb have the address only in the field of the console: `GUI(192.0.2.1)`. */
const OF_CONSOLE = capture('ui', /\(([\d.]{7,15}|[\da-fA-F:]{3,45})\)/, 'ip')

const LEASES = {
  ...{ Ack: 'Ack', Nak: 'Nak', NAK: 'Nak', Discover: 'Discover', Offer: 'Offer', Request: 'Request' },
  ...{ Release: 'Release', Decline: 'Decline', Inform: 'Inform' },
}

const on = (type: string, subtype: readonly string[] | null, of: Omit<Profile, 'when'>): Profile => ({
  when: { type, ...(subtype && { subtype }) },
  ...of,
})

export const FORTINET: SourceTable = {
  id: 'fortinet/1',
  shapes: [shape],
  select: ['type', 'subtype', 'action', 'dhcp_msg'],
  rows: HEADER,
  logSource: { product: 'fortigate' },
  chapters: [
    {
      name: 'network',
      logSource: { categories: ['firewall'] },
      aliases: {
        src_ip: ['srcip'],
        dst_ip: ['dstip'],
        src_port: ['srcport'],
        dst_port: ['dstport'],
        'c-uri': ['url'],
        'cs-host': ['hostname'],
        'c-useragent': ['agent'],
      },
      profiles: [
        on('traffic', null, { name: 'traffic', class: 'network_activity', activity: flow('action'), rows: FLOW }),
        on('utm', ['webfilter'], {
          name: 'web',
          class: 'http_activity',
          activity: lookup(
            'httpmethod',
            { GET: 'Get', POST: 'Post', CONNECT: 'Connect', HEAD: 'Head', PUT: 'Put' },
            'Other',
          ),
          logSource: { categories: ['proxy'] },
          rows: {
            ...FLOW,
            // Older versions write the path alone.
            'http_request.url.url_string': first(capture('url', /^(\w{2,10}:\/\/\S+)$/), concat('hostname', 'url')),
            'http_request.url.path': urlPath('url'),
            'http_request.url.query_string': urlQuery('url'),
            'http_request.url.hostname': urlHost('hostname'),
            'http_request.http_method': 'httpmethod',
            'http_request.user_agent': 'agent',
            'http_request.referrer': 'referralurl',
            status_detail: 'catdesc',
          },
        }),
        on('utm', ['dns'], {
          name: 'dns',
          class: 'dns_activity',
          activity: lookup('eventtype', { 'dns-query': 'Query', 'dns-response': 'Response' }, 'Other'),
          logSource: { categories: ['dns'] },
          rows: {
            ...FLOW,
            'query.hostname': 'qname',
            'query.type': 'qtype',
            'query.class': 'qclass',
            answers: each('ipaddr', 'rdata', {}, /,\s{0,8}/),
          },
        }),
        on('utm', ['emailfilter'], {
          name: 'mail filter',
          class: 'email_activity',
          activity: 'Scan',
          rows: {
            ...ENDPOINTS,
            ...decision('action'),
            'email.from': email('from', 'sender'),
            'email.to': list(['to', 'recipient'], /[,;\s]+/, 'email'),
            'email.subject': 'subject',
            'email.uid': text('sessionid', 'logid'),
            direction_id: lookup('direction', { incoming: 'Inbound', outgoing: 'Outbound' }, 'Unknown', 'Unknown'),
            status_detail: ['banword', 'msg'],
          },
        }),
        on('utm', ['app-ctrl', 'ssl', 'ssh', 'voip', 'file-filter', 'dlp', 'cifs'], {
          name: 'application',
          class: 'network_activity',
          activity: flow('action'),
          rows: { ...FLOW, status_detail: ['app', 'reason'] },
        }),
        on('utm', null, { name: 'finding', class: 'detection_finding', activity: 'Create', rows: FINDING }),
        // FortiWeb and FortiDDoS.
        on('attack', null, {
          name: 'web attack',
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...FINDING,
            'finding_info.title': ['sub_type', 'main_type', 'attack', 'msg', 'description'],
            'finding_info.analytic.name': ['sub_type', 'main_type', 'attack', 'msg', 'description'],
            'finding_info.analytic.uid': text('signature_id', 'attackid'),
            'finding_info.uid': first(text('msg_id'), 'logid', 'log_id', text('evesubcode')),
            'evidences[0].http_request.http_method': httpMethod('http_method'),
            'evidences[0].http_request.user_agent': 'http_agent',
            'evidences[0].http_request.url.path': urlPath('http_url'),
            'evidences[0].http_request.url.query_string': urlQuery('http_url'),
            'evidences[0].http_request.url.hostname': urlHost('http_host'),
          },
        }),
        // FortiMail.
        ...['spam', 'statistics', 'virus'].map((type) =>
          on(type, null, {
            name: `mail, ${type}`,
            class: 'email_activity',
            activity: 'Scan',
            rows: {
              ...ENDPOINTS,
              'src_endpoint.hostname': hostname('client_name'),
              'email.from': email('from'),
              'email.to': list('to', /[,;\s]+/, 'email'),
              'email.subject': 'subject',
              'email.uid': 'session_id',
              status_id: lookupIn('disposition', /(reject|discard|quarantine|accept|deliver)/i, {
                ...{
                  reject: 'Failure',
                  discard: 'Failure',
                  quarantine: 'Failure',
                  accept: 'Success',
                  deliver: 'Success',
                },
              }),
              disposition_id: lookupIn('disposition', /(reject|discard|quarantine|accept|deliver)/i, {
                ...{
                  reject: 'Rejected',
                  discard: 'Dropped',
                  quarantine: 'Quarantined',
                  accept: 'Allowed',
                  deliver: 'Allowed',
                },
              }),
              direction_id: lookup('direction', { in: 'Inbound', out: 'Outbound' }, 'Other', 'Unknown'),
              status_detail: first(text('classifier'), text('msg')),
            },
          }),
        ),
      ],
    },
    {
      name: 'event',
      logSource: { service: 'event' },
      profiles: [
        {
          name: 'logon',
          when: { type: 'event', action: ['login', 'authentication', 'auth-logon', 'fsso-logon'] },
          class: 'authentication',
          activity: 'Logon',
          rows: {
            'user.name': capture('user', A_USER),
            'src_endpoint.ip': first(ip('srcip', 'remip'), OF_CONSOLE),
            'dst_endpoint.ip': ip('dstip'),
            'service.name': SERVICE,
            status_id: lookup('status', STATUS, 'Other'),
            status_detail: 'reason',
          },
        },
        {
          name: 'vpn logon refused',
          when: { type: 'event', action: 'ssl-login-fail' },
          class: 'authentication',
          activity: 'Logon',
          logSource: { service: 'sslvpnd' },
          rows: {
            'user.name': capture('user', A_USER),
            'src_endpoint.ip': ip('remip', 'srcip'),
            'service.name': first('tunneltype', 'subtype'),
            'session.is_vpn': is(true),
            status_id: is('Failure'),
            status_detail: 'reason',
          },
        },
        {
          name: 'logoff',
          when: { type: 'event', action: ['logout', 'auth-logout', 'fsso-logoff'] },
          class: 'authentication',
          activity: 'Logoff',
          rows: {
            'user.name': capture('user', A_USER),
            'src_endpoint.ip': ip('srcip', 'remip'),
            'service.name': SERVICE,
          },
        },
        {
          name: 'vpn',
          when: { type: 'event', subtype: 'vpn' },
          class: 'tunnel_activity',
          // A new connection of SSL is not yet a tunnel: no user has signed in.
          activity: lookup('action', { 'tunnel-up': 'Open', 'tunnel-down': 'Close' }, 'Other'),
          logSource: { service: 'sslvpnd' },
          rows: {
            'user.name': first(capture('user', A_USER), capture('xauthuser', A_USER)),
            status_id: lookup('status', STATUS),
            'src_endpoint.ip': ip('remip', 'srcip'),
            'session.is_vpn': is(true),
            'session.uid': text('tunnelid'),
            protocol_name: 'tunneltype',
            status_detail: 'reason',
          },
        },
        {
          name: 'lease',
          when: { type: 'event', dhcp_msg: Object.keys(LEASES) },
          class: 'dhcp_activity',
          activity: lookup('dhcp_msg', LEASES),
          logSource: { categories: ['dhcp'] },
          rows: {
            'src_endpoint.ip': ip('ip'),
            'src_endpoint.mac': mac('mac'),
            'src_endpoint.hostname': hostname('hostname'),
            'src_endpoint.interface_name': 'interface',
            'dst_endpoint.svc_name': is('dhcp'),
            lease_dur: integer('lease'),
          },
        },
        {
          name: 'configuration',
          when: { type: 'event', action: ['Add', 'Edit', 'Delete', 'Move'] },
          class: 'entity_management',
          activity: lookup('action', { add: 'Create', edit: 'Update', delete: 'Delete', move: 'Move' }),
          rows: {
            'entity.name': first('cfgpath', 'logdesc'),
            'entity.uid': 'cfgobj',
            'entity.type': is('configuration'),
            comment: 'cfgattr',
            'actor.user.name': capture('user', A_USER),
            'actor.app_name': 'ui',
          },
        },
        {
          name: 'state',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'state and figures of the device itself',
          rows: {
            'actor.user.name': capture('user', A_USER),
            status_id: lookup('status', STATUS, 'Other'),
            status_detail: ['logdesc', 'reason'],
          },
        },
      ],
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'syslog.message', 'date', 'time'],
  recognises: (record) =>
    typeof record.type === 'string' &&
    (record.logid !== undefined || record.log_id !== undefined || record.evesubcode !== undefined) &&
    (record.devid !== undefined || record.device_id !== undefined || record.devname !== undefined),
}
export const fortinet = compileSource(FORTINET)
