/**
 * IBM Db2's audit facility, as `db2audit extract` writes it: rows of values between commas, or `name=value;` in one message.
 * Columns: "Audit record object types", "Audit record layouts", IBM Db2.
 */
import { command, logon, syslogDevice } from '../../families/syslog/device.ts'
import { csvValues } from '../../formats/csv.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { integer, ip, is, lookup, text, time } from '../../mapping/table.ts'

const STAMP = String.raw`\d{4}-\d\d-\d\d-\d\d\.\d\d\.\d\d\.\d{6}`
const ROW = new RegExp(`^"${STAMP}","(?:AUDIT|CHECKING|CONTEXT|EXECUTE|OBJMAINT|SECMAINT|SYSADMIN|VALIDATE)","`)
const PAIRS = new RegExp(String.raw`^timestamp=${STAMP};\s{1,8}category=\w`)
const COLUMNS = ['at', 'category', 'event', 'correlator', 'code', 'database', 'user', 'authid'] as const
/** Database, address, port and time of an application. */
const APPLICATION = /^(?<src_ip>\d{1,3}(?:\.\d{1,3}){3}|[\da-fA-F:]{4,45})\.(?<src_port>\d{1,5})\.\d{12}$/
const NAMES: Readonly<Record<string, string>> = {
  timestamp: 'at',
  'audit event': 'event',
  'event status': 'code',
  userid: 'user',
  'application id': 'application',
  'application name': 'program',
  'statement text': 'statement',
  'auth type': 'method',
}
const PAIR = /(?:^|;)\s{0,8}([a-z ]{2,32})=([^;]{0,4096})/g
const VALUES_MAX = 128

function read(message: string): PhraseValues | null {
  const fields: PhraseValues = {}
  if (ROW.test(message)) {
    const values = csvValues(message.trimEnd()).slice(0, VALUES_MAX)
    for (const [place, name] of COLUMNS.entries()) if (values[place]) fields[name] = String(values[place]).trim()
    fields.application = values.map(String).find((value) => APPLICATION.test(value)) ?? ''
  } else if (PAIRS.test(message)) {
    for (const [, name = '', value = ''] of message.matchAll(PAIR)) fields[NAMES[name] ?? name] ??= value.trim()
  } else return null
  Object.assign(fields, APPLICATION.exec(fields.application ?? '')?.groups)
  const isFailed = fields.code?.startsWith('-') === true
  const isLogon =
    fields.category === 'VALIDATE' && /^(?:AUTHENTICATION|CHECK_GROUP_MEMBERSHIP)/.test(fields.event ?? '')
  fields.result = isFailed ? 'failed' : 'done'
  fields.kind = isLogon && fields.event === 'AUTHENTICATION' ? (isFailed ? 'refused' : 'logon') : 'act'
  fields.operation = fields.statement || (fields.event ?? fields.category ?? '')
  fields.object = fields.database ?? ''
  return fields
}

const RESULT = lookup('parsed.result', { failed: 'Failure', done: 'Success' })

export const db2 = syslogDevice({
  id: 'db2-audit/1',
  vendor: 'IBM',
  product: 'Db2',
  begins: new RegExp(`${ROW.source}|${PAIRS.source}`),
  read,
  rows: {
    time: time('parsed.at', 'syslog.time'),
    'device.type_id': is('Server'),
    'metadata.event_code': 'parsed.event',
    'metadata.log_name': 'parsed.category',
    status_code: text('parsed.code'),
    severity_id: lookup('parsed.result', { failed: 'Medium' }, 'Informational', 'Informational'),
  },
  profiles: [
    logon('logon', 'Logon', is('Success'), { 'service.name': is('Db2') }),
    logon('refused', 'Logon', is('Failure'), { 'service.name': is('Db2') }),
    command('act', {
      'actor.app_name': text('parsed.program'),
      'src_endpoint.ip': ip('parsed.src_ip'),
      'src_endpoint.port': integer('parsed.src_port'),
      status_id: RESULT,
    }),
  ],
  rest: 'nothing: every record is an act',
})
