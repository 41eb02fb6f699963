/** Suricata EVE JSON, and the fast log of Suricata and Snort. Field names: EVE of Suricata 7. */

import type { Members } from '../../../platform/members.ts'
import { isMembers } from '../../../platform/members.ts'
import { decision } from '../../families/syslog/firewall.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  allHashes,
  basename,
  concat,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  objects,
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

const ENDPOINT = /^(?:\[?([0-9A-Fa-f:.]{2,45})\]?)$/

/** `10.0.0.1:80`; for IPv6, eight groups and the port as a ninth part. */
function endOf(text: unknown): readonly [string, string] {
  if (typeof text !== 'string' || text.length > 64) return ['', '']
  const colons = text.split(':').length - 1
  const at = colons === 1 || colons === 8 ? text.lastIndexOf(':') : -1
  const address = at === -1 ? text : text.slice(0, at)
  return ENDPOINT.test(address) ? [address, at === -1 ? '' : text.slice(at + 1)] : ['', '']
}

/**
 * With Snort's option the year has two digits and comes first (`21/12/28-`); Suricata writes four digits at the end.
 */
const FAST_TIME = /^(?:(\d\d)\/)?(\d\d)\/(\d\d)(?:\/(\d{4}))?-(\d\d:\d\d:\d\d\.\d{1,9})$/

const fast: RecordShape = {
  name: 'fast-alert',
  is: (record) => record.gid !== undefined && record.sid !== undefined && record.source !== undefined,
  names: {
    timestamp: ['at'],
    src_ip: ['ends.src_ip'],
    src_port: ['ends.src_port'],
    dest_ip: ['ends.dest_ip'],
    dest_port: ['ends.dest_port'],
    proto: ['protocol'],
    'alert.signature': ['ends.signature'],
    'alert.signature_id': ['sid'],
    'alert.gid': ['gid'],
    'alert.rev': ['rev'],
    'alert.category': ['classification'],
    'alert.severity': ['priority'],
    event_type: ['ends.event_type'],
  },
  settle(record: Members) {
    if (record.ends !== undefined) return
    const [src_ip, src_port] = endOf(record.source)
    const [dest_ip, dest_port] = endOf(record.target)
    const signature = typeof record.msg === 'string' ? record.msg.replace(/^"|"$/g, '') : ''
    record.ends = { src_ip, src_port, dest_ip, dest_port, signature, event_type: 'alert' }
    const at = timeOfFast(textOf(record.time), record)
    if (at !== '') record.at = at
  },
}

/** '' for a time without a year that nothing else gives. */
function timeOfFast(written: string, { received_year }: Readonly<Members>): string {
  const found = FAST_TIME.exec(written)
  if (!found) return ''
  const [, short, month, day, long, clock] = found
  if (short === undefined) {
    const year = long ?? textOf(received_year)
    return year === '' ? '' : `${year}-${month}-${day}T${clock}`
  }
  // Snort 3 writes the year first and Snort 2 last; the first year is then a month, and no log is so old.
  const isYearLast = Number(short) <= 12 && Number(day) >= YEAR_MIN
  return isYearLast ? `20${day}-${short}-${month}T${clock}` : `20${short}-${month}-${day}T${clock}`
}

const YEAR_MIN = 20

/** Snort 3's `alert_json`: the rule is `gid:sid:rev`, and an end is its address with the port. */
const RULE = /^(\d{1,10}):(\d{1,10}):(\d{1,10})$/
const isSnort3 = ({ rule, msg, src_ap, dst_ap, src_addr, dst_addr }: Readonly<Members>): boolean =>
  typeof rule === 'string' &&
  RULE.test(rule) &&
  msg !== undefined &&
  (src_ap ?? src_addr ?? dst_ap ?? dst_addr) !== undefined

