/** Findings, inventory, industrial and other protocols, and the sensor's reports on itself. */
import {
  always,
  type Chapter,
  concat,
  first,
  hostname,
  integer,
  ip,
  is,
  lookup,
  millis,
  type Profile,
  type Rows,
  text,
} from '../../mapping/table.ts'
import { CONNECTION, log, status, traffic } from './common.ts'

const EVIDENCE: Rows = {
  'evidences[0].src_endpoint.ip': ip('src', 'id\\.orig_h'),
  'evidences[0].src_endpoint.port': integer('id\\.orig_p'),
  'evidences[0].dst_endpoint.ip': ip('dst', 'id\\.resp_h'),
  'evidences[0].dst_endpoint.port': integer('p', 'id\\.resp_p'),
  'evidences[0].connection_info.uid': 'uid',
  'evidences[0].connection_info.protocol_name': 'proto',
  'evidences[0].connection_info.direction_id': is('Unknown'),
}

function finding(kind: string, title: string, of: Rows): Profile {
  return log(kind, {
    class: 'detection_finding',
    activity: 'Create',
    // Zeek does not rate how severe this is.
    rows: {
      severity_id: is('Unknown'),
      ...EVIDENCE,
      'finding_info.title': title,
      'finding_info.analytic.name': title,
      'finding_info.analytic.type_id': is('Rule'),
      ...of,
    },
  })
}

function unclassified(kinds: string | readonly string[], why: string, rows: Rows = {}): Profile {
  return log(kinds, { class: 'base_event', activity: 'Other', unclassified: why, rows })
}

const FINDINGS: readonly Profile[] = [
  finding('notice', 'note', {
    'finding_info.desc': 'msg',
    'finding_info.uid': ['uid', 'fuid', 'note'],
    message: 'msg',
    status_detail: 'sub',
  }),
  finding('intel', 'seen\\.indicator', {
    'finding_info.uid': ['uid', 'fuid', 'seen\\.indicator'],
    'finding_info.desc': 'seen\\.indicator_type',
    status_detail: 'seen\\.where',
  }),
  // Corelight's sensors run Suricata beside Zeek.
  finding('suricata_corelight', 'alert\\.signature', {
    severity_id: lookup('alert\\.severity', { 1: 'High', 2: 'Medium', 3: 'Low' }, 'Unknown', 'Unknown'),
    'finding_info.uid': ['suri_id', 'uid'],
    'finding_info.desc': 'alert\\.category',
    'finding_info.analytic.uid': text('alert\\.signature_id'),
    action_id: lookup('alert\\.action', { allowed: 'Allowed', blocked: 'Denied', drop: 'Denied' }, 'Other', 'Unknown'),
  }),
  finding('signatures', 'note', {
    'finding_info.uid': ['uid', 'sig_id', 'note'],
    'finding_info.desc': 'event_msg',
    'finding_info.analytic.uid': 'sig_id',
    'evidences[0].src_endpoint.ip': ip('src_addr'),
    'evidences[0].dst_endpoint.ip': ip('dst_addr'),
  }),
]

