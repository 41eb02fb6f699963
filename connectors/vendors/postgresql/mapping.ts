/**
 * The log of PostgreSQL. As text: what `log_line_prefix` writes before `LEVEL:  words`, by default (`%m [%p] `), as the
 * manual, pgBadger and Debian propose it, and as the clouds set it. As rows (`csvlog`) and as JSON (`jsonlog`). What pgAudit writes stands in
 * the message, `AUDIT: SESSION,1,1,READ,SELECT,TABLE,public.account,select 1,<none>`. Sources: "Error Reporting and Logging",
 * PostgreSQL documentation; "Format", pgAudit; log_line_prefix of Amazon RDS, Azure Database and Cloud SQL.
 */

import type { Members } from '../../../platform/members.ts'
import { A_NAME } from '../../families/syslog/common.ts'
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import { csvValues } from '../../formats/csv.ts'
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { always, capture, first, integer, ip, is, lookup, type Profile, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const LEVELS = 'DEBUG[1-5]|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC|DETAIL|HINT|STATEMENT|CONTEXT|QUERY'
const STAMP = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})? (?:[A-Z]{2,5}|[+-]\\d\\d(?::?\\d\\d)?)'
const COUNT = '\\[\\d{1,10}-\\d{1,10}\\]'
const PEER = '(?:[\\w.:-]{1,255}\\(\\d{1,5}\\)|\\[local\\])?'
/** `user=kim,db=app,app=psql,client=198.51.100.9`, in any order. No value has `=`, so there is one way to read them. */
const PAIRS = '(?:[a-z_]{1,16}=[^,=]{0,128}(?:, ?| )){1,8}'
const PREFIXES = [
  `\\[\\d{1,10}(?:-\\d{1,10})?\\]:?(?: ${COUNT})? (?:\\S{1,128}@\\S{1,128} |${PAIRS})?`,
  `:${PEER}:\\S{0,64}@\\S{0,64}:\\[\\d{1,10}\\]:`,
  '-[\\da-f]{6,16}\\.[\\da-f]{1,8}-',
]
const LINE = new RegExp(`^(?:${COUNT} )?(?:${STAMP} ?)?(?:${PREFIXES.join('|')})(${LEVELS}): {1,2}`)

const SENTENCES: Phrases = {
  refused: [
    'password authentication failed for user "{user*}"',
    'no pg_hba.conf entry for host "{src_ip}", user "{user*}", database "{database*}"...',
    '{method} authentication failed for user "{user*}"',
    'role "{user*}" does not exist',
    'role "{user*}" is not permitted to log in',
  ],
  opened: [
    'connection authorized: user={user} database={database} {how*}',
    'connection authorized: user={user} database={database}',
  ],
  closed: 'disconnection: session time: {duration} user={user} database={database} host={src_ip} port={src_port}',
  start: ['database system is ready to accept connections', 'starting PostgreSQL {version} {build*}'],
  stop: ['database system is shut down', 'received {how*} shutdown request'],
}
const readSentence = phraseReader(SENTENCES)

function read(message: string, record: Readonly<Members>): PhraseValues | null {
  return isRow(record) ? readRow(record) : readLine(message)
}

/** A row or a record of JSON, by the columns' names or by the members' names. */
const isRow = (record: Readonly<Members>) =>
  record.error_severity !== undefined &&
  (record.session_id !== undefined || record.backend_type !== undefined || record.line_num !== undefined)

function readRow(record: Readonly<Members>): PhraseValues {
  const [, host = textOf(record.remote_host), port = textOf(record.remote_port)] =
    /^(.{1,255}):(\d{1,5})$/.exec(textOf(record.connection_from)) ?? []
  const fields = readWords(textOf(record.message))
  const of = (...names: readonly string[]) => textOf(names.map((name) => record[name]).find((value) => value != null))
  const beside: PhraseValues = {
    ...{ user: of('user_name', 'user'), database: of('database_name', 'dbname'), pid: of('process_id', 'pid') },
    ...{ level: of('error_severity'), src_ip: host, src_port: port, session: of('session_id') },
    ...{ app: of('application_name'), code: of('sql_state_code', 'state_code'), statement: of('query', 'statement') },
    at: of('log_time', 'timestamp'),
  }
  for (const [name, value] of Object.entries(beside)) if (value !== '') fields[name] ??= value as string
  return fields
}

function readLine(message: string): PhraseValues | null {
  const line = LINE.exec(message)
  if (!line) return null
  const [head, level = ''] = line
  const fields = readWords(message.slice(head.length))
  fields.level = level
  const [, pid] = /\[(\d{1,10})(?:-\d{1,10})?\](?!.{0,64}\[\d{1,10}\])/.exec(head) ?? []
  if (pid !== undefined) fields.pid = pid
  const [, user, database] = /[\s:]([^\s:@]{1,128})@([^\s:]{1,128})[\s:]/.exec(head) ?? []
  const [, host, port] =
    /(?:^|[A-Z]{2,5}|[+-]\d\d|\s):?([\da-fA-F][\da-fA-F.:]{2,44}|[\w.-]{1,255})\((\d{1,5})\):/.exec(head) ?? []
  const beside: Record<string, string | undefined> = { user, database, src_ip: host, src_port: port, ...pairsIn(head) }
  for (const [name, value] of Object.entries(beside)) if (value !== undefined && value !== '') fields[name] ??= value
  return fields
}

