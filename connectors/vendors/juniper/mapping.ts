/** Juniper SRX: the structured data of Junos, and the sentences of its older syslog where they carry flows. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { decision, translated } from '../../families/syslog/firewall.ts'
import { messageOf, syslogField } from '../../families/syslog/settle.ts'
import { phraseReader } from '../../mapping/phrases.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  concat,
  first,
  hashes,
  integer,
  ip,
  is,
  known,
  lookup,
  millis,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
  urlHost,
  urlPath,
} from '../../mapping/table.ts'

const TAG = /^([A-Z][A-Z0-9]{1,24}(?:_[A-Z0-9]{1,24}){1,8})(?::|$)/
/** Tags that name a daemon of Junos themselves, whatever the header calls it. */
const JUNOS = /^(?:ESWD|PFE_FW|SNMP_TRAP_LINK|RPD|CHASSISD|UI|DCD|L2ALD|LACPD|MGD|JTRACE)_[A-Z0-9_]+:/
const DAEMONS = /^(?:RT_|mgd$|sshd$|rpd$|jflow|UI_)/

const ENDS = '{source-address}/{source-port}->{destination-address}/{destination-port}'
const MADE = '{nat-source-address}/{nat-source-port}->{nat-destination-address}/{nat-destination-port}'
const POLICY = '{protocol-id} {policy-name} {source-zone-name} {destination-zone-name} {session-id-32}'
const SOURCE = ['{src-nat-rule-type} rule {src-nat-rule-name}', 'N/A N/A']
const DESTINATION = ['{dst-nat-rule-type} rule {dst-nat-rule-name}', 'N/A N/A']
/** Since Junos 15.1X49 the lines have the tag of the connection and the kinds of the translation rules. */
const TAGGED = SOURCE.flatMap((source) =>
  DESTINATION.map(
    (destination) =>
      `${ENDS} {connection-tag} {service-name} ${MADE} {nat-connection-tag} ${source} ${destination} ${POLICY}`,
  ),
)
/** Newer versions write the applications, the user with the roles, and the interface behind it. */
const BEHIND = '{application} {nested-application} {username}({roles}) {packet-incoming-interface} ...'
const FLOWS = [...TAGGED, `${ENDS} {service-name} ${MADE} {src-nat-rule-name} {dst-nat-rule-name} ${POLICY}`]
const SENT = '{packets-from-client}({bytes-from-client}) {packets-from-server}({bytes-from-server}) {elapsed-time}'
const DENIED = '{protocol-id}({icmp-type}) {policy-name} {source-zone-name} {destination-zone-name}'

/** Sentences of the unstructured form; of sentences with an unknown ending only the ends of the flow are read. */
const read = phraseReader({
  session: [
    ...FLOWS.map((flow) => `session created ${flow} {username}({roles}) {packet-incoming-interface} ...`),
    ...FLOWS.map((flow) => `session created ${flow} ...`),
    `session created ${ENDS} ...`,
    `session denied ${ENDS} {connection-tag} {service-name} ${DENIED} ${BEHIND}`,
    `session denied ${ENDS} {connection-tag} {service-name} ${DENIED} ...`,
    `session denied ${ENDS} {service-name} ${DENIED} ${BEHIND}`,
    `session denied ${ENDS} {service-name} ${DENIED} ...`,
    `session denied ${ENDS} ...`,
    ...FLOWS.map((flow) => `session closed {reason*}: ${flow} ${SENT} ${BEHIND}`),
    ...FLOWS.map((flow) => `session closed {reason*}: ${flow} ${SENT} ...`),
    `session closed {reason*}: ${ENDS} ...`,
  ],
  logon: [
    "Login failed for user '{username*}' from host '{source-address}'",
    'WEBAUTH: User {username} at {source-address} {result} via {way*}',
    'WEBAUTH: User {username} at {source-address} {result*}',
    'Authentication for user {username} at {source-address} {result*}',
  ],
  attack: [
    'IDP: at {epoch-time}, {message-type} Attack log <{source-address}/{source-port}->{destination-address}/{destination-port}> for {protocol-name} protocol and service {service-name} application {application} by rule {rule-name} of rulebase {rulebase-name} in policy {policy-name}. attack: repeat={repeat-count}, action={action}, threat-severity={threat-severity}, name={attack-name}, ...',
  ],
  web: [
    'WebFilter: ACTION="{action*}" {source-address}({source-port})->{destination-address}({destination-port}) CATEGORY="{category*}" REASON="{reason*}" PROFILE="{profile*}" URL={url} OBJ={obj} ...',
  ],
})

