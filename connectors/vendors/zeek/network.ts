/** Connections, and the protocols that have a class of their own. */
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import {
  basename,
  type Chapter,
  capture,
  concat,
  each,
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
  type Rows,
  text,
  time,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'
import { CONNECTION, ENDPOINTS, log, status } from './common.ts'

/** The state of a connection when it was logged, by `conn_state`. */
const STATES = {
  S0: 'Fail',
  S1: 'Open',
  SF: 'Close',
  REJ: 'Refuse',
  S2: 'Traffic',
  S3: 'Traffic',
  RSTO: 'Reset',
  RSTR: 'Reset',
  RSTOS0: 'Reset',
  RSTRH: 'Reset',
  SH: 'Fail',
  SHR: 'Fail',
  OTH: 'Traffic',
}

const CONN: Rows = {
  ...CONNECTION,
  start_time: time('ts'),
  duration: millis('duration'),
  status_id: lookup('conn_state', { SF: 'Success', S1: 'Success', S0: 'Failure', REJ: 'Failure' }, 'Other'),
  status_code: 'conn_state',
  app_protocol_name: 'service',
  'connection_info.flag_history': 'history',
  'connection_info.community_uid': 'community_id',
  'connection_info.protocol_num': integer('ip_proto'),
  'traffic.bytes_out': integer('orig_bytes'),
  'traffic.bytes_in': integer('resp_bytes'),
  'traffic.packets_out': integer('orig_pkts'),
  'traffic.packets_in': integer('resp_pkts'),
  'traffic.bytes_missed': integer('missed_bytes'),
  'src_endpoint.mac': mac('orig_l2_addr'),
  'dst_endpoint.mac': mac('resp_l2_addr'),
  'src_endpoint.vlan_uid': text('vlan'),
}

/** The direction, by the location of the two ends: `local_orig` and `local_resp`. */
const DIRECTIONS: readonly (readonly [kind: string, direction: string])[] = [
  ['conn/here/here', 'Lateral'],
  ['conn/here/there', 'Outbound'],
  ['conn/there/here', 'Inbound'],
  ['conn/*', 'Unknown'],
]

const conn = DIRECTIONS.map(
  ([kind, direction]): Profile => ({
    name: `conn ${direction.toLowerCase()}`,
    when: { 'zeek.kind': kind },
    class: 'network_activity',
    activity: lookup('conn_state', STATES, 'Traffic'),
    logSource: { service: 'conn', categories: ['network_connection'] },
    rows: { ...CONN, 'connection_info.direction_id': is(direction) },
  }),
)

const DNS: Rows = {
  ...CONNECTION,
  'query.hostname': 'query',
  'query.type': 'qtype_name',
  'query.class': 'qclass_name',
  'query.packet_uid': integer('trans_id'),
  rcode_id: integer('rcode'),
  answers: each('answers', 'rdata'),
  status_id: lookup('rcode', { 0: 'Success' }, 'Failure'),
  status_detail: 'rcode_name',
  duration: millis('rtt'),
}
const { 'query.hostname': _, 'query.type': _type, 'query.class': _class, 'query.packet_uid': _uid, ...UNASKED } = DNS

/** Results of HTTP and FTP by status: the request failed from 400 on. */
const ANSWERS: Readonly<Record<number, string>> = Object.fromEntries(
  Array.from({ length: 500 }, (_, i) => [100 + i, i < 300 ? 'Success' : 'Failure']),
)

const REQUEST: Rows = {
  ...CONNECTION,
  'http_request.http_method': 'method',
  'http_request.url.url_string': first(
    capture('uri', /^(https?:\/\/\S+)/),
    concat({ words: 'http://' }, 'host', 'uri'),
    concat({ words: 'http://' }, 'host'),
  ),
  'http_request.url.hostname': urlHost('host'),
  'http_request.url.path': urlPath('uri'),
  'http_request.url.query_string': urlQuery('uri'),
  'http_request.user_agent': 'user_agent',
  'http_request.referrer': 'referrer',
  'http_request.version': text('version'),
  'http_request.body_length': integer('request_body_len'),
  'actor.user.name': 'username',
  'file.name': ['resp_filenames.0', 'orig_filenames.0'],
  'file.type_id': is('Unknown'),
}
const RESPONSE: Rows = {
  'http_response.code': integer('status_code'),
  'http_response.status': 'status_msg',
  'http_response.body_length': integer('response_body_len'),
  'http_response.content_type': 'resp_mime_types.0',
  status_code: text('status_code'),
  status_id: lookup('status_code', ANSWERS),
}
const METHODS = lookup('method', HTTP_METHODS, 'Other')
const WEB = { service: 'http', categories: ['proxy', 'webserver'] }

/** As `client` and `server` name them, and OCSF counts them. */
const TLS_VERSIONS = { SSLv2: '2.0', SSLv3: '3.0', TLSv10: '1.0', TLSv11: '1.1', TLSv12: '1.2', TLSv13: '1.3' }

const TLS: Rows = {
  ...CONNECTION,
  'connection_info.protocol_name': is('tcp'),
  app_protocol_name: 'next_protocol',
  status_id: status('established'),
  status_detail: ['validation_status', 'last_alert'],
  'tls.version': lookup('version', TLS_VERSIONS, undefined, 'unknown'),
  'tls.cipher': 'cipher',
  'tls.sni': 'server_name',
  'tls.certificate_chain': list(['cert_chain_fps', 'cert_chain_fuids']),
  'tls.ja3_hash.value': 'ja3',
  'tls.ja3_hash.algorithm_id': is('MD5'),
  'tls.ja3s_hash.value': 'ja3s',
  'tls.ja3s_hash.algorithm_id': is('MD5'),
}

const MAIL: Rows = {
  ...ENDPOINTS,
  direction_id: is('Unknown'),
  'email.from': capture(['mailfrom', 'from'], /([^\s<>"',;]{1,128}@[^\s<>"',;]{1,255})/, 'email'),
  'email.to': list('rcptto', /[,;\s<>]+/, 'email'),
  'email.from_mailbox': 'from',
  'email.to_mailboxes': list('to', /[,;]/),
  'email.cc_mailboxes': list('cc', /[,;]/),
  'email.subject': 'subject',
  'email.message_uid': 'msg_id',
  'email.uid': 'fuids.0',
  status_id: lookupIn('last_reply', /^([2-5])\d\d/, { 2: 'Success', 3: 'Success', 4: 'Failure', 5: 'Failure' }),
  status_detail: 'last_reply',
  command: 'helo',
  protocol_name: is('SMTP'),
}

const FTP: Rows = {
  ...CONNECTION,
  command: 'command',
  'actor.user.name': 'user',
  'file.name': basename('arg'),
  'file.type_id': is('Unknown'),
  'file.size': integer('file_size'),
  'file.mime_type': 'mime_type',
  status_code: text('reply_code'),
  status_id: lookup('reply_code', ANSWERS),
  status_detail: 'reply_msg',
}

const SSH: Rows = {
  ...CONNECTION,
  protocol_ver: text('version'),
  status_id: status('auth_success'),
  'client_hassh.fingerprint.value': 'hassh',
  'client_hassh.fingerprint.algorithm_id': is('HASSH'),
  'server_hassh.fingerprint.value': 'hasshServer',
  'server_hassh.fingerprint.algorithm_id': is('HASSH'),
  'src_endpoint.svc_name': 'client',
  'dst_endpoint.svc_name': 'server',
}

export const NETWORK: Chapter = {
  name: 'network',
  rows: {},
  profiles: [
    ...conn,
    log('dns', {
      class: 'dns_activity',
      activity: 'Traffic',
      rows: DNS,
      logSource: { service: 'dns', categories: ['dns'] },
    }),
    log('dns/unasked', { class: 'dns_activity', activity: 'Traffic', rows: UNASKED }),
    log('http', { class: 'http_activity', activity: METHODS, rows: { ...REQUEST, ...RESPONSE }, logSource: WEB }),
    log('http/request', { class: 'http_activity', activity: METHODS, rows: REQUEST, logSource: WEB }),
    log('ssl', {
      class: 'network_activity',
      activity: lookup('established', { true: 'Open', false: 'Fail' }),
      rows: TLS,
    }),
    log('smtp', { class: 'email_activity', activity: 'Send', rows: MAIL }),
    log('ftp', {
      class: 'ftp_activity',
      activity: lookup(
        'command',
        {
          STOR: 'Put',
          STOU: 'Put',
          APPE: 'Put',
          RETR: 'Get',
          DELE: 'Delete',
          RNTO: 'Rename',
          LIST: 'List',
          NLST: 'List',
        },
        'Other',
      ),
      rows: FTP,
    }),
    log('ssh', { class: 'ssh_activity', activity: 'Open', rows: SSH }),
    log('rdp', {
      class: 'rdp_activity',
      activity: 'Initial Request',
      rows: {
        ...CONNECTION,
        identifier_cookie: 'cookie',
        protocol_ver: 'security_protocol',
        capabilities: list('client_channels'),
        status_id: status('auth_success'),
        status_detail: 'result',
        'src_endpoint.hostname': hostname('client_name'),
        'src_endpoint.svc_name': 'client_build',
        'keyboard_info.keyboard_layout': 'keyboard_layout',
        'remote_display.physical_width': integer('desktop_width'),
        'remote_display.physical_height': integer('desktop_height'),
        'remote_display.color_depth': capture('requested_color_depth', /^(\d+)bit/, 'integer'),
      },
    }),
    log('dhcp', {
      class: 'dhcp_activity',
      // The last message of the exchange decides the result.
      activity: lookup(
        // An exchange has fewer than eight messages, even if the first ones were sent again.
        Array.from({ length: 8 }, (_, i) => `msg_types.${7 - i}`),
        {
          DISCOVER: 'Discover',
          OFFER: 'Offer',
          REQUEST: 'Request',
          DECLINE: 'Decline',
          ACK: 'Ack',
          NAK: 'Nak',
          RELEASE: 'Release',
          INFORM: 'Inform',
        },
        'Other',
      ),
      rows: {
        'src_endpoint.mac': mac('mac'),
        'src_endpoint.ip': ip('assigned_addr', 'client_addr', 'requested_addr'),
        'src_endpoint.hostname': hostname('host_name', 'client_fqdn'),
        'src_endpoint.interface_name': 'interface',
        'src_endpoint.name': 'mac',
        'dst_endpoint.ip': ip('server_addr'),
        'src_endpoint.domain': 'domain',
        lease_dur: integer('lease_time'),
        duration: millis('duration'),
        message: 'client_message',
      },
    }),
    log('ntp', {
      class: 'ntp_activity',
      activity: lookup(
        'mode',
        {
          1: 'Symmetric Active Exchange',
          2: 'Symmetric Passive Response',
          3: 'Client Synchronization',
          4: 'Server Response',
          5: 'Broadcast',
          6: 'Control',
          7: 'Private Use Case',
        },
        'Other',
      ),
      rows: {
        ...CONNECTION,
        version: text('version'),
        stratum_id: lookup('stratum', { 0: 'Unknown', 1: 'Primary Server', 16: 'Unsynchronized' }, 'Secondary Server'),
        delay: millis('root_delay'),
        dispersion: millis('root_disp'),
      },
    }),
    log('tunnel', {
      class: 'tunnel_activity',
      activity: lookup(
        'action',
        { 'Tunnel::DISCOVER': 'Open', 'Tunnel::CLOSE': 'Close', 'Tunnel::EXPIRE': 'Close' },
        'Other',
      ),
      rows: { ...CONNECTION, protocol_name: 'tunnel_type' },
    }),
  ],
}
