/**
 * The security audit log of SAP's application server: lines of its file of fixed columns, and JSON with the names of its
 * table (`SLGUSER`) or of Sentinel's (`MessageID`). Events: "Security Audit Log", SAP NetWeaver; table SAL_S_MESSAGES.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { command, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { account, hostname, ip, is, lookup, text, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** `2`, message, date, clock, process, type, user of 12, transaction of 20, program of 40, client of 3, then the values. */
const LINE =
  /^[23](?<code>[A-Z]{2}[A-Z0-9])(?<day>\d{8})(?<clock>\d{6})\d{2}[\dA-Z ]{5}[\dA-Z]{5}[A-Z]\d(?<user>.{12})(?<transaction>.{20})(?<program>.{40})(?<client>\d{3})(?<rest>.*)$/s
const KINDS = new Map(
  Object.entries({
    ...{ AU1: 'logon', AU2: 'refused', AU5: 'logon', AU6: 'refused', AUC: 'logoff', AUO: 'refused', BU1: 'refused' },
    ...{
      AU7: 'account/Create',
      AU8: 'account/Delete',
      AU9: 'account/Lock',
      AUA: 'account/Unlock',
      AUM: 'account/Lock',
    },
    ...{ AUD: 'account/Other', BU2: 'account/Password Change', AUB: 'account/Other' },
  }),
)
const FAILED = new Set(['AU2', 'AU4', 'AU6', 'AUL', 'AUO', 'AUX', 'BU1'])
const named = (record: Readonly<Members>, ...names: readonly string[]): string =>
  names.map((name) => textOf(record[name]).trim()).find((value) => value !== '') ?? ''

function parsed(code: string, fields: Readonly<Record<string, string>>): Members {
  const kind = KINDS.get(code) ?? 'act'
  // The message about another account names it among its values.
  const isAccount = kind.startsWith('account/')
  return {
    ...fields,
    kind,
    code,
    result: FAILED.has(code) ? 'failed' : 'done',
    operation: fields.transaction || code,
    ...(isAccount && fields.values && { target: fields.values.split('&')[0] }),
  }
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}:[\da-f:.]{2,40})$/i

function readLine(message: string): Members | null {
  const groups = LINE.exec(message)?.groups
  if (!groups) return null
  const { code = '', day = '', clock = '', user = '', transaction = '', program = '', client = '', rest = '' } = groups
  const words = rest.trim().split(/\s{2,}/)
  const terminal = words.length > 1 ? (words.at(-1) ?? '') : ''
  return parsed(code, {
    at: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)} ${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}`,
    user: user.trim(),
    transaction: transaction.trim(),
    program: program.trim(),
    client,
    values: (words[0] ?? '').replace(/^\d/, ''),
    ...(ADDRESS.test(terminal) ? { src_ip: terminal } : { src_host: terminal }),
  })
}

function readMembers(record: Readonly<Members>): Members {
  const terminal = named(record, 'TERM_IPV6', 'TerminalIPv6', 'SLGLTRM2', 'SLGTERM', 'TerminalIP', 'Terminal')
  return parsed(codeIn(record), {
    at: named(record, 'timestamp', 'TimeGenerated', 'UTCTimestamp', '@timestamp', 'SLGDATTIM'),
    user: named(record, 'SLGUSER', 'User'),
    transaction: named(record, 'SLGTC', 'TransactionCode'),
    program: named(record, 'SLGREPNA', 'AbapProgramName', 'ABAPProgramName'),
    client: named(record, 'SLGMAND', 'ClientID'),
    // An instance is named after its machine: `sap1_PRD_00`.
    host: named(record, 'Host', 'SAPSERVER', 'Instance').replace(/_[A-Z0-9]{3}_\d\d$/, ''),
    sid: named(record, 'SID', 'SystemID'),
    text: named(record, 'TXT', 'MessageText', 'SLGTEXT'),
    ...(ADDRESS.test(terminal) ? { src_ip: terminal } : { src_host: terminal }),
  })
}

const codeIn = (record: Readonly<Members>): string =>
  named(record, 'MSG', 'MessageID', 'SLGMSG') || named(record, 'AREA') + named(record, 'SUBID')
const isAuditRecord = (record: Readonly<Members>): boolean =>
  !isMembers(record.syslog) &&
  /^[A-Z]{2}[A-Z0-9]$/.test(codeIn(record)) &&
  (record.SLGUSER !== undefined || record.SLGMAND !== undefined || record.TransactionCode !== undefined)

const RESULT = lookup('parsed.result', { failed: 'Failure', done: 'Success' })
const AT = { 'src_endpoint.ip': ip('parsed.src_ip'), 'src_endpoint.hostname': hostname('parsed.src_host') } as const
const SERVICE = { ...AT, 'service.name': is('SAP NetWeaver') } as const

export const sapAudit = syslogDevice({
  id: 'sap-audit/1',
  vendor: 'SAP',
  product: 'NetWeaver',
  begins: LINE,
  has: ['syslog', 'SLGUSER', 'SLGMAND', 'MessageID'],
  alone: isAuditRecord,
  read: (message, record) => (message === '' ? readMembers(record) : readLine(message)),
  rows: {
    time: time('parsed.at', 'syslog.time'),
    'device.hostname': hostname('parsed.host', 'syslog.hostname'),
    'device.type_id': is('Server'),
    'metadata.event_code': 'parsed.code',
    'metadata.log_name': is('security audit log'),
    message: ['parsed.text', 'parsed.values'],
    severity_id: lookup('parsed.result', { failed: 'Medium' }, 'Informational', 'Informational'),
  },
  profiles: [
    logon('logon', 'Logon', is('Success'), SERVICE),
    logon('refused', 'Logon', is('Failure'), SERVICE),
    logon('logoff', 'Logoff', is('Success'), SERVICE),
    ...['Create', 'Delete', 'Lock', 'Unlock', 'Password Change', 'Other'].map((activity) =>
      on(`account/${activity}`, {
        class: 'account_change',
        activity,
        rows: {
          ...AT,
          'actor.user.name': account('parsed.user'),
          'user.name': account('parsed.target'),
          status_id: RESULT,
        },
      }),
    ),
    command('act', { ...AT, 'resources[0].name': text('parsed.program'), status_id: RESULT }),
  ],
  rest: 'nothing: every line is an act',
})
