/**
 * Firewalls whose syslog names a flow, in words (`phrases.ts`) or in pairs: SonicWall, NetScreen.
 * Pairs: SonicOS log events reference, ScreenOS message log reference.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  first,
  hostname,
  integer,
  ip,
  is,
  list,
  lookup,
  mac,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../syslog/common.ts'
import { decision, flow } from '../syslog/firewall.ts'
import { addParsed, messageOf, syslogField } from '../syslog/settle.ts'
import { readFlow } from './phrases.ts'

const isSonicWall = (record: Readonly<Members>) =>
  typeof record.id === 'string' && record.sn !== undefined && record.fw !== undefined && record.m !== undefined
const isNetScreen = (record: Readonly<Members>) =>
  record.device_id !== undefined && record.policy_id !== undefined && messageOf(record).startsWith('NetScreen ')

const phrased: RecordShape = {
  name: 'words',
  is: (record) => readFlow(syslogField(record, 'app_name'), messageOf(record)) !== null,
  settle: (record) => addParsed(record, (message) => readFlow(syslogField(record, 'app_name'), message)),
}
/** `src=192.0.2.1:61254:X1:name`: address, port, interface and name in one. */
const sonicwall: RecordShape = {
  name: 'sonicwall',
  is: isSonicWall,
  settle: (record) => addParsed(record, () => readSonicwall(record)),
}
const netscreen: RecordShape = {
  name: 'netscreen',
  is: () => true,
  names: {
    'parsed.action': ['action'],
    'parsed.src_ip': ['src'],
    'parsed.src_port': ['src_port'],
    'parsed.dst_ip': ['dst'],
    'parsed.dst_port': ['dst_port'],
    'parsed.protocol': ['proto'],
    'parsed.bytes_out': ['sent'],
    'parsed.bytes_in': ['rcvd'],
    'parsed.rule': ['policy_id'],
    'parsed.app': ['service'],
  },
}

/** SonicOS message numbers that decide the result for a packet or a connection, whatever the text says. */
const MESSAGES: Readonly<Record<string, string>> = {
  ...{ 98: 'open', 537: 'close', 97: 'allow' },
  ...{ 14: 'deny', 16: 'deny', 36: 'drop', 37: 'drop', 38: 'drop', 41: 'drop' },
}
/** `Administrator login denied due to bad credentials`, `User login from an internal zone allowed`, `SSL VPN User logged out`. */
const SIGN_IN =
  /\b(?:administrator|user|guest|vpn|xauth|cli)\b.{0,40}\b(?:log(?:in|ged|on|off)|log(?:ged)? ?out|authenticat)/i
const REFUSED = /\b(?:denied|fail(?:ed|ure)|rejected|lockout|locked out|invalid|bad|not allowed|incorrect)\b/i
const LEFT = /log(?:ged)? ?(?:out|off)\b/i

function signIn(msg: unknown, user: unknown): string {
  if (typeof msg !== 'string' || textOf(user) === '' || !SIGN_IN.test(msg)) return 'flow'
  if (LEFT.test(msg)) return 'sign-in/end'
  return REFUSED.test(msg) ? 'sign-in/refused' : 'sign-in/ok'
}

/** The device's own clock; it is used only when it is in UTC. */
const CLOCK = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)( UTC)?$/

const ENDPOINT = /^([^:]*|\[[^\]]*\]):(\d*):([^:]*):?(.*)$/

/** Words of the device's services against intrusions, viruses, spyware and botnets. */
const JUDGED =
  /\b(?:IPS|intrusion|gateway anti-?virus|GAV|anti-?spyware|botnet|capture atp|virus|port scan|flood|spoof|smurf|land attack|possible .{1,60} attack)\b.{0,64}?(?:alert|detect|prevent|block|dropp?ed|attack|found|:)/i
const PRIORITIES = { 1: 'High', 2: 'Medium', 3: 'Low' } as const
const PREVENTED = /prevent|block|drop|den(?:y|ied)/i

function isJudged({ ipscat, spycat, msg }: Readonly<Members>): boolean {
  return ipscat !== undefined || spycat !== undefined || (typeof msg === 'string' && JUDGED.test(msg))
}

function readSonicwall(record: Readonly<Members>): Record<string, string> {
  const { m, fw_action: done, time: clock, msg } = record
  const kind = signIn(msg, record.usr ?? record.user)
  const fields: Record<string, string> = { kind: kind === 'flow' && isJudged(record) ? 'finding' : kind }
  const action = typeof m === 'string' ? MESSAGES[m] : undefined
  if (fields.kind === 'finding') {
    fields.title = textOf(msg)
    fields.prevented = String(PREVENTED.test(textOf(msg)))
    fields.uid = textOf(record.sid ?? m)
  }
  if (action !== undefined) fields.action = action
  else if (typeof done === 'string' && done !== 'NA') fields.action = done === 'forward' ? 'allow' : done
  const [, day, hour, zone] = (typeof clock === 'string' && CLOCK.exec(clock)) || []
  if (hour !== undefined) fields[zone === undefined ? 'local' : 'at'] = `${day}T${hour}Z`
  for (const side of ['src', 'dst'] as const) {
    const value = record[side]
    const [, address, port, interfaceName, name] = (typeof value === 'string' && ENDPOINT.exec(value)) || []
    Object.assign(fields, { [`${side}_ip`]: address ?? textOf(value) })
    if (port) fields[`${side}_port`] = port
    if (interfaceName) fields[side === 'src' ? 'in_if' : 'out_if'] = interfaceName
    if (name) fields[`${side}_name`] = name
  }
  return fields
}

