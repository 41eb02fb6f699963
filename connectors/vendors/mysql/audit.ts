/**
 * Audit logs of MySQL and its relatives: JSON of MySQL Enterprise Audit and of Percona Server, and the lines of MariaDB's plugin,
 * `20261127 10:11:12,db1,kim,198.51.100.9,12,0,FAILED_CONNECT,,,1045`. Forms: "Audit Log File Formats", MySQL reference manual;
 * "Audit Log Plugin", Percona Server; "MariaDB Audit Plugin - Log Format".
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { A_NAME } from '../../families/syslog/common.ts'
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { csvValues } from '../../formats/csv.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { compileSource } from '../../mapping/source.ts'
import { capture, ip, is, lookup, type Profile, type Rows, type SourceTable, text, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const CONNECT = /^(?:connect|failed_connect|change_user|change user)$/i
const LEAVE = /^(?:disconnect|quit)$/i

const kindOf = (event: string) => (CONNECT.test(event) ? 'logon' : LEAVE.test(event) ? 'logoff' : 'statement')

function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const inner = isMembers(record.audit_record) ? record.audit_record : record
  const login = isMembers(inner.login) ? inner.login : {}
  const connection = isMembers(inner.connection_data) ? inner.connection_data : {}
  const general = isMembers(inner.general_data) ? inner.general_data : {}
  const event = textOf(inner.event ?? inner.name)
  record.parsed = {
    ...{ kind: kindOf(event), event, at: inner.timestamp, uid: inner.record ?? inner.id },
    ...{ user: login.user ?? inner.user, src_ip: login.ip ?? inner.ip, src_host: inner.host },
    ...{ session: inner.connection_id ?? inner.connectionid, database: connection.db ?? inner.db },
    code: connection.status ?? general.status ?? inner.status,
    statement: general.query ?? inner.sqltext ?? event,
  }
}

const STATUS = lookup('parsed.code', { 0: 'Success' }, 'Failure', 'Unknown')
const SEVERITY = lookup('parsed.code', { 0: 'Informational' }, 'Medium', 'Informational')
const PEER: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.hostname': capture('parsed.src_host', A_NAME),
}
const WHO: Rows = {
  ...PEER,
  'user.name': 'parsed.user',
  'service.name': is('MySQL'),
  'session.uid': text('parsed.session'),
  status_id: STATUS,
  status_code: text('parsed.code'),
}
const STATEMENT: Rows = {
  ...PEER,
  'actor.user.name': 'parsed.user',
  'api.operation': 'parsed.statement',
  'resources[0].name': 'parsed.database',
  status_id: STATUS,
  status_code: text('parsed.code'),
}

const profile = (kind: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: kind,
  when: { 'parsed.kind': kind },
  ...of,
})

const MYSQL_AUDIT: SourceTable = {
  id: 'mysql-audit/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['parsed.kind'],
  rows: {
    time: time('parsed.at'),
    severity_id: is('Informational'),
    'metadata.product.name': is('MySQL'),
    'metadata.event_code': 'parsed.event',
    'metadata.log_name': is('audit'),
  },
  logSource: { product: 'mysql', service: 'audit' },
  recognises: (record) =>
    (isMembers(record.audit_record) && record.audit_record.name !== undefined) ||
    (record.connection_id !== undefined && isMembers(record.login) && isMembers(record.account)),
  chapters: [
    {
      name: 'audit',
      profiles: [
        profile('logon', {
          class: 'authentication',
          activity: 'Logon',
          logSource: { categories: ['authentication'] },
          rows: { ...WHO, severity_id: SEVERITY },
        }),
        profile('logoff', { class: 'authentication', activity: 'Logoff', rows: WHO }),
        { name: 'statement', when: {}, class: 'api_activity', activity: 'Other', rows: STATEMENT },
      ],
    },
  ],
}
export const mysqlAudit = compileSource(MYSQL_AUDIT)

const BEGINS = /^\d{8} \d\d:\d\d:\d\d,[^,]{0,255},[^,]{0,128},[^,]{0,255},\d{1,20},\d{1,20},[A-Z_]{4,16},/
const COLUMNS = ['at', 'server', 'user', 'host', 'session', 'query', 'event', 'database', 'statement', 'code'] as const

function readLine(message: string): PhraseValues | null {
  if (!BEGINS.test(message)) return null
  const cells = csvValues(
    message.replace(/'((?:[^'\\]|\\.){0,8192})'/, (_, sql: string) => `"${sql.replaceAll('"', '""')}"`),
  )
  const fields: PhraseValues = { kind: 'statement' }
  for (const [at, name] of COLUMNS.entries()) if (cells[at]) fields[name] = cells[at]
  fields.kind = kindOf(fields.event ?? '')
  fields.at = fields.at?.replace(/^(\d{4})(\d\d)(\d\d) /, '$1-$2-$3 ') ?? ''
  fields.src_ip = fields.host ?? ''
  fields.src_host = fields.host ?? ''
  fields.statement ??= fields.event ?? ''
  return fields
}

export const mariadbAudit = syslogDevice({
  id: 'mariadb-audit/1',
  vendor: 'MariaDB',
  product: 'MariaDB',
  begins: BEGINS,
  read: readLine,
  rows: {
    time: time('parsed.at', 'syslog.time'),
    'metadata.event_code': 'parsed.event',
    'device.hostname': ['parsed.server', 'syslog.hostname'],
    message: 'parsed.statement',
  },
  profiles: [
    logon('logon', 'Logon', STATUS, { ...WHO, 'service.name': is('MariaDB'), severity_id: SEVERITY }),
    logon('logoff', 'Logoff', STATUS, { ...WHO, 'service.name': is('MariaDB') }),
    on('statement', { class: 'api_activity', activity: 'Other', rows: STATEMENT }),
  ],
  rest: 'a line without columns',
})