/** How prefixes call their values. */
const PAIR_NAMES: Readonly<Record<string, string>> = {
  ...{ user: 'user', db: 'database', database: 'database', app: 'app', appname: 'app', application: 'app' },
  ...{ client: 'src_ip', host: 'src_ip', remote: 'src_ip', session: 'session' },
}

function pairsIn(head: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of head.matchAll(/([a-z_]{1,16})=([^, ]{0,128})/g)) {
    const known = PAIR_NAMES[name]
    if (known !== undefined && !/^\[\w{1,16}\]$/.test(value)) found[known] ??= value.replace(/\(\d{1,5}\)$/, '')
  }
  return found
}

const AUDIT = 'AUDIT: '
const AUDITED = ['scope', '', '', 'audited', 'command', 'object_type', 'object', 'statement', 'parameters'] as const

function readWords(words: string): PhraseValues {
  const fields: PhraseValues = words.startsWith(AUDIT) ? readAudit(words) : (readSentence(words) ?? { kind: 'words' })
  fields.text = words
  return fields
}

function readAudit(words: string): PhraseValues {
  const fields: PhraseValues = { kind: 'audit' }
  for (const [at, value] of csvValues(words.slice(AUDIT.length), ',').entries()) {
    const name = AUDITED[at]
    if (name && value !== '' && !/^<(?:none|not logged)>$/.test(value)) fields[name] = value
  }
  fields.verb = /^[A-Z]{2,16}/.exec(fields.command ?? '')?.[0] ?? fields.audited ?? ''
  // A statement is audited before it is run: the status is unknown.
  return fields
}

const LIFE = { 'app.name': always('PostgreSQL'), 'app.vendor_name': is('PostgreSQL Global Development Group') } as const
const LOGON = {
  'service.name': 'parsed.database',
  auth_protocol: 'parsed.method',
  status_detail: 'parsed.text',
} as const

const PROFILES: readonly Profile[] = [
  logon('refused', 'Logon', is('Failure'), { ...LOGON, severity_id: is('Medium') }),
  logon('opened', 'Logon', is('Success'), LOGON),
  logon('closed', 'Logoff', is('Success'), LOGON),
  on('start', {
    class: 'application_lifecycle',
    activity: 'Start',
    rows: { ...LIFE, 'app.version': 'parsed.version' },
  }),
  on('stop', { class: 'application_lifecycle', activity: 'Stop', rows: LIFE }),
  on('audit', {
    class: 'datastore_activity',
    activity: lookup(
      'parsed.verb',
      {
        ...{ SELECT: 'Read', FETCH: 'Read', INSERT: 'Write', COPY: 'Write', UPDATE: 'Update', DELETE: 'Delete' },
        ...{ CREATE: 'Create', DROP: 'Delete', ALTER: 'Update', GRANT: 'Update', REVOKE: 'Update', TRUNCATE: 'Delete' },
        ...{ READ: 'Read', WRITE: 'Write', FUNCTION: 'Query', EXECUTE: 'Query', DO: 'Query' },
      },
      'Other',
    ),
    logSource: { service: 'pgaudit' },
    rows: {
      'metadata.event_code': 'parsed.command',
      'query_info.query_string': ['parsed.statement', 'parsed.command', 'parsed.text'],
      'query_info.name': 'parsed.command',
      'database.name': ['parsed.database', 'parsed.user', 'syslog.app_name'],
      'database.uid': always('PostgreSQL'),
      'database.type_id': is('Relational'),
      'table.name': 'parsed.object',
      'actor.app_name': 'parsed.app',
      'actor.session.uid': 'parsed.session',
      'src_endpoint.ip': ip('parsed.src_ip'),
      'src_endpoint.hostname': capture('parsed.src_ip', A_NAME),
      'src_endpoint.port': integer('parsed.src_port'),
      'src_endpoint.name': always('PostgreSQL client'),
    },
  }),
]

export const postgresql = syslogDevice({
  id: 'postgresql/1',
  vendor: 'PostgreSQL',
  product: 'PostgreSQL',
  begins: LINE,
  is: (record) => /^(?:postgres(?:ql)?)?$/.test(syslogField(record, 'app_name')),
  alone: isRow,
  read,
  rows: {
    time: first(time('parsed.at'), time('syslog.time', 'syslog.timestamp')),
    message: ['parsed.text', 'syslog.message'],
    status_code: 'parsed.code',
    'actor.process.pid': integer('parsed.pid'),
    'actor.user.name': 'parsed.user',
    severity_id: lookup(
      'parsed.level',
      { WARNING: 'Low', ERROR: 'Medium', FATAL: 'High', PANIC: 'Critical' },
      'Informational',
    ),
  },
  profiles: PROFILES,
  rest: 'the server about itself, statements, and what belongs to the line before',
})