/**
 * Moves the members of `junos@2636...` to `junos`. Adds the message's tag as `tag`, without the mark of a logical
 * system, and translated addresses that differ as `source-made` and `destination-made`.
 */
function settle(record: Members): void {
  if (record.junos !== undefined) return
  const message = messageOf(record)
  const tag = syslogField(record, 'msg_id') || (TAG.exec(message.slice(0, 200))?.[1] ?? '')
  let junos = structuredElements(record.syslog)
  if (junos?.['source-address'] === undefined) {
    const fields: Members | null = read(message.replace(TAG, '').trimStart())
    // Members are not deleted here and below, because the engine would turn the object into a slow hash table.
    if (fields) fields.kind = undefined
    junos = junos && fields ? Object.assign(junos, fields) : (junos ?? fields ?? {})
  }
  if (typeof record.URL === 'string') junos.url = record.URL
  for (const { address, port, natAddress, natPort, made } of ENDS_MADE) {
    const isMade = junos[natAddress] !== junos[address] || junos[natPort] !== junos[port]
    if (isMade) junos[made] = { address: junos[natAddress], port: junos[natPort] }
  }
  junos.tag = tag.endsWith('_LS') ? tag.slice(0, -3) : tag
  record.junos = junos
}

const ENDS_MADE = ['source', 'destination'].map((end) => ({
  address: `${end}-address`,
  port: `${end}-port`,
  natAddress: `nat-${end}-address`,
  natPort: `nat-${end}-port`,
  made: `${end}-made`,
}))

/** The members of all elements of the structured data, which is removed from the header. Null without any. */
function structuredElements(syslog: unknown): Members | null {
  if (!isMembers(syslog) || !isMembers(syslog.structured_data)) return null
  const elements = Object.values(syslog.structured_data).filter(isMembers)
  syslog.structured_data = undefined
  const [first, ...others] = elements
  return first ? Object.assign(first, ...others) : null
}

export function isJunos(record: Readonly<Members>): boolean {
  if (isMembers(record.junos)) return true
  if (!isMembers(record.syslog) || record.cef !== undefined || record.leef !== undefined) return false
  const { structured_data: data } = record.syslog
  if (isMembers(data) && Object.keys(data).some((name) => name.startsWith('junos@'))) return true
  const program = syslogField(record, 'app_name')
  return (
    (DAEMONS.test(program) || JUNOS.test(messageOf(record).slice(0, 64))) && TAG.test(messageOf(record).slice(0, 200))
  )
}

const names =
  'time timestamp hostname severity level facility app_name message pri version sequence msg_id proc_id'.split(' ')
const shape: RecordShape = {
  name: 'junos',
  is: () => true,
  under: 'junos',
  names: Object.fromEntries(names.map((name) => [`syslog.${name}`, [`syslog.${name}`]])),
  settle,
}

const HEADER: Rows = {
  ...SYSLOG_HEADER,
  'metadata.product.name': is('Junos'),
  'metadata.product.vendor_name': is('Juniper'),
  'metadata.event_code': 'tag',
  'device.type_id': is('Firewall'),
}

const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('source-address'),
  'src_endpoint.port': integer('source-port'),
  'src_endpoint.zone': ['source-zone-name', 'source-zone'],
  'src_endpoint.interface_name': ['packet-incoming-interface', 'source-interface-name'],
  'dst_endpoint.ip': ip('destination-address'),
  'dst_endpoint.port': integer('destination-port'),
  'dst_endpoint.zone': ['destination-zone-name', 'destination-zone'],
  'dst_endpoint.interface_name': 'destination-interface-name',
}

/** For flows without a user the device writes `N/A`, which is no user name. */
const USERNAME = capture('username', /^(?!N\/A$)(.+)$/)

const FLOW: Rows = {
  ...ENDPOINTS,
  ...translated('src_endpoint', 'source-made.address', 'source-made.port'),
  ...translated('dst_endpoint', 'destination-made.address', 'destination-made.port'),
  'actor.user.name': USERNAME,
  'connection_info.uid': ['session-id-32', 'session-id'],
  'connection_info.protocol_num': integer('protocol-id'),
  'connection_info.protocol_name': 'protocol-name',
  'connection_info.direction_id': is('Unknown'),
  'traffic.bytes_out': integer('bytes-from-client'),
  'traffic.bytes_in': integer('bytes-from-server'),
  'traffic.packets_out': integer('packets-from-client'),
  'traffic.packets_in': integer('packets-from-server'),
  duration: millis('elapsed-time'),
  app_name: ['application', 'nested-application', 'service-name'],
  'firewall_rule.name': 'policy-name',
  status_detail: 'reason',
}
const STATE: Rows = {
  // All other session messages are about permitted sessions.
  action_id: lookup('tag', { RT_FLOW_SESSION_DENY: 'Denied' }, 'Allowed'),
  disposition_id: lookup('tag', { RT_FLOW_SESSION_DENY: 'Blocked' }, 'Allowed'),
  status_id: lookup('tag', { RT_FLOW_SESSION_DENY: 'Failure' }, 'Success'),
}