const snort3: RecordShape = {
  name: 'snort3',
  is: isSnort3,
  names: {
    timestamp: ['at'],
    src_ip: ['ends.src_ip', 'src_addr'],
    src_port: ['ends.src_port', 'src_port'],
    dest_ip: ['ends.dest_ip', 'dst_addr'],
    dest_port: ['ends.dest_port', 'dst_port'],
    'alert.signature': ['msg'],
    'alert.signature_id': ['ends.sid'],
    'alert.gid': ['ends.gid'],
    'alert.rev': ['ends.rev'],
    'alert.category': ['class'],
    'alert.severity': ['priority'],
    'alert.action': ['action'],
    event_type: ['ends.event_type'],
    in_iface: ['iface'],
  },
  settle(record: Members) {
    if (record.ends !== undefined) return
    const [src_ip, src_port] = endOf(record.src_ap)
    const [dest_ip, dest_port] = endOf(record.dst_ap)
    const [, gid, sid, rev] = RULE.exec(textOf(record.rule)) ?? []
    record.ends = {
      ...(src_ip !== '' && { src_ip, src_port }),
      ...(dest_ip !== '' && { dest_ip, dest_port }),
      ...{ gid, sid, rev, event_type: 'alert' },
    }
    const at = timeOfFast(textOf(record.timestamp), record)
    if (at !== '') record.at = at
    else if (typeof record.seconds === 'number') record.at = record.seconds
  },
}

const eve: RecordShape = { name: 'eve', is: () => true }

const HEADER: Rows = {
  time: time('timestamp', 'syslog.time'),
  severity_id: is('Informational'),
  'metadata.product.name': is('Suricata'),
  'metadata.product.vendor_name': is('OISF'),
  'metadata.log_name': 'event_type',
  'metadata.event_code': 'event_type',
  'metadata.correlation_uid': text('flow_id'),
  'metadata.original_time': 'timestamp',
  'device.hostname': ['host', 'syslog.hostname'],
  'device.interface_name': 'in_iface',
  'device.type_id': is('IDS'),
}

const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('src_ip'),
  'src_endpoint.port': integer('src_port'),
  'dst_endpoint.ip': ip('dest_ip'),
  'dst_endpoint.port': integer('dest_port'),
}

const CONNECTION: Rows = {
  ...ENDPOINTS,
  'connection_info.protocol_name': 'proto',
  'connection_info.uid': text('flow_id'),
  'connection_info.community_uid': 'community_id',
  'connection_info.direction_id': is('Unknown'),
  app_protocol_name: 'app_proto',
}

const HTTP: Rows = {
  ...CONNECTION,
  'http_request.http_method': 'http.http_method',
  'http_request.url.url_string': first(concat({ words: 'http://' }, 'http.hostname', 'http.url'), 'http.url'),
  'http_request.url.hostname': urlHost('http.hostname'),
  'http_request.url.path': urlPath('http.url'),
  'http_request.url.query_string': urlQuery('http.url'),
  'http_request.url.port': integer('http.http_port'),
  'http_request.user_agent': 'http.http_user_agent',
  'http_request.referrer': 'http.http_refer',
  'http_request.version': 'http.protocol',
  'http_response.code': integer('http.status'),
  'http_response.content_type': 'http.http_content_type',
  'http_response.length': integer('http.length'),
}
const METHODS = lookup('http.http_method', HTTP_METHODS, 'Other')

const TLS: Rows = {
  'tls.sni': 'tls.sni',
  'tls.version': lookup(
    'tls.version',
    {
      'TLS 1.0': '1.0',
      TLSv1: '1.0',
      'TLS 1.1': '1.1',
      'TLS 1.2': '1.2',
      'TLS 1.3': '1.3',
      SSLv3: '3.0',
      SSLv2: '2.0',
    },
    undefined,
    'unknown',
  ),
  'tls.certificate.subject': 'tls.subject',
  'tls.certificate.issuer': 'tls.issuerdn',
  'tls.certificate.serial_number': 'tls.serial',
  'tls.certificate.created_time': time('tls.notbefore'),
  'tls.certificate.expiration_time': time('tls.notafter'),
  'tls.ja3_hash.value': 'tls.ja3.hash',
  'tls.ja3_hash.algorithm_id': is('MD5'),
  'tls.ja3s_hash.value': 'tls.ja3s.hash',
  'tls.ja3s_hash.algorithm_id': is('MD5'),
}

const on = (types: string | readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: [types].flat().join(','),
  when: { event_type: types },
  ...of,
})
const traffic = (types: readonly string[], rows: Rows = {}): Profile =>
  on(types, { class: 'network_activity', activity: 'Traffic', rows: { ...CONNECTION, ...rows } })