const FLOW: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
  'src_endpoint.mac': mac('parsed.mac'),
  'src_endpoint.interface_name': 'parsed.in_if',
  'src_endpoint.hostname': 'parsed.src_name',
  'dst_endpoint.ip': ip('parsed.dst_ip'),
  'dst_endpoint.port': integer('parsed.dst_port'),
  'dst_endpoint.interface_name': 'parsed.out_if',
  'dst_endpoint.hostname': ['parsed.dst_name', 'domain'],
  'actor.user.name': ['parsed.user', 'usr'],
  'connection_info.uid': 'parsed.connection',
  'connection_info.protocol_name': first(capture('proto', /^([a-z]+)\//), text('parsed.protocol')),
  'connection_info.direction_id': lookup('parsed.direction', { in: 'Inbound', out: 'Outbound' }, 'Other', 'Unknown'),
  'connection_info.flag_history': 'parsed.flags',
  'traffic.bytes': integer('parsed.bytes'),
  'traffic.bytes_in': integer('parsed.bytes_in', 'rcvd'),
  'traffic.bytes_out': integer('parsed.bytes_out', 'sent'),
  'traffic.packets_in': integer('parsed.packets_in'),
  'traffic.packets_out': integer('parsed.packets_out'),
  'firewall_rule.uid': 'parsed.rule',
  app_name: 'parsed.app',
  'url.url_string': 'url',
  status_detail: ['parsed.reason', 'msg'],
}

const PRODUCTS = {
  dfwpktlogs: 'NSX',
  'FIREWALL-PKTLOG': 'NSX',
  forward: 'RouterOS',
  input: 'RouterOS',
  output: 'RouterOS',
  cgxFlowLogV1: 'Prisma SD-WAN',
}
const ACTION = ['parsed.action', 'msg', 'fw_action'] as const

export const FLOW_FIREWALLS: SourceTable = {
  id: 'flow-firewalls/1',
  shapes: [phrased, sonicwall, netscreen],
  select: ['parsed.src_ip', 'parsed.kind'],
  rows: {
    ...SYSLOG_HEADER,
    time: time('parsed.at', 'start_time', 'syslog.time', 'syslog.timestamp', 'parsed.local'),
    'metadata.product.name': first(
      lookup('id', { firewall: 'SonicOS' }),
      lookup('syslog.app_name', PRODUCTS, 'Firewall', 'Firewall'),
    ),
    'metadata.event_code': ['m', 'log_id', 'syslog.msg_id'],
    'device.hostname': first(hostname('fw'), text('syslog.hostname')),
    'device.ip': ip('fw'),
    'device.uid': ['sn', 'device_id'],
    'device.type_id': is('Firewall'),
  },
  logSource: { categories: ['firewall'] },
  chapters: [
    {
      name: 'flows',
      aliases: {
        src_ip: ['parsed.src_ip'],
        dst_ip: ['parsed.dst_ip'],
        src_port: ['parsed.src_port'],
        dst_port: ['parsed.dst_port'],
        action: ['parsed.action'],
      },
      profiles: [
        {
          name: 'words',
          when: { 'parsed.src_ip': '' },
          class: 'base_event',
          activity: 'Other',
          unclassified: 'a line of the firewall without addresses: its own state',
        },
        ...(['ok', 'refused', 'end'] as const).map(
          (end): Profile => ({
            name: `sign-in ${end}`,
            when: { 'parsed.kind': [`sign-in/${end}`] },
            class: 'authentication',
            activity: end === 'end' ? 'Logoff' : 'Logon',
            logSource: { categories: ['authentication'] },
            rows: {
              'user.name': ['usr', 'user'],
              'src_endpoint.ip': ip('parsed.src_ip'),
              'src_endpoint.port': integer('parsed.src_port'),
              'src_endpoint.interface_name': 'parsed.in_if',
              'dst_endpoint.ip': ip('parsed.dst_ip'),
              'dst_endpoint.port': integer('parsed.dst_port'),
              'service.name': is('SonicOS'),
              status_id: is(end === 'refused' ? 'Failure' : 'Success'),
              status_detail: 'msg',
              message: 'msg',
            },
          }),
        ),
        {
          name: 'finding',
          when: { 'parsed.kind': 'finding' },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            'finding_info.title': 'parsed.title',
            'finding_info.uid': ['parsed.uid', 'parsed.title'],
            severity_id: first(lookup(['ipspri', 'spypri'], PRIORITIES), SYSLOG_HEADER.severity_id as Rows[string]),
            'finding_info.types': list(['ipscat', 'spycat'], /\n/),
            'finding_info.analytic.name': 'parsed.title',
            'finding_info.analytic.uid': 'parsed.uid',
            'finding_info.analytic.type_id': is('Rule'),
            'actor.user.name': ['usr', 'user'],
            'evidences[0].src_endpoint.ip': ip('parsed.src_ip'),
            'evidences[0].src_endpoint.port': integer('parsed.src_port'),
            'evidences[0].dst_endpoint.ip': ip('parsed.dst_ip'),
            'evidences[0].dst_endpoint.port': integer('parsed.dst_port'),
            action_id: lookup('parsed.prevented', { true: 'Denied' }, 'Observed', 'Observed'),
            disposition_id: lookup('parsed.prevented', { true: 'Blocked' }, 'Detected', 'Detected'),
            message: 'msg',
          },
        },
        {
          name: 'flow',
          when: {},
          class: 'network_activity',
          activity: flow([...ACTION]),
          rows: { ...FLOW, ...decision([...ACTION]) },
        },
      ],
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'syslog.message', 'pri', 'date', 'time', 'timezone'],
  recognises: (record) =>
    isMembers(record.syslog) && (isSonicWall(record) || isNetScreen(record) || phrased.is(record)),
}

export const flowFirewalls = compileSource(FLOW_FIREWALLS)