/** Sessions that IDP closes are detections, not ended sessions. */
const CLOSED = ['CLOSE', 'CLOSE_CLIENT', 'CLOSE_SERVER', 'CLOSE_CLIENT_AND_SERVER', 'CLOSE_CLIENT_SERVER']
const closed = (meaning: string) => Object.fromEntries(CLOSED.map((word) => [word, meaning]))

/** Threat levels of Juniper's cloud, 0 to 10. */
const LEVELS = {
  0: 'Informational',
  ...Object.fromEntries([1, 2, 3].map((level) => [level, 'Low'])),
  ...Object.fromEntries([4, 5, 6].map((level) => [level, 'Medium'])),
  ...Object.fromEntries([7, 8, 9, 10].map((level) => [level, 'High'])),
}

const FINDING: Rows = {
  'finding_info.title': first('attack-name', 'malware-info', 'threat-name', 'tag'),
  'finding_info.uid': first('attack-name', 'tag'),
  'finding_info.analytic.name': first('rule-name', 'policy-name', 'tag'),
  'finding_info.analytic.type_id': is('Rule'),
  'finding_info.analytic.category': 'rulebase-name',
  'finding_info.created_time': time('epoch-time'),
  'evidences[0].connection_info.protocol_name': 'protocol-name',
  'evidences[0].connection_info.protocol_num': integer('protocol-id'),
  'evidences[0].connection_info.uid': ['session-id-32', 'session-id'],
  'evidences[0].connection_info.direction_id': is('Unknown'),
  status_detail: 'action-detail',
  'policy.name': 'policy-name',
  ...Object.fromEntries(Object.entries(ENDPOINTS).map(([path, cell]) => [`evidences[0].${path}`, cell])),
  'actor.user.name': USERNAME,
  'evidences[0].file.name': known('file-name'),
  'evidences[0].file.type_id': is('Unknown'),
  'evidences[0].file.hashes': hashes('sample-sha256'),
  'evidences[0].url.url_string': known('url'),
  severity_id: first(
    lookup(['threat-severity', 'verdict-number'], {
      INFO: 'Informational',
      LOW: 'Low',
      MEDIUM: 'Medium',
      HIGH: 'High',
      CRITICAL: 'Critical',
      ...LEVELS,
    }),
    lookup('syslog.severity', { 6: 'Informational', 4: 'Low', 3: 'High' }),
  ),
  action_id: first(
    lookup('action', { ...closed('Denied'), NONE: 'Observed', IGNORE: 'Allowed', 'alarm-without-drop': 'Observed' }),
    decision('action').action_id as Rows[string],
  ),
  disposition_id: first(
    lookup('action', { ...closed('Reset'), NONE: 'No Action', IGNORE: 'Allowed', 'alarm-without-drop': 'Detected' }),
    decision('action').disposition_id as Rows[string],
  ),
}

/** The tags of successful logons. */
const LOGONS = {
  UI_LOGIN_EVENT: 'Success',
  UI_LOGOUT_EVENT: 'Success',
  UI_AUTH_EVENT: 'Success',
  LOGIN_INFORMATION: 'Success',
  LOGIN_ROOT: 'Success',
  FWAUTH_WEBAUTH_SUCCESS: 'Success',
  FWAUTH_FTP_USER_AUTH_OK: 'Success',
  FWAUTH_HTTP_USER_AUTH_OK: 'Success',
  FWAUTH_TELNET_USER_AUTH_OK: 'Success',
}

const on = (name: string, tags: readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { tag: tags },
  ...of,
})

