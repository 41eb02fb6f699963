/**
 * Consoles of hardware, printers, power supplies and clocks; agents and gateways that mostly report about themselves.
 */

import { isMembers } from '../../../platform/members.ts'
import { textOf } from '../../mapping/text-of.ts'
import { labelsOf } from '../syslog/labels.ts'
import { structuredData } from '../syslog/settle.ts'
import { type Maker, patterns, sentences } from './maker.ts'

/** `<EMPid>id^NAME^login</EMPid>` and other elements of Epic's audit document. */
function epic(message: string) {
  const element = (name: string) => new RegExp(`<${name}>([^<]{1,255})</${name}>`).exec(message)?.[1] ?? ''
  const [uid = '', name = '', login = ''] = element('EMPid').split('^', 3)
  const src = /<Mnemonic Name="(?:IP|CLIENTIP)">\s{0,64}<Value>([^<]{1,64})</.exec(message)?.[1] ?? ''
  const fields = { user: login || name, user_uid: uid, operation: element('E1Mid'), reason: element('Action') }
  return { ...fields, kind: fields.user === '' ? 'words' : 'command', code: fields.operation, src_ip: src }
}

function openManage(message: string) {
  const { IP = '', HostName = '', Severity = '', MessageID = '', Message = '' } = labelsOf(message, '{}')
  const login =
    /^Description: Login attempt alert for (?<user>\S{1,128}) from (?<src_ip>[\da-fA-F.:]{2,45}) using (?<service>\w{1,16}),/.exec(
      Message,
    )
  const values = { host: HostName, host_ip: IP, level: Severity, code: MessageID, text: Message }
  return { ...values, ...login?.groups, kind: login ? 'refused' : 'words' }
}

export const CONSOLES: readonly Maker[] = [
  {
    vendor: 'HPE',
    product: 'Integrated Lights-Out',
    programs: ['#ILO', '#ILO2', '#ILO3', '#ILO4', '#ILO5', '#ILO6'],
    read: sentences({
      logon: ['{service} login: {user*} - {src_ip}({src_host})', '{service} login: {user*} - {src_ip}'],
      finding: '{title*} login failure from: {src_ip}({src_host})',
      logoff: ['{service} logout: {user*} - {src_ip}({src_host})', '{service} logout: {user*} - {src_ip}'],
    }),
  },
  { vendor: 'HPE', product: 'Smart Array', programs: ['DriveArray'] },
  {
    vendor: 'HP',
    product: 'JetDirect',
    is: (_, message) => message.includes('; time="') && /^[^;]{1,128}; time="[^"]{1,64}" user="/.test(message),
    read: patterns({
      command:
        /^(?<operation>[^;]{1,128}); time="[^"]{1,64}" user="(?<user>[^"]{0,128})" source_IP="(?<src>[^"]{0,128})" outcome=(?<result>\w{1,16})/,
    }),
  },
  { vendor: 'Dell', product: 'iDRAC', programs: ['webcgi'] },
  {
    vendor: 'Dell',
    product: 'OpenManage Enterprise',
    words: /^EEMI \w{1,32} event from device with \{ IP \} /,
    read: openManage,
  },
  {
    vendor: 'Raritan',
    product: 'Dominion SX',
    words: /^\[Login (?:Failed|Success)\]: /,
    read: sentences({ refused: "[Login Failed]: Authentication failed for user '{user*}' from host '{src_host}'" }),
  },
  {
    vendor: 'Schneider Electric',
    product: 'APC Network Management Card',
    words: /^Detected an unauthorized user attempting to access the /,
    read: sentences({
      finding: 'Detected an unauthorized user attempting to access the {service} interface from {src_ip} {code}',
    }),
  },
  { vendor: 'Safran', product: 'SecureSync', words: /^\[system\] [^[]{1,256} \([A-Z]{4}\)/ },
  {
    vendor: 'Ricoh',
    product: 'Multifunction printer',
    is: ({ syslog }) => /^RICOH_MFP/.test(isMembers(syslog) ? textOf(syslog.msg_id) : ''),
  },
  { vendor: 'Infoblox', product: 'NIOS', programs: ['threat-protect-log', 'debug_mount', '-serial_console'] },
  {
    vendor: 'Cisco',
    product: 'Identity Services Engine',
    words: /^(?:[A-Z][a-z]{2} [ \d]\d [\d:]{8} \S{1,64} )?CISE_System_Statistics \d{10} /,
    read: () => ({ kind: 'words', code: 'CISE_System_Statistics' }),
  },
  { vendor: 'Epic', product: 'Hyperspace', programs: ['Epic'], read: epic },
  {
    vendor: 'Absolute',
    product: 'NetMotion Mobility',
    is: (record) =>
      structuredData(record, 'nm_pool_status@11912') !== null ||
      structuredData(record, 'nm_MobilityAnalyticsAppData@11912') !== null,
  },
  { vendor: 'Tanium', product: 'Connect', programs: ['Tanium'] },
  { vendor: 'Splunk', product: 'Heavy forwarder', words: /^(?:- - )?SPLUNK - COOKED \[/ },
  { vendor: 'Fortra', product: 'Clearswift', is: (_, message) => /^\w{4,5} {1,2}\[Consolidator\]- /.test(message) },
]