export const SURICATA: SourceTable = {
  id: 'suricata/1',
  shapes: [fast, snort3, eve],
  select: ['event_type'],
  rows: HEADER,
  logSource: { product: 'suricata' },
  chapters: [
    {
      name: 'eve',
      aliases: {
        dst_ip: ['dest_ip'],
        dst_port: ['dest_port'],
        'c-uri': ['http.url'],
        'c-useragent': ['http.http_user_agent'],
        'cs-method': ['http.http_method'],
        'cs-host': ['http.hostname'],
        'sc-status': ['http.status'],
        query: ['dns.rrname', 'dns.queries.0.rrname'],
        record_type: ['dns.rrtype'],
        answer: ['dns.answers.0.rdata'],
      },
      profiles: [
        on('alert', {
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            severity_id: lookup('alert.severity', { 1: 'High', 2: 'Medium', 3: 'Low', 4: 'Informational' }, 'Other'),
            'finding_info.title': 'alert.signature',
            'finding_info.uid': first(text('alert.signature_id'), text('flow_id')),
            'finding_info.desc': 'alert.category',
            'finding_info.types': list('alert.category', /,/),
            'finding_info.analytic.name': 'alert.signature',
            'finding_info.analytic.uid': text('alert.signature_id'),
            'finding_info.analytic.version': text('alert.rev'),
            'finding_info.analytic.category': text('alert.gid'),
            'finding_info.analytic.type_id': is('Rule'),
            // Rule sets write the metadata of a rule as lists of texts.
            'finding_info.attacks[0].tactic.uid': 'alert.metadata.mitre_tactic_id.0',
            'finding_info.attacks[0].tactic.name': 'alert.metadata.mitre_tactic_name.0',
            'finding_info.attacks[0].technique.uid': 'alert.metadata.mitre_technique_id.0',
            'finding_info.attacks[0].technique.name': 'alert.metadata.mitre_technique_name.0',
            ...Object.fromEntries(Object.entries(ENDPOINTS).map(([path, cell]) => [`evidences[0].${path}`, cell])),
            'evidences[0].connection_info.protocol_name': 'proto',
            'evidences[0].connection_info.uid': text('flow_id'),
            'evidences[0].connection_info.direction_id': is('Unknown'),
            'evidences[0].http_request.url.url_string': first(
              concat({ words: 'http://' }, 'http.hostname', 'http.url'),
              'http.url',
            ),
            'evidences[0].http_request.http_method': 'http.http_method',
            'evidences[0].http_request.user_agent': 'http.http_user_agent',
            'evidences[0].query.hostname': ['dns.rrname', 'dns.query.0.rrname'],
            action_id: decision('alert.action').action_id as Rows[string],
            disposition_id: decision('alert.action').disposition_id as Rows[string],
          },
        }),
        on('dns', {
          class: 'dns_activity',
          activity: lookup(
            'dns.type',
            { query: 'Query', request: 'Query', answer: 'Response', response: 'Response' },
            'Other',
          ),
          logSource: { categories: ['dns'] },
          rows: {
            ...CONNECTION,
            'query.hostname': ['dns.rrname', 'dns.queries.0.rrname'],
            'query.type': ['dns.rrtype', 'dns.queries.0.rrtype'],
            'query.packet_uid': integer('dns.id'),
            rcode_id: lookup(
              'dns.rcode',
              {
                NOERROR: 'NoError',
                FORMERR: 'FormError',
                SERVFAIL: 'ServError',
                NXDOMAIN: 'NXDomain',
                NOTIMP: 'NotImp',
                REFUSED: 'Refused',
              },
              'Other',
            ),
            // Before version 2 the DNS log had a line for each answer.
            answers: objects(['dns.answers', 'dns'], { rdata: 'rdata', type: 'rrtype', ttl: integer('ttl') }),
          },
        }),
        on('http', {
          class: 'http_activity',
          activity: METHODS,
          rows: HTTP,
          logSource: { categories: ['proxy', 'webserver'] },
        }),
        on('tls', { class: 'network_activity', activity: 'Open', rows: { ...CONNECTION, ...TLS } }),
        on(['flow', 'netflow'], {
          class: 'network_activity',
          activity: lookup(
            'flow.state',
            { new: 'Open', established: 'Traffic', closed: 'Close', bypassed: 'Traffic' },
            'Other',
          ),
          logSource: { categories: ['network_connection'] },
          rows: {
            ...CONNECTION,
            start_time: time('flow.start'),
            end_time: time('flow.end'),
            status_detail: 'flow.reason',
            'traffic.bytes_out': integer('flow.bytes_toserver'),
            'traffic.bytes_in': integer('flow.bytes_toclient'),
            'traffic.packets_out': integer('flow.pkts_toserver'),
            'traffic.packets_in': integer('flow.pkts_toclient'),
            'connection_info.flag_history': 'tcp.tcp_flags',
          },
        }),
        on('fileinfo', {
          class: 'network_file_activity',
          activity: 'Download',
          rows: {
            ...CONNECTION,
            // The class requires an actor; on the wire only the protocol is known.
            'actor.app_name': ['app_proto', 'proto'],
            'file.path': 'fileinfo.filename',
            'file.name': basename('fileinfo.filename'),
            'file.type_id': is('Regular File'),
            'file.size': integer('fileinfo.size'),
            'file.desc': 'fileinfo.magic',
            'file.mime_type': 'fileinfo.mimetype',
            'file.hashes': allHashes('fileinfo.sha256', 'fileinfo.sha1', 'fileinfo.md5'),
            status_detail: 'fileinfo.state',
          },
        }),
        on('ssh', {
          class: 'ssh_activity',
          activity: 'Open',
          rows: {
            ...CONNECTION,
            protocol_ver: 'ssh.client.proto_version',
            'src_endpoint.svc_name': 'ssh.client.software_version',
            'dst_endpoint.svc_name': 'ssh.server.software_version',
          },
        }),
        on('smb', {
          class: 'smb_activity',
          activity: 'Other',
          rows: {
            ...CONNECTION,
            command: 'smb.command',
            share: 'smb.share',
            dialect: 'smb.dialect',
            'file.path': 'smb.filename',
            'file.name': basename('smb.filename'),
            'file.type_id': is('Unknown'),
            status_detail: 'smb.status',
          },
        }),
        on(['ftp', 'ftp_data'], {
          class: 'ftp_activity',
          activity: 'Other',
          rows: {
            ...CONNECTION,
            command: ['ftp.command', 'ftp_data.command'],
            'file.name': ['ftp_data.filename', 'ftp.command_data'],
            'file.type_id': is('Unknown'),
          },
        }),
        on('rdp', {
          class: 'rdp_activity',
          activity: 'Initial Request',
          rows: { ...CONNECTION, identifier_cookie: 'rdp.cookie', protocol_ver: 'rdp.protocol' },
        }),
        on('dhcp', {
          class: 'dhcp_activity',
          activity: lookup(
            'dhcp.dhcp_type',
            {
              discover: 'Discover',
              offer: 'Offer',
              request: 'Request',
              ack: 'Ack',
              nak: 'Nak',
              decline: 'Decline',
              release: 'Release',
              inform: 'Inform',
            },
            'Other',
          ),
          rows: {
            ...ENDPOINTS,
            transaction_uid: text('dhcp.id'),
            lease_dur: integer('dhcp.lease_time'),
            'src_endpoint.hostname': 'dhcp.hostname',
          },
        }),
        traffic(['anomaly'], { status_code: 'anomaly.event', status_detail: 'anomaly.type' }),
        traffic(
          [
            'smtp',
            'krb5',
            'snmp',
            'sip',
            'rfb',
            'mqtt',
            'modbus',
            'dnp3',
            'tftp',
            'ikev2',
            'ike',
            'nfs',
            'dcerpc',
            'quic',
            'pgsql',
            'bittorrent_dht',
            'drop',
            'ldap',
            'arp',
          ],
          { status_detail: 'event_type' },
        ),
        {
          name: 'other',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'figures of the engine itself',
        },
      ],
    },
  ],
  renderings: ['syslog.pri', 'syslog.timestamp', 'source', 'target'],
  recognises: (record) =>
    fast.is(record) ||
    isSnort3(record) ||
    (typeof record.event_type === 'string' &&
      record.timestamp !== undefined &&
      (record.flow_id !== undefined ||
        record.stats !== undefined ||
        (record.dest_ip !== undefined && record.src_ip !== undefined && isMembers(record[record.event_type])))),
}
export const suricata = compileSource(SURICATA)