const PROTOCOLS: readonly Profile[] = [
  traffic('modbus', 'modbus', { message: 'func', status_detail: 'exception' }),
  traffic(['dnp3', 'dnp3_control', 'dnp3_objects'], 'dnp3', { message: 'fc_request', status_detail: 'fc_reply' }),
  traffic('mysql', 'mysql', { message: 'arg', status_id: status('success'), status_detail: 'response' }),
  traffic('mqtt_connect', 'mqtt', { message: 'client_id', status_detail: 'connect_status' }),
  traffic('mqtt_publish', 'mqtt', { message: 'topic', status_detail: 'status' }),
  traffic('mqtt_subscribe', 'mqtt', { message: 'action' }),
  traffic('sip', 'sip', { message: 'uri', status_code: text('status_code'), status_detail: 'status_msg' }),
  traffic('snmp', 'snmp', {
    message: 'display_string',
    'connection_info.protocol_ver': 'version',
    duration: millis('duration'),
  }),
  traffic('socks', 'socks', { 'actor.user.name': 'user', status_detail: 'status' }),
  traffic('rfb', 'rfb', { message: 'desktop_name', status_id: status('auth'), status_detail: 'authentication_method' }),
  traffic(['ldap', 'ldap_search'], 'ldap', { message: ['filter', 'object', 'argument'], status_detail: 'result' }),
  traffic('irc', 'irc', { message: 'value', 'actor.user.name': ['user', 'nick'] }),
  traffic('smtp/session', 'smtp', {
    'src_endpoint.hostname': hostname('helo'),
    status_detail: 'last_reply',
  }),
  traffic('ntp/unversioned', 'ntp'),
  traffic('syslog', 'syslog', {
    message: 'message',
    'connection_info.protocol_name': 'proto',
    status_detail: 'facility',
    severity_id: lookup('severity', {
      EMERG: 'Critical',
      ALERT: 'Critical',
      CRIT: 'Critical',
      ERR: 'High',
      WARNING: 'Low',
      NOTICE: 'Informational',
      INFO: 'Informational',
      DEBUG: 'Informational',
    }),
  }),
  log(['weird', 'dpd', 'analyzer', 'analyzer_debug'], {
    class: 'network_activity',
    activity: 'Other',
    rows: {
      ...CONNECTION,
      status_code: ['name', 'analyzer', 'analyzer_name'],
      status_detail: ['addl', 'failure_reason'],
      message: first(concat('name', { words: ': ' }, 'addl'), text('name', 'failure_reason')),
    },
  }),
  log('traceroute', {
    class: 'network_activity',
    activity: 'Traffic',
    rows: { 'src_endpoint.ip': ip('src'), 'dst_endpoint.ip': ip('dst'), app_protocol_name: 'proto' },
  }),
]

const HOST: Rows = { 'device.ip': ip('host'), 'device.type_id': always('Unknown') }

const INVENTORY: readonly Profile[] = [
  log(['known_hosts', 'known_devices'], { class: 'inventory_info', activity: 'Collect', rows: HOST }),
  log('known_services', { class: 'inventory_info', activity: 'Collect', rows: HOST }),
  log('known_certs', { class: 'inventory_info', activity: 'Collect', rows: HOST }),
  log('software', {
    class: 'software_info',
    activity: 'Collect',
    rows: {
      ...HOST,
      'product.name': 'name',
      'product.version': 'unparsed_version',
      'product.feature.name': 'software_type',
    },
  }),
]

const CERTIFICATE = 'a certificate seen: the connection is in ssl, and OCSF has no class for a certificate alone'
const SENSOR = 'what the sensor says of itself'

const UNCLASSIFIED: readonly Profile[] = [
  unclassified(['x509', 'ocsp'], CERTIFICATE, {
    message: ['certificate\\.subject', 'serialNumber'],
    status_detail: 'certStatus',
  }),
  unclassified('pe', 'what is inside an executable: OCSF has no class for it, its transfer is in files'),
  unclassified(
    ['weird/unsent', 'dpd/unsent', 'analyzer/unsent', 'analyzer_debug/unsent'],
    'an oddity of no connection',
    {
      status_code: ['name', 'analyzer', 'analyzer_name'],
      message: ['name', 'failure_reason'],
      status_detail: ['addl', 'failure_reason'],
    },
  ),
  log('reporter', {
    class: 'application_error',
    activity: 'General Error',
    rows: {
      severity_id: lookup('level', {
        'Reporter::INFO': 'Informational',
        'Reporter::WARNING': 'Low',
        'Reporter::ERROR': 'High',
      }),
      message: 'message',
      status_detail: 'location',
    },
  }),
  unclassified(['stats', 'capture_loss', 'telemetry', 'telemetry_histogram', 'prof'], SENSOR),
  unclassified(
    ['loaded_scripts', 'packet_filter', 'config', 'cluster', 'broker', 'print', 'stderr', 'stdout'],
    SENSOR,
    {
      message: ['name', 'filter', 'message'],
    },
  ),
]

export const OTHERS: Chapter = {
  name: 'others',
  profiles: [
    ...FINDINGS,
    ...PROTOCOLS,
    ...INVENTORY,
    ...UNCLASSIFIED,
    {
      name: 'other',
      when: {},
      class: 'base_event',
      activity: 'Unknown',
      unclassified: 'a log of a script or package that was not known when this was written',
      rows: { message: ['message', 'msg'] },
    },
  ],
}
