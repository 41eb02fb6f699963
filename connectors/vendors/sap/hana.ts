/**
 * The audit trail of SAP HANA as lines: values between semicolons, behind a syslog header or in a file. Columns: "Audit Trail
 * Layout for Trail Target CSV and SYSLOG", SAP HANA Security Guide.
 */
import { command, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { account, ip, is, lookup, time } from '../../mapping/table.ts'

const BEGINS =
  /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?;\w{0,32};[\w.-]{0,255};[A-Z][A-Z0-9]{2};\d{1,2};\d{0,6};/
const COLUMNS = (
  'at part host sid instance port database src_ip src_host pid src_port policy level action user schema target privilege ' +
  'grantable role principal result component section parameter old_value new_value comment statement session app_user'
).split(' ')
const KINDS: Readonly<Record<string, string>> = {
  ...{ CONNECT: 'logon', 'DISCONNECT SESSION': 'logoff', DISCONNECT: 'logoff', 'SESSION CONNECT': 'logon' },
  ...{ 'CREATE USER': 'account/Create', 'DROP USER': 'account/Delete', 'ALTER USER': 'account/Other' },
  ...{ 'ACTIVATE USER': 'account/Enable', 'DEACTIVATE USER': 'account/Disable' },
  ...{ 'GRANT PRIVILEGE': 'access/grant', 'GRANT ROLE': 'access/grant', 'GRANT ANY': 'access/grant' },
  ...{ 'REVOKE PRIVILEGE': 'access/revoke', 'REVOKE ROLE': 'access/revoke', 'REVOKE ANY': 'access/revoke' },
}
const STATEMENT_MAX = 4096

function read(message: string): PhraseValues | null {
  if (!BEGINS.test(message)) return null
  const values = message.split(';', COLUMNS.length + 16)
  const fields: PhraseValues = {}
  for (const [place, name] of COLUMNS.entries()) if (values[place]) fields[name] = values[place] as string
  const action = fields.action ?? ''
  const kind = Object.hasOwn(KINDS, action) ? (KINDS[action] as string) : 'statement'
  const isFailed = fields.result === 'UNSUCCESSFUL'
  fields.kind = kind === 'logon' && isFailed ? 'refused' : kind
  fields.operation = (fields.statement ?? action).slice(0, STATEMENT_MAX)
  fields.object = fields.target ?? fields.schema ?? fields.database ?? ''
  if (fields.comment !== undefined) fields.reason = fields.comment
  return fields
}

const RESULT = lookup('parsed.result', { SUCCESSFUL: 'Success', UNSUCCESSFUL: 'Failure' }, 'Other')
const AT = { 'src_endpoint.ip': ip('parsed.src_ip'), 'src_endpoint.hostname': 'parsed.src_host' } as const
const SERVICE = { ...AT, 'service.name': is('SAP HANA'), 'session.uid': 'parsed.session' } as const

export const hana = syslogDevice({
  id: 'sap-hana/1',
  vendor: 'SAP',
  product: 'HANA',
  begins: BEGINS,
  read,
  rows: {
    time: time('parsed.at', 'syslog.time'),
    'device.hostname': ['parsed.host', 'syslog.hostname'],
    'device.type_id': is('Server'),
    'metadata.event_code': 'parsed.action',
    'metadata.log_name': 'parsed.policy',
    message: ['parsed.comment', 'parsed.action'],
    severity_id: lookup(
      'parsed.level',
      { EMERGENCY: 'Critical', CRITICAL: 'High', ALERT: 'High', WARNING: 'Low', INFO: 'Informational' },
      'Informational',
      'Informational',
    ),
  },
  profiles: [
    logon('logon', 'Logon', is('Success'), SERVICE),
    logon('refused', 'Logon', is('Failure'), SERVICE),
    logon('logoff', 'Logoff', is('Success'), SERVICE),
    ...['Create', 'Delete', 'Enable', 'Disable', 'Other'].map((activity) =>
      on(`account/${activity}`, {
        class: 'account_change',
        activity,
        rows: {
          ...AT,
          'actor.user.name': account('parsed.user'),
          'user.name': account('parsed.principal', 'parsed.target'),
          status_id: RESULT,
        },
      }),
    ),
    ...(['grant', 'revoke'] as const).map((change) =>
      on(`access/${change}`, {
        class: 'user_access',
        activity: change === 'grant' ? 'Assign Privileges' : 'Revoke Privileges',
        rows: {
          ...AT,
          'actor.user.name': account('parsed.user'),
          'user.name': account('parsed.principal'),
          privileges: { kind: 'list', fields: ['parsed.privilege', 'parsed.role'], separator: /,/, as: 'text' },
          status_id: RESULT,
        },
      }),
    ),
    command('statement', { ...AT, status_id: RESULT }),
  ],
  rest: 'nothing: every line is an act',
})