export const JUNIPER: SourceTable = {
  id: 'juniper/1',
  shapes: [shape],
  select: ['tag', 'syslog.app_name'],
  rows: HEADER,
  logSource: { product: 'juniper' },
  chapters: [
    {
      name: 'junos',
      aliases: {
        src_ip: ['source-address'],
        dst_ip: ['destination-address'],
        src_port: ['source-port'],
        dst_port: ['destination-port'],
        'c-uri': ['url'],
      },
      profiles: [
        on('flow', ['RT_FLOW_SESSION_*', 'APPTRACK_SESSION_*'], {
          class: 'network_activity',
          activity: lookup(
            'tag',
            {
              RT_FLOW_SESSION_CREATE: 'Open',
              RT_FLOW_SESSION_CLOSE: 'Close',
              RT_FLOW_SESSION_DENY: 'Refuse',
              APPTRACK_SESSION_CREATE: 'Open',
              APPTRACK_SESSION_CLOSE: 'Close',
            },
            'Traffic',
          ),
          rows: { ...FLOW, ...STATE },
          logSource: { categories: ['firewall'] },
        }),
        on('finding', ['IDP_*', 'RT_SCREEN_*', 'AAMW_*', 'AV_*', 'SECINTEL_*', 'ANTIVIRUS_*'], {
          class: 'detection_finding',
          activity: 'Create',
          rows: FINDING,
        }),
        on('logon', ['UI_LOGIN_EVENT', 'FWAUTH_*', 'UI_LOGOUT_EVENT', 'UI_AUTH_EVENT', 'LOGIN_*', 'SSHD_LOGIN_*'], {
          class: 'authentication',
          activity: lookup('tag', { UI_LOGOUT_EVENT: 'Logoff' }, 'Logon'),
          rows: {
            'user.name': first(USERNAME, capture('syslog.message', /\b[Uu]ser '([^']{1,128})'/)),
            'src_endpoint.ip': first(
              ip('source-address'),
              capture('ssh-connection', /^(\S{2,45}) \d/, 'ip'),
              capture('syslog.message', /\bssh-connection '(\S{2,45}) \d/, 'ip'),
            ),
            'src_endpoint.port': first(
              integer('source-port'),
              capture('ssh-connection', /^\S{2,45} (\d{1,5}) /, 'integer'),
              capture('syslog.message', /\bssh-connection '\S{2,45} (\d{1,5}) /, 'integer'),
            ),
            'service.name': 'tag',
            status_id: lookup('tag', LOGONS, 'Failure'),
            severity_id: lookup(
              'tag',
              Object.fromEntries(Object.keys(LOGONS).map((tag) => [tag, 'Informational'])),
              'Low',
            ),
          },
        }),
        on('web', ['WEBFILTER_URL_*'], {
          class: 'http_activity',
          activity: 'Other',
          rows: {
            ...ENDPOINTS,
            'actor.user.name': USERNAME,
            'http_request.url.hostname': urlHost('url'),
            'http_request.url.url_string': first(concat('url', 'obj'), text('url')),
            'http_request.url.path': urlPath('obj'),
            'connection_info.uid': ['session-id-32', 'session-id'],
            'connection_info.direction_id': is('Unknown'),
            'policy.name': 'profile',
            action_id: first(
              lookup('action', { 'URL Blocked': 'Denied', 'URL Permitted': 'Allowed' }),
              lookup('tag', { WEBFILTER_URL_BLOCKED: 'Denied', WEBFILTER_URL_PERMITTED: 'Allowed' }, 'Other'),
            ),
            disposition_id: lookup(
              'tag',
              { WEBFILTER_URL_BLOCKED: 'Blocked', WEBFILTER_URL_PERMITTED: 'Allowed' },
              'Other',
            ),
            status_code: 'reason',
            status_detail: 'category',
            message: 'syslog.message',
          },
          logSource: { categories: ['proxy'] },
        }),
        on('command', ['UI_CMDLINE_READ_LINE', 'UI_COMMIT*', 'UI_CFG_AUDIT_*', 'UI_DBASE_*'], {
          class: 'entity_management',
          // The typed line may be any command, and opening the configuration does not change it.
          activity: lookup(
            'tag',
            { UI_CMDLINE_READ_LINE: 'Other', UI_DBASE_LOGIN_EVENT: 'Other', UI_DBASE_LOGOUT_EVENT: 'Other' },
            'Update',
          ),
          rows: {
            'entity.name': ['syslog.hostname', 'tag'],
            'entity.type_id': is('Device'),
            comment: first('command', 'new-value', 'syslog.message'),
            'actor.user.name': first(USERNAME, capture('syslog.message', /\b[Uu]ser '([^']{1,128})'/)),
          },
        }),
        {
          name: 'routing',
          when: { 'syslog.app_name': 'rpd' },
          class: 'base_event',
          activity: 'Other',
          logSource: { service: 'bgp' },
          unclassified: 'routing protocols have no class in OCSF',
        },
        {
          name: 'words',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'state of the device',
        },
      ],
    },
  ],
  // The pairs that are read in every message, and again in its sentence.
  renderings: [
    ...[
      ...SYSLOG_RENDERINGS,
      'syslog.msg_id',
      'ACTION',
      'CATEGORY',
      'REASON',
      'PROFILE',
      'URL',
      'OBJ',
      'action',
      'name',
    ],
    'threat-severity',
  ],
  recognises: isJunos,
}
export const juniper = compileSource(JUNIPER)
