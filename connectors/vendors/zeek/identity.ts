/** Kerberos, NTLM, RADIUS: sign-ins observed on the network. */
import { type Chapter, capture, hostname, integer, ip, is, lookup, mac, type Rows, time } from '../../mapping/table.ts'
import { ENDPOINTS, log, status, traffic } from './common.ts'

const KERBEROS: Rows = {
  ...ENDPOINTS,
  'user.name': capture('client', /^([^/]{1,256})/),
  'user.domain': capture('client', /\/([^/]{1,256})$/),
  'service.name': 'service',
  auth_protocol_id: is('Kerberos'),
  status_id: status('success'),
  status_detail: 'error_msg',
  'authentication_token.expiration_time': time('till'),
  'authentication_token.encryption_details.algorithm': 'cipher',
  'authentication_token.encryption_details.algorithm_id': is('Other'),
  is_remote: is(true),
}

const NTLM: Rows = {
  ...ENDPOINTS,
  'user.name': 'username',
  'user.domain': 'domainname',
  'src_endpoint.hostname': hostname('hostname'),
  'dst_endpoint.hostname': ['server_dns_computer_name', 'server_nb_computer_name'],
  'dst_endpoint.domain': 'server_tree_name',
  auth_protocol_id: is('NTLM'),
  status_id: status('success'),
  status_detail: 'status',
  is_remote: is(true),
}

export const IDENTITY: Chapter = {
  name: 'identity',
  profiles: [
    log('kerberos', {
      class: 'authentication',
      activity: lookup('request_type', { AS: 'Authentication Ticket', TGS: 'Service Ticket Request' }, 'Other'),
      rows: KERBEROS,
    }),
    traffic('kerberos/unnamed', 'kerberos', {
      status_id: status('success'),
      status_detail: 'error_msg',
      'dst_endpoint.svc_name': 'service',
    }),
    log('ntlm', { class: 'authentication', activity: 'Logon', rows: NTLM }),
    traffic('ntlm/unnamed', 'ntlm', {
      status_id: status('success'),
      'src_endpoint.hostname': hostname('hostname'),
      'dst_endpoint.hostname': ['server_dns_computer_name', 'server_nb_computer_name'],
      'dst_endpoint.domain': 'server_tree_name',
    }),
    log('radius', {
      class: 'authentication',
      activity: 'Logon',
      rows: {
        'dst_endpoint.ip': ip('id\\.resp_h'),
        'dst_endpoint.port': integer('id\\.resp_p'),
        'user.name': ['username', 'mac'],
        // The access server sends the request on behalf of the client, if a client is named.
        'src_endpoint.ip': ip('framed_addr', 'tunnel_client', 'id\\.orig_h'),
        'src_endpoint.mac': mac('mac'),
        'src_endpoint.proxy_endpoint.ip': ip('id\\.orig_h'),
        'src_endpoint.proxy_endpoint.port': integer('id\\.orig_p'),
        auth_protocol_id: is('RADIUS'),
        status_id: lookup('result', { success: 'Success', failed: 'Failure' }, 'Other'),
        message: 'reply_msg',
      },
    }),
  ],
}
