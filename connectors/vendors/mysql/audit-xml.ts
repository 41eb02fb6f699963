/**
 * MySQL's audit log as XML: the old style has a record's values as attributes, the new one as elements, in one message. Forms:
 * "Audit Log File Formats", MySQL reference manual.
 */
import { A_NAME } from '../../families/syslog/common.ts'
import { command, logon, syslogDevice } from '../../families/syslog/device.ts'
import { decodeEntities } from '../../formats/xml.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { capture, ip, is, lookup, text, time } from '../../mapping/table.ts'

const BEGINS = /^<AUDIT_RECORD(?:\s+[A-Z]|>\s*<)/
const ATTRIBUTE = /\s([A-Z_]{2,32})="([^"]{0,8192})"/g
const ELEMENT = /<([A-Z_]{2,32})>([^<]{0,8192})<\/\1>/g
const VALUES_MAX = 64
/** `kim[kim] @ ws1 [198.51.100.9]` */
const PERSON = /^([^[@]{1,128})(?:\[| @)/
const NAMES: Readonly<Record<string, string>> = {
  TIMESTAMP: 'at',
  NAME: 'event',
  USER: 'user',
  IP: 'src_ip',
  HOST: 'src_host',
  CONNECTION_ID: 'session',
  DB: 'object',
  SQLTEXT: 'statement',
  RECORD_ID: 'uid',
  OS_LOGIN: 'os_user',
}

function read(message: string): PhraseValues | null {
  if (!BEGINS.test(message)) return null
  const head = message.slice(0, message.indexOf('>') + 1)
  const fields: PhraseValues = {}
  let count = 0
  for (const list of [head.matchAll(ATTRIBUTE), message.slice(head.length).matchAll(ELEMENT)])
    for (const [, name = '', value = ''] of list) {
      if (++count > VALUES_MAX) break
      if (value !== '') fields[NAMES[name] ?? name.toLowerCase()] ??= decodeEntities(value.trim())
    }
  fields.user = PERSON.exec(fields.user ?? '')?.[1]?.trim() ?? fields.user ?? ''
  // The status is the number of an error; the code only says if there was one.
  const code = fields.status ?? fields.status_code ?? ''
  fields.code = code
  fields.result = code === '' ? '' : code === '0' ? 'done' : 'failed'
  const event = fields.event ?? ''
  const isLogon = event === 'Connect' || event === 'Change user'
  fields.kind = isLogon ? (fields.result === 'failed' ? 'refused' : 'logon') : event === 'Quit' ? 'logoff' : 'statement'
  fields.operation = fields.statement ?? fields.command_class ?? event
  return fields
}

const AT = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.hostname': capture('parsed.src_host', A_NAME),
} as const
const SERVICE = { ...AT, 'service.name': is('MySQL'), status_code: text('parsed.code') } as const

export const mysqlAuditXml = syslogDevice({
  id: 'mysql-audit-xml/1',
  vendor: 'Oracle',
  product: 'MySQL',
  begins: BEGINS,
  read,
  rows: {
    time: time('parsed.at', 'syslog.time'),
    'metadata.event_code': 'parsed.event',
    'metadata.log_name': is('audit'),
    severity_id: lookup('parsed.kind', { refused: 'Medium' }, 'Informational', 'Informational'),
  },
  logSource: { product: 'mysql', service: 'audit' },
  profiles: [
    logon('logon', 'Logon', is('Success'), SERVICE),
    logon('refused', 'Logon', is('Failure'), SERVICE),
    logon('logoff', 'Logoff', is('Success'), SERVICE),
    command('statement', {
      ...AT,
      status_id: lookup('parsed.result', { failed: 'Failure', done: 'Success' }),
      status_code: text('parsed.code'),
    }),
  ],
  rest: 'nothing: every record is an act',
})
